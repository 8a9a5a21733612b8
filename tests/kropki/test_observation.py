"""The planes that programs that learn look at, against what the state says of each point."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given

from kropki.games import Ply, games
from ninetka.kropki import AutomaticState, Point, Seat


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
