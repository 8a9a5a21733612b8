"""The board, the lines stones slide along and how far (R1-R3, R7, R8), and the seats (R4).

Sets of squares are `int` bitboards: bit 11·row + column, rows and columns from 0. So the bits of a
line, from the lowest to the highest, are its squares from left to right or from bottom to top.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias, final

import attrs

from ..base.bits import at_bits, mask_of
from ..base.documented import documented
from ..base.errors import InvalidPlaceError, quoted
from ..base.values import Immutable, as_code
from ..protocol.seats import GameSeat
from .texts import Say

SIZE: Final = 11
COLUMNS: Final = "ABCDEFGHIJK"


class Seat(GameSeat):
    """A player's place in turn order, from 0 (R4). Indexes scores and other tuples by seat."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3


class Neutral(Enum):
    """The type of `NEUTRAL`, a stone that belongs to nobody (R4)."""

    NEUTRAL = "n"

    __repr__ = as_code

    def __str__(self) -> str:
        return self.value


NEUTRAL: Final = Neutral.NEUTRAL
"""A neutral stone (R4)."""
SEATS: Final = tuple(Seat)
Stone: TypeAlias = Neutral | Seat


class Section(Enum):
    """One of the nine 3x3 parts of the inner board (R2). The value is its name in English."""

    TOP_LEFT = "top left"
    TOP_MIDDLE = "top middle"
    TOP_RIGHT = "top right"
    MIDDLE_LEFT = "middle left"
    CENTRE = "centre"
    MIDDLE_RIGHT = "middle right"
    BOTTOM_LEFT = "bottom left"
    BOTTOM_MIDDLE = "bottom middle"
    BOTTOM_RIGHT = "bottom right"

    def __str__(self) -> str:
        return self.value

    @property
    def squares(self) -> tuple[Square, ...]:
        """The section's nine squares, from the bottom left one, row by row."""
        return squares_of(SECTIONS[self])


class InvalidSquareError(InvalidPlaceError):
    """A value is not a square (R1)."""


@final
@documented
@attrs.frozen(init=False, repr=False, eq=False)
class Square(Immutable):
    """One of the 121 squares of the board, corners included (R1).

    `Square("A5")` or `Square("a5")` always returns the same object. Raises InvalidSquareError.

    >>> Square("e5").section
    <Section.CENTRE: 'centre'>
    """

    name: str
    """Column letter and row number, such as `A5`."""
    index: int
    """11·row + column, both from 0: `A1` is 0, `K11` is 120."""
    bit: int
    """The bitboard with this square alone."""

    def __new__(cls, name: str) -> Square:
        """Look the square up."""
        known = isinstance(name, str) and name.isascii()
        square = _BY_NAME.get(name) or _BY_NAME.get(name.upper()) if known else None
        if square is None:
            raise InvalidSquareError(Say.NOT_A_SQUARE(text=quoted(name)))
        return square

    @property
    def column(self) -> int:
        """The column, from 0 (A) to 10 (K)."""
        return self.index % SIZE

    @property
    def row(self) -> int:
        """The row, from 0 (row 1, at the bottom) to 10 (row 11)."""
        return self.index // SIZE

    @property
    def is_corner(self) -> bool:
        """Whether it is one of the four squares that are never used (R1)."""
        return bool(self.bit & CORNERS)

    @property
    def is_rim(self) -> bool:
        """Whether it is one of the 36 edge squares that stones start from (R1)."""
        return bool(self.bit & RIM)

    @property
    def is_inner(self) -> bool:
        """Whether it is one of the 81 squares of the inner board (R1)."""
        return bool(self.bit & INNER)

    @property
    def is_core(self) -> bool:
        """Whether it is one of the 49 squares that neutrals may stand on (R3)."""
        return bool(self.bit & CORE)

    @property
    def line(self) -> Line | None:
        """The squares in front of a stone on this square (R7), nearest first; None off the rim."""
        return LINES.get(self.bit)

    @property
    def section(self) -> Section | None:
        """The section it belongs to (R2), or None off the inner board."""
        return next((section for section, mask in SECTIONS.items() if self.bit & mask), None)

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Square({self.name!r})"

    def __reduce__(self) -> tuple[type[Square], tuple[str]]:
        return Square, (self.name,)


def _square(index: int) -> Square:
    square = object.__new__(Square)
    name = f"{COLUMNS[index % SIZE]}{index // SIZE + 1}"
    square.__attrs_init__(name, index, 1 << index)
    return square


SQUARES: Final = tuple(_square(index) for index in range(SIZE * SIZE))
"""All 121 squares by index."""
_BY_NAME: Final = {square.name: square for square in SQUARES}


def as_square(square: Square | str) -> Square:
    """The square of a name; a square is returned as it is. Raises InvalidSquareError."""
    return square if isinstance(square, Square) else Square(square)


