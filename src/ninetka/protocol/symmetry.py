"""The symmetries of boards that are grids of columns and rows, and of boards that have none."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Self

__all__ = ["GridSymmetry", "Unchanged"]


class Unchanged(Enum):
    """The only symmetry of a game that has no other."""

    IDENTITY = "identity"


class GridSymmetry(Enum):
    """Base of the eight turns and reflections of a game's grid.

    The value is the matrix (a, b, c, d) that takes the place x columns and y rows from the middle
    to the one a·x + b·y columns and c·x + d·y rows from it. If a and d are 0, the numbers of
    columns and rows are exchanged.
    """

    @property
    def inverse(self) -> Self:
        """The symmetry that undoes this one."""
        a, b, c, d = self.value
        return type(self)((a, c, b, d))  # an orthogonal matrix's inverse is its transpose

    def then(self, other: Self) -> Self:
        """The symmetry that is this one followed by another."""
        a, b, c, d = self.value
        e, f, g, h = other.value
        return type(self)((e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d))

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """The numbers of columns and rows of a turned grid."""
        return (columns, rows) if self.value[0] else (rows, columns)

    def rows(self, rows: Sequence[str]) -> list[str]:
        """The rows of a turned grid, given those of the grid with a character for each place."""
        a, b, c, d = self.value
        if not a:
            rows = ["".join(column) for column in zip(*rows, strict=True)]
        return [row[:: a or b] for row in rows[:: d or c]]

    def place(self, column: int, row: int, columns: int, rows: int) -> tuple[int, int]:
        """Return the image of a place of a grid as column and row, all counted from 0."""
        a, b, c, d = self.value
        x, y = 2 * column - columns + 1, 2 * row - rows + 1
        columns, rows = self.size(columns, rows)
        return (a * x + b * y + columns - 1) // 2, (c * x + d * y + rows - 1) // 2
