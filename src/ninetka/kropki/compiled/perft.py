"""Sequences of legal moves, counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import ONE, ZERO, U, Word, entry, inlined
from .desk import LEFT, LIST, Desk, Terms, copy
from .rules import Positions, cell_of, is_legal, load, make_pass, place, store, survey

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


@inlined
def _pairs(desk: Desk, after: Desk, terms: Terms) -> Word:
    """The number of sequences of two moves from a position that is on a desk.

    It takes links to make each move, so perft is four times as fast as with `load` and `store`.
    """
    survey(desk, terms)
    pairs = ZERO
    for at in range(LIST, LIST + _moves(desk, terms)):
        copy(desk, after, terms)
        if at < LIST + desk.rows[LEFT]:
            place(after, U(desk.cells[at]), True, terms)
        else:
            make_pass(after)
        pairs += _moves(after, terms)
    return pairs


@entry
def _count(
    p: Positions, start: Desk, desk: Desk, terms: Terms, depth: Word, untried: NDArray[np.uint64]
) -> Word:
    """Count sequences, depth first.

    `untried`, (depth,): by ply, the first action code that has not been tried there.
    """
    total, ply, codes = ZERO, ZERO, terms.columns * terms.rows + ONE
    while True:
        left, code = depth - ply, untried[ply]
        if left > _TWO:
            while code < codes and not is_legal(p, ply, code, terms):
                code += ONE
        else:
            load(p, ply, start, terms)
            total += _moves(start, terms) if left == ONE else _pairs(start, desk, terms)
            code = codes
        if code == codes:
            if ply == ZERO:
                return total
            ply -= ONE
            continue
        untried[ply] = code + ONE
        load(p, ply, start, terms)
        if code + ONE == codes:
            make_pass(start)
        else:
            place(start, cell_of(code, terms), False, terms)
        ply += ONE
        store(p, ply, start, terms)
        untried[ply] = ZERO
