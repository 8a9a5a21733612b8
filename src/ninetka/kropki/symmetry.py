"""The eight symmetries of the grid, and the exchange of colours: the game stays the same."""

from __future__ import annotations

import attrs

from ..protocol.symmetry import GridSymmetry
from .board import LETTERS, Board, Point
from .moves import Place
from .regions import Region
from .setup import Setup


class Symmetry(GridSymmetry):
    """A turn or reflection of the grid, as a matrix whose x is to the right and y downwards."""

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

    def board(self, board: Board) -> Board:
        """The turned board."""
        return Board.of(*self.size(board.columns, board.rows))

    def point(self, point: Point, board: Board) -> Point:
        """Where a point of a board goes."""
        column, row = self.place(point.column, point.row, board.columns, board.rows)
        return Point(LETTERS[column] + LETTERS[row])

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
