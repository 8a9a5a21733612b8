"""Seats, fields and boards, with sets of fields as bitboards (M1-M3).

Bit n - 1 of a bitboard is the field of number n.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache
from itertools import chain, combinations
from math import cos, dist, pi, sin
from operator import index
from typing import Final, TypeAlias, final

import attrs

from ..errors import NinetkaError, quoted
from ..frozenmap import FrozenMap
from ..values import Value

_NAME: Final = re.compile("[a-wyz][a-z0-9]*")
MOST_FIELDS: Final = 99
"""How many fields a board can have."""
_APART: Final = 0.03
"""The least distance between two places."""
PLAYER_COUNTS: Final = (2, 3, 4, 5)
"""How many players there can be (M1)."""


class Seat(IntEnum):
    """A player's place in turn order (M4). Indexes points, cards and other tuples by seat."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3
    FIFTH = 4

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise NinetkaError(f"{quoted(value)} is not a seat: seats are 0 to 4")

    def __repr__(self) -> str:
        return f"Seat.{self.name}"

    @property
    def letter(self) -> str:
        """The seat in position text: `a` to `e`."""
        return "abcde"[self]

    def __str__(self) -> str:
        return self.letter


SEATS: Final = tuple(Seat)


@final
@attrs.frozen(init=False, repr=False, eq=False)
class Field(Value):
    """A field of a board, by its number (M2), whatever the board.

    `Field(7)` always gives the same object. Raises NinetkaError for numbers that no board has.
    """

    number: int
    """From 1."""
    index: int
    """From 0: the number of its bit, and its action code."""
    bit: int
    """The bitboard with this field alone."""

    def __new__(cls, number: int) -> Field:
        """Look the field up."""
        if not 1 <= number <= MOST_FIELDS:
            raise NinetkaError(f"{quoted(number)} is not a field: fields are 1 to {MOST_FIELDS}")
        return FIELDS[number - 1]

    def __hash__(self) -> int:
        return self.number

    def __str__(self) -> str:
        return str(self.number)

    def __repr__(self) -> str:
        return f"Field({self.number})"

    def __reduce__(self) -> tuple[type[Field], tuple[int]]:
        return Field, (self.number,)


def _field(index: int) -> Field:
    field = object.__new__(Field)
    field.__attrs_init__(index + 1, index, 1 << index)
    return field


FIELDS: Final = tuple(map(_field, range(MOST_FIELDS)))
"""All fields there can be, by index."""

Line: TypeAlias = tuple[Field, Field, Field]


def as_field(field: Field | int) -> Field:
    """The field itself, or the one that a number stands for."""
    return field if isinstance(field, Field) else Field(field)


def fields_of(mask: int) -> tuple[Field, ...]:
    """The fields of a set, by number."""
    fields = []
    while mask:
        low = mask & -mask
        fields.append(FIELDS[low.bit_length() - 1])
        mask ^= low
    return tuple(fields)


def mask_of(fields: Iterable[Field]) -> int:
    """The set of these fields."""
    mask = 0
    for field in fields:
        mask |= field.bit
    return mask


def _as_lines(lines: Iterable[Sequence[Field | int]]) -> tuple[Line, ...]:
    return tuple(_as_line([as_field(field) for field in line]) for line in lines)


def _as_line(fields: Sequence[Field]) -> Line:
    if len(fields) != 3 or len(set(fields)) < 3:
        text = "-".join(map(str, fields))
        raise NinetkaError(f"a line has three different fields, as in 1-4-7, not {quoted(text)}")
    first, second, third = fields
    return first, second, third


def _as_names(names: Mapping[Field, str] | Mapping[int, str]) -> FrozenMap[Field, str]:
    for name in names.values():
        if not _NAME.fullmatch(name) or [*names.values()].count(name) > 1:
            raise NinetkaError(
                "fields have different names of small letters and digits, such as a1, that begin "
                f"with a letter other than x, not {quoted(name)}"
            )
    return FrozenMap({as_field(field): name for field, name in names.items()})


def _as_places(
    places: Mapping[Field, tuple[float, float]] | Mapping[int, tuple[float, float]],
) -> FrozenMap[Field, tuple[float, float]]:
    return FrozenMap({as_field(field): (x, y) for field, (x, y) in places.items()})


