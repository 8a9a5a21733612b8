"""What a position of two is worth at first sight, in hundredths of a token.

The weights were found by games of Mills with 8,000 visits a move, 24 games between two settings.
Freedom counts: steps at 1 and 6 and tokens that can move at 0 and 30 won none and drew 4; steps at
14 and 20 and tokens at 50 and 100 won 6 and drew 6. With nothing for a mill that can be closed
next, 6 were won and 8 drawn.
"""

from __future__ import annotations

import numpy as np

from ...compiled.machine import U, Word, inlined, popcount
from .informed import gaps
from .positions import Positions, Terms, can_jump, free_places
from .rules import reach

_TOKEN, _LACKING, _REACHED, _THREAT = 100, 6, 12, 40
_STEP, _MOVABLE = (8, 15), (25, 60)
"""While tokens are in hand, and later."""


@inlined
def _side(p: Positions, i: Word, seat: Word, free: Word, is_late: int, terms: Terms) -> int:
    """What speaks for a seat: tokens, lines that lack one, places to move to, tokens that can."""
    tables, own = terms.tables, p.tokens[i, seat]
    lacking, jumps = gaps(tables, own) & free, can_jump(p, i, seat, terms)
    ends = free if jumps else reach(tables, own, free)
    movable = own if jumps else reach(tables, free, own)
    closing = lacking if p.hands[i, seat] else lacking & ends
    worth = _TOKEN * np.int64(popcount(own) + U(p.hands[i, seat]))
    worth += _LACKING * np.int64(popcount(lacking)) + _REACHED * np.int64(popcount(closing))
    worth += _STEP[is_late] * np.int64(popcount(ends))
    worth += _MOVABLE[is_late] * np.int64(popcount(movable))
    return int(worth) + (_THREAT if closing and seat == U(p.turn[i]) else 0)


@inlined
def evaluation(p: Positions, i: Word, terms: Terms) -> int:
    """What position i is worth to the player to move."""
    free, turn = free_places(p, i, terms), U(p.turn[i])
    is_late = 0 if p.hands[i, 0] or p.hands[i, 1] else 1
    worth = 0
    for seat in range(U(2)):
        side = _side(p, i, seat, free, is_late, terms)
        worth += side if seat == turn else -side
    return worth
