"""Which points a search looks at, and what it expects of a dot there before it has tried one."""

from __future__ import annotations

import math
from typing import Final

from ...compiled.machine import ONE, ZERO, U, Word, compiled, inlined, popcount
from .chains import ROWS, flood, holds, is_closed
from .desk import (
    BOARD,
    CLOSED,
    DOTS,
    FREE,
    GROUPS,
    HIGHEST,
    HOUSES,
    LIVE,
    LOW,
    LOWEST,
    SEVEN,
    SIX,
    TURN,
    Desk,
    Terms,
    by_terms,
    root,
    surroundings,
)
from .tables import ARC, ARCS, GAP, STEPS

_LEAD: Final = 1.5
"""The lead in dots that is worth e/(1 + e), about 0.73, if a game won is worth 1."""
_CAPTURED: Final = 3.0
"""What a captured dot gains, in dots saved: a search sees late that a capture should not wait."""
_IN_HOUSE, _OWN_HOUSE = -1.0, -0.5
"""What a dot gains in a house of the opponent, and in one of its player's own."""
PASS: Final = -1.0
"""What a pass gains."""
_LINK: Final = 0.15
"""What a dot gains by each of up to two arcs of own dots, and of others, that it touches."""
_TWO, _THREE = U(2), U(3)
_GAP, _ARC, _ARCS = U(GAP), U(ARC), U(ARCS)


@inlined
def worth(lead: float) -> float:
    """What a lead in dots is worth, from 0 to 1."""
    return 1 / (1 + math.exp(-lead / _LEAD))


@inlined
def near_dots(desk: Desk, y: Word, terms: Terms) -> Word:
    """The free points of a row within two columns and two rows of a dot."""
    dots = ZERO
    for k in range(max(y, _THREE) - _TWO, min(y + _TWO, terms.rows) + ONE):
        dots |= desk.rows[DOTS + k] | desk.rows[DOTS + ROWS + k]
    dots |= dots << ONE | dots >> ONE
    dots |= dots << ONE | dots >> ONE
    return dots & desk.rows[FREE + y]


@inlined
def _hang_together(desk: Desk, cell: Word, around: Word) -> bool:
    """Whether two arcs of dots around a cell are linked elsewhere already."""
    arcs, sides = (around >> _ARCS) & SEVEN, around >> _ARC
    for i in range(ONE, arcs):
        one = root(desk, cell + STEPS[(sides >> i * _THREE) & SEVEN])
        for k in range(i):
            if root(desk, cell + STEPS[(sides >> k * _THREE) & SEVEN]) == one:
                return True
    return False


@inlined
def _captives(desk: Desk, seat: Word, group: Word) -> Word:
    """The opponent's live dots in a group that a seat has closed."""
    count, live = ZERO, LIVE + (ONE - seat) * ROWS
    for y in range(desk.rows[LOWEST + group], desk.rows[HIGHEST + group] + ONE):
        count += popcount(desk.rows[live + y] & desk.rows[GROUPS + group * ROWS + y])
    return count


@compiled
def _would_capture(desk: Desk, seat: Word, cell: Word, around: Word, terms: Terms) -> Word:
    """How many live dots a seat captures if it places a dot on a free cell (K10)."""
    rows, row, bit = desk.rows, cell >> SIX, ONE << (cell & LOW)
    if not rows[HOUSES + seat * ROWS + row] & bit:
        if around & SEVEN < _TWO:
            return ZERO
        if not terms.border and not _hang_together(desk, cell, around):
            return ZERO
    rows[LIVE + seat * ROWS + row] |= bit
    sides, found, count = around >> _GAP, ZERO, ZERO
    for _ in range(around & SEVEN):
        beside = cell + STEPS[sides & SEVEN]
        sides >>= _THREE
        is_new = bool((rows[BOARD + (beside >> SIX)] >> (beside & LOW)) & ONE)
        for group in range(found):
            is_new &= not holds(desk, group, beside)
        if not is_new:
            continue
        touches = flood(desk, seat, beside, found, terms.border != ZERO)
        if touches and not terms.border:
            continue
        if is_closed(desk, seat, touches, found, terms):
            count += _captives(desk, seat, found)
        found += ONE
    rows[LIVE + seat * ROWS + row] ^= bit
    return count


@compiled
def _gain(desk: Desk, cell: Word, terms: Terms) -> tuple[float, float]:
    """The dots that one on a free cell captures for the player to move, and what it seems to gain.

    In dots, that counts those captured and saved, houses, and what the dot links or parts.
    """
    seat = desk.rows[TURN]
    other, row, bit = ONE - seat, cell >> SIX, ONE << (cell & LOW)
    own, theirs = surroundings(desk, cell, seat, terms), surroundings(desk, cell, other, terms)
    captured = float(_would_capture(desk, seat, cell, own, terms))
    found = _CAPTURED * captured + float(_would_capture(desk, other, cell, theirs, terms))
    if captured == 0 and desk.rows[HOUSES + other * ROWS + row] & bit:
        found += _IN_HOUSE
    if desk.rows[HOUSES + seat * ROWS + row] & bit:
        found += _OWN_HOUSE
    arcs = min((own >> _ARCS) & SEVEN, _TWO) + min((theirs >> _ARCS) & SEVEN, _TWO)
    return captured, found + _LINK * float(arcs)


@compiled
def _gain_if_declared(desk: Desk, cell: Word, terms: Terms) -> tuple[float, float]:
    """The same where chains are declared: what is closed already was surrounded before."""
    seat, row, bit = desk.rows[TURN], cell >> SIX, ONE << (cell & LOW)
    if desk.rows[CLOSED + (ONE - seat) * ROWS + row] & bit:
        return 0.0, _IN_HOUSE
    if desk.rows[CLOSED + seat * ROWS + row] & bit:
        return 0.0, _OWN_HOUSE
    return _gain(desk, cell, terms)


gain: Final = by_terms(_gain, _gain_if_declared)
"""The dots that one on a free cell surrounds for the player to move, and what it seems to gain."""
