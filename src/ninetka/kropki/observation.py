"""A position as planes of bits, as programs that learn take it: seen from one seat.

Seats are counted from the one that looks, which is +0; its opponent is +1.
"""

from __future__ import annotations

from typing import Final

from .board import Board, Seat
from .legality import Sheet

PLANE_NAMES: Final = (
    "dots of seat +0",
    "dots of seat +1",
    "points of seat +0",
    "points of seat +1",
    "free points",
    "seat +0 is to move",
)
"""What each plane shows. Dots on points that belong to a seat are dead (K8)."""


def planes(sheet: Sheet, seat: Seat, to_move: Seat) -> tuple[int, ...]:
    """The planes in the order of their names; bit columns·row + column of each is a point's."""
    board, dots, owned = sheet.board, sheet.dots, sheet.owned
    masks = dots[seat], dots[seat.other], owned[seat], owned[seat.other], sheet.free
    all_ones = (1 << board.columns * board.rows) - 1
    return (*(_packed(board, mask) for mask in masks), all_ones if seat is to_move else 0)


def _packed(board: Board, mask: int) -> int:
    """A bitboard without the bits between the rows."""
    row = (1 << board.columns) - 1
    packed = 0
    for number in range(board.rows):
        packed |= (mask >> number * board.stride & row) << number * board.columns
    return packed
