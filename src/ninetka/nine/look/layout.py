"""Where things are in a picture, in units of its viewBox from the top left corner."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from ..board import SIZE, Square
from ..symmetry import Symmetry

CELL: Final = 40
"""The side of a square."""


@attrs.frozen
class Layout:
    """The board turned or mirrored, with a margin around it."""

    orientation: Symmetry
    margin: int

    @property
    def side(self) -> int:
        """The width and height of the board with its margins."""
        return SIZE * CELL + 2 * self.margin

    def corner(self, square: Square) -> tuple[int, int]:
        """The top left corner of a square."""
        seen = self.orientation.square(square)
        return self.margin + seen.column * CELL, self.margin + (SIZE - 1 - seen.row) * CELL

    def middle(self, square: Square) -> tuple[int, int]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + CELL // 2, y + CELL // 2

    def block(self, squares: Iterable[Square]) -> tuple[int, int]:
        """The top left corner of a block of squares."""
        corners = [self.corner(square) for square in squares]
        return min(x for x, _ in corners), min(y for _, y in corners)
