"""The eight ways to turn and mirror the board, under which the game is the same."""

from __future__ import annotations

from ninetka.protocol.symmetry import GridSymmetry

from .moves import SQUARES, Square


class Symmetry(GridSymmetry):
    """A turn or reflection, as a matrix whose x is to the right and y downwards."""

    IDENTITY = (1, 0, 0, 1)
    ROTATE_90 = (0, -1, 1, 0)
    ROTATE_180 = (-1, 0, 0, -1)
    ROTATE_270 = (0, 1, -1, 0)
    MIRROR_LEFT_RIGHT = (-1, 0, 0, 1)
    MIRROR_TOP_BOTTOM = (1, 0, 0, -1)
    MIRROR_DIAGONAL = (0, 1, 1, 0)
    MIRROR_ANTIDIAGONAL = (0, -1, -1, 0)

    def square(self, square: Square) -> Square:
        """Where a square goes."""
        row, column = divmod(square.value, 3)
        column, row = self.place(column, row, 3, 3)
        return SQUARES[3 * row + column]

    def mask(self, mask: int) -> int:
        """Where the squares of a bitboard go."""
        return sum(self.square(square).bit for square in SQUARES if mask & square.bit)
