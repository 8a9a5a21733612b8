"""Sequences of legal moves, counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from .desk import LEFT, Desk, copy
from .rules import Positions, is_legal, load, store
from .terms import Terms
from .turns import make_move, survey

_TWO = U(2)


def perft(p: Positions, start: Desk, desk: Desk, terms: Terms, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves from position 0.

    The other positions, of which there must be `depth` - 1, and both desks are working space.
    """
    return int(_count(p, start, desk, terms, U(depth), np.zeros(depth, np.uint64)))


@inlined
def _moves(desk: Desk, terms: Terms) -> Word:
    """The number of legal moves."""
    return desk.rows[LEFT] + terms.may_pass if desk.rows[LEFT] else ZERO


@entry
def _count(
    p: Positions, start: Desk, desk: Desk, terms: Terms, depth: Word, untried: NDArray[np.uint64]
) -> Word:
    """Count sequences, depth first.

    `untried`, (depth,): by ply, the first action code that has not been tried there.
    """
    total, ply, codes = ZERO, ZERO, terms.columns * terms.rows + ONE
    load(p, ZERO, start, terms)
    survey(start, terms)
    while True:
        code, is_last = untried[ply], depth - ply <= _TWO
        while code < codes and not is_legal(p, ply, code, terms):
            code += ONE
        if depth == ONE or code == codes:
            if ply == ZERO:
                return _moves(start, terms) if depth == ONE else total
            ply -= ONE
            load(p, ply, start, terms)
            survey(start, terms)
            continue
        untried[ply] = code + ONE
        copy(start, desk, terms)
        make_move(desk, code, terms)
        if is_last:
            total += _moves(desk, terms)
            continue
        ply += ONE
        store(p, ply, desk, terms)
        copy(desk, start, terms)
        untried[ply] = ZERO
