"""Seats, fields and boards, with sets of fields as bitboards (M1-M3, M16).

Bit n - 1 of a bitboard is the field of number n. At the end are the boards of the world's mill
games, as they are usually drawn. Their fields have the usual names: columns from `a` on the left,
rows from 1 at the bottom. Where a board has other numbers than those of `Board.rings`, fields are
numbered as one reads: row by row from the top left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise
from math import cos, dist, pi, sin
from random import Random
from typing import Any, Final, TypeAlias, final

import attrs

from ..base.bits import at_bits, mask_of
from ..base.documented import documented
from ..base.errors import InvalidPlaceError, NinetkaError, quoted
from ..base.fields import as_int, as_tuple, convert, convert_fields
from ..base.frozenmap import FrozenMap
from ..base.messages import Message
from ..base.values import Immutable
from ..protocol.seats import GameSeat
from .texts import Say

_NAME: Final = re.compile("[a-wyz][a-z0-9]*")
MAX_FIELDS: Final = 99
_MIN_DISTANCE: Final = 0.03
"""The least distance between two places."""
PLAYER_COUNTS: Final = (2, 3, 4, 5)
FREE: Final = "."
"""A free field in a text."""


class Seat(GameSeat):
    """A player's place in turn order (M4). Indexes points, cards and other tuples by seat."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3
    FIFTH = 4


SEATS: Final = tuple(Seat)


class InvalidFieldError(InvalidPlaceError):
    """A value is not a field (M1), or the board does not have that field."""


@final
@documented
@attrs.frozen(init=False, repr=False, eq=False)
class Field(Immutable):
    """A field (M1), identified by its number alone: field 7 is the same on every board.

    `Field(7)` always gives the same object. Raises InvalidFieldError for a number outside 1
    to 99.
    """

    number: int
    """The number in texts, from 1."""
    index: int
    """The position of its bit, from 0, and the action code of a put there."""
    bit: int
    """The bitboard with this field alone."""

    def __new__(cls, number: int) -> Field:
        """The field with this number."""
        if as_int(number) not in range(1, MAX_FIELDS + 1):
            raise InvalidFieldError(Say.NOT_A_FIELD(text=quoted(number), last=MAX_FIELDS))
        return FIELDS[int(number) - 1]

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


FIELDS: Final = tuple(map(_field, range(MAX_FIELDS)))
"""All fields that there can be, by index."""

Line: TypeAlias = tuple[Field, ...]
"""Three or more fields in a row, each the neighbour of the next (M1)."""
Edge: TypeAlias = tuple[Field, Field]
"""Two fields that are neighbours, but on no common line (M16)."""


def as_field(field: Field | int) -> Field:
    """The field with this number, or the field itself."""
    return field if isinstance(field, Field) else Field(field)


def fields_of(mask: int) -> tuple[Field, ...]:
    """The fields in a bitboard, in the order of their numbers."""
    return at_bits(FIELDS, mask)


def owner_of(tokens: Sequence[int], index: int) -> Seat | None:
    """The owner of the token on a field, given bitboards by seat; None if the field is free."""
    return next((SEATS[seat] for seat, own in enumerate(tokens) if own >> index & 1), None)


def toggled(tokens: Sequence[int], seat: int, bits: int) -> tuple[int, ...]:
    """The tokens, a bitboard for each seat, with those of one seat changed where bits are set."""
    changed = list(tokens)
    changed[seat] ^= bits
    return tuple(changed)


def added(numbers: Sequence[int], seat: int, more: int) -> tuple[int, ...]:
    """Numbers by seat, such as hands or cards, with that of a seat changed."""
    changed = list(numbers)
    changed[seat] += more
    return tuple(changed)


def off_the_board(field: Field | int, fields: int) -> Message:
    """The sentence for a field that is not on a board with this number of fields."""
    return Say.OFF_THE_BOARD(field=field, last=fields)


def _as_lines(lines: Iterable[Iterable[Field | int]]) -> tuple[Line, ...]:
    found = []
    for line in as_tuple(lines, "the lines of a board"):
        fields = tuple(map(as_field, as_tuple(line, "a line")))
        if len(fields) < 3 or len({*fields}) < len(fields):
            raise NinetkaError(Say.SHORT_LINE(fields=quoted("-".join(map(str, fields)))))
        found.append(fields)
    return tuple(found)


