"""A position as planes of bits for programs that learn, as one seat sees it.

In the planes' names, +0 is the seat that looks and +1 its opponent.
"""

from __future__ import annotations

from typing import Final

from .board import SEATS
from .position import Position

_PLANE_NAMES: Final = (
    "dots of seat +0",
    "dots of seat +1",
    "points of seat +0",
    "points of seat +1",
    "free points",
    "seat +0 is to move",
)


def plane_shape(position: Position) -> tuple[int, int]:
    """Rows and columns of a plane."""
    return position.ruleset.rows, position.ruleset.columns


def plane_names(position: Position) -> tuple[str, ...]:
    """What each plane shows. Dots on points that belong to a seat are dead (K8)."""
    return _PLANE_NAMES


def planes(position: Position, seat: int) -> tuple[int, ...]:
    """The planes in the order of their names; bit columns·row + column of each is a point's.

    The last one is all ones or 0.
    """
    board, other = position.board, SEATS[seat].other
    dots, owned = position.dot_masks, position.owned_masks
    masks = dots[seat], dots[other], owned[seat], owned[other], position.free_mask
    columns, stride = board.columns, board.stride
    row = (1 << columns) - 1
    packed = []
    for mask in masks:
        rows = (mask >> number * stride & row for number in range(board.rows))
        packed.append(sum(bits << number * columns for number, bits in enumerate(rows)))
    all_ones = (1 << columns * board.rows) - 1
    return (*packed, all_ones if position.to_move == seat else 0)
