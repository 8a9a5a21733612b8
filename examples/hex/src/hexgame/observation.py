"""A position as planes of bits, for programs that learn: bit size·row + column is a point."""

from __future__ import annotations

from .board import Seat
from .state import State


def plane_shape(state: State) -> tuple[int, int]:
    """Rows and columns of a plane."""
    return state.size, state.size


def plane_names(state: State) -> tuple[str, ...]:
    """What each plane shows."""
    return "own stones", "stones of the other player", "connects top and bottom", "to move"


def planes(state: State, seat: int) -> tuple[int, ...]:
    """The planes as a seat sees them; the last two are all ones if they hold for that seat."""
    own, other = (_plane(state, each) for each in (Seat(seat), Seat(seat).other))
    everywhere = (1 << len(state.points)) - 1
    return own, other, everywhere * (seat == Seat.FIRST), everywhere * (seat == state.to_move)


def _plane(state: State, seat: Seat) -> int:
    stones = state.masks[seat]
    return sum(1 << at for at, point in enumerate(state.points) if stones & point.bit)
