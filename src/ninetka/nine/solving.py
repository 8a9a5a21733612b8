"""Perfect play of 9tka: a compiled search of all continuations of a position."""

from __future__ import annotations

import time
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Final

from ..protocol.compiled import kernel_for
from ..protocol.solver import Budget, Solver, Value
from .moves import Move
from .state import State

_STEP: Final = 1 << 18
"""The number of positions searched between looks at the clock."""


class NineSolver(Solver[State, Move]):
    """The solver of positions near enough to the end: it finds who can win them."""

    def searched(self, state: State, budget: Budget) -> Value[Move] | None:
        """The value by compiled code; None without the extra `batch`, or while chance decides.

        All games of 9tka are about as long, so the distance is not given.
        """
        if kernel_for(state) is None or not state.is_dealt:
            return None
        found, own = _sets(state, budget), 1 << state.to_move
        winning = [move for move, seats in found.items() if seats == own]
        if winning:
            return Value(_shares(state, own), None, tuple(winning), proven=True)
        # Any move may be played, and where a search has not ended, anybody may win
        everybody = (1 << state.players) - 1
        hopes = {move: seats or everybody for move, seats in found.items()}
        likely = reduce(or_, hopes.values())
        moves = [move for move, seats in hopes.items() if seats & own] or hopes
        reason = "who wins depends on how players choose between equal moves"
        if likely.bit_count() == 1:
            reason = ""
        elif not all(found.values()):
            reason = budget.spent
        return Value(_shares(state, likely), None, tuple(moves), not reason, reason)


def _shares(state: State, winners: int) -> tuple[Fraction, ...]:
    """The win shared by those who may have it, given as bits."""
    return tuple(Fraction(winners >> seat & 1, winners.bit_count()) for seat in state.seats)


def _sets(state: State, budget: Budget) -> dict[Move, int]:
    """Return the seats that may win after each move, as bits; 0 where the budget ran out."""
    from .compiled.batch import kernel_of

    kernel, moves = kernel_of(state), state.legal_moves
    search = kernel.ending(state)
    packed = [kernel.pack([state.apply_unchecked(move)]) for move in moves]
    search.winners(packed[0], 0)  # it is compiled before the clock runs
    found, left, end = dict.fromkeys(moves, 0), budget.nodes, budget.end
    while not all(found.values()):
        for move, arrays in zip(moves, packed, strict=True):
            if found[move]:
                continue
            nodes = _STEP if left is None else min(_STEP, left)
            found[move], looked = search.winners(arrays, nodes)
            left = None if left is None else left - looked
            if left == 0 or (end is not None and time.monotonic() > end):
                return found
    return found
