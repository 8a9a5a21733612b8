"""Positions as arrays, for your own training loops; utilities, which all adapters share."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from adapters.starts import STARTS, TWO_WIN, two_win
from ninetka import NinetkaError, morris
from ninetka.morris import MILLS, Board, Ruleset

np: Any = pytest.importorskip("numpy", reason="NumPy is not installed: ninetka[batch]")

from ninetka.adapters.arrays import (
    ObservationLayout,
    Utility,
    action_mask,
    payoffs,
    planes_first,
    planes_last,
)

EACH = pytest.mark.parametrize("start", STARTS, ids=lambda start: f"{start.game} {start.players}")


def whole_game(start: Any, seed: int) -> Any:
    rng, states = Random(seed), [start]
    while not states[-1].is_over:
        states.append(states[-1].apply(rng.choice(states[-1].legal_moves)))
    return states


# Arrays


@EACH
def test_planes_and_masks_are_the_states_own(start: Any) -> None:
    for state in whole_game(start, 1)[::7]:
        assert np.flatnonzero(action_mask(state)).tolist() == list(state.legal_actions)
        for seat in state.seats:
            first, last = planes_first(state, seat), planes_last(state, seat)
            assert first.shape == (len(state.plane_names), *state.plane_shape)
            assert (first.dtype, last.dtype) == (np.uint8, np.uint8)
            assert np.array_equal(first.transpose(1, 2, 0), last)
            for plane, bits in zip(first, state.planes(seat), strict=True):
                assert bits == sum(1 << int(place) for place in np.flatnonzero(plane))
    with pytest.raises(NinetkaError, match="9 is not a seat of this game"):
        planes_first(start, 9)


@EACH
@pytest.mark.parametrize("channels", ["first", "last"])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "float32", np.int64])
def test_every_layout_is_contiguous(start: Any, channels: str, dtype: Any) -> None:
    layout = ObservationLayout(channels, dtype)
    seen, plain = layout.observe(start, 1), planes_first(start, 1)
    assert (seen.shape, seen.dtype) == (layout.shape(start), np.dtype(dtype))
    assert seen.flags.c_contiguous
    assert np.array_equal(np.moveaxis(seen, -1, 0) if channels == "last" else seen, plain)


@EACH
def test_a_grid_has_each_place_where_it_is_drawn(start: Any) -> None:
    state = whole_game(start, 2)[20]
    rows, columns = (max(each) + 1 for each in zip(*state.plane_grid, strict=True))
    assert len({*state.plane_grid}) == state.plane_shape[0] * state.plane_shape[1]
    plain, grid = planes_first(state, 0), planes_first(state, 0, grid=True)
    assert grid.shape[1:] == (rows, columns)
    for place, (row, column) in enumerate(state.plane_grid):
        assert np.array_equal(grid[:, row, column], plain.reshape(len(plain), -1)[:, place])
    assert grid.sum() == plain.sum()
    if state.game != "morris":
        assert np.array_equal(grid, plain)


def test_the_grid_of_mills_is_the_usual_board() -> None:
    state = morris.State.start(MILLS).apply("d6").apply("a1").apply("g7")
    own, others = planes_first(state, 0, grid=True)[:2]
    assert own.shape == (7, 7)
    assert [*zip(*np.nonzero(own), strict=True)] == [(0, 6), (1, 3)]  # g7, d6
    assert [*zip(*np.nonzero(others), strict=True)] == [(6, 0)]  # a1
    assert ObservationLayout(grid=True).shape(state) == (7, 7, 12)


def test_a_board_without_places_has_no_grid() -> None:
    board = Board(6, [(1, 2, 3), (3, 4, 5), (5, 6, 1)])
    state = morris.State.start(Ruleset("tiny", {2: board}, 3))
    with pytest.raises(NinetkaError, match="have no places, so they make no grid"):
        ObservationLayout(grid=True).shape(state)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"channels": "middle"}, "channels are last or first, not 'middle'"),
        ({"dtype": "text"}, "dtype is a type of numbers, such as int8 or float32, not 'text'"),
        ({"dtype": "bool"}, "dtype is a type of numbers"),
    ],
)
def test_layouts_that_there_are_not(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        ObservationLayout(**wrong)


# Utilities


@pytest.mark.parametrize(
    ("utility", "expected"),
    [
        ("win", [1, 1, -1]),
        (Utility.SHARED, [0.5, 0.5, 0]),
        ("points", [20, 20, -10]),
        ("margin", [0, 0, -30]),
    ],
)
def test_two_of_three_win(utility: Any, expected: list[float]) -> None:
    after = two_win()
    assert payoffs(after, utility) == expected
    if utility == "win":
        assert payoffs(after) == expected
    before = morris.State.from_text(TWO_WIN)
    assert payoffs(before, utility) == [0, 0, 0]


@pytest.mark.parametrize(
    ("utility", "expected"),
    [("win", [0, 0]), ("shared", [0.5, 0.5]), ("points", [0.5, 0.5]), ("margin", [0, 0])],
)
def test_a_draw_pays_by_the_utility(utility: str, expected: list[float]) -> None:
    position = morris.State.from_text("aaaa....bbbb............ 0/0 0/0 99 a move mills")
    assert payoffs(position.apply(position.legal_moves[0]), utility) == expected


@pytest.mark.parametrize(
    ("utility", "expected"),
    [
        ("win", [0, 0, 0]),
        ("shared", [1 / 3] * 3),
        ("points", [20, 20, -10]),
        ("margin", [0, 0, -30]),
    ],
)
def test_a_game_that_is_cut(utility: str, expected: list[float]) -> None:
    assert payoffs(morris.State.from_text(TWO_WIN), utility, cut=True) == expected


@pytest.mark.parametrize(
    ("winners", "expected"),
    [((), [0, 0, 0]), ((1,), [-1, 1, -1]), ((0, 2), [1, -1, 1]), ((0, 1, 2), [0, 0, 0])],
)
def test_payoffs_add_up_for_any_winners(winners: tuple[int, ...], expected: list[float]) -> None:
    ended: Any = SimpleNamespace(players=3, outcome=SimpleNamespace(winners=winners))
    assert payoffs(ended) == expected


def test_a_utility_that_there_is_not() -> None:
    with pytest.raises(
        NinetkaError, match=r"^a utility is win, shared, points or margin, not .money.$"
    ):
        payoffs(STARTS[0], "money")


@EACH
def test_points_are_within_their_bounds(start: Any) -> None:
    for seed in range(5):
        states = whole_game(start, seed)
        scores = states[-1].outcome.scores
        assert payoffs(states[-1], "points") == [*map(float, scores)]
        assert payoffs(states[-1], "shared") == [*map(float, states[-1].outcome.shares)]
        for state in states:
            least, most = state.score_bounds
            assert least <= min(scores)
            assert max(scores) <= most
