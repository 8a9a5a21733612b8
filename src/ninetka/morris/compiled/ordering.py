"""In which order a search by alpha-beta tries moves: promising ones first."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.alphabeta import COUNT, FIRST, SHIFT, Search
from ...compiled.compiling import compiled
from ...compiled.machine import ONE, ZERO, U, lowest
from .choices import legal_ends
from .informed import gaps, in_open_lines
from .plain import exposed
from .positions import MOVE, NOWHERE, REMOVE, Terms, can_jump, free_places

PLIES: Final = 62
"""The most plies that are looked ahead."""
ROOM: Final = 1 << 15
"""For the moves of all positions on the way to the one at hand."""
CLOSING, STOPPING = 1 << 24, 1 << 20
"""How promising moves are that close or stop a mill. A move is 64 times its start, plus its end."""


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
