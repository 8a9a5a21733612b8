"""Counting sequences of moves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .machine import ONE, ZERO, U, Word, entry, lowest, popcount
from .rules import Positions, Terms, apply, copy, legal_codes

_WORD = U(64)


def perft(p: Positions, terms: Terms, depth: int) -> int:
    """How many sequences of exactly `depth` legal moves there are from position 0.

    The others, of which there must be `depth` - 1, are working space.
    """
    return int(_count(p, terms, U(depth - 1), np.zeros((depth, 2), U)))


@entry
def _count(p: Positions, terms: Terms, last: Word, untried: NDArray[np.uint64]) -> Word:
    """Depth first; a position before the last move counts its moves and makes none.

    `untried`, (depth, 2): by ply, the moves not yet made there. With a loop, which is a few per
    cent faster than a function that calls itself.
    """
    total, ply = ZERO, ZERO
    untried[ply, 0], untried[ply, 1] = legal_codes(p, ply, terms)
    while True:
        low, high = untried[ply, 0], untried[ply, 1]
        if ply == last or not low | high:
            if ply == last:
                total += popcount(low) + popcount(high)
            if ply == ZERO:
                return total
            ply -= ONE
        else:
            if low:
                code = lowest(low)
                untried[ply, 0] = low & (low - ONE)
            else:
                code = _WORD + lowest(high)
                untried[ply, 1] = high & (high - ONE)
            after = ply + ONE
            copy(p, ply, after, terms)
            apply(p, after, code, terms)
            ply = after
            untried[ply, 0], untried[ply, 1] = legal_codes(p, ply, terms)