def _as_edges(edges: Iterable[Iterable[Field | int]]) -> tuple[Edge, ...]:
    found = []
    for edge in as_tuple(edges, "the edges of a board"):
        fields = tuple(map(as_field, as_tuple(edge, "an edge")))
        if len(fields) != 2 or len({*fields}) < 2:
            raise NinetkaError(Say.WRONG_EDGE(fields=quoted("-".join(map(str, fields)))))
        found.append((fields[0], fields[1]))
    return tuple(found)


def _as_names(names: Mapping[Field, str] | Mapping[int, str]) -> FrozenMap[Field, str]:
    by_field: Mapping[Any, str] = convert(Mapping[Any, str], names, "names")
    used = [*by_field.values()]
    for name in used:
        if not _NAME.fullmatch(name) or used.count(name) > 1:
            raise NinetkaError(Say.WRONG_NAME(name=quoted(name)))
    return FrozenMap({as_field(field): name for field, name in by_field.items()})


def _as_places(
    places: Mapping[Field, tuple[float, float]] | Mapping[int, tuple[float, float]],
) -> FrozenMap[Field, tuple[float, float]]:
    by_field = convert(Mapping[Any, tuple[float, float]], places, "places")
    return FrozenMap({as_field(field): place for field, place in by_field.items()})


