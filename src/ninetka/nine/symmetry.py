"""The eight ways to turn and mirror the board, under which the game is the same."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

import attrs

from ..errors import NinetkaError, quoted
from .moves import Move, Pass, no_move
from .squares import SECTIONS, SIZE, SQUARES, Section, Square, check_square, mask_of, squares_of

_M = TypeVar("_M", bound=Move)


class Symmetry(Enum):
    """A turn or reflection of the board.

    The value is the matrix (a, b, c, d) that takes a square x columns right of and y rows above the
    middle to a·x + b·y right and c·x + d·y above.
    """

    IDENTITY = (1, 0, 0, 1)
    ROTATE_90 = (0, 1, -1, 0)
    """A quarter turn clockwise: the top goes to the right."""
    ROTATE_180 = (-1, 0, 0, -1)
    ROTATE_270 = (0, -1, 1, 0)
    """A quarter turn anticlockwise."""
    MIRROR_LEFT_RIGHT = (-1, 0, 0, 1)
    MIRROR_TOP_BOTTOM = (1, 0, 0, -1)
    MIRROR_DIAGONAL = (0, 1, 1, 0)
    """Over the line from A1 to K11: columns and rows change places."""
    MIRROR_ANTIDIAGONAL = (0, -1, -1, 0)
    """Over the line from A11 to K1."""

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that takes everything back."""
        a, b, c, d = self.value
        return Symmetry((a, c, b, d))  # an orthogonal matrix's inverse is its transpose

    def then(self, other: Symmetry) -> Symmetry:
        """One symmetry for this one and then another."""
        a, b, c, d = self.value
        e, f, g, h = other.value
        return Symmetry((e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d))

    def square(self, square: Square) -> Square:
        """Where a square goes. Raises InvalidSquareError."""
        check_square(square)
        a, b, c, d = self.value
        middle = SIZE // 2
        x, y = square.column - middle, square.row - middle
        return SQUARES[(c * x + d * y + middle) * SIZE + a * x + b * y + middle]

    def mask(self, mask: int) -> int:
        """Where the squares of a bitboard go."""
        return mask_of(map(self.square, squares_of(mask)))

    def section(self, section: Section) -> Section:
        """Where a section goes. Raises NinetkaError."""
        if not isinstance(section, Section):
            raise NinetkaError(f"{quoted(section)} is no Section")
        mask = self.mask(SECTIONS[section])
        return next(goal for goal in Section if SECTIONS[goal] == mask)

    def move(self, move: _M) -> _M:
        """The same move on the turned board. Raises InvalidMoveError."""
        if not isinstance(move, Move):
            raise no_move(move)
        if isinstance(move, Pass):
            return move
        return attrs.evolve(move, square=self.square(move.square))
