"""Sequences of legal moves, counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from .rules import Positions, is_legal, load, store
from .terms import Rules
from .turns import make_move, survey
from .workspace import LEFT, Workspace, copy

_TWO = U(2)


def perft(p: Positions, start: Workspace, work: Workspace, terms: Rules, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves from position 0.

    The other positions, of which there must be `depth` - 1, and both workspaces are overwritten.
    """
    return int(_count(p, start, work, terms, U(depth), np.zeros(depth, np.uint64)))


@inlined
def _moves(work: Workspace, terms: Rules) -> Word:
    """The number of legal moves."""
    return work.rows[LEFT] + terms.may_pass if work.rows[LEFT] else ZERO


@entry
def _count(
    p: Positions,
    start: Workspace,
    work: Workspace,
    terms: Rules,
    depth: Word,
    untried: NDArray[np.uint64],
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
        copy(start, work, terms)
        make_move(work, code, terms)
        if is_last:
            total += _moves(work, terms)
            continue
        ply += ONE
        store(p, ply, work, terms)
        copy(work, start, terms)
        untried[ply] = ZERO
