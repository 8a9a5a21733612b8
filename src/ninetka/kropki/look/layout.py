"""The layout of a picture, in units of its viewBox from the top left corner.

Pictures may be shown at any width. Dots grow with the width, but texts must be readable on a
telephone too: their size is a share of the picture's width on boards of any size.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

import attrs

from ...drawing import svg
from ..board import Point

_LEAST_CELL: Final = 20
_LARGEST_CELL: Final = 40
"""The distances between points, which are larger on small boards."""
_LEAST_SIDE: Final = 240
"""The least length of a row or column, if cells are not too large, and of a legend."""
_DEFAULT_SIZE: Final = 480
"""The width in pixels that a picture is assumed to have if none is given."""
_LEAST_SIZE: Final = 300
"""Narrower pictures get texts as if they were so wide; larger texts would not fit."""
_LETTER: Final = 12
"""The size of coordinates in pixels."""


@final
@attrs.frozen(cache_hash=True)
class Layout:
    """A board of some size with a margin around it. `Layout.of` reuses equal layouts."""

    columns: int
    rows: int
    cell: int
    """The distance between points."""
    unit: float
    """The number of units in a pixel of a text; at least 1."""
    letter: int
    """The font size of coordinates."""
    margin: int
    """From the outermost points to the picture's upper edge, and to what is below the board."""
    left: float
    """From the picture's left edge to the first column."""
    width: int

    @staticmethod
    @lru_cache
    def of(columns: int, rows: int, size: int | None, coordinates: bool, legend: bool) -> Layout:
        """The layout of a picture `size` pixels wide, with or without coordinates and legend."""
        cell = min(max(_LEAST_SIDE // max(columns, rows), _LEAST_CELL), _LARGEST_CELL)
        pixels = max(_LEAST_SIZE, size or _DEFAULT_SIZE)
        unit = max(1.0, round((columns + 3) * cell / pixels, 2))
        letter = round(_LETTER * unit)
        margin = round(0.5 * cell + (1.3 * letter if coordinates else 4))
        board = (columns - 1) * cell
        width = max(board + 2 * margin, _LEAST_SIDE if legend else 0)
        return Layout(columns, rows, cell, unit, letter, margin, (width - board) / 2, width)

    @property
    def height(self) -> int:
        """The height of the board with its margins."""
        return (self.rows - 1) * self.cell + 2 * self.margin

    @property
    def right(self) -> float:
        """From the picture's left edge to the last column."""
        return self.left + (self.columns - 1) * self.cell

    @property
    def bottom(self) -> int:
        """From the picture's upper edge to the last row."""
        return self.height - self.margin

    def middle(self, point: Point) -> svg.Point:
        """The middle of a point's dot."""
        return self.left + point.column * self.cell, self.margin + point.row * self.cell
