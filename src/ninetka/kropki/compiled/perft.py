"""Sequences of legal moves, counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from .rules import Positions, is_legal, load, store
from .ruleset import Rules
from .turns import make_move, survey
from .workspace import LEFT, Workspace, copy

_TWO = U(2)


def perft(p: Positions, start: Workspace, work: Workspace, rules: Rules, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves from position 0.

    The other positions, of which there must be `depth` - 1, and both workspaces are overwritten.
    """
    return int(_count(p, start, work, rules, U(depth), np.zeros(depth, np.uint64)))


@inlined
def _moves(work: Workspace, rules: Rules) -> Word:
    """The number of legal moves."""
    return work.rows[LEFT] + rules.may_pass if work.rows[LEFT] else ZERO


@entry
def _count(
    p: Positions,
    start: Workspace,
    work: Workspace,
    rules: Rules,
    depth: Word,
    untried: NDArray[np.uint64],
) -> Word:
    """Count sequences, depth first.

    `untried`, (depth,): by ply, the first action code that has not been tried there.
    """
    total, ply, codes = ZERO, ZERO, rules.columns * rules.rows + ONE
    load(p, ZERO, start, rules)
    survey(start, rules)
    while True:
        code, is_last = untried[ply], depth - ply <= _TWO
        while code < codes and not is_legal(p, ply, code, rules):
            code += ONE
        if depth == ONE or code == codes:
            if ply == ZERO:
                return _moves(start, rules) if depth == ONE else total
            ply -= ONE
            load(p, ply, start, rules)
            survey(start, rules)
            continue
        untried[ply] = code + ONE
        copy(start, work, rules)
        make_move(work, code, rules)
        if is_last:
            total += _moves(work, rules)
            continue
        ply += ONE
        store(p, ply, work, rules)
        copy(work, start, rules)
        untried[ply] = ZERO
