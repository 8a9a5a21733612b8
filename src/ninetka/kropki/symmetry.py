"""The eight symmetries of the grid, and the exchange of colours: the game stays the same."""

from __future__ import annotations

from enum import Enum

import attrs

from .board import LETTERS, Board, Point
from .moves import Place
from .regions import Region
from .setup import Setup


class Symmetry(Enum):
    """A turn or reflection of the grid.

    The value is a matrix (a, b, c, d). A point x columns to the right of the middle and y rows
    below it goes to a·x + b·y columns to the right and c·x + d·y rows below. If a and d are 0, the
    numbers of columns and rows are exchanged.
    """

    IDENTITY = (1, 0, 0, 1)
    ROTATE_90 = (0, -1, 1, 0)
    """A quarter turn clockwise: the top goes to the right."""
    ROTATE_180 = (-1, 0, 0, -1)
    ROTATE_270 = (0, 1, -1, 0)
    """A quarter turn anticlockwise."""
    MIRROR_LEFT_RIGHT = (-1, 0, 0, 1)
    MIRROR_TOP_BOTTOM = (1, 0, 0, -1)
    MIRROR_DIAGONAL = (0, 1, 1, 0)
    """Over the diagonal from the top left."""
    MIRROR_ANTIDIAGONAL = (0, -1, -1, 0)
    """Over the diagonal from the bottom left."""

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        a, b, c, d = self.value
        return Symmetry((a, c, b, d))  # an orthogonal matrix's inverse is its transpose

    def then(self, other: Symmetry) -> Symmetry:
        """The symmetry that is this one followed by another."""
        a, b, c, d = self.value
        e, f, g, h = other.value
        return Symmetry((e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d))

    def board(self, board: Board) -> Board:
        """The turned board."""
        return board if self.value[0] else Board.of(board.rows, board.columns)

    def point(self, point: Point, board: Board) -> Point:
        """Where a point of a board goes."""
        a, b, c, d = self.value
        x, y = 2 * point.column - board.columns + 1, 2 * point.row - board.rows + 1
        turned = self.board(board)
        column, row = a * x + b * y + turned.columns - 1, c * x + d * y + turned.rows - 1
        return Point(LETTERS[column // 2] + LETTERS[row // 2])

    def move(self, move: Place, board: Board) -> Place:
        """The same move on the turned board."""
        chains = [[self.point(point, board) for point in chain] for chain in move.chains]
        return Place(self.point(move.point, board), chains)

    def setup(self, setup: Setup) -> Setup:
        """The same arrangement on the turned board."""
        board = setup.ruleset.board
        turned = self.board(board)
        regions = [
            Region(region.seat, [self.point(point, board) for point in region.chain])
            for region in setup.regions
        ]
        return Setup(
            {self.point(point, board): seat for point, seat in setup.dots.items()},
            regions,
            setup.to_move,
            attrs.evolve(setup.ruleset, columns=turned.columns, rows=turned.rows),
        )


def exchanged(setup: Setup) -> Setup:
    """The same arrangement with the players' dots, regions and turns exchanged."""
    dots = {point: seat.other for point, seat in setup.dots.items()}
    regions = [Region(region.seat.other, region.chain) for region in setup.regions]
    return Setup(dots, regions, setup.to_move.other, setup.ruleset)
