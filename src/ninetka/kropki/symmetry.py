"""The eight symmetries of the grid, and the exchange of colours: the game stays the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import attrs

from ..base.frozenmap import FrozenMap
from ..protocol.symmetry import GridSymmetry
from .board import LETTERS, Board, Point
from .chains import canonical
from .moves import Move, Pass, Place
from .notation import write_position
from .position import Position
from .regions import Region
from .setup import Setup, with_rings


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
        """Return the image of a point of a board."""
        column, row = self.place(point.column, point.row, board.columns, board.rows)
        return Point(LETTERS[column] + LETTERS[row])

    def points(self, board: Board) -> Mapping[Point, Point]:
        """Return the image of each point of a board."""
        return _points(self, board)

    def move(self, move: Move, board: Board) -> Move:
        """The same move on the turned board."""
        if isinstance(move, Pass):
            return move
        chains = [[self.point(point, board) for point in chain] for chain in move.chains]
        return Place(self.point(move.point, board), chains)

    def mask(self, mask: int, board: Board) -> int:
        """Return the image of a bitboard."""
        size = board.stride * board.rows
        points = f"{mask:0{size}b}"[::-1]
        rows = [points[at : at + board.columns] for at in range(0, size, board.stride)]
        return int("0".join(self.rows(rows))[::-1], 2)

    def actions(self, board: Board) -> tuple[int, ...]:
        """Return the image of each action code (columns·row + column), by action code."""
        columns = self.board(board).columns
        return tuple(columns * image.row + image.column for image in self.points(board).values())


@lru_cache(maxsize=16)
def _points(symmetry: Symmetry, board: Board) -> Mapping[Point, Point]:
    return FrozenMap({point: symmetry.point(point, board) for point in board.points})


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The symmetries that keep a board's size: all eight of a square, four of any other board."""
    size = board.columns, board.rows
    return tuple(symmetry for symmetry in Symmetry if symmetry.size(*size) == size)


def transformed(position: Position, symmetry: Symmetry) -> Position:
    """The same position on the turned or mirrored grid."""
    board, turned = position.board, symmetry.board(position.board)
    images = symmetry.points(board)
    regions = (
        Region.known(region.seat, canonical(tuple(images[point] for point in region.chain)))
        for region in position.regions
    )
    first, second, first_owned, second_owned, free = (
        symmetry.mask(mask, board)
        for mask in (*position.dot_masks, *position.owned_masks, position.free_mask)
    )
    image = attrs.evolve(
        Position.of(position),
        ruleset=attrs.evolve(position.ruleset, columns=turned.columns, rows=turned.rows),
        dot_masks=(first, second),
        owned_masks=(first_owned, second_owned),
        regions=tuple(regions),
        free_mask=free,
    )
    return with_rings(image)


def to_canonical(position: Position) -> Symmetry:
    """The symmetry that keeps the board's size and leads to the least image.

    The first seat's dots are compared as a bitboard, then the second's, then the text.
    """
    board = position.board
    images = {
        symmetry: [symmetry.mask(mask, board) for mask in position.dot_masks]
        for symmetry in symmetries(board)
    }
    least = min(images.values())
    best = [symmetry for symmetry, image in images.items() if image == least]
    if len(best) == 1 or not position.regions:
        return best[0]
    return min(best, key=lambda symmetry: write_position(transformed(position, symmetry)))


def exchanged(setup: Setup) -> Setup:
    """The same arrangement with the players' dots, regions and turns exchanged.

    Komi is the second seat's: it changes its sign, so that the margin is exchanged too (K19).
    """
    dots = {point: seat.other for point, seat in setup.dots.items()}
    regions = [Region(region.seat.other, region.chain) for region in setup.regions]
    ruleset = attrs.evolve(setup.ruleset, komi=-setup.ruleset.komi)
    return Setup(dots, regions, setup.to_move.other, ruleset, setup.passes)