@final
@documented
@attrs.frozen(repr=False, cache_hash=True, field_transformer=convert_fields())
class Board(Immutable):
    """Fields, and the lines and edges that connect them (M1, M16).

    `Board.rings(n)` builds the usual board for n players; any other board is given by its lines,
    which make mills, and edges, which don't. Two fields are neighbours if they are next to each
    other in a line or joined by an edge. Every field is in a line or an edge. Boards with the same
    lines and edges in the same order are equal. Raises NinetkaError.

    >>> Board(5, [(1, 2, 3), (3, 4, 5)], edges=[(2, 4)]).neighbours(2)
    (Field(1), Field(3), Field(4))
    """

    fields: int
    """The number of fields, 3 to 99; they are numbered from 1."""
    lines: tuple[Line, ...] = attrs.field(converter=_as_lines)
    """The lines, each with its fields in order: three or more, all of which a mill needs (M3).
    Lines may share any fields, as the lines of three in a row of six do."""
    edges: tuple[Edge, ...] = attrs.field(default=(), converter=_as_edges, kw_only=True)
    """Pairs of fields that are neighbours without being next to each other in a line (M16)."""
    names: Mapping[Field, str] = attrs.field(
        default=FrozenMap(), converter=_as_names, eq=False, kw_only=True
    )
    """Names such as `a1` that fields have besides their numbers (M2); some fields, all or none."""
    places: Mapping[Field, tuple[float, float]] = attrs.field(
        default=FrozenMap(), converter=_as_places, eq=False, kw_only=True
    )
    """The places of fields in pictures: x and y from -1 to 1, right and down; all or none."""

    ring_fields: tuple[tuple[Field, ...], ...] = attrs.field(default=(), init=False, eq=False)
    """The outer, middle and inner ring clockwise from the top, if `Board.rings` built the board."""
    fields_by_name: Mapping[str, Field] = attrs.field(init=False, eq=False)
    """The fields that have names, by name."""
    mask: int = attrs.field(init=False, eq=False)
    """The bitboard of all fields."""
    line_masks: tuple[int, ...] = attrs.field(init=False, eq=False)
    """Each line as a bitboard."""
    masks_through: tuple[tuple[int, ...], ...] = attrs.field(init=False, eq=False)
    """The lines through each field as bitboards, by the field's index."""
    neighbour_masks: tuple[int, ...] = attrs.field(init=False, eq=False)
    """The neighbours of each field as a bitboard, by the field's index."""

    def __attrs_post_init__(self) -> None:
        self._check_fields()
        self._check_places()
        masks = tuple(map(mask_of, self.lines))
        indices = range(self.fields)
        through = tuple(tuple(mask for mask in masks if mask >> index & 1) for index in indices)
        neighbours = self._joined()
        if not all(neighbours):
            raise NinetkaError(Say.UNCONNECTED(field=FIELDS[neighbours.index(0)]))
        by_name = FrozenMap({name: field for field, name in self.names.items()})
        object.__setattr__(self, "fields_by_name", by_name)
        object.__setattr__(self, "mask", (1 << self.fields) - 1)
        object.__setattr__(self, "line_masks", masks)
        object.__setattr__(self, "masks_through", through)
        object.__setattr__(self, "neighbour_masks", tuple(neighbours))

    def _check_fields(self) -> None:
        if not 3 <= self.fields <= MAX_FIELDS:
            raise NinetkaError(Say.WRONG_SIZE(most=MAX_FIELDS, fields=quoted(self.fields)))
        if not self.lines:
            raise NinetkaError(Say.NO_LINE())
        for field in chain(*self.lines, *self.edges, self.names):
            self.index_of(field)
        if len({mask_of(line) for line in self.lines}) < len(self.lines):
            raise NinetkaError(Say.SAME_LINES())

    def _joined(self) -> list[int]:
        """The neighbours of each field, by its index, as a bitboard (M1, M16)."""
        neighbours = [0] * self.fields

        def join(first: Field, second: Field) -> None:
            neighbours[first.index] |= second.bit
            neighbours[second.index] |= first.bit

        for line in self.lines:
            for first, second in pairwise(line):
                join(first, second)
        for first, second in self.edges:
            if neighbours[first.index] & second.bit:
                raise NinetkaError(Say.NEIGHBOURS_ALREADY(first=first, second=second))
            join(first, second)
        return neighbours

    def _check_places(self) -> None:
        if not self.places:
            return
        spots = [*self.places.values()]
        numbers = sorted(field.number for field in self.places)
        apart = all(dist(one, other) >= _MIN_DISTANCE for one, other in combinations(spots, 2))
        inside = all(-1 <= each <= 1 for spot in spots for each in spot)
        if numbers != [*range(1, self.fields + 1)] or not (inside and apart):
            raise NinetkaError(Say.WRONG_PLACES(distance=_MIN_DISTANCE))

    @staticmethod
    def rings(players: int, numbers: Iterable[Iterable[int]] = ()) -> Board:
        """The board for 2 to 5 players: three rings of 4n fields, joined by spokes (M1).

        `numbers` replaces the usual numbers of the fields (M2): those of the outer, the middle and
        the inner ring, each clockwise from the middle of a side. Raises NinetkaError.
        """
        if as_int(players) not in PLAYER_COUNTS:
            raise NinetkaError(Say.RINGS_FOR(players=quoted(players)))
        rings = tuple(
            as_tuple(ring, "a ring") for ring in as_tuple(numbers, "the rings of a board")
        )
        return _rings(int(players), rings or tuple(zip(*_numbers(players), strict=True)))

    @property
    def grid(self) -> tuple[tuple[int, int], ...]:
        """The row and column of each field, by index, from 0 and from the top left.

        There is a row for each height at which fields have their places, and a column for each
        distance from the left: 7 of both on the usual board for two. Raises NinetkaError if the
        fields have no places.
        """
        if not self.places:
            raise NinetkaError("the fields of this board have no places, so they make no grid")
        return _grid(self.places)

    def neighbours(self, field: Field | int) -> tuple[Field, ...]:
        """The fields next to a field, in the order of their numbers (M1)."""
        return fields_of(self.neighbour_masks[self.index_of(field)])

    def lines_through(self, field: Field | int) -> tuple[Line, ...]:
        """The lines that a field lies in (M1)."""
        field = FIELDS[self.index_of(field)]
        return tuple(line for line in self.lines if field in line)

    def name_of(self, field: Field | int) -> str:
        """The field's name, or its number if it has none."""
        return self.names.get(as_field(field), str(field))

    def index_of(self, field: Field | int) -> int:
        """The index of a field. Raises InvalidFieldError if it is not on the board."""
        index = as_field(field).index
        if index >= self.fields:
            raise InvalidFieldError(off_the_board(field, self.fields))
        return index

    def __repr__(self) -> str:
        players = self.fields // 12
        if players in PLAYER_COUNTS and self == Board.rings(players):
            return f"Board.rings({players})"
        lines, edges = (
            ", ".join(f"({', '.join(map(str, fields))})" for fields in joined)
            for joined in (self.lines, self.edges)
        )
        return f"Board({self.fields}, [{lines}]{f', edges=[{edges}]' if edges else ''})"


