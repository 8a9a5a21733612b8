"""Counting the ways a game can go on: the check of a move generator. For any game."""

from __future__ import annotations

from typing import Any

from .errors import NinetkaError
from .protocol import EnumerableState, M


def perft(state: EnumerableState[M], depth: int) -> int:
    """How many sequences of exactly `depth` legal moves there are.

    A forced pass is a move; a finished game has no longer ones. Raises NinetkaError if the depth is
    below 0.
    """
    if not isinstance(depth, int) or depth < 0:
        raise NinetkaError(f"a depth is 0 or more, not {depth!r}")
    return _count(state, depth) if depth else 1


def perft_by_move(state: EnumerableState[M], depth: int) -> dict[M, int]:
    """The same count for each legal move, in their order; the depth, from 1, includes that move.

    Raises NinetkaError if the depth is below 1.
    """
    if not isinstance(depth, int) or depth < 1:
        raise NinetkaError(f"a depth by move is 1 or more, not {depth!r}")
    return {move: perft(state.apply_unchecked(move), depth - 1) for move in state.legal_moves}


def _count(state: EnumerableState[Any], depth: int) -> int:
    if depth == 1:
        return len(state.legal_moves)
    return sum(_count(state.apply_unchecked(move), depth - 1) for move in state.legal_moves)
