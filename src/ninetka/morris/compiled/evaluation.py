"""What a position of two is worth at first sight, in hundredths of a token.

The weights come from a regression on how 1,000 games of Mills between searches ended, with 6,000
visits a move, and were tried out in matches of two games with 20,000. A search with them won 64
games of Mills of 120 against one that took every gap in a line for a mill that can be closed, drew
29 and lost 27. Against it, 230 for a mill that can be closed won 50 % of 100 games, 55 for a token
that can move 50 % and 130 for one that can leave a mill 47 %. A second regression, on games of that
better search, gave weights that won 34 of 120, drew 38 and lost 48.

Of 80 games of Morabaraba it won 47 and drew 8. Where players put or move as they like, it is better
to judge as before: with weights as in Mills it won 36 to 44 % of 80 games of Lasker morris, with
those below 54. Against an alpha-beta search in C with a judgement of its own, at 0.05 seconds of
CPU time a move, it won 17 of 52 games of Mills, drew 18 and lost 17.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ...compiled.compiling import inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from .informed import gaps
from .mills import LINES, in_full_lines
from .positions import EITHER, HAND_PHASE, Positions, Terms, can_jump, free_places
from .rules import reach
from .tables import Tables

_PUTS, _MOVES, _EITHER = range(3)
_TOKEN, _OPEN = 100, 85
"""A token, and one that can leave a mill when all have been put."""
_CLOSING, _THREAT, _FREE = range(3)
_WEIGHTS: Final = np.array([[75, 50, 45], [170, 70, 30], [18, 40, 14]])
"""A mill that can be closed next, one or more in this turn, and a place to step to, or a token that
can move: while tokens are put, while they move, and while players do either."""


@inlined
def _closed_next(tables: Tables, own: Word, lacking: Word) -> Word:
    """Those of the places that lines lack to which a token from outside the line can step."""
    found = ZERO
    while lacking:
        place = lowest(lacking)
        bit = ONE << place
        lacking ^= bit
        movers = own & tables.places[place, 0]
        for k in range(LINES, LINES + tables.places[place, 1]):
            others = tables.places[place, k] ^ bit
            if own & others == others and movers & ~others:
                found |= bit
    return found


@inlined
def _side(p: Positions, i: Word, seat: Word, free: Word, stage: int, terms: Terms) -> int:
    """What speaks for a seat: tokens, mills that can be closed, places to step to, open mills."""
    tables, own, hand = terms.tables, p.tokens[i, seat], U(p.hands[i, seat])
    jumps = can_jump(p, i, seat, terms)
    closing = gaps(tables, own) & free
    if not (hand or jumps):
        closing = _closed_next(tables, own, closing)
    worth = _TOKEN * np.int64(popcount(own) + hand)
    worth += _WEIGHTS[stage, _CLOSING] * np.int64(popcount(closing))
    near, counted = (free, own) if stage == _MOVES else (own, free)
    able = counted if jumps else reach(tables, near, counted)
    worth += _WEIGHTS[stage, _FREE] * np.int64(popcount(able))
    if stage == _MOVES:
        worth += _OPEN * np.int64(popcount(able & in_full_lines(tables, own)))
    return int(worth) + (_WEIGHTS[stage, _THREAT] if closing and seat == U(p.turn[i]) else 0)


@inlined
def evaluation(p: Positions, i: Word, terms: Terms) -> int:
    """What position i is worth to the player to move."""
    free, turn = free_places(p, i, terms), U(p.turn[i])
    stage = _MOVES
    if p.hands[i, 0] or p.hands[i, 1]:
        stage = _EITHER if terms.rules[HAND_PHASE] == EITHER else _PUTS
    worth = 0
    for seat in range(U(2)):
        side = _side(p, i, seat, free, stage, terms)
        worth += side if seat == turn else -side
    return worth
