"""A position as planes of bits for programs that learn, as one seat sees it.

In the planes' names, +0 is the seat that looks and +1 its opponent.
"""

from __future__ import annotations

from typing import Final

from .board import SEATS
from .position import Position
from .rulesets import Passing

_PLANE_NAMES: Final = (
    "dots of seat +0",
    "dots of seat +1",
    "points of seat +0",
    "points of seat +1",
    "free points",
    "seat +0 is to move",
)
_PASSED: Final = "a player has passed"


def plane_shape(position: Position) -> tuple[int, int]:
    """Rows and columns of a plane."""
    return position.ruleset.rows, position.ruleset.columns


def plane_names(position: Position) -> tuple[str, ...]:
    """Return the name of each plane. Dots on points that belong to a seat are dead (K8).

    The last is there only where players may pass (K24).
    """
    return (*_PLANE_NAMES, _PASSED) if _may_pass(position) else _PLANE_NAMES


def _may_pass(position: Position) -> bool:
    return position.ruleset.passing is not Passing.NEVER


def planes(position: Position, seat: int) -> tuple[int, ...]:
    """The planes in the order of their names; bit columns·row + column of each is a point's.

    Those after the free points are all ones or 0.
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
    packed.append(all_ones if position.to_move == seat else 0)
    if _may_pass(position):
        packed.append(all_ones if position.passes else 0)
    return tuple(packed)
