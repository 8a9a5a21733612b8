"""The moves: a dot with the chains declared with it, or a pass; and lists of such moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import index
from typing import Final, SupportsIndex, TypeAlias, final, overload

import attrs

from ..base.deadline import check_time
from ..base.documented import documented
from ..base.fields import as_tuple
from ..base.plain import SerializableMove
from .board import Board, Point
from .chains import Chain, canonical, chain_text, is_ring

MOST_DOTS: Final = 100_000
"""The most dots that the chains of all offered moves may have together."""


def as_point(point: Point | str) -> Point:
    """A point, given by itself or by its name. Raises InvalidPointError."""
    return point if isinstance(point, Point) else Point(point)


def as_chain(points: Iterable[Point | str]) -> Chain:
    """A chain, given by its points or its text, in the form of K15 if it is a ring.

    Any other chain stays as it is given. The first dot need not be repeated at the end. Raises
    NinetkaError for names that aren't points.
    """
    check_time()
    if isinstance(points, str):
        points = [points[at : at + 2] for at in range(0, len(points), 2)]
    chain = tuple(map(as_point, as_tuple(points, "a chain")))
    closed = len(chain) > 1 and chain[0] is chain[-1]
    if closed and (len(chain) == 2 or chain[-2] is not chain[0]):  # otherwise the chain repeats it
        chain = chain[:-1]
    return canonical(chain) if is_ring(chain) else chain


def _as_chains(chains: Iterable[Iterable[Point | str]]) -> tuple[Chain, ...]:
    return tuple(map(as_chain, as_tuple(chains, "the chains of a move")))


class _GameMove(SerializableMove):
    __slots__ = ()

    @staticmethod
    def _written(text: str) -> Move:
        point, *chains = text.split(".")
        return PASS if text == str(PASS) else Place(point, chains)


@final
@documented
@attrs.frozen(repr=False)
class Place(_GameMove):
    """Place a dot on a point, then declare chains, one after another (K2, K5).

    Points may be given by their names. A chain is a sequence of points or its text; its first dot
    may be repeated at the end. Moves are equal if their chains are the same rings in the same
    order, wherever they begin and whichever way they go (K15). `str` gives the move's text. Raises
    NinetkaError for names that aren't points.

    >>> str(Place("de", [("de", "ce", "cf", "dg", "ef")]))
    'de.cecfdgefdece'
    """

    point: Point = attrs.field(converter=as_point)
    """The point where the dot is placed."""
    chains: tuple[Chain, ...] = attrs.field(default=(), converter=_as_chains)
    """The chains declared, in order, each in the form of K15."""

    @classmethod
    def known(cls, point: Point, chains: tuple[Chain, ...]) -> Place:
        """The move of chains that are known to be rings in the form of K15, which isn't checked."""
        move = object.__new__(cls)
        object.__setattr__(move, "point", point)
        object.__setattr__(move, "chains", chains)
        return move

    def __str__(self) -> str:
        return ".".join([self.point.name, *map(chain_text, self.chains)])

    def __repr__(self) -> str:
        if not self.chains:
            return f"Place({self.point.name!r})"
        return f"Place({self.point.name!r}, {list(map(chain_text, self.chains))!r})"


@final
@documented
@attrs.frozen(repr=False)
class Pass(_GameMove):
    """Place no dot, where the ruleset allows it (K24). `str` gives the move's text, `pass`."""

    def __str__(self) -> str:
        return "pass"

    def __repr__(self) -> str:
        return "Pass()"


Move: TypeAlias = Place | Pass
"""A move of Kropki; passes are for rulesets that allow them (K24)."""
PASS: Final = Pass()
"""The one pass."""


@final
@attrs.frozen(eq=False)
class Places:
    """The moves of a dot alone on each point of a board, made once."""

    by_number: tuple[Place, ...]
    """Moves by the number of the point's bit; an arbitrary move for the bits between rows."""
    halves: tuple[tuple[int, int], ...]
    """Pairs for bisecting a bitboard: a power of two, from at least half the number of bits down
    to 1, and a mask with that many ones."""

    @staticmethod
    @cache
    def of(board: Board) -> Places:
        """The moves of a board."""
        by_number = tuple(Place(point or board.points[0]) for point in board.at)
        length = (len(by_number) - 1).bit_length()
        halves = tuple((1 << n, (1 << (1 << n)) - 1) for n in reversed(range(length)))
        return Places(by_number, halves)


@final
class Placements(Sequence[Place]):
    """A sequence of moves: a dot alone on each point of a set, row by row from the top.

    The moves are looked up when they are asked for. Two sequences are equal if they have the same
    points on boards of the same size.
    """

    __slots__ = ("_board", "_count", "_mask")

    def __init__(self, board: Board, mask: int) -> None:
        self._board = board
        self._mask = mask
        self._count = mask.bit_count()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: SupportsIndex) -> Place: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Place, ...]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Place | tuple[Place, ...]:
        if isinstance(at, slice):
            return tuple(self[number] for number in range(self._count)[at])
        before = index(at)
        if before < 0:
            before += self._count
        if not 0 <= before < self._count:
            raise IndexError(f"there are only {self._count} moves")
        places = Places.of(self._board)
        mask, number = self._mask, 0
        for half, low in places.halves:
            # Halve the range of bits again and again, going on with the half that has the point.
            part = mask & low
            count = part.bit_count()
            if before < count:
                mask = part
            else:
                before -= count
                mask >>= half
                number += half
        return places.by_number[number]

    def __iter__(self) -> Iterator[Place]:
        by_number, mask = Places.of(self._board).by_number, self._mask
        while mask:
            low = mask & -mask
            yield by_number[low.bit_length() - 1]
            mask ^= low

    def __contains__(self, move: object) -> bool:
        return (
            isinstance(move, Place)
            and not move.chains
            and self._board.bits[move.point.index] & self._mask != 0
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placements):
            return NotImplemented
        return self._board is other._board and self._mask == other._mask

    def __hash__(self) -> int:
        return hash((self._board, self._mask))

    def __repr__(self) -> str:
        return repr(tuple(self))


@final
class Offers(Sequence[Place]):
    """A sequence of moves: a dot alone on each of some points, then dots with chains.

    The chains are the same for all, in the form of K15. A dot on each point comes again with them
    unless the chains of all moves would have more than MOST_DOTS dots. Then only some points are
    offered with them, at least one, spread evenly.
    """

    __slots__ = ("_alone", "_chains", "_repeated")

    def __init__(self, alone: Placements, chains: tuple[Chain, ...]) -> None:
        self._alone = alone
        self._chains = chains
        dots = sum(map(len, chains))
        self._repeated = min(len(alone), max(1, MOST_DOTS // dots)) if dots else 0

    def __len__(self) -> int:
        return len(self._alone) + self._repeated

    @overload
    def __getitem__(self, at: SupportsIndex) -> Place: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Place, ...]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Place | tuple[Place, ...]:
        numbers = range(len(self))
        if isinstance(at, slice):
            return tuple(self[number] for number in numbers[at])
        number, points = numbers[at], len(self._alone)
        if number < points:
            return self._alone[number]
        dot = self._alone[(number - points) * points // self._repeated]
        return Place.known(dot.point, self._chains)

    def has_chains(self, number: int) -> bool:
        """Return whether the dot with this number, from 0, is offered with the chains too."""
        points, repeated = len(self._alone), self._repeated
        at = -(-number * repeated // points)
        return at < repeated and at * points // repeated == number

    def __repr__(self) -> str:
        return repr(tuple(self))