def _as_rounds(rounds: Iterable[Iterable[Field]]) -> tuple[tuple[Field, ...], ...]:
    return tuple(map(tuple, rounds))


@final
@attrs.frozen(repr=False, cache_hash=True)
class Board(Value):
    """Fields and the lines of three through them (M1).

    `Board.rings(n)` builds the usual board for n players; any other is given by its lines. Every
    field lies in one line or more, and consecutive fields of a line are neighbours. Boards with
    the same list of lines are equal. Raises NinetkaError.

    >>> Board(5, [(1, 2, 3), (3, 4, 5)]).neighbours(3)
    (Field(2), Field(4))
    """

    fields: int
    """How many there are; they are numbered from 1."""
    lines: tuple[Line, ...] = attrs.field(converter=_as_lines)
    names: Mapping[Field, str] = attrs.field(
        default=FrozenMap(), converter=_as_names, eq=False, kw_only=True
    )
    """Other names of the fields, such as `a1`, if they have any (M2)."""
    places: Mapping[Field, tuple[float, float]] = attrs.field(
        default=FrozenMap(), converter=_as_places, eq=False, kw_only=True
    )
    """Where pictures have the fields, from -1 to 1 right of and below the middle; may be empty."""
    rounds: tuple[tuple[Field, ...], ...] = attrs.field(
        default=(), converter=_as_rounds, eq=False, kw_only=True
    )
    """The outer, the middle and the inner ring, each from the top clockwise; else empty."""

    named: Mapping[str, Field] = attrs.field(init=False, eq=False)
    """The fields by their names."""
    all: int = attrs.field(init=False, eq=False)
    """All fields, as a bitboard."""
    line_masks: tuple[int, ...] = attrs.field(init=False, eq=False)
    """Each line as a bitboard."""
    masks_through: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False)
    """By a field's index: the lines through it."""
    beside: tuple[int, ...] = attrs.field(init=False, eq=False)
    """By a field's index: its neighbours."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "fields", index(self.fields))  # NumPy's have too few bits
        indices = range(self._checked_size())
        masks = tuple(map(mask_of, self.lines))
        beside = [0 for _ in indices]
        for first, second, third in self.lines:
            beside[first.index] |= second.bit
            beside[second.index] |= first.bit | third.bit
            beside[third.index] |= second.bit
        through = tuple(tuple(mask for mask in masks if mask >> index & 1) for index in indices)
        named = FrozenMap({name: field for field, name in self.names.items()})
        self._check_places()
        object.__setattr__(self, "named", named)
        object.__setattr__(self, "all", (1 << self.fields) - 1)
        object.__setattr__(self, "line_masks", masks)
        object.__setattr__(self, "masks_through", through)
        object.__setattr__(self, "beside", tuple(beside))
        if not all(through):
            field = FIELDS[through.index(())]
            raise NinetkaError(f"field {field} lies in no line")

    def _checked_size(self) -> int:
        if not 3 <= self.fields <= MOST_FIELDS:
            raise NinetkaError(f"a board has 3 to {MOST_FIELDS} fields, not {quoted(self.fields)}")
        for field in chain(*self.lines, self.names):
            self.index_of(field)
        if len({mask_of(line) for line in self.lines}) < len(self.lines):
            raise NinetkaError("two lines of the board have the same fields")
        return self.fields

    def _check_places(self) -> None:
        """All fields have a place or none has, and pictures can show them apart."""
        spots = [*self.places.values()]
        if not spots:
            return
        numbers = sorted(field.number for field in self.places)
        apart = all(dist(one, other) >= _APART for one, other in combinations(spots, 2))
        inside = all(-1 <= each <= 1 for spot in spots for each in spot)
        if numbers != [*range(1, self.fields + 1)] or not (inside and apart):
            raise NinetkaError(
                "places are given for all fields or for none: two numbers from -1 to 1 each, no "
                f"two places nearer to each other than {_APART}"
            )

    @staticmethod
    def rings(players: int, numbers: Iterable[Iterable[int]] = ()) -> Board:
        """The board for 2 to 5 players: three rings of 4n fields with spokes between (M1).

        `numbers` gives the fields of the outer, middle and inner ring, each from the middle of a
        side round the board, if they are not those of M2. Raises NinetkaError.
        """
        if players not in PLAYER_COUNTS:
            raise NinetkaError(f"boards of rings are for 2 to 5 players, not {quoted(players)}")
        players = index(players)
        return _rings(
            players, tuple(map(tuple, numbers)) or tuple(zip(*_numbers(players), strict=True))
        )

    def neighbours(self, field: Field | int) -> tuple[Field, ...]:
        """The fields next to one, by number (M1)."""
        return fields_of(self.beside[self.index_of(field)])

    def lines_through(self, field: Field | int) -> tuple[Line, ...]:
        """The lines that a field lies in (M1)."""
        bit = FIELDS[self.index_of(field)].bit
        pairs = zip(self.lines, self.line_masks, strict=True)
        return tuple(line for line, mask in pairs if mask & bit)

    def name_of(self, field: Field | int) -> str:
        """The field's other name, or its number if it has none."""
        return self.names.get(as_field(field), str(field))

    def index_of(self, field: Field | int) -> int:
        """The index of a field. Raises NinetkaError if it is not on the board."""
        index = as_field(field).index
        if index >= self.fields:
            raise NinetkaError(f"field {field} is not on a board of {self.fields} fields")
        return index

    def __repr__(self) -> str:
        players = self.fields // 12
        if players in PLAYER_COUNTS and self == Board.rings(players):
            return f"Board.rings({players})"
        lines = ", ".join(f"({', '.join(map(str, line))})" for line in self.lines)
        return f"Board({self.fields}, [{lines}])"