def squares_of(mask: int) -> tuple[Square, ...]:
    """The squares of a bitboard, in the order of their indexes."""
    return at_bits(SQUARES, mask)


def _block(columns: range, rows: range) -> int:
    return mask_of(SQUARES[SIZE * row + column] for row in rows for column in columns)


# The rim by its sides, the inner board and the corners (R1); the core (R3)
LEFT: Final = _block(range(1), range(1, 10))
RIGHT: Final = _block(range(10, 11), range(1, 10))
BOTTOM: Final = _block(range(1, 10), range(1))
TOP: Final = _block(range(1, 10), range(10, 11))
RIM: Final = LEFT | RIGHT | BOTTOM | TOP
INNER: Final = _block(range(1, 10), range(1, 10))
CORE: Final = _block(range(2, 9), range(2, 9))
CORNERS: Final = _block(range(11), range(11)) ^ RIM ^ INNER

# The sections (R2)
SECTIONS: Final[Mapping[Section, int]] = {
    section: _block(range(left, left + 3), range(bottom, bottom + 3))
    for section, (bottom, left) in zip(
        Section, ((row, column) for row in (7, 4, 1) for column in (1, 4, 7)), strict=True
    )
}

SECTION_AROUND: Final[Mapping[int, int]] = {
    square.bit: mask for mask in SECTIONS.values() for square in squares_of(mask)
}
"""The whole section of each inner square, by the square's bit."""


@final
@attrs.frozen
class Line:
    """The squares in front of a stone on a rim square: the rest of its row or column (R7)."""

    start: Square
    squares: tuple[Square, ...]
    """Ten squares, nearest first; the last is the opposite rim square."""
    ahead: int
    """The same squares as a bitboard."""
    rising: bool
    """Whether a slide meets the lowest bit first: it starts on the left or at the bottom."""
    ends: Mapping[int, int]
    """The bit of the square where the stone stops, by the bit of the first square taken after it.

    There is no entry for the square next to the rim: a stone stopped there has not moved.
    """
    up_to: Mapping[int, int]
    """The bitboard of the squares up to each square, itself included, by its bit."""

    def end(self, stops: int) -> int:
        """The bit of the square where a stone stops, before the first of `stops` on its way (R7).

        0 if nothing stops it (Q2), or the first square is taken, so that it cannot move (R8).
        """
        met = self.ahead & stops
        first = met & -met if self.rising else 1 << met.bit_length() >> 1
        return self.ends.get(first, 0)


def _lines(side: int, step: int) -> Iterator[Line]:
    for start in squares_of(side):
        path = tuple(SQUARES[start.index + step * distance] for distance in range(1, SIZE))
        ends = {stop.bit: before.bit for before, stop in pairwise(path)}
        up_to = {square.bit: mask_of(path[: at + 1]) for at, square in enumerate(path)}
        yield Line(start, path, mask_of(path), step > 0, ends, up_to)


LINES: Final[Mapping[int, Line]] = {
    line.start.bit: line
    for side, step in ((LEFT, 1), (RIGHT, -1), (BOTTOM, SIZE), (TOP, -SIZE))
    for line in _lines(side, step)
}
"""The line of each rim square, by its bit. In the order of R1: left, right, bottom, top side."""

NEIGHBOURS: Final[Mapping[int, int]] = {
    inner.bit: mask_of(line.start for line in LINES.values() if line.squares[0] is inner)
    for inner in squares_of(INNER)
}
"""The rim squares right next to each inner square, if any, by its bit."""

LINE_STARTS: Final[Mapping[int, int]] = {
    inner.bit: mask_of(line.start for line in LINES.values() if inner.bit & line.ahead & INNER)
    for inner in squares_of(INNER)
}
"""The four rim squares at the ends of each inner square's row and column, by its bit."""


# Slides, by the squares taken and an `edge`, the squares that stop a slide even when empty: the rim
# or none (`Terms.edge`). These take no position, since positions are made with them, and since
# `scoring.gains` asks what would be if the rim were full.


@lru_cache(maxsize=64)  # reading a position asks this twice
def movable(occupied: int, edge: int) -> int:
    """The rim stones that can slide, of all players (R7, R8)."""
    return movable_among(occupied & RIM, occupied, edge)


def movable_among(stones: int, occupied: int, edge: int) -> int:
    """The rim stones among `stones` that can slide (R7, R8)."""
    able, stops = 0, occupied | edge
    while stones:
        start = stones & -stones
        if LINES[start].end(stops):
            able |= start
        stones ^= start
    return able


def blocked(occupied: int) -> int:
    """The rim squares whose neighbouring inner square is taken (R8)."""
    squares, inner = 0, occupied & INNER
    while inner:
        square = inner & -inner
        squares |= NEIGHBOURS[square]
        inner ^= square
    return squares
