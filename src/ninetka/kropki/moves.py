"""The one kind of move: a dot, and the chains declared with it (K2, K5, K15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import index
from typing import SupportsIndex, final, overload

import attrs

from ..values import Pretty
from .board import Board, Point
from .chains import Chain, canonical, chain_text, is_ring


def as_point(point: Point | str) -> Point:
    """A point, or the one of a name. Raises NinetkaError."""
    return point if isinstance(point, Point) else Point(point)


def as_chain(points: Iterable[Point | str]) -> Chain:
    """A chain, or its text, as K15 has it if it is a ring, else as given; the first dot once.

    Raises NinetkaError for names of no points.
    """
    if isinstance(points, str):
        points = [points[at : at + 2] for at in range(0, len(points), 2)]
    chain = tuple(map(as_point, points))
    closed = len(chain) > 1 and chain[0] is chain[-1]
    if closed and (len(chain) == 2 or chain[-2] is not chain[0]):  # else it is there too often
        chain = chain[:-1]
    return canonical(chain) if is_ring(chain) else chain


def _as_chains(chains: Iterable[Iterable[Point | str]]) -> tuple[Chain, ...]:
    return tuple(map(as_chain, chains))


@final
@attrs.frozen(repr=False)
class Place(Pretty):
    """Place a dot on a point, then declare chains, one after another (K2, K5).

    Points may be given by their names. A chain is a sequence of points or its text; whether its
    first is repeated at the end makes no difference. Moves that differ only in where their chains
    begin and in which direction they go are equal (K15); those with chains in another order are
    not.
    `str` gives the move's text. Raises NinetkaError for names of no points.

    >>> str(Place("de", [("de", "ce", "cf", "dg", "ef")]))
    'de.cecfdgefdece'
    """

    point: Point = attrs.field(converter=as_point)
    chains: tuple[Chain, ...] = attrs.field(default=(), converter=_as_chains)

    def __str__(self) -> str:
        return ".".join([self.point.name, *map(chain_text, self.chains)])

    def __repr__(self) -> str:
        if not self.chains:
            return f"Place({self.point.name!r})"
        return f"Place({self.point.name!r}, {list(map(chain_text, self.chains))!r})"


@final
@attrs.frozen(eq=False)
class Places:
    """The moves of a dot alone on the points of a board, made once."""

    by_number: tuple[Place, ...]
    """By the number of a point's bit; some move or other for bits that are no point."""
    halves: tuple[tuple[int, int], ...]
    """Powers of 2, from half the number of bits or more down to 1, with so many low bits each."""

    @staticmethod
    @cache
    def of(board: Board) -> Places:
        """Those of a board."""
        by_number = tuple(Place(point or board.points[0]) for point in board.at)
        length = (len(by_number) - 1).bit_length()
        halves = tuple((1 << n, (1 << (1 << n)) - 1) for n in reversed(range(length)))
        return Places(by_number, halves)


@final
class Placements(Sequence[Place]):
    """The moves of a dot alone on some points, row by row from the top, looked up when asked for.

    Two are equal if they are of the same points of boards of the same size.
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
            # Go on with the half that has the point, after passing over those in the lower one.
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
    """Some moves: a dot alone on each of some points, then with it the same chains declared.

    Each part is in the order of the points; without chains there is no second one.
    """

    __slots__ = ("_alone", "_chains")

    def __init__(self, alone: Placements, chains: tuple[Chain, ...]) -> None:
        self._alone = alone
        self._chains = chains

    def __len__(self) -> int:
        return len(self._alone) * (2 if self._chains else 1)

    @overload
    def __getitem__(self, at: SupportsIndex) -> Place: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Place, ...]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Place | tuple[Place, ...]:
        numbers = range(len(self))
        if isinstance(at, slice):
            return tuple(self[number] for number in numbers[at])
        repeat, which = divmod(numbers[at], len(self._alone))
        move = self._alone[which]
        return Place(move.point, self._chains) if repeat else move

    def __repr__(self) -> str:
        return repr(tuple(self))
