"""9AM and Mills inside PettingZoo and Gymnasium: a seat that moves twice, or has dropped out."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from morris.games import start, whole_game
from ninetka import IllegalMoveError, InvalidMoveError, NinetkaError
from ninetka.morris import MILLS, NINE_AM, State

pettingzoo = pytest.importorskip(
    "pettingzoo", reason="PettingZoo is not installed: ninetka[pettingzoo]"
)
pytest.importorskip("resvg_py", reason="resvg is not installed: ninetka[pettingzoo]")

import gymnasium
import numpy as np

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of PettingZoo's own environments
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from gymnasium.utils.env_checker import check_env
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ninetka.adapters.gymnasium import SeatEnv
from ninetka.adapters.pettingzoo import env, raw_env

Make: Any = Callable[..., Any]
EACH = pytest.mark.parametrize("make", [raw_env, env], ids=["raw", "wrapped"])
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])
SHORT: dict[str, Any] = {"game": "9am", "players": 3, "tokens": 3, "quiet": 3}
# PettingZoo warns of observations that are a dict unless the environment is one of its own.
DICTS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def seen_from(state: State, seat: int) -> Any:
    fields = state.board.fields
    planes = [[plane >> bit & 1 for bit in range(fields)] for plane in state.planes(seat)]
    return np.array(planes, np.int8).T.reshape(1, fields, -1)


@DICTS
@EACH
@PLAYERS
def test_api(make: Make, players: int) -> None:
    api_test(make(game="morris", players=players), num_cycles=100)
    api_test(make(game="morris", players=players, tokens=3, quiet=2), num_cycles=200)


@EACH
@PLAYERS
def test_seed(make: Make, players: int) -> None:
    seed_test(lambda: make(game="morris", players=players), num_cycles=100)


@DICTS
@PLAYERS
def test_parallel_api(players: int) -> None:
    game = env(game="morris", players=players, tokens=3, quiet=2)
    parallel_api_test(turn_based_aec_to_parallel(game), num_cycles=200)


@EACH
def test_render(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **mode: make(size=100, **mode, **SHORT))
    assert "9am-custom, 3 players, a to put a token" in capsys.readouterr().out


def test_pictures_show_the_last_move() -> None:
    game = raw_env(game="mills", render_mode="rgb_array", size=200)
    game.step(game.position.action(game.position.parse_move("d5")))
    picture = game.render()
    assert picture.shape[1] == 200
    game.last_move = None
    assert not np.array_equal(picture, game.render())


@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({"game": "morris"}, start(3)),
        ({"game": "9AM", "players": 5}, start(5)),
        ({"game": "Mills"}, start(2)),
        ({"game": "morris", "players": 2}, start(2)),
        ({"game": "mills", "position": start(2).apply("d5").to_text()}, start(2).apply("d5")),
        ({"start": start(4).apply("7")}, start(4).apply("7")),
    ],
)
def test_starts(options: dict[str, Any], first: State) -> None:
    for game in (raw_env(**options), env(**options).unwrapped, SeatEnv(**options)):
        assert game.start == first
    shape = (1, first.board.fields, 4 * (first.players + 1))
    assert raw_env(**options).state_space.shape == shape
    assert raw_env(**options).action_space("player_1").n == first.action_count


@pytest.mark.parametrize("make", [raw_env, env, SeatEnv], ids=["raw", "wrapped", "seat"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": "mills", "players": 3}, "mills is for 2 players, not 3"),
        ({"game": "9am", "players": 2}, "9am is for 3, 4 or 5 players, not 2"),
        ({"game": "morris", "players": 6}, "9am is for 3, 4 or 5 players, not 6"),
        ({"game": "morris", "columns": 3}, "there is no option 'columns'; there are boards,"),
        ({"game": "mills", "start": start(3)}, "a game with this start is 9AM, not 'mills'"),
    ],
)
def test_starts_that_are_refused(make: Make, options: dict[str, Any], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        make(**options)


@EACH
@PLAYERS
def test_it_plays_by_the_rules(make: Make, players: int) -> None:
    """Agents whose seat is expelled are not selected again, and stay to the end."""
    game, played = make(game="morris", players=players), whole_game(players, 0)
    game.reset()
    selected = []
    for state, move in zip(played.states(), played.moves, strict=False):
        observation, reward, terminated, *_ = game.last()
        assert (reward, terminated, len(game.agents)) == (0, False, players)
        assert np.flatnonzero(observation["action_mask"]).tolist() == list(state.legal_actions)
        assert np.array_equal(observation["observation"], seen_from(state, state.to_move))
        assert game.agent_selection == f"player_{state.to_move:d}"
        assert state.to_move not in state.expelled
        selected.append(game.agent_selection)
        game.step(state.action(move))
    assert game.unwrapped.position == played.state
    assert any(one == other for one, other in pairwise(selected))
    assert played.outcome is not None
    (winner,) = played.outcome.winners
    pay = {agent: 1 if seat == winner else -1 for seat, agent in enumerate(game.possible_agents)}
    assert game.rewards == pay
    assert all(game.terminations.values())
    while game.agents:
        game.step(None)


def test_five_play_a_game_of_which_four_are_expelled() -> None:
    assert len(whole_game(5, 0).state.expelled) == 4


def test_a_raw_environment_refuses_what_is_illegal() -> None:
    game = raw_env(game="mills")
    game.step(0)
    for action, kind, said in (
        (0, IllegalMoveError, "field 1 is taken: a token of seat a is there"),
        (600, InvalidMoveError, "600 is not an action: actions are 0 to 599"),
    ):
        with pytest.raises(kind, match=said):
            game.step(action)
    game.step(1)


def test_copies_and_pickles_go_on_from_here() -> None:
    game, random = raw_env(game="9am", players=5), np.random.default_rng(1)
    for _ in range(60):
        game.step(random.choice(np.flatnonzero(game.last()[0]["action_mask"])))
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other.position == game.position
        other.step(other.position.legal_actions[0])
        assert other.position != game.position


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no make")
def test_make() -> None:
    game = pettingzoo.make("aec", "ninetka/morris-v0", players=5)
    assert game.unwrapped.position == State.start(NINE_AM, 5)
    assert str(game) == "morris_v0"
    game = pettingzoo.make("aec", "ninetka/morris-v0", ruleset="mills")
    assert game.unwrapped.position == State.start(MILLS)


# One seat's environment


@pytest.mark.parametrize(
    ("players", "seat"), [(2, 0), (2, 1), (3, 2), (4, 1), (5, 0), (5, 4)]
)  # fmt: skip
def test_check_env(players: int, seat: int) -> None:
    game: Any = gymnasium.make("ninetka/morris-v0", players=players, seat=seat)
    check_env(game.unwrapped)


@PLAYERS
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
        assert isinstance(game.position, State)
        assert np.array_equal(observation, seen_from(game.position, seat))
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
    states = list(played.states())
    at = next(ply for ply, state in enumerate(states) if state.expelled)
    (out,) = states[at].expelled
    last = max(ply for ply in range(at) if states[ply].to_move == out)
    follow = iter(played.moves[last + 1 :])
    game = SeatEnv(
        states[last], seat=int(out), policy=lambda state, random: state.action(next(follow))
    )
    game.reset()
    _, reward, done, _, info = game.step(states[last].action(played.moves[last]))
    assert (reward, done, info["action_mask"].any()) == (-1, True, False)
    assert game.position == played.state


def test_reset_takes_another_start_of_the_same_size() -> None:
    game: Any = SeatEnv(game="mills")
    position = start(2).apply("d5").to_text()
    observation, _ = game.reset(options={"position": position, "seat": 1})
    assert (game.position.to_text(), game.seat) == (position, 1)
    assert observation in game.observation_space
    game.reset(options={"jumping": "no"})
    assert not game.position.ruleset.jumping
    before = game.position
    for options, said in (
        ({"ruleset": "9am", "players": 3}, "the environment is for 2 players, not 3"),
        ({"ruleset": "9am"}, "9am is for 3, 4 or 5 players, not 2"),
        ({"position": "x"}, "a position is board, hands, cards"),
        ({"seat": 2}, "2 does not play: there are 2 players"),
    ):
        with pytest.raises(NinetkaError, match=said):
            game.reset(options=options)
        assert game.position is before


def test_an_illegal_action_ends_the_episode() -> None:
    game: Any = SeatEnv(game="9am", players=4)
    game.reset(seed=1)
    game.step(0)
    _, reward, terminated, _, info = game.step(0)
    assert (reward, terminated, bool(info["illegal"])) == (-1, True, True)
    assert game.why_illegal == "field 1 is taken: a token of seat a is there"
