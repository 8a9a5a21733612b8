"""The squares of the board. A move is the square that the player marks."""

from __future__ import annotations

from enum import Enum
from typing import Final

from ninetka.base.errors import InvalidMoveError


class Square(Enum):
    """A square by its column and row. Its value is its action code and its bit in a bitboard."""

    A3, B3, C3 = 0, 1, 2
    A2, B2, C2 = 3, 4, 5
    A1, B1, C1 = 6, 7, 8

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def bit(self) -> int:
        """The bitboard of this square alone."""
        return 1 << self.value


SQUARES: Final = tuple(Square)


def squares_of(bits: int) -> tuple[Square, ...]:
    """The squares of a bitboard."""
    return tuple(square for square in SQUARES if bits & square.bit)


def read_move(text: str) -> Square:
    """The square of a text such as `b2`. Raises InvalidMoveError."""
    try:
        return Square[text.upper()]
    except KeyError:
        raise InvalidMoveError(f"{text!r} is not a square, for example b2") from None
