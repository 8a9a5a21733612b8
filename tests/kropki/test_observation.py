"""The planes that programs that learn look at, against what the state says of each point."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from hypothesis import given

from kropki.games import Ply, games
from ninetka.kropki import AutomaticState, Point, Seat, State


def seen(state: AutomaticState, seat: Seat) -> dict[str, set[str]]:
    """Each plane's points by name."""
    rows, columns = state.plane_shape
    assert (columns, rows) == (state.ruleset.columns, state.ruleset.rows)
    planes = dict(zip(state.plane_names, state.planes(seat), strict=True))
    assert all(plane < 1 << columns * rows for plane in planes.values())
    points = state.board.points
    return {
        name: {point.name for point in points if plane >> columns * point.row + point.column & 1}
        for name, plane in planes.items()
    }


def names(points: Iterable[Point]) -> set[str]:
    return {point.name for point in points}


@given(games([True]))
def test_planes_say_what_the_state_says(plies: tuple[Ply, ...]) -> None:
    state = plies[-1].after
    assert isinstance(state, AutomaticState)
    points = state.board.points
    for seat in Seat:
        planes = seen(state, seat)
        for number, other in enumerate((seat, seat.other)):
            assert planes.pop(f"dots of seat +{number}") == names(
                point for point, owner in state.dots.items() if owner is other
            )
            assert planes.pop(f"points of seat +{number}") == names(
                point for point in points if state.owner_of(point) is other
            )
        assert planes.pop("free points") == names(state.free)
        turn = planes.pop("seat +0 is to move")
        assert turn == (names(points) if state.to_move is seat else set())
        assert not planes


@given(games([True]))
def test_the_players_see_the_same_with_their_colours_exchanged(plies: tuple[Ply, ...]) -> None:
    state, exchanged = plies[-1].after, plies[-1].after.exchanged()
    assert isinstance(state, AutomaticState)
    assert isinstance(exchanged, AutomaticState)
    for seat in Seat:
        assert exchanged.planes(seat.other) == state.planes(seat)


def test_everything_that_decides_the_future_is_in_the_planes() -> None:
    """Only the order of regions is not, and games go on in the same way whatever it is."""
    houses = State.from_text("1x2x2x2o2o1/xoxxoxxoxoxooxo/15/15 x standard -")
    states = [
        houses.apply(a).apply(d).apply(b).apply(e).apply(c)
        for a, b, c in permutations(["bc", "ec", "hc"])
        for d, e in permutations(["kc", "nc"])
    ]
    assert len({*states}) == len(states) == 12
    first, *others = states
    assert isinstance(first, AutomaticState)
    assert first.scores == (3, 2)
    for other in others:
        assert isinstance(other, AutomaticState)
        assert all(other.planes(seat) == first.planes(seat) for seat in Seat)
        for move in first.legal_moves:
            after, same = other.apply(move), first.apply(move)
            assert (after.planes(0), after.scores) == (same.planes(0), same.scores)
