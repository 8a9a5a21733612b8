"""What a search by alpha-beta begins with, and what it shows of what it has found out."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...compiled import alphabeta
from ...compiled.alphabeta import BEST_NODE, COUNT, SIZE, Search, share_visits, worth_of_first
from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from ...compiled.transpositions import NOTHING, WIN, WON, found, move_in
from ...compiled.tree import Nodes, add_successors
from .choices import legal_ends
from .hashes import key_of
from .ordering import PLIES
from .positions import NOWHERE, OVER, Positions, Terms, copy
from .rules import apply_by_call
from .stepping import code_of

_SOFT: Final = 150
"""The lead with which three of four games are won or so."""
_MARGIN: Final = 60
"""How much worse than the best a first move may be for its worth to be found out exactly."""
_LONGEST: Final = 16
"""The most plies of a principal line."""


@compiled
def begin(
    p: Positions, terms: Terms, nodes: Nodes, key: Word, order: NDArray[np.int64], s: Search,
    ends: NDArray[np.uint64],
) -> None:  # fmt: skip
    """Begin to search position 0 of `p`. Its moves become nodes, in random order."""
    copy(p, ZERO, s.stack, ZERO, terms)
    s.keys[0] = key_of(p, ZERO, terms)
    legal_ends(p, ZERO, terms, ends)
    used = 1
    for start in range(NOWHERE + ONE):
        while ends[start]:
            s.first_moves[used] = np.int64(start << U(6) | lowest(ends[start]))
            nodes.action[used], nodes.mover[used] = used, p.turn[0]
            ends[start] &= ends[start] - ONE
            used += 1
    add_successors(nodes, 0, 1, used, key)
    for node in range(1, used):
        s.moves[node] = s.first_moves[nodes.action[node]]
    for node in range(1, used):
        move = s.first_moves[node] = s.moves[node]
        nodes.action[node] = code_of(U(move) >> U(6), U(move) & U(63), order)
    alphabeta.begin(s, nodes, used - 1, PLIES, _MARGIN)


@inlined
def _share(worth: int) -> float:
    """The share of the win that a worth stands for, which all machines compute alike."""
    if abs(worth) > WON:
        lost = (WIN - abs(worth)) * 1e-9
        return 1 - lost if worth > 0 else lost
    return 0.5 + 0.5 * worth / (abs(worth) + _SOFT)


@compiled
def publish(
    s: Search, terms: Terms, nodes: Nodes, order: NDArray[np.int64], ends: NDArray[np.uint64]
) -> None:
    """Let the nodes say what has been found out, with visits as if first moves had shared them."""
    count, best, p = s.frames[0, COUNT], s.at[BEST_NODE], s.stack
    most = share_visits(s, nodes)
    for node in range(1, count + 1):
        nodes.won[node] = nodes.games[node] * _share(worth_of_first(s, node))
    # The principal line, as far as it is remembered
    row, node, move = U(PLIES + 1), best, s.first_moves[best]
    copy(p, ZERO, p, row, terms)
    for used in range(count + 1, count + _LONGEST):
        apply_by_call(p, row, U(move) >> U(6), U(move) & U(63), terms)
        known = (
            ZERO if U(p.phase[row]) == OVER else found(s.table, s.at[SIZE], key_of(p, row, terms))
        )
        move = move_in(known) if known else NOTHING
        legal_ends(p, row, terms, ends)
        if move == NOTHING or not ends[move >> 6] >> (U(move) & U(63)) & ONE:
            return
        nodes.child[node], nodes.children[node] = used, 1
        nodes.action[used] = code_of(U(move) >> U(6), U(move) & U(63), order)
        nodes.games[used], nodes.won[used], nodes.children[used] = most, 0.0, 0
        node = used
