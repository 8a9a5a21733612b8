"""Sets of places as bits of a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import Any, Final, Protocol, TypeVar, final

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_BY_DIGIT: Final = bytes.maketrans(b"01", bytes([0, 1]))
_SPARSE: Final = 8
"""If fewer than one bit in this many is set, walking from bit to bit is faster."""
_CHUNK: Final = 8
_MAX_KEPT: Final = 1 << 13
"""The bitboards in a table: more than any one board needs."""


class HasBit(Protocol):
    """A place of a board that has its bit in bitboards."""

    @property
    def bit(self) -> int:
        """The bitboard with this place alone."""


def mask_of(places: Iterable[HasBit]) -> int:
    """The bitboard of some places."""
    mask = 0
    for place in places:
        mask |= place.bit
    return mask


def at_bits(things: Sequence[T], mask: int) -> tuple[T, ...]:
    """The things whose bits are set in a bitboard. The first thing belongs to the lowest bit."""
    if _SPARSE * mask.bit_count() > mask.bit_length():
        return tuple(compress(things, f"{mask:b}".encode().translate(_BY_DIGIT)[::-1]))
    found = []
    while mask:
        low = mask & -mask
        found.append(things[low.bit_length() - 1])
        mask ^= low
    return tuple(found)


@final
class BitTable(dict[int, tuple[T_co, ...]]):
    """A table from bitboards to an entry for each of their places, such as the move there.

    The entries of a bitboard are made at its first use.

    Looking the entries up is several times as fast as walking over the bits. The table is emptied
    when it grows large, as it does while reading records with many different boards.
    """

    def __init__(self, places: Sequence[T], entry: Callable[[T], T_co]) -> None:
        self._places: Sequence[Any] = places
        self._entry: Callable[[Any], T_co] = entry

    def __missing__(self, mask: int) -> tuple[T_co, ...]:
        if len(self) == _MAX_KEPT:
            self.clear()
        found = self[mask] = tuple(map(self._entry, at_bits(self._places, mask)))
        return found

    def of_any(self, mask: int) -> tuple[T_co, ...]:
        """The entries for any bitboard, looked up 8 places at a time so that few are kept."""
        found: tuple[T_co, ...] = ()
        chunk = (1 << _CHUNK) - 1
        while mask:
            part = mask & chunk
            if part:
                found += self[part]
                mask ^= part
            chunk <<= _CHUNK
        return found
