"""9tka inside PettingZoo: its own conformance tests, raw and wrapped, and what they leave out."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from ninetka import (
    NESTORGAMES,
    WIKI,
    IllegalMoveError,
    InvalidMoveError,
    NinetkaError,
    Ruleset,
    State,
)

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

from ninetka.adapters.pettingzoo import env, raw_env

Make: Any = Callable[..., Any]
EACH = pytest.mark.parametrize("make", [raw_env, env], ids=["raw", "wrapped"])
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
RULESETS = pytest.mark.parametrize("ruleset", [NESTORGAMES, WIKI], ids=lambda each: each.name)
# PettingZoo warns of observations that are a dict unless the environment is one of its own.
DICTS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def choose(game: Any, random: np.random.Generator) -> int:
    """A legal action of the agent to move, by its mask."""
    return int(random.choice(np.flatnonzero(game.last()[0]["action_mask"])))


def played(make: Make, plies: int, **options: Any) -> Any:
    """An environment after some random moves."""
    game, random = make(**options), np.random.default_rng(plies)
    game.reset()
    for _ in range(plies):
        game.step(choose(game, random))
    return game


@DICTS
@EACH
@PLAYERS
@RULESETS
def test_api(make: Make, players: int, ruleset: Ruleset) -> None:
    game = make(players=players, ruleset=ruleset.name)
    for _ in range(4):
        api_test(game, num_cycles=1000)


@EACH
@PLAYERS
def test_seed(make: Make, players: int) -> None:
    seed_test(lambda: make(players=players))


@DICTS
@EACH
@PLAYERS
def test_parallel_api(make: Make, players: int) -> None:
    parallel_api_test(turn_based_aec_to_parallel(make(players=players)))


@EACH
@PLAYERS
def test_render(make: Make, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **mode: make(players=players, size=100, **mode))
    assert f"{players} players" in capsys.readouterr().out


@PLAYERS
def test_state(players: int) -> None:
    game = played(env, 12, players=players)
    assert game.state() in game.state_space
    assert game.state_space.shape == game.observation_space("player_0")["observation"].shape


@EACH
@PLAYERS
def test_performance_benchmark(make: Make, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 3))  # it runs until five seconds have gone by
    monkeypatch.setattr("time.time", lambda: next(clock))
    performance_benchmark(make(players=players))


@EACH
@PLAYERS
@RULESETS
def test_it_plays_by_the_rules(make: Make, players: int, ruleset: Ruleset) -> None:
    game, state = make(players=players, ruleset=ruleset.name), State.start(ruleset, players)
    random = np.random.default_rng(players)
    game.reset()
    while not state.is_over:
        agent = game.agent_selection
        observation, reward, terminated, truncated, info = game.last()
        assert (agent, reward, info) == (f"player_{int(state.to_move)}", 0, {})
        assert not terminated
        assert not truncated
        mask = observation["action_mask"]
        assert mask.dtype == np.int8
        assert np.flatnonzero(mask).tolist() == list(state.legal_actions)
        for other in set(game.agents) - {agent}:
            assert not game.observe(other)["action_mask"].any()
        action = choose(game, random)
        game.step(action)
        state = state.apply(state.move(action))
        assert game.unwrapped.position == state
    assert state.outcome is not None
    winner = f"player_{int(state.outcome.winner)}"
    assert game.rewards == {agent: 1 if agent == winner else -1 for agent in game.possible_agents}
    assert all(game.terminations.values())
    for left in range(players, 0, -1):
        assert len(game.agents) == left
        observation, reward, terminated, *_ = game.last()
        assert (reward, terminated) == (1 if game.agent_selection == winner else -1, True)
        assert not observation["action_mask"].any()
        game.step(None)
    assert game.agents == []


def test_observations_are_the_planes_of_each_seat() -> None:
    game = played(raw_env, 30, players=3)
    position = game.position
    for seat, agent in enumerate(game.possible_agents):
        observed = game.observe(agent)["observation"]
        assert (observed.shape, observed.dtype) == ((11, 11, 17), np.int8)
        assert observed in game.observation_space(agent)["observation"]
        for number, plane in enumerate(position.planes(seat)):
            places = np.argwhere(observed[:, :, number])
            assert plane == sum(1 << 11 * int(row) + int(column) for row, column in places)
    assert np.array_equal(game.state(), game.observe("player_0")["observation"])


@EACH
@PLAYERS
@pytest.mark.parametrize("plies", [0, 20, 60])
def test_copies_and_pickles_go_on_from_here(make: Make, players: int, plies: int) -> None:
    game = played(make, plies, players=players, ruleset="wiki")
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other.unwrapped.position == game.unwrapped.position
        assert other.agent_selection == game.agent_selection
        twin = copy.deepcopy(game)
        for each in (twin, other):
            random = np.random.default_rng(1)
            while not all(each.terminations.values()):
                each.step(choose(each, random))
        assert other.unwrapped.position == twin.unwrapped.position
        assert other.rewards == twin.rewards
        assert game.unwrapped.position != twin.unwrapped.position
        assert not any(game.terminations.values())


@pytest.mark.parametrize(
    ("action", "error", "said"),
    [
        (24, IllegalMoveError, "a neutral cannot go to F6: it is taken"),
        (np.int32(85), IllegalMoveError, "seat b cannot pass"),
        (86, InvalidMoveError, "86 is not an action"),
        (None, InvalidMoveError, "player_1 is to move: None is for agents that are done"),
    ],
)
def test_a_raw_environment_refuses_what_is_illegal(
    action: Any, error: type[Exception], said: str
) -> None:
    game = raw_env()
    game.step(24)
    before = copy.deepcopy(vars(game))
    with pytest.raises(error, match=said):
        game.step(action)
    assert str(vars(game)) == str(before)
    game.step(0)


def test_a_wrapped_one_ends_the_game() -> None:
    game = env(players=3)
    game.reset()
    game.step(24)
    game.step(24)
    assert game.rewards == {"player_0": 0, "player_1": -1, "player_2": 0}
    assert all(game.terminations.values())


def test_pictures_show_the_last_move() -> None:
    game = played(raw_env, 60, render_mode="rgb_array", size=200)
    picture = game.render()
    assert picture.shape[1] == 200
    assert 200 <= picture.shape[0] < 260
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100
    assert picture[0, 0].tolist() == [255, 255, 255]  # outside the picture's round corners
    game.last_move = None
    assert not np.array_equal(picture, game.render())


def test_text_and_print(capsys: pytest.CaptureFixture[str]) -> None:
    game = played(raw_env, 3, render_mode="ansi")
    assert game.render() == game.position.to_board()
    game = played(raw_env, 3, render_mode="human")
    assert capsys.readouterr().out.count("nestorgames, 2 players") == 4


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no make")
def test_make() -> None:
    game = pettingzoo.make("aec", "ninetka/ninetka-v0", players=4, ruleset="wiki")
    assert game.unwrapped.position == State.start(WIKI, 4)
    assert str(game) == "ninetka_v0"
    assert pettingzoo.make("aec", "ninetka/ninetka-v0").unwrapped.position == State.start()


def test_an_environment_without_options() -> None:
    game = raw_env(render_mode="rgb_array")
    assert game.render().shape[1] == 500
    assert game.metadata == {
        "render_modes": ["ansi", "rgb_array", "human"],
        "render_fps": 1,
        "name": "ninetka_v0",
        "is_parallelizable": False,
    }
    for agent in game.agents:
        assert game.observe(agent)["action_mask"].dtype == np.int8


def test_agents_that_are_done_do_nothing() -> None:
    over = played(raw_env, 0).position
    while not over.is_over:
        over = over.apply(over.legal_moves[0])
    game = raw_env(over)
    with pytest.raises(ValueError, match="only valid action is None"):
        game.step(0)
    for _ in game.possible_agents:
        game.step(None)
    assert game.agents == []
    assert game.agent_selection in game.possible_agents


def test_any_state_is_a_start() -> None:
    state = State.start(WIKI, 3).apply(State.start(WIKI, 3).legal_moves[5])
    game = env(state)
    game.reset()
    assert game.agent_selection == "player_1"
    assert game.unwrapped.position is state
    assert env(position=state.to_text()).unwrapped.position == state


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 5}, "nestorgames is for 2, 3 or 4 players, not 5"),
        ({"ruleset": "chess"}, "the ruleset 'chess' is not published"),
        ({"colour": "red"}, "there is no option 'colour'; there are edge_stop, players"),
        ({"render_mode": "video"}, "render_mode is one of ansi, rgb_array, human, not 'video'"),
        (
            {"start": State.start(), "players": 3},
            "^an environment takes a state to start from or options, not both$",
        ),
        ({"start": 9}, "9 is not a state that can be observed"),
        ({"game": "chess"}, "there is no game 'chess' here, only 9tka"),
        ({"game": "chess", "start": State.start()}, "is 9tka, not 'chess'"),
    ],
)
@EACH
def test_options_that_say_no_environment(make: Make, options: dict[str, Any], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        make(**options)


def test_a_size_that_no_picture_has() -> None:
    game = raw_env(render_mode="rgb_array", size=-3)
    with pytest.raises(NinetkaError, match="-3"):
        game.render()


def test_an_agent_that_there_is_not() -> None:
    with pytest.raises(NinetkaError, match="'bob' is not an agent: there are player_0 and"):
        raw_env().observe("bob")


def test_a_start_at_the_end() -> None:
    over = played(raw_env, 0).position
    while not over.is_over:
        over = over.apply(over.legal_moves[0])
    game = env(over)
    game.reset()
    ends = {}
    for agent in game.agent_iter():
        ends[agent] = game.last()[1:3]
        game.step(None)
    winner = f"player_{int(over.outcome.winner)}"
    assert ends == {agent: (1 if agent == winner else -1, True) for agent in game.possible_agents}


@EACH
def test_reset_in_mid_game(make: Make) -> None:
    game = played(make, 50, render_mode="rgb_array", size=100)
    game.reset()
    assert game.unwrapped.position == State.start()
    assert game.unwrapped.last_move is None
    assert np.array_equal(
        game.render(), played(make, 0, render_mode="rgb_array", size=100).render()
    )


def test_reset_while_agents_that_are_done_take_their_leave() -> None:
    game, random = raw_env(), np.random.default_rng(1)
    while not any(game.terminations.values()):
        game.step(choose(game, random))
    game.step(None)
    game.reset()
    assert (game.agents, game.agent_selection) == (["player_0", "player_1"], "player_0")
    game.step(0)
    assert game.agent_selection == "player_1"


def test_the_wrappers_of_classic_environments() -> None:
    with pytest.raises(AttributeError, match="before reset"):
        env().agent_selection  # noqa: B018
    game = env()
    game.reset()
    with pytest.raises(AssertionError):
        game.step(86)


def test_spaces_are_of_zeros_and_ones() -> None:
    game = raw_env()
    spaces: list[Any] = [game.state_space, *game.observation_space("player_0").spaces.values()]
    for space in spaces:
        assert (space.low.min(), space.high.max(), space.dtype) == (0, 1, np.int8)


def test_a_move_ends_what_its_agent_has_been_rewarded_with() -> None:
    game = raw_env(players=3)
    game.reset()
    game.rewards = {
        "player_0": 0.5,
        "player_1": 0.25,
        "player_2": 0.0,
    }  # as by a wrapper of one's own
    game._accumulate_rewards()
    assert game.last()[1] == 0.5
    game.step(0)
    assert (game.agent_selection, game.last()[1]) == ("player_1", 0.25)
    assert game._cumulative_rewards == {"player_0": 0, "player_1": 0.25, "player_2": 0}
