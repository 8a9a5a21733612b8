"""Points and seats. Bit 20·row + column of a bitboard is a point, so no row runs into the next."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from typing import Final

import attrs

from ninetka.base.errors import InvalidMoveError

MOST: Final = 19
"""The largest board has 19 rows."""
_STRIDE: Final = MOST + 1
_LETTERS: Final = "abcdefghijklmnopqrs"
_ROW: Final = (1 << MOST) - 1


class Seat(IntEnum):
    """A player. The first, x, connects top and bottom; the second, o, left and right."""

    FIRST = 0
    SECOND = 1

    def __str__(self) -> str:
        return "xo"[self]

    @property
    def other(self) -> Seat:
        """The opponent."""
        return Seat.FIRST if self else Seat.SECOND


@attrs.frozen(order=True)
class Point:
    """A point by its row and column, from 0; `b1` is right of `a1`, in the top row."""

    row: int
    column: int

    @classmethod
    def from_text(cls, text: str) -> Point:
        """The point of a text such as `b1`. Raises InvalidMoveError."""
        match = re.fullmatch("([a-s])([1-9]|1[0-9])", text.lower())
        if match is None:
            raise InvalidMoveError(f"{text!r} is not a point, for example b1")
        return cls(int(match[2]) - 1, _LETTERS.index(match[1]))

    def __str__(self) -> str:
        return f"{_LETTERS[self.column]}{self.row + 1}"

    @property
    def bit(self) -> int:
        """The bitboard of this point alone."""
        return 1 << _STRIDE * self.row + self.column

    @property
    def mirrored(self) -> Point:
        """The point across the long diagonal, where a swapped stone goes."""
        return Point(self.column, self.row)

    def opposite(self, size: int) -> Point:
        """Where the point goes when a board of that size is turned around."""
        return Point(size - 1 - self.row, size - 1 - self.column)


@cache
def points_of_size(size: int) -> tuple[Point, ...]:
    """All points of a board, row by row."""
    return tuple(Point(row, column) for row in range(size) for column in range(size))


def mask_of(points: Iterable[Point]) -> int:
    """The bitboard of some points."""
    return sum(point.bit for point in points)


def points_of(mask: int, size: int) -> tuple[Point, ...]:
    """The points of a bitboard, row by row."""
    return tuple(point for point in points_of_size(size) if mask & point.bit)


def connects(stones: int, seat: Seat, size: int) -> bool:
    """Whether stones join the two sides of the board that a seat has to connect."""
    if seat is Seat.FIRST:
        begin, end = _ROW, _ROW << _STRIDE * (size - 1)
    else:
        begin = mask_of(Point(row, 0) for row in range(size))
        end = begin << size - 1
    reached, fresh = 0, stones & begin
    while fresh and not fresh & end:
        reached |= fresh
        around = fresh << 1 | fresh >> 1 | fresh << _STRIDE | fresh >> _STRIDE
        around |= fresh << _STRIDE - 1 | fresh >> _STRIDE - 1
        fresh = around & stones & ~reached
    return fresh != 0
