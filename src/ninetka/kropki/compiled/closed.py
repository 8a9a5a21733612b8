"""Groups that a player has closed where chains are declared, and stay so until somebody declares.

Unlike houses, `CLOSED` has all points of such groups.
"""

from __future__ import annotations

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from .desk import (
    BOARD,
    CLOSED,
    DOTS,
    EDGE,
    FREE,
    GROUPS,
    HIGHEST,
    LEFT,
    LIVE,
    LOW,
    LOWEST,
    SEVEN,
    SIX,
    TURN,
    Desk,
    link,
    surroundings,
    take,
)
from .groups import ROWS, along, flood
from .tables import GAP, STEPS
from .terms import Terms

_TWO, _THREE, _GAP = U(2), U(3), U(GAP)


@compiled
def find_closed(desk: Desk, seat: Word, terms: Terms) -> None:
    """Work out `CLOSED` of a seat: the points that cannot be reached from the edge."""
    rows, live, reached, last = desk.rows, LIVE + seat * ROWS, GROUPS, terms.rows
    y: Word = ZERO
    rows[reached] = rows[reached + last + ONE] = ZERO
    for y in range(ONE, last + ONE):
        open_ = rows[BOARD + y] & ~rows[live + y]
        rows[reached + y] = along(rows[EDGE + y] & open_, open_)
    grows = True
    while grows:
        grows = False
        for k in range(_TWO * last):  # down, and up again
            y = k + ONE if k < last else _TWO * last - k
            open_ = rows[BOARD + y] & ~rows[live + y]
            old = rows[reached + y]
            new = (rows[reached + y - ONE] | rows[reached + y + ONE]) & open_ & ~old
            if new:
                rows[reached + y] = along(old | new, open_)
                grows = True
    for y in range(ONE, last + ONE):
        rows[CLOSED + seat * ROWS + y] = rows[BOARD + y] & ~(rows[live + y] | rows[reached + y])


@compiled
def _close(desk: Desk, cell: Word, gaps: Word) -> None:
    """Add the groups that the dot just placed has closed."""
    rows, seat = desk.rows, desk.rows[TURN]
    sides, closed = gaps >> _GAP, CLOSED + seat * ROWS
    for _ in range(gaps & SEVEN):
        beside = cell + STEPS[sides & SEVEN]
        sides >>= _THREE
        y, bit = beside >> SIX, ONE << (beside & LOW)
        if not rows[BOARD + y] & bit or rows[closed + y] & bit:
            continue
        if not flood(desk, seat, beside, ZERO, False):
            for k in range(rows[LOWEST], rows[HIGHEST] + ONE):
                rows[closed + k] |= rows[GROUPS + k]


@inlined
def add_dot(desk: Desk, cell: Word) -> None:
    """Place a dot of the player to move on a free cell (K2), and nothing else."""
    rows, seat = desk.rows, desk.rows[TURN]
    y, bit = cell >> SIX, ONE << (cell & LOW)
    rows[FREE + y] ^= bit
    rows[LEFT] -= ONE
    rows[DOTS + seat * ROWS + y] |= bit
    rows[LIVE + seat * ROWS + y] |= bit


@compiled
def place(desk: Desk, cell: Word, terms: Terms) -> None:
    """Place a dot on a desk that has been surveyed, which may close groups. The turn goes on."""
    rows, seat = desk.rows, desk.rows[TURN]
    closed, bit = CLOSED + seat * ROWS + (cell >> SIX), ONE << (cell & LOW)
    around = surroundings(desk, cell, seat, terms)
    add_dot(desk, cell)
    take(desk, cell)
    closes = link(desk, cell, around)
    if rows[closed] & bit:
        rows[closed] ^= bit
    elif closes:
        _close(desk, cell, around)
