"""Moves in many positions at once, for any game.

A game's own functions are compiled into the loop, and that into a function of the game that Python
calls: numba keeps on disk what a module defines, but not what a call returns.

What else looks alike in games stands in each. Counts of sequences (perft) and visits of trees, made
from functions in the same way, compiled for longer by a quarter and by a third (9tka), since numba
takes the arrays in a context apart for each function; masks, planes and random games are loops of
two lines, and the rules in them differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from .compiling import inlined
from .machine import U


def steps_by(
    is_legal: Callable[..., bool], make_move: Callable[..., None]
) -> Callable[[Any, NDArray[Any], Any], int]:
    """Make the steps of a game's batches, given how moves are checked and made.

    Both take `(p, i, code, context)`: positions, the number of one, the code of an action, and what
    else they read. For `is_legal`, the code may be of any size.
    """

    @inlined
    def steps(p: Any, actions: NDArray[Any], context: Any) -> int:
        """Make a move in each position, none for -1. Returns -1.

        If a move is illegal, it changes nothing and returns the number of the first such position.
        """
        for i in range(len(p.turn)):
            if actions[i] != -1 and not is_legal(p, U(i), U(actions[i]), context):
                return i
        for i in range(len(p.turn)):
            if actions[i] != -1:
                make_move(p, U(i), U(actions[i]), context)
        return -1

    return steps
