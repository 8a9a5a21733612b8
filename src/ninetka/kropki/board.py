"""Points, seats and boards of any size, with sets of points as bitboards (K1, K14).

A point is bit row·stride + column of a bitboard. Each row is one bit longer than it has points, so
that shifting a set by one column never wraps into the next row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from string import ascii_lowercase, ascii_uppercase
from typing import Final, cast, final

import attrs

from ..base.bits import at_bits
from ..base.documented import documented
from ..base.errors import InvalidPlaceError, NinetkaError, quoted
from ..base.fields import as_int
from ..base.values import Immutable
from ..protocol.seats import GameSeat
from .texts import Say

LETTERS: Final = ascii_lowercase + ascii_uppercase
"""The letters of columns from the left and of rows from the top (K14)."""
LONGEST: Final = len(LETTERS)
"""The most columns or rows a board can have (K1)."""


class Seat(GameSeat):
    """A player's place in turn order (K2): an index into scores and other tuples by seat."""

    FIRST = 0
    SECOND = 1

    @property
    def letter(self) -> str:
        """The seat's name in texts (K16): `x` or `o`."""
        return "xo"[self]

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return _OTHER[self]


SEATS: Final = tuple(Seat)
FIRST, SECOND = SEATS
_OTHER: Final = SEATS[::-1]


class InvalidPointError(InvalidPlaceError):
    """A value is not a point (K14), or the board does not have that point."""


@final
@documented
@attrs.frozen(init=False, repr=False, eq=False)
class Point(Immutable):
    """A point of the grid, on boards of any size (K1, K14).

    `Point("de")` always gives the same object. Raises InvalidPointError for a text that isn't a
    point.

    >>> Point("de").column, Point("de").row
    (3, 4)
    """

    name: str
    """Column letter, then row letter: `de`."""
    column: int
    """From 0, at the left."""
    row: int
    """From 0, at the top."""
    index: int
    """52·row + column, whatever the size of the board."""

    def __new__(cls, name: str) -> Point:
        """Look the point up."""
        point = POINTS.get(name) if isinstance(name, str) else None
        if point is None:
            raise InvalidPointError(Say.NOT_A_POINT(text=quoted(name)))
        return point

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Point({self.name!r})"

    def __reduce__(self) -> tuple[type[Point], tuple[str]]:
        return Point, (self.name,)


def _point(column: int, row: int) -> Point:
    point = object.__new__(Point)
    point.__attrs_init__(LETTERS[column] + LETTERS[row], column, row, LONGEST * row + column)
    return point


_GRID: Final = tuple(_point(column, row) for row in range(LONGEST) for column in range(LONGEST))
POINTS: Final = {point.name: point for point in _GRID}
"""All points there can be, by name."""


@final
@documented
@attrs.frozen(eq=False, repr=False, kw_only=True)
class Board(Immutable):
    """The geometry of a grid. Sets of its points are bitboards.

    `Board.of` always gives the same object for the same size.
    """

    columns: int
    """The number of columns, 1 to 52 (K1)."""
    rows: int
    """The number of rows, 1 to 52 (K1)."""
    stride: int
    """The number of bits from a point to the one below it."""
    points: tuple[Point, ...]
    """All points, row by row from the top."""
    bits: tuple[int, ...]
    """The bit of each point, by its `index`; 0 for points that are not on the board."""
    numbers: tuple[int, ...]
    """The number of each point's bit, by its `index`; 0 for points that are not on the board."""
    at: tuple[Point | None, ...]
    """The point of each bit, by the bit's number; None for the bits between rows."""
    codes: tuple[int, ...]
    """The code columns·row + column of each bit's point, by the bit's number; 0 between rows."""
    all: int
    """All points."""
    edge: int
    """The points on the edge of the grid (K4)."""
    left: int
    """The points of the leftmost column."""

    @staticmethod
    def of(columns: int, rows: int) -> Board:
        """The board of a size, each of columns and rows from 1 to 52. Raises NinetkaError."""
        for given in (columns, rows):
            if as_int(given) not in range(1, LONGEST + 1):
                raise NinetkaError(Say.SIZE(most=LONGEST, size=quoted(given)))
        return Board._of(int(columns), int(rows))

    @staticmethod
    @cache
    def _of(columns: int, rows: int) -> Board:
        stride = columns + 1
        points = tuple(point for point in _GRID if point.column < columns and point.row < rows)
        bits = [0] * len(_GRID)
        numbers = [0] * len(_GRID)
        at: list[Point | None] = [None] * (stride * rows)
        codes = [0] * (stride * rows)
        all_ = edge = left = 0
        for code, point in enumerate(points):
            number = point.row * stride + point.column
            bit = 1 << number
            at[number] = point
            codes[number] = code
            bits[point.index] = bit
            numbers[point.index] = number
            all_ |= bit
            if point.column == 0:
                left |= bit
            if point.column in (0, columns - 1) or point.row in (0, rows - 1):
                edge |= bit
        return Board(
            columns=columns,
            rows=rows,
            stride=stride,
            points=points,
            bits=tuple(bits),
            numbers=tuple(numbers),
            at=tuple(at),
            codes=tuple(codes),
            all=all_,
            edge=edge,
            left=left,
        )

    def points_of(self, mask: int) -> tuple[Point, ...]:
        """The points of a set, row by row from the top."""
        return at_bits(cast("tuple[Point, ...]", self.at), mask)  # gaps have no bits

    def codes_of(self, mask: int) -> tuple[int, ...]:
        """columns·row + column of each point of a set, in ascending order."""
        return at_bits(self.codes, mask)

    def mask_of(self, points: Iterable[Point]) -> int:
        """The set of the given points, without those that are not on the board."""
        mask = 0
        for point in points:
            mask |= self.bits[point.index]
        return mask

    def with_neighbours(self, mask: int) -> int:
        """A set with the points orthogonally next to it."""
        stride = self.stride
        grown = mask | mask << 1 | mask >> 1 | mask << stride | mask >> stride
        return grown & self.all

    def flood(self, seeds: int, open_: int) -> int:
        """The points of `open_` that can be reached from the seeds orthogonally, within it."""
        stride, open_ = self.stride, open_ & self.all
        reached, grown = 0, seeds & open_
        while grown != reached:
            reached = grown
            grown |= grown << 1 | grown >> 1 | grown << stride | grown >> stride
            grown &= open_
        return reached

    def closed(self, walls: int) -> int:
        """The points from which walls cut off every orthogonal way to the edge."""
        if walls.bit_count() < 4:  # which cannot be; on a large board it saves 12 microseconds
            return 0
        open_ = self.all & ~walls
        return open_ & ~self.flood(self.edge, open_)

    def groups(self, area: int, seeds: int = -1) -> list[int]:
        """The orthogonally connected parts of an area, or those of them that hold some seed."""
        groups, area = [], area & self.all
        seeds &= area
        while seeds:
            group = self.flood(seeds & -seeds, area)
            groups.append(group)
            seeds &= ~group
        return groups

    def __reduce__(self) -> tuple[Callable[[int, int], Board], tuple[int, int]]:
        return Board.of, (self.columns, self.rows)

    def __repr__(self) -> str:
        return f"Board.of({self.columns}, {self.rows})"


def off_the_board(point: Point, board: Board) -> str:
    """The sentence for a point that is not on the board."""
    return Say.OFF_THE_BOARD(point=point, last=board.points[-1])
