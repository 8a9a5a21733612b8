"""In which order a search by alpha-beta tries moves: promising ones first."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import ONE, ZERO, U, compiled, inlined, lowest
from .choices import legal_ends
from .informed import gaps, in_open_lines
from .plain import exposed
from .positions import MOVE, NOWHERE, REMOVE, Terms, can_jump, free_places
from .searching import COUNT, DEPTH, FIRST, HOPE, NEXT, ROOM, Search

HASHED, CLOSING, STOPPING, _USUAL = 1 << 40, 1 << 24, 1 << 20, 1 << 14
"""How promising moves are: the best one before, those that close or stop a mill, at most others."""
SHIFT: Final = 13
"""Where in a listed move it is said how promising it is."""
LOW: Final = (1 << SHIFT) - 1


@compiled
def list_moves(
    s: Search, terms: Terms, ends: NDArray[np.uint64], ply: int, least: int, is_plain: bool
) -> None:
    """List those moves of a position that are at least so promising."""
    p, i, f = s.stack, U(ply), s.frames[ply]
    turn, phase = U(p.turn[i]), U(p.phase[i])
    own, other = p.tokens[i, turn], p.tokens[i, ONE ^ turn]
    free, at = free_places(p, i, terms), f[FIRST]
    closing = ZERO if phase == REMOVE else gaps(terms.tables, own) & free
    if phase == REMOVE:
        stopping = in_open_lines(terms.tables, other, free)
    else:
        stopping = gaps(terms.tables, other) & free
    starts, start = own, NOWHERE
    jumps = can_jump(p, i, turn, terms)
    if not is_plain:
        legal_ends(p, i, terms, ends)
    elif phase == MOVE:
        ends[NOWHERE] = ZERO
    else:
        starts, ends[NOWHERE] = ZERO, exposed(terms, other) if phase == REMOVE else free
    while True:
        left = ends[start]
        if is_plain and start != NOWHERE:
            left = free if jumps else terms.tables.places[start, 0] & free
        closed = left & closing
        if closed and start != NOWHERE:
            closed &= gaps(terms.tables, own ^ ONE << start)
        if least >= CLOSING:
            left = closed
        while left and at < ROOM:
            bit, move = left & (ZERO - left), np.int64(start << U(6) | lowest(left))
            left ^= bit
            promise = s.history[turn, move]
            promise += (CLOSING if closed & bit else 0) + (STOPPING if stopping & bit else 0)
            s.moves[at] = promise << SHIFT | move
            at += 1
        if not starts:
            break
        start = lowest(starts)
        starts &= starts - ONE
    f[COUNT] = at - f[FIRST]


@inlined
def promote(s: Search, ply: int, move: int) -> None:
    """Have a move tried first, if it is listed."""
    f = s.frames[ply]
    for k in range(f[FIRST], f[FIRST] + f[COUNT]):
        if s.moves[k] & LOW == move:
            s.moves[k] = HASHED << SHIFT | move


@inlined
def pick(s: Search, ply: int) -> bool:
    """Put the most promising of the moves left in the next place; whether it is worth trying."""
    f, moves = s.frames[ply], s.moves
    at, last = f[FIRST] + f[NEXT], f[FIRST] + f[COUNT]
    if at >= last:
        return False
    best, most = at, moves[at]
    for k in range(at + 1, last):
        if moves[k] > most:
            best, most = k, moves[k]
    moves[best] = moves[at]
    moves[at] = most
    return bool(most >> SHIFT >= f[HOPE])


@inlined
def move_at(s: Search, ply: int) -> int:
    """The move at hand."""
    low = s.moves[s.frames[ply, FIRST] + s.frames[ply, NEXT]] & LOW
    return int(low if ply else s.first_moves[low])


@inlined
def praise(s: Search, ply: int, move: int) -> None:
    """Have a move tried earlier from now on: it was too good for the other player."""
    turn, depth = s.stack.turn[ply], s.frames[ply, DEPTH]
    gain = min(depth * depth, 400)
    s.history[turn, move] += gain - s.history[turn, move] * gain // _USUAL
