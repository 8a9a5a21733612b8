"""Where things are in a picture: lengths are in the units of its viewBox, from the top left.

A picture may be shown at any width. Dots grow with it, but texts have to be read on a telephone
too, so their size is a share of the picture's width rather than of the distance between points.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

import attrs

from .. import svg
from .board import Point

_CELLS: Final = range(20, 41)
"""The distances there may be from point to point; smaller boards have larger ones."""
_LEAST_SIDE: Final = 240
"""What the distances are to add up to, and how wide a picture with a legend is at least."""
_SHOWN: Final = 480
"""How many pixels wide a picture is taken to be shown, unless it is said."""
_LEAST_SHOWN: Final = 300
"""As if it were shown so wide are texts in a picture for even less, as they would not fit else."""
_LETTER: Final = 12
"""How large the coordinates are, in pixels."""


@final
@attrs.frozen
class Layout:
    """A board of some size with a margin around it. `Layout.of` gives the same for the same."""

    columns: int
    rows: int
    cell: int
    """The distance from point to point."""
    unit: float
    """How many units of the picture make a pixel of a text; at least 1."""
    letter: int
    """The size of the font of coordinates."""
    margin: int
    """From the outermost points to the picture's upper end, or to what stands below."""
    left: float
    """How far from the left the first column is."""
    width: int

    @staticmethod
    @cache
    def of(columns: int, rows: int, size: int | None, coordinates: bool, legend: bool) -> Layout:
        """For a picture so many pixels wide, with or without coordinates and legend."""
        cell = min(max(_LEAST_SIDE // max(columns, rows), _CELLS[0]), _CELLS[-1])
        shown = max(_LEAST_SHOWN, size or _SHOWN)
        unit = max(1.0, round((columns + 3) * cell / shown, 2))
        letter = round(_LETTER * unit)
        margin = round(0.5 * cell + (1.3 * letter if coordinates else 4))
        board = (columns - 1) * cell
        width = max(board + 2 * margin, _LEAST_SIDE if legend else 0)
        left = (width - board) / 2
        return Layout(columns, rows, cell, unit, letter, margin, left, width)

    @property
    def height(self) -> int:
        """The height of the board with its margins."""
        return (self.rows - 1) * self.cell + 2 * self.margin

    @property
    def right(self) -> float:
        """How far from the left the last column is."""
        return self.left + (self.columns - 1) * self.cell

    @property
    def bottom(self) -> int:
        """How far from the top the last row is."""
        return self.height - self.margin

    def at(self, point: Point) -> svg.Point:
        """Where a point is."""
        return self.left + point.column * self.cell, self.margin + point.row * self.cell
