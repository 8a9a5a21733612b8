"""Sequences of legal moves, counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from .legality import legal_ends
from .positions import NOWHERE, Positions, Rules, copy
from .rules import apply_by_call


def perft(p: Positions, terms: Rules, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves from position 0.

    The other positions, of which there must be `depth` - 1, are working space.
    """
    return int(_count(p, terms, U(depth), np.zeros((depth, 65), U), np.zeros(depth, U)))


@entry
def _count(
    p: Positions,
    rules: Rules,
    depth: Word,
    untried: NDArray[np.uint64],
    starts: NDArray[np.uint64],
) -> Word:
    """Count sequences, depth first; the last moves are counted without making them.

    `untried`, (depth, 65): by ply and start, where the moves not yet made there may end. `starts`,
    (depth,): by ply, the first start that may have some.
    """
    total, ply = ZERO, ZERO
    count = legal_ends(p, ply, rules, untried[ply])
    while True:
        if ply + ONE == depth:
            total += count
            starts[ply] = NOWHERE + ONE
        while starts[ply] <= NOWHERE and untried[ply, starts[ply]] == ZERO:
            starts[ply] += ONE
        start = starts[ply]
        if start > NOWHERE:
            if ply == ZERO:
                return total
            ply -= ONE
            continue
        end = lowest(untried[ply, start])
        untried[ply, start] &= untried[ply, start] - ONE
        copy(p, ply, p, ply + ONE, rules)
        ply += ONE
        apply_by_call(p, ply, start, end, rules)
        starts[ply] = ZERO
        count = legal_ends(p, ply, rules, untried[ply])
