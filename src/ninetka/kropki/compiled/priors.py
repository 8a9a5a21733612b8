"""The points that a search considers, and the priors of dots there."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, popcount
from .chains import flood, holds, is_closed
from .ruleset import Rules, by_rules
from .workspace import (
    ARC,
    ARCS,
    AROUND,
    BOARD,
    CLOSED,
    DOTS,
    EDGE,
    FREE,
    GAP,
    GROUPS,
    HIGHEST,
    HOUSES,
    LIVE,
    LOW,
    LOWEST,
    ROWS,
    SEVEN,
    SIX,
    STEPS,
    TURN,
    Workspace,
    dots_around,
    root,
)

_LEAD: Final = 1.5
"""The lead in dots that is worth e/(1 + e), about 0.73, if a game won is worth 1."""
_CAPTURED: Final = 3.0
"""The gain of a captured dot, in dots saved: a search sees late that a capture should not wait."""
_IN_HOUSE, _OWN_HOUSE = -1.0, -0.5
"""The gain of a dot in a house of the opponent, and in one of its player's own."""
PASS: Final = -1.0
"""The gain of a pass."""
_TAKES: Final = 1.8
"""The gain of a dot that captures at all, and of one that saves at all."""
_TOUCHED: Final = np.array([-1.2, -0.6, 0.2, 0.9, 1.1, 1.2, 0.9, 0.9, 0.9])
"""By number of arcs of dots, of both players, that it touches: what it gains by linking them, and
by coming between them."""
_CONTACT: Final = 0.3
"""The gain by touching dots of both."""
_BESIDE, _CORNERWISE = -0.2, -0.35
"""The gain by each dot next to it, and by each diagonally: it has less to do there."""
_EDGE: Final = -0.25
"""The gain at the edge."""
_FULL: Final = -1.4
"""The gain if all four points next to it are dots of one player."""
_NEXT, _DIAGONAL = U(0b010101010), U(0b101000101)
_TWO, _THREE, _FOUR = U(2), U(3), U(4)
_GAP, _ARC, _ARCS = U(GAP), U(ARC), U(ARCS)


@inlined
def worth(lead: float) -> float:
    """The worth of a lead in dots, from 0 to 1."""
    return 1 / (1 + math.exp(-lead / _LEAD))


@inlined
def near_dots(work: Workspace, y: Word, rules: Rules) -> Word:
    """The free points of a row within two columns and two rows of a dot."""
    dots = ZERO
    for k in range(max(y, _THREE) - _TWO, min(y + _TWO, rules.rows) + ONE):
        dots |= work.rows[DOTS + k] | work.rows[DOTS + ROWS + k]
    dots |= dots << ONE | dots >> ONE
    dots |= dots << ONE | dots >> ONE
    return dots & work.rows[FREE + y]


@inlined
def _hang_together(work: Workspace, cell: Word, around: Word) -> bool:
    """Return whether two arcs of dots around a cell are linked elsewhere already."""
    arcs, sides = (around >> _ARCS) & SEVEN, around >> _ARC
    for i in range(ONE, arcs):
        one = root(work, cell + STEPS[(sides >> i * _THREE) & SEVEN])
        for k in range(i):
            if root(work, cell + STEPS[(sides >> k * _THREE) & SEVEN]) == one:
                return True
    return False


@inlined
def _captives(work: Workspace, seat: Word, group: Word) -> Word:
    """The opponent's live dots in a group that a seat has closed."""
    count, live = ZERO, LIVE + (ONE - seat) * ROWS
    for y in range(work.rows[LOWEST + group], work.rows[HIGHEST + group] + ONE):
        count += popcount(work.rows[live + y] & work.rows[GROUPS + group * ROWS + y])
    return count


@compiled
def _would_capture(work: Workspace, seat: Word, cell: Word, around: Word, rules: Rules) -> Word:
    """Count the live dots that a seat captures if it places a dot on a free cell (K10)."""
    rows, row, bit = work.rows, cell >> SIX, ONE << (cell & LOW)
    if not rows[HOUSES + seat * ROWS + row] & bit:
        if around & SEVEN < _TWO:
            return ZERO
        if not rules.border and not _hang_together(work, cell, around):
            return ZERO
    rows[LIVE + seat * ROWS + row] |= bit
    sides, found, count = around >> _GAP, ZERO, ZERO
    for _ in range(around & SEVEN):
        beside = cell + STEPS[sides & SEVEN]
        sides >>= _THREE
        is_new = bool((rows[BOARD + (beside >> SIX)] >> (beside & LOW)) & ONE)
        for group in range(found):
            is_new &= not holds(work, group, beside)
        if not is_new:
            continue
        touches = flood(work, seat, beside, found, rules.border != ZERO)
        if touches and not rules.border:
            continue
        if is_closed(work, seat, touches, found, rules):
            count += _captives(work, seat, found)
        found += ONE
    rows[LIVE + seat * ROWS + row] ^= bit
    return count


@inlined
def _shape(work: Workspace, cell: Word, own: Word, theirs: Word) -> float:
    """Estimate the gain of a dot from the dots of both players around it."""
    touched, others = U(AROUND[own] >> _ARCS) & SEVEN, U(AROUND[theirs] >> _ARCS) & SEVEN
    found = _TOUCHED[touched + others]
    if touched and others:
        found += _CONTACT
    mine, dots = popcount(own & _NEXT), popcount(theirs & _NEXT)
    if mine == _FOUR or dots == _FOUR:
        found += _FULL
    if work.rows[EDGE + (cell >> SIX)] >> (cell & LOW) & ONE:
        found += _EDGE
    cornerwise = popcount(own & _DIAGONAL) + popcount(theirs & _DIAGONAL)
    return float(found + _BESIDE * float(mine + dots) + _CORNERWISE * float(cornerwise))


@compiled
def _gain(work: Workspace, cell: Word, rules: Rules) -> tuple[float, float, float]:
    """Return how many dots a dot on a free cell captures, the dots at stake, and its gain.

    In dots; a gain counts what is at stake, houses, and what the dot links or parts.
    """
    seat = work.rows[TURN]
    other, row, bit = ONE - seat, cell >> SIX, ONE << (cell & LOW)
    own, theirs = dots_around(work, cell, seat, rules), dots_around(work, cell, other, rules)
    captured = float(_would_capture(work, seat, cell, U(AROUND[own]), rules))
    saved = float(_would_capture(work, other, cell, U(AROUND[theirs]), rules))
    at_stake = _CAPTURED * captured + saved
    found = at_stake + _shape(work, cell, own, theirs)
    if captured:
        found += _TAKES
    elif work.rows[HOUSES + other * ROWS + row] & bit:
        found += _IN_HOUSE
    if saved:
        found += _TAKES
    if work.rows[HOUSES + seat * ROWS + row] & bit:
        found += _OWN_HOUSE
    return captured, at_stake, found


@compiled
def _gain_if_declared(work: Workspace, cell: Word, rules: Rules) -> tuple[float, float, float]:
    """The same where chains are declared: what is closed already was surrounded before."""
    seat, row, bit = work.rows[TURN], cell >> SIX, ONE << (cell & LOW)
    if work.rows[CLOSED + (ONE - seat) * ROWS + row] & bit:
        return 0.0, 0.0, _IN_HOUSE
    if work.rows[CLOSED + seat * ROWS + row] & bit:
        return 0.0, 0.0, _OWN_HOUSE
    return _gain(work, cell, rules)


gain: Final = by_rules(_gain, _gain_if_declared)
"""Takes a free cell; returns the dots that one there surrounds, the dots at stake, and its gain."""
