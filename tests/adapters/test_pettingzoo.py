"""The games inside PettingZoo: its own conformance tests, and what they leave out."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from morris.games import whole_game

from adapters.starts import EVERY_OPTION
from ninetka import WIKI, Game, IllegalMoveError, InvalidMoveError, NinetkaError, State
from ninetka.kropki import KROPKI
from ninetka.simulate import random_game

pettingzoo = pytest.importorskip(
    "pettingzoo", reason="PettingZoo is not installed: ninetka[pettingzoo]"
)
pytest.importorskip("resvg_py", reason="resvg is not installed: ninetka[pettingzoo]")

import numpy as np

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of PettingZoo's own environments
    from pettingzoo.test import (
        api_test,
        parallel_api_test,
        performance_benchmark,
        render_test,
        seed_test,
    )
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ninetka.adapters.arrays import payoffs, planes_last
from ninetka.adapters.pettingzoo import env, raw_env

Make: Any = Callable[..., Any]
SMALL: dict[str, Any] = {"game": "kropki", "columns": 6, "rows": 5}
EACH = pytest.mark.parametrize("make", [raw_env, env], ids=["raw", "wrapped"])
# PettingZoo warns of observations that are a dict unless the environment is one of its own.
pytestmark = pytest.mark.filterwarnings("ignore:Observation ")


def choose(game: Any, rng: np.random.Generator) -> int:
    """A legal action of the agent to move, by its mask."""
    return int(rng.choice(np.flatnonzero(game.last()[0]["action_mask"])))


def played(make: Make, plies: int, **options: Any) -> Any:
    """An environment after some random moves."""
    game, rng = make(**options), np.random.default_rng(plies)
    game.reset()
    for _ in range(plies):
        game.step(choose(game, rng))
    return game


# PettingZoo's own tests


@EACH
@pytest.mark.parametrize(
    ("options", "shape"),
    [
        ({"players": 3}, (11, 11)),
        ({"game": "kropki", "columns": 6, "rows": 5}, (5, 6)),
        ({"game": "kropki"}, (32, 39)),
    ],
)
def test_environments_pass_the_api_test(
    make: Make, options: dict[str, Any], shape: tuple[int, int]
) -> None:
    api_test(make(**options), num_cycles=50)
    game = make(**options).unwrapped
    spaces: list[Any] = [game.state_space, *game.observation_space("player_0").spaces.values()]
    for space in spaces:
        assert (space.low.min(), space.high.max(), space.dtype) == (0, 1, np.int8)
    assert game.start.plane_shape == shape


@EACH
@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_environments_with_any_option_pass_the_api_test(
    make: Make, options: dict[str, Any]
) -> None:
    api_test(make(**options), num_cycles=200)
    parallel_api_test(turn_based_aec_to_parallel(make(**options)), num_cycles=100)


@pytest.mark.long
@EACH
@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "ruleset": "wiki"},
        {"players": 4},
        {"game": "kropki", "columns": 6, "rows": 5},
        {"game": "mills", "tokens": 3, "quiet": 2},
        *({"game": "9am", "players": players} for players in (3, 4, 5)),
    ],
    ids=str,
)
def test_all_of_its_tests(
    make: Make, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        api_test(make(**options), num_cycles=1000)
    seed_test(lambda: make(**options))
    parallel_api_test(turn_based_aec_to_parallel(make(**options)))
    render_test(lambda **mode: make(size=100, **mode, **options))
    clock = iter(range(0, 1000, 3))  # the benchmark runs until five seconds have gone by
    monkeypatch.setattr("time.time", lambda: next(clock))
    performance_benchmark(make(**options))


# The rules


@EACH
@pytest.mark.parametrize(
    ("options", "played"),
    [
        ({}, random_game(State.start(), Random(2))),
        ({"players": 3, "ruleset": "wiki"}, random_game(State.start(WIKI, 3), Random(3))),
        *((SMALL, random_game(KROPKI.begin(**SMALL), Random(seed))) for seed in range(4)),
        ({"game": "mills"}, whole_game(2, 0)),
        ({"game": "9am", "players": 5}, whole_game(5, 0)),
    ],
)
def test_it_plays_by_the_rules(make: Make, options: Any, played: Game[Any, Any]) -> None:
    """Agents whose seat is expelled are not selected again, and stay to the end."""
    game = make(**options)
    game.reset()
    for state, move in zip(played.states, played.moves, strict=False):
        agent = game.agent_selection
        observation, reward, terminated, truncated, info = game.last()
        assert (agent, reward, info) == (f"player_{int(state.to_move)}", 0, {})
        assert not terminated
        assert not truncated
        mask = observation["action_mask"]
        assert mask.dtype == np.int8
        assert np.flatnonzero(mask).tolist() == list(state.legal_actions)
        assert np.array_equal(observation["observation"], planes_last(state, state.to_move))
        for other in set(game.agents) - {agent}:
            assert not game.observe(other)["action_mask"].any()
        game.step(state.action(move))
    assert game.unwrapped.position == played.state
    pay = dict(zip(game.possible_agents, payoffs(played.state), strict=True))
    assert game.rewards == pay
    assert game.agents == game.possible_agents
    for agent in game.agent_iter():
        _, reward, terminated, _, _ = game.last()
        assert (reward, terminated) == (pay[agent], True)
        game.step(None)
    assert game.agents == []


def test_what_each_agent_sees() -> None:
    game = played(raw_env, 60, players=3)
    for seat, agent in enumerate(game.possible_agents):
        planes = game.observe(agent)["observation"]
        assert (planes.shape, planes.dtype) == ((11, 11, 17), np.int8)
        assert game.observation_space(agent)["observation"].contains(planes)
        for plane, bits in zip(np.moveaxis(planes, 2, 0), game.position.planes(seat), strict=True):
            assert bits == sum(1 << int(place) for place in np.flatnonzero(plane))
    assert np.array_equal(game.state(), game.observe("player_0")["observation"])
    assert game.state() in game.state_space
    assert (game.metadata["name"], game.metadata["is_parallelizable"]) == ("ninetka_v0", False)


@EACH
def test_copies_and_pickles_go_on_from_here(make: Make) -> None:
    game, seen = played(make, 40, players=3), []
    for same in (copy.deepcopy(game), pickle.loads(pickle.dumps(game)), game):
        rng = np.random.default_rng(7)
        for _ in range(5):
            same.step(choose(same, rng))
        seen.append((same.unwrapped.position, same.agent_selection))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize(
    ("action", "error", "said"),
    [
        (24, IllegalMoveError, "a neutral cannot go to F6: it is taken"),
        (86, InvalidMoveError, "86 is not an action: actions are 0 to 85"),
        (None, InvalidMoveError, "player_1 is to move: None is for agents that are done"),
    ],
)
def test_a_raw_environment_refuses_illegal_actions(
    action: int | None, error: type[Exception], said: str
) -> None:
    game = raw_env()
    game.step(24)
    before = str(vars(game))
    with pytest.raises(error, match=said):
        game.step(action)
    assert str(vars(game)) == before
    game.step(0)


def test_a_wrapped_environment_ends_at_an_illegal_action() -> None:
    game = env(players=3)
    with pytest.raises(AttributeError, match="before reset"):
        game.agent_selection  # noqa: B018
    game.reset()
    game.step(24)
    game.step(24)
    assert game.rewards == {"player_0": 0, "player_1": -1, "player_2": 0}
    assert all(game.terminations.values())


def test_a_move_ends_what_its_agent_has_been_rewarded_with() -> None:
    game = raw_env(players=3)
    game.reset()
    game.rewards = {"player_0": 0.5, "player_1": 0.25, "player_2": 0.0}  # as by another wrapper
    game._accumulate_rewards()
    assert game.last()[1] == 0.5
    game.step(0)
    assert game._cumulative_rewards == {"player_0": 0, "player_1": 0.25, "player_2": 0}


# Starts and resets


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no make")
@pytest.mark.parametrize(
    ("name", "options", "start"),
    [
        ("ninetka_v0", {"players": 4, "ruleset": "wiki"}, State.start(WIKI, 4)),
        ("kropki_v0", {"columns": 6, "rows": 5}, KROPKI.begin(**SMALL)),
    ],
)
def test_make_finds_every_environment(name: str, options: dict[str, Any], start: Any) -> None:
    game = pettingzoo.make("aec", f"ninetka/{name.replace('_', '-')}", **options)
    assert game.unwrapped.position == start
    assert str(game) == name


def test_any_state_is_a_start() -> None:
    state = State.start(WIKI, 3).apply(State.start(WIKI, 3).legal_moves[5])
    game = env(state)
    game.reset()
    assert game.agent_selection == "player_1"
    assert game.unwrapped.position is state
    assert env(position=state.to_text()).unwrapped.position == state


def test_a_start_at_the_end() -> None:
    over = State.start()
    while not over.is_over:
        over = over.apply(over.legal_moves[0])
    game = raw_env(over)
    with pytest.raises(ValueError, match="only valid action is None"):
        game.step(0)
    assert over.outcome is not None
    assert game.rewards[f"player_{int(over.outcome.winner)}"] == 1
    game.step(None)
    game.reset()
    assert game.agents == game.possible_agents


def test_pictures_show_the_last_move() -> None:
    assert raw_env(render_mode="rgb_array").render().shape[1] == 500
    game = played(raw_env, 20, render_mode="rgb_array", size=100)
    picture = game.render()
    assert picture.shape[1] == 100
    game.last_move = None
    assert not np.array_equal(picture, game.render())
    game.reset()
    assert (game.position, game.last_move) == (State.start(), None)
    game.size = -3
    with pytest.raises(NinetkaError, match="-3"):
        game.render()


def test_boards_are_given_or_printed(capsys: pytest.CaptureFixture[str]) -> None:
    game = played(raw_env, 3, render_mode="ansi")
    assert game.render() == game.position.to_board()
    played(raw_env, 3, render_mode="human")
    assert capsys.readouterr().out.count("nestorgames, 2 players") == 4
