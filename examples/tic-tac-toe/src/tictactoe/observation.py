"""A position as planes of bits, for programs that learn: bit n is the square with the value n."""

from __future__ import annotations

from .state import Seat, State

_EVERYWHERE = 0b111_111_111


def plane_shape(state: State) -> tuple[int, int]:
    """Rows and columns of a plane."""
    return 3, 3


def plane_names(state: State) -> tuple[str, ...]:
    """What each plane shows."""
    return "own marks", "marks of the other player", "to move"


def planes(state: State, seat: int) -> tuple[int, ...]:
    """The planes as a seat sees them; the last is all ones if it is that seat's turn."""
    to_move = _EVERYWHERE if state.to_move == seat else 0
    return state.marks_of(Seat(seat)), state.marks_of(Seat(1 - seat)), to_move