@lru_cache
def _grid(places: Mapping[Field, tuple[float, float]]) -> tuple[tuple[int, int], ...]:
    spots = [tuple(round(each, 6) for each in places[field]) for field in FIELDS[: len(places)]]
    columns, rows = (sorted({*each}) for each in zip(*spots, strict=True))
    return tuple((rows.index(y), columns.index(x)) for x, y in spots)


@lru_cache
def _rings(players: int, numbers: Sequence[Sequence[int]]) -> Board:
    if sorted(map(len, numbers)) != [4 * players] * 3 or len({*chain(*numbers)}) < 12 * players:
        raise NinetkaError(Say.WRONG_RINGS(players=players, fields=4 * players))
    rings = tuple(tuple(map(Field, ring)) for ring in numbers)
    inner = 1 / 3 + (players - 2) / 25  # more fields need more room
    places = {
        field: place
        for ring, size in zip(rings, (1, (1 + inner) / 2, inner), strict=True)
        for field, place in zip(ring, _ring_places(players, size), strict=True)
    }
    middles = range(0, 4 * players, 2)
    sides = [(ring[at - 1], ring[at], ring[at + 1]) for ring in rings for at in middles]
    spokes = [[ring[at] for ring in rings] for at in middles]
    names = _algebraic(rings) if players == 2 else {}
    board = Board(12 * players, [*sides, *spokes], names=names, places=places)
    object.__setattr__(board, "ring_fields", rings)
    return board


def _numbers(players: int) -> Iterator[tuple[int, int, int]]:
    """Clockwise: the numbers of the fields of the outer, middle and inner ring (M2)."""
    n = players
    for s in range(1, n + 1):
        first = 9 * (s - 1)
        yield 11 * n + s, first + 2, 10 * n + s
        yield first + 1, first + 5, first + 3
        yield first + 4, first + 8, first + 6
        yield first + 7, 9 * n + s % n + 1, first + 9


def _ring_places(players: int, size: float) -> Iterator[tuple[float, float]]:
    """The places of a ring's fields: on a 2n-gon whose corners are `size` from the middle."""
    turn = pi / players  # from one corner to the next
    for side in range(2 * players):
        (x, y), (x2, y2) = (
            (size * sin(turn * at), -size * cos(turn * at)) for at in (side - 0.5, side + 0.5)
        )
        yield (x + x2) / 2, (y + y2) / 2
        yield x2, y2


def _algebraic(rings: Sequence[Sequence[Field]]) -> dict[Field, str]:
    """The usual names for two: columns a to g from the left, rows 1 to 7 from the bottom (M2)."""
    names = {}
    for far, ring in zip((3, 2, 1), rings, strict=True):
        right, up = (0, far, far, far, 0, -far, -far, -far), (far, far, 0, -far, -far, -far, 0, far)
        for field, x, y in zip(ring, right, up, strict=True):
            names[field] = f"{'abcdefg'[3 + x]}{4 + y}"
    return names


def _drawn(lines: str, edges: str = "") -> Board:
    """The board with these lines and edges, each written with the names of its fields."""
    joined = [[each.split("-") for each in text.split()] for text in (lines, edges)]
    used = {name for each in joined for fields in each for name in fields}
    names = sorted(used, key=lambda name: (-int(name[1:]), name[0]))
    number = {name: at for at, name in enumerate(names, 1)}
    numbers = [[[number[name] for name in fields] for fields in each] for each in joined]
    spots = [(ord(name[0]) - ord("a"), int(name[1:])) for name in names]
    wide, high = (max(axis) for axis in zip(*spots, strict=True))
    unit = max(wide, high - 1) / 2
    places = [((x - wide / 2) / unit, ((high + 1) / 2 - y) / unit) for x, y in spots]
    return Board(
        len(names),
        numbers[0],
        edges=numbers[1],
        names=dict(enumerate(names, 1)),
        places=dict(enumerate(places, 1)),
    )


