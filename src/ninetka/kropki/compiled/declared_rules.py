"""The moves that declared games offer, on many positions at once (K2, K5). As `rules` otherwise.

The code of a dot alone is columns·row + column. With the chains that are offered, it is that and
the number of points.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, below, lowest
from .closed import find_closed
from .declaring import dot_with_chains, find_chains, mark_offered, nth_free, take_turn
from .desk import FREE, LEFT, LOW, OFFERED, SIX, TURN, Desk
from .rules import POINTS, Positions, load, store
from .terms import Terms
from .turns import cell_of, code_of

_POINTS = U(POINTS)


@inlined
def _load(p: Positions, i: Word, desk: Desk, terms: Terms) -> Word:
    """Put a position on a desk, and mark what is offered. Returns what `find_chains` does."""
    load(p, i, desk, terms)
    find_closed(desk, desk.rows[TURN], terms)
    offered = find_chains(desk, terms)
    mark_offered(desk, offered, terms)
    return offered


@inlined
def _is_offered(desk: Desk, code: Word, terms: Terms) -> bool:
    """Whether a code, of any size, is that of a move offered on a desk."""
    points, table = terms.columns * terms.rows, FREE
    if code >= points:
        code -= points
        table = OFFERED
    if code >= points:
        return False
    cell = cell_of(code, terms)
    return bool((desk.rows[table + (cell >> SIX)] >> (cell & LOW)) & ONE)


@inlined
def _mark(desk: Desk, table: Word, out: NDArray[np.bool_], terms: Terms) -> None:
    """Set `out`, by code, for the points of a set."""
    for y in range(ONE, terms.rows + ONE):
        bits = desk.rows[table + y]
        while bits:
            out[code_of(y << SIX | lowest(bits), terms)] = True
            bits &= bits - ONE


@entry
def legal_masks(p: Positions, desk: Desk, terms: Terms, out: NDArray[np.bool_]) -> None:
    """Fill `out`, (size, codes): by position and code, whether the move is offered."""
    out[:] = False
    for i in range(U(len(p.turn))):
        _load(p, i, desk, terms)
        _mark(desk, FREE, out[i], terms)
        _mark(desk, OFFERED, out[i, terms.columns * terms.rows :], terms)


@entry
def steps(p: Positions, actions: NDArray[np.int64], desk: Desk, terms: Terms) -> int:
    """Make a move in each position, none for -1. Returns -1.

    If a move is not offered, it changes nothing and returns the number of the first such position.
    """
    points = terms.columns * terms.rows
    for i in range(len(p.turn)):
        if actions[i] != -1:
            _load(p, U(i), desk, terms)
            if not _is_offered(desk, U(actions[i]), terms):
                return i
    for i in range(U(len(p.turn))):
        if actions[i] == -1:
            continue
        code, declares = U(actions[i]), U(actions[i]) >= points
        if declares:
            code -= points
            _load(p, i, desk, terms)
        else:
            load(p, i, desk, terms)
        take_turn(desk, cell_of(code, terms), declares, False, terms)
        p.log[i, U(p.logged[i])] = code + (_POINTS if declares else ZERO)
        p.logged[i] += 1
        store(p, i, desk, terms)
    return -1


@inlined
def chosen(desk: Desk, word: Word, offered: Word, terms: Terms) -> Word:
    """The code of one of the moves offered on a desk, by a random word."""
    choice = below(word, desk.rows[LEFT] + offered)
    if choice < desk.rows[LEFT]:
        return code_of(nth_free(desk, choice, terms), terms)
    cell = dot_with_chains(desk, choice - desk.rows[LEFT], offered, terms)
    return terms.columns * terms.rows + code_of(cell, terms)


@entry
def random_actions(
    p: Positions, desk: Desk, terms: Terms, words: NDArray[np.uint64], out: NDArray[np.int64]
) -> None:
    """Fill `out`, (size,), with one of the moves offered; -1 if the game is over."""
    for i in range(U(len(p.turn))):
        out[i] = -1
        offered = _load(p, i, desk, terms)
        if desk.rows[LEFT]:
            out[i] = chosen(desk, words[i], offered, terms)
