"""9AM and Mills inside PettingZoo and Gymnasium: a seat that moves twice, or is expelled."""

from __future__ import annotations

import warnings
from itertools import pairwise
from typing import Any

import pytest

from morris.games import start, whole_game
from ninetka.morris import State

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: ninetka[pettingzoo]")
pytest.importorskip("resvg_py", reason="resvg is not installed: ninetka[pettingzoo]")

import gymnasium
import numpy as np

from ninetka.adapters.gymnasium import SeatEnv
from ninetka.adapters.pettingzoo import env, raw_env

# PettingZoo warns of observations that are a dict unless the environment is one of its own.
DICTS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)
SHORT: dict[str, Any] = {"game": "morris", "tokens": 3, "quiet": 2}


@pytest.mark.long
@DICTS
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_frameworks_own_tests(players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of PettingZoo's own environments
        from pettingzoo.test import api_test, parallel_api_test, seed_test
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    for make in (raw_env, env):
        api_test(make(game="morris", players=players), num_cycles=100)
        api_test(make(players=players, **SHORT), num_cycles=200)
        seed_test(lambda make=make: make(game="morris", players=players), num_cycles=100)
    parallel_api_test(turn_based_aec_to_parallel(env(players=players, **SHORT)), num_cycles=200)
    for seat in (0, players - 1):
        made: Any = gymnasium.make("ninetka/morris-v0", players=players, seat=seat)
        check_env(made.unwrapped)


@pytest.mark.parametrize("players", [2, 5])
def test_it_plays_by_the_rules(players: int) -> None:
    """Agents whose seat is expelled are not selected again, and stay to the end."""
    game, played = raw_env(game="morris", players=players), whole_game(players, 0)
    game.reset()
    assert game.action_space("player_1").n == start(players).action_count
    selected = []
    for state, move in zip(played.states, played.moves, strict=False):
        assert len(game.agents) == players
        assert not any(game.terminations.values())
        assert game.agent_selection == f"player_{state.to_move:d}"
        assert state.to_move not in state.expelled
        selected.append(game.agent_selection)
        game.step(state.action(move))
    assert game.position == played.state
    assert any(one == other for one, other in pairwise(selected))
    assert played.outcome is not None
    (winner,) = played.outcome.winners
    pay = {agent: 1 if seat == winner else -1 for seat, agent in enumerate(game.possible_agents)}
    assert game.rewards == pay
    assert all(game.terminations.values())


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_episodes(players: int) -> None:
    for seat in range(players):
        game, random = SeatEnv(game="morris", players=players, seat=seat), np.random.default_rng(1)
        observation, info = game.reset(seed=seat)
        done, reward = False, 0.0
        while not done:
            assert reward == 0
            assert game.position.to_move == seat
            action = random.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, done, _, info = game.step(action)
            assert observation in game.observation_space
        outcome = game.position.outcome
        assert outcome is not None
        everybody = len(outcome.winners) in (0, players)
        assert reward == (0 if everybody else 1 if seat in outcome.winners else -1)


def test_who_makes_a_mill_removes_a_token_before_the_others_move() -> None:
    game = SeatEnv(game="mills", position="a..a....b.b............. 7/7 0/0 0 a put mills")
    game.reset(seed=1)
    before = game.position
    _, reward, done, _, info = game.step(game.position.action(game.position.parse_move("7")))
    assert (reward, done) == (0, False)
    assert game.position == before.apply("7")
    assert str(game.position.move(int(np.flatnonzero(info["action_mask"])[0]))).startswith("x")


def test_the_episode_of_one_who_is_expelled_goes_on_to_the_end() -> None:
    """One step ends it: the others play on meanwhile."""
    played = whole_game(5, 0)
    states = played.states
    at = next(ply for ply, state in enumerate(states) if state.expelled)
    (out,) = states[at].expelled
    last = max(ply for ply in range(at) if states[ply].to_move == out)
    follow = iter(played.moves[last + 1 :])

    def policy(state: State, random: object) -> int:
        return state.action(next(follow))

    game = SeatEnv(states[last], seat=int(out), policy=policy)
    game.reset()
    _, reward, done, _, info = game.step(states[last].action(played.moves[last]))
    assert (reward, done, info["action_mask"].any()) == (-1, True, False)
    assert game.position == played.state