@cache
def _rings(players: int, numbers: Sequence[Sequence[int]]) -> Board:
    if sorted(map(len, numbers)) != [4 * players] * 3 or len({*chain(*numbers)}) < 12 * players:
        raise NinetkaError(
            f"for {players} players there are three rings of {4 * players} different fields"
        )
    rounds = [[Field(number) for number in ring] for ring in numbers]
    inner = 1 / 3 + (players - 2) / 25  # more fields need more room
    places = {
        field: place
        for ring, size in zip(rounds, (1, (1 + inner) / 2, inner), strict=True)
        for field, place in zip(ring, _round(players, size), strict=True)
    }
    middles = range(0, 4 * players, 2)
    sides = [(ring[at - 1], ring[at], ring[at + 1]) for ring in rounds for at in middles]
    spokes = [[ring[at] for ring in rounds] for at in middles]
    names = _algebraic(rounds) if players == 2 else {}
    return Board(12 * players, [*sides, *spokes], names=names, places=places, rounds=rounds)


def _numbers(players: int) -> Iterator[tuple[int, int, int]]:
    """Round the board: the numbers of a field of the outer, the middle and the inner ring (M2)."""
    n = players
    for s in range(1, n + 1):
        first = 9 * (s - 1)
        yield 11 * n + s, first + 2, 10 * n + s
        yield first + 1, first + 5, first + 3
        yield first + 4, first + 8, first + 6
        yield first + 7, 9 * n + s % n + 1, first + 9


def _round(players: int, size: float) -> Iterator[tuple[float, float]]:
    """Where the fields of a ring are: on a 2n-gon with corners `size` from the middle."""
    turn = pi / players  # from one corner to the next
    for side in range(2 * players):
        (x, y), (x2, y2) = (
            (size * sin(turn * at), -size * cos(turn * at)) for at in (side - 0.5, side + 0.5)
        )
        yield (x + x2) / 2, (y + y2) / 2
        yield x2, y2


def _algebraic(rounds: Sequence[Sequence[Field]]) -> dict[Field, str]:
    """The usual names for two: columns a to g from the left, rows 1 to 7 from below (M2)."""
    names = {}
    for far, ring in zip((3, 2, 1), rounds, strict=True):
        right, up = (0, far, far, far, 0, -far, -far, -far), (far, far, 0, -far, -far, -far, 0, far)
        for field, x, y in zip(ring, right, up, strict=True):
            names[field] = f"{'abcdefg'[3 + x]}{4 + y}"
    return names
