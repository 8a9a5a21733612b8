"""Kropki inside PettingZoo and Gymnasium: boards of any size, draws, and rules without codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from ninetka import NinetkaError
from ninetka.kropki import STANDARD, TERRITORY, Seat, Start, State

pettingzoo = pytest.importorskip(
    "pettingzoo", reason="PettingZoo is not installed: ninetka[pettingzoo]"
)
pytest.importorskip("resvg_py", reason="resvg is not installed: ninetka[pettingzoo]")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from ninetka.adapters.gymnasium import SeatEnv
from ninetka.adapters.pettingzoo import env, raw_env

Make: Any = Callable[..., Any]
EACH = pytest.mark.parametrize("make", [raw_env, env], ids=["raw", "wrapped"])
SMALL: dict[str, Any] = {"game": "kropki", "columns": 9, "rows": 7}
CAUGHT = "5/2x2/1xox1/5/5 x standard -"


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
            action = int(random.choice(np.flatnonzero(observation["action_mask"])))
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


def test_it_is_made_by_name() -> None:
    small = State.start(attrs.evolve(STANDARD, columns=7, rows=6))
    check_env(gymnasium.make("ninetka/kropki-v0", columns=7, rows=6).unwrapped)
    if hasattr(pettingzoo, "make"):  # older versions have no make
        game = pettingzoo.make("aec", "ninetka/kropki-v0", columns=7, rows=6)
        assert (game.unwrapped.position, str(game)) == (small, "kropki_v0")
