"""Kropki inside PettingZoo and Gymnasium: boards of any size, draws, and rules without codes."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from ninetka import InvalidMoveError, NinetkaError
from ninetka.base.errors import IllegalMoveError
from ninetka.kropki import STANDARD, TERRITORY, AutomaticState, Seat, Start, State

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
SMALL: dict[str, Any] = {"game": "kropki", "columns": 9, "rows": 7}
CAUGHT = "5/2x2/1xox1/5/5 x standard -"
# PettingZoo warns of observations that are a dict unless the environment is one of its own.
DICTS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def choose(game: Any, random: np.random.Generator) -> int:
    """A legal action of the agent to move, by its mask."""
    return int(random.choice(np.flatnonzero(game.last()[0]["action_mask"])))


@DICTS
@EACH
def test_api(make: Make) -> None:
    api_test(make(**SMALL), num_cycles=300)
    api_test(make(game="kropki"), num_cycles=50)


@EACH
def test_seed(make: Make) -> None:
    seed_test(lambda: make(**SMALL))


@DICTS
def test_parallel_api() -> None:
    parallel_api_test(turn_based_aec_to_parallel(env(**SMALL)))


@EACH
def test_render(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **mode: make(size=100, **mode, **SMALL))
    assert "standard, 9 x 7" in capsys.readouterr().out


def test_pictures_show_the_last_move() -> None:
    game = raw_env(AutomaticState.from_text(CAUGHT), render_mode="rgb_array", size=200)
    game.step(game.position.action(game.position.parse_move("cd")))
    picture = game.render()
    assert picture.shape[1] == 200
    game.last_move = None
    assert not np.array_equal(picture, game.render())


@pytest.mark.parametrize(
    ("options", "columns", "rows"),
    [({}, 39, 32), (SMALL, 9, 7), ({"position": CAUGHT}, 5, 5), ({"rows": 2}, 39, 2)],
)
def test_sizes_are_those_of_the_start(options: dict[str, Any], columns: int, rows: int) -> None:
    given = {"game": "kropki", **options}
    all_see: Any = raw_env(**given)
    one_sees: Any = SeatEnv(**given)
    for space in (all_see.state_space, one_sees.observation_space):
        assert space.shape == (rows, columns, 6)
    for actions in (all_see.action_space("player_1"), one_sees.action_space):
        assert actions.n == columns * rows


@EACH
def test_it_plays_by_the_rules(make: Make) -> None:
    paid = set()
    for seed in range(8):
        game: Any = make(game="kropki", columns=6, rows=5)
        state: Any = State.start(attrs.evolve(STANDARD, columns=6, rows=5))
        random = np.random.default_rng(seed)
        game.reset()
        while not state.is_over:
            observation = game.last()[0]
            assert np.flatnonzero(observation["action_mask"]).tolist() == list(state.legal_actions)
            assert np.array_equal(observation["observation"], seen_from(state, state.to_move))
            action = choose(game, random)
            game.step(action)
            state = state.apply(state.move(action))
            assert game.unwrapped.position == state
        first, second = state.scores
        assert game.rewards == {
            "player_0": np.sign(first - second),
            "player_1": np.sign(second - first),
        }
        paid.add(game.rewards["player_0"])
    assert paid == {0, 1, -1}  # draws pay nothing


def seen_from(state: Any, seat: Seat) -> Any:
    rows, columns = state.plane_shape
    bits = range(rows * columns)
    planes = [[plane >> bit & 1 for bit in bits] for plane in state.planes(seat)]
    return np.array(planes, np.int8).T.reshape(rows, columns, -1)


@pytest.mark.parametrize("make", [raw_env, env, SeatEnv], ids=["raw", "wrapped", "seat"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ruleset": "territory"}, "^Kropki with Ruleset territory cannot be played here"),
        ({"start": State.start(TERRITORY)}, "^Kropki with Ruleset territory cannot be played here"),
        ({"columns": "many"}, "Columns is a number from 1 to 52, not 'many'"),
    ],
)
def test_starts_that_are_refused(make: Make, options: dict[str, Any], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        make(game="kropki", **options)


@pytest.mark.parametrize("make", [raw_env, env, SeatEnv], ids=["raw", "wrapped", "seat"])
def test_what_stands_there_at_the_start_is_an_option_too(make: Make) -> None:
    """Beside the state to start from, which has the same name."""
    empty = State.start(attrs.evolve(STANDARD, columns=5, rows=5, start=Start.EMPTY))
    for game in (make(game="kropki", columns=5, rows=5, start="empty"), make(start=empty)):
        game.reset()
        assert game.unwrapped.start == empty
    with pytest.raises(NinetkaError, match="there is no option 'start'; there are ruleset"):
        make(start="empty")


def test_a_raw_environment_refuses_what_is_illegal() -> None:
    game = raw_env(game="kropki", columns=5, rows=5)
    game.step(0)
    for action, kind, said in (
        (0, IllegalMoveError, "aa is taken"),
        (25, InvalidMoveError, "25 is not an action: actions are 0 to 24"),
    ):
        with pytest.raises(kind, match=said):
            game.step(action)
    game.step(1)


def test_copies_and_pickles_go_on_from_here() -> None:
    game, random = raw_env(**SMALL), np.random.default_rng(1)
    for _ in range(30):
        game.step(choose(game, random))
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other.position == game.position
        other.step(choose(other, random))
        assert other.position != game.position


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no make")
def test_make() -> None:
    game = pettingzoo.make("aec", "ninetka/kropki-v0", columns=9, rows=9)
    assert game.unwrapped.position == State.start(attrs.evolve(STANDARD, columns=9, rows=9))
    assert str(game) == "kropki_v0"


# One seat's environment


@pytest.mark.parametrize("seat", Seat)
def test_check_env(seat: Seat) -> None:
    game: Any = gymnasium.make("ninetka/kropki-v0", columns=7, rows=6, seat=seat)
    check_env(game.unwrapped)


def test_a_large_board_is_played_to_its_end() -> None:
    game, random = SeatEnv(game="kropki", seat=1), np.random.default_rng(1)
    observation, info = game.reset(seed=1)
    assert info["action_mask"].shape == (39 * 32,)
    done, reward = False, 0.0
    while not done:
        assert reward == 0
        action = random.choice(np.flatnonzero(game.action_masks()))
        observation, reward, done, *_ = game.step(action)
    assert np.array_equal(observation, seen_from(game.position, Seat.SECOND))
    assert game.position.is_over
    assert game.position.outcome is not None
    first, second = game.position.outcome.scores
    assert reward == np.sign(int(second - first))


def test_reset_takes_another_start_of_the_same_size() -> None:
    game: Any = SeatEnv(game="kropki", columns=5, rows=5)
    observation, _ = game.reset(options={"position": CAUGHT})
    assert game.position.to_text() == CAUGHT
    assert observation in game.observation_space
    before = game.position
    for options, said in (
        (
            {"columns": 6},
            "^this is made for 25 actions on 5 x 5 places, not for 30 actions on 6 x 5 places$",
        ),
        ({"ruleset": "territory"}, "^Kropki with Ruleset territory, Columns 5 and Rows 5 cannot"),
        ({"position": "6/6/6/6/6 x standard -"}, "has 6 points, not 5"),
    ):
        with pytest.raises(NinetkaError, match=said):
            game.reset(options=options)
        assert game.position is before
    large = SeatEnv(game="kropki")
    with pytest.raises(NinetkaError, match="this is made for 1248 actions on 39 x 32 places,"):
        large.reset(options={"position": CAUGHT})


def test_an_illegal_action_ends_the_episode() -> None:
    game: Any = SeatEnv(game="kropki", columns=4, rows=4)
    game.reset(seed=1)
    cross = int(np.flatnonzero(~game.action_masks())[0])
    _, reward, terminated, _, info = game.step(cross)
    assert (reward, terminated, bool(info["illegal"])) == (-1, True, True)
    assert game.why_illegal == "bb is taken: a dot of x is there"
