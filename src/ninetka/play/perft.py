"""Counting sequences of moves, which checks a move generator. For any game."""

from __future__ import annotations

from typing import Any

from ..base.deadline import check_time
from ..base.errors import NinetkaError, quoted
from ..base.fields import as_int
from ..protocol.states import EnumerableState, M, as_enumerable

__all__ = ["perft", "perft_by_move"]


def perft(state: EnumerableState[M], depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves.

    A forced pass is a move; a finished game cannot go on. Raises NinetkaError if the depth is below
    0 or the moves cannot be listed.

    >>> from ninetka import State
    >>> perft(State.start(), 2)
    2112
    """
    if as_int(depth) is None or depth < 0:
        raise NinetkaError(f"a depth is a whole number from 0 on, not {quoted(depth)}")
    return _count(as_enumerable(state), depth) if depth else 1


def perft_by_move(state: EnumerableState[M], depth: int) -> dict[M, int]:
    """The count for each legal move, in their order; the depth, from 1, includes that move.

    Raises NinetkaError if the depth is below 1 or the moves cannot be listed.
    """
    if as_int(depth) is None or depth < 1:
        raise NinetkaError(f"a depth by move is a whole number from 1 on, not {quoted(depth)}")
    moves = as_enumerable(state).legal_moves
    return {move: perft(state.apply_unchecked(move), depth - 1) for move in moves}


def _count(state: EnumerableState[Any], depth: int) -> int:
    check_time()
    if depth == 1:
        return len(state.legal_moves)
    return sum(_count(state.apply_unchecked(move), depth - 1) for move in state.legal_moves)
