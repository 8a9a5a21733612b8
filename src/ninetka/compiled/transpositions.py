"""The transposition table: by their hashes, the worth, depth, bound and hash move of positions."""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .compiling import inlined
from .machine import ZERO, U, Word, prefetch

ENTRIES: Final = 1 << 21
"""The most positions remembered, in pairs: the first of a pair is the one searched more deeply."""
FEW: Final = 1 << 14
"""The number of positions that a search remembers at first, since memory that is near is fast."""
WIN: Final = 20_000
"""The worth of a won game, less one for each ply until then."""
WON: Final = WIN - 1000
"""A worth above this is that of a won game."""
NOTHING: Final = -1
"""In place of a move."""
EXACT, AT_MOST, AT_LEAST = map(U, range(3))
"""The kinds of worth remembered: exact, an upper bound or a lower bound."""
_ZERO: Final = 1 << 15
_BOUND, _DEPTH, _MOVE = map(U, (16, 24, 32))

_FACTORS: Final = (
    U(0x9E3779B97F4A7C15),
    U(0xC2B2AE3D27D4EB4F),
    U(0xD6E8FEB86659FD93),
    U(0xA0761D6478BD642F),
    U(0xBF58476D1CE4E5B9),
)
"""Odd numbers without a pattern, by which parts of a position are multiplied."""
_HALF: Final = U(32)


@inlined
def hash_of(a: Word, b: Word, c: Word, d: Word) -> Word:
    """The hash of a position that four words say."""
    key = a * _FACTORS[0] + b * _FACTORS[1] + c * _FACTORS[2] + d * _FACTORS[3]
    key = (key ^ key >> _HALF) * _FACTORS[4]
    return key ^ key >> _HALF


def new_table() -> NDArray[np.uint64]:
    """(ENTRIES, 2): hashes, and what is known; its memory is taken when it is used."""
    memory = mmap.mmap(-1, ENTRIES * 16)
    with suppress(AttributeError, OSError):  # not every system has large pages
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, U).reshape(ENTRIES, 2)


@inlined
def enlarge(table: NDArray[np.uint64], size: int) -> int:
    """Have the first `size` positions keep to their slots in a table twice as large; its size."""
    for slot in range(size):
        key = table[slot, 0]
        if key & U(size):
            table[slot + size, 0], table[slot + size, 1] = key, table[slot, 1]
            table[slot, 0] = table[slot, 1] = ZERO
    return 2 * size


@inlined
def fetch(table: NDArray[np.uint64], size: int, key: Word) -> None:
    """Have what may be known of a position brought from memory meanwhile."""
    prefetch(table, key & U(size - 2))


@inlined
def found(table: NDArray[np.uint64], size: int, key: Word) -> Word:
    """Look up what is known of a position; 0 if nothing is."""
    slot = np.int64(key & U(size - 2))
    if table[slot, 0] == key:
        return table[slot, 1]
    return table[slot + 1, 1] if table[slot + 1, 0] == key else ZERO


@inlined
def depth_in(known: Word) -> int:
    """The depth to which the position was searched."""
    return int(np.int64(known >> _DEPTH & U(63)))


@inlined
def move_in(known: Word) -> int:
    """The best move, or `NOTHING`."""
    return int(np.int64(known >> _MOVE)) - 1


@inlined
def worth_in(known: Word, ply: int) -> int:
    """The worth of the position where it is `ply` plies from the root, by its bound."""
    worth = int(np.int64(known & U(0xFFFF))) - _ZERO
    if worth > WON:
        return worth - ply
    return worth + ply if worth < -WON else worth


@inlined
def says_enough(known: Word, worth: int, alpha: int, beta: int) -> bool:
    """Return whether the worth remembered decides a position searched in this window."""
    bound = known >> _BOUND & U(3)
    return bool(
        bound == EXACT
        or (bound == AT_MOST and worth <= alpha)
        or (bound == AT_LEAST and worth >= beta)
    )


@inlined
def remember(
    table: NDArray[np.uint64],
    size: int,
    key: Word,
    ply: int,
    depth: int,
    worth: int,
    bound: Word,
    move: int,
) -> None:
    """Remember what has been found out about a position `ply` plies from the root."""
    if worth > WON:
        worth += ply
    elif worth < -WON:
        worth -= ply
    depth, slot = max(depth, 0), np.int64(key & U(size - 2))
    known = U(worth + _ZERO) | bound << _BOUND | U(depth) << _DEPTH | U(move + 1) << _MOVE
    if table[slot, 0] != key and depth < depth_in(table[slot, 1]):
        slot += 1
    table[slot, 0], table[slot, 1] = key, known
