"""A position as planes of bits for programs that learn, as one seat sees it.

In the planes' names, +0 is the seat that looks and +1 its opponent.
"""

from __future__ import annotations

from typing import Final

from .board import SEATS
from .state import State, sheet_of

_PLANE_NAMES: Final = (
    "dots of seat +0",
    "dots of seat +1",
    "points of seat +0",
    "points of seat +1",
    "free points",
    "seat +0 is to move",
)


def plane_shape(state: State) -> tuple[int, int]:
    """Rows and columns of a plane."""
    return state.ruleset.rows, state.ruleset.columns


def plane_names(state: State) -> tuple[str, ...]:
    """What each plane shows. Dots on points that belong to a seat are dead (K8)."""
    return _PLANE_NAMES


def planes(state: State, seat: int) -> tuple[int, ...]:
    """The planes in the order of their names; bit columns·row + column of each is a point's.

    The last one is all ones or 0.
    """
    sheet, other = sheet_of(state), SEATS[seat].other
    masks = sheet.dots[seat], sheet.dots[other], sheet.owned[seat], sheet.owned[other], sheet.free
    columns, stride = sheet.board.columns, sheet.board.stride
    row = (1 << columns) - 1
    packed = []
    for mask in masks:
        rows = (mask >> number * stride & row for number in range(sheet.board.rows))
        packed.append(sum(bits << number * columns for number, bits in enumerate(rows)))
    all_ones = (1 << columns * sheet.board.rows) - 1
    return (*packed, all_ones if state.to_move == seat else 0)