_ROWS_OF_THREE: Final = "a3-b3-c3 a2-b2-c2 a1-b1-c1 a1-a2-a3 b1-b2-b3 c1-c2-c3"
_TWO_RINGS: Final = "a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1 a1-a3-a5 b2-b3-b4 d2-d3-d4 e1-e3-e5"
_TO_THE_CENTRE: Final = "a3-b3-c3 b3-c3-d3 c3-d3-e3 c1-c2-c3 c2-c3-c4 c3-c4-c5"

SQUARE: Final = _drawn(_ROWS_OF_THREE)
"""Three rows and three columns."""
CROSSED_SQUARE: Final = _drawn(f"{_ROWS_OF_THREE} a1-b2-c3 a3-b2-c1")
"""Three rows, three columns and two diagonals."""
TWO_RINGS: Final = _drawn(_TWO_RINGS, edges="a3-b3 d3-e3 c1-c2 c4-c5")
"""Two rings, with spokes of two fields each, which are no lines."""
TWO_RINGS_WITH_CENTRE: Final = _drawn(f"{_TWO_RINGS} {_TO_THE_CENTRE}")
"""Two rings with a field in their middle: lines lead from each side to it, and right through it."""


_RINGS: Final = Board.rings(2)
THREE_RINGS_WITH_DIAGONALS: Final = attrs.evolve(
    _RINGS,
    lines=[
        *_RINGS.lines,
        *([ring[at] for ring in _RINGS.ring_fields] for at in range(1, 8, 2)),
    ],
)
"""The board of Mills with four more lines, which join the corners of the rings."""


_RIM: Final = [(round(sin(pi / 4 * at), 9), round(-cos(pi / 4 * at), 9)) for at in range(8)]
WHEEL: Final = Board(
    9,
    [(at, 9, at + 4) for at in range(1, 5)],
    edges=[(at, at % 8 + 1) for at in range(1, 9)],
    names=dict(enumerate(["n", "ne", "e", "se", "s", "sw", "w", "nw", "c"], 1)),
    places=dict(enumerate([*_RIM, (0, 0)], 1)),
)
"""Eight fields round a ninth: four lines through the centre, and a rim of edges. Fields have the
names of the compass, `n` to `nw`, numbered clockwise, and the centre is `c`."""


def _rows(columns: str, rows: int) -> Board:
    """A grid whose lines are all three consecutive fields of a row or a column."""
    grid = [[f"{column}{row}" for column in columns] for row in range(1, rows + 1)]
    long = [*grid, *(list(column) for column in zip(*grid, strict=True))]
    return _drawn(
        " ".join("-".join(each[at : at + 3]) for each in long for at in range(len(each) - 2))
    )


FIVE_ROWS: Final = _rows("abcdef", 5)
"""Five rows of six fields; any three next to each other in a row or a column are a line."""

_SMALL: Final = (
    Board(5, [(1, 2, 3), (3, 4, 5)], names={1: "left", 5: "h"}),
    Board(
        9,
        [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)],
        names={at: f"{'cab'[at % 3]}{(12 - at) // 3}" for at in range(1, 10)},
        places={at: ((at - 1) % 3 - 1, (at - 1) // 3 - 1) for at in range(1, 10)},
    ),
    Board(8, [(1, 2, 3, 4), (2, 3, 4, 5), (5, 6, 7)], edges=[(7, 8), (8, 1), (2, 6)]),
    Board(
        7,
        [(1, 7, 4), (2, 7, 5), (3, 7, 6), (1, 2, 3)],
        places={at: (sin(at) * (at < 7), -cos(at) * (at < 7)) for at in range(1, 8)},
    ),
)
"""Boards that fill up soon, with and without names and places."""


def some_boards(rng: Random, counts: Iterable[int]) -> dict[int, Board]:
    """Boards for these numbers of players, for samples: the usual ones, or small ones."""
    return {players: rng.choice((Board.rings(players), *_SMALL)) for players in counts}
