"""Groups of points that are not a player's live dots, found by floods."""

from __future__ import annotations

from typing import Final

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from .desk import BOARD, EDGE, GROUPS, HIGHEST, LIVE, LOW, LOWEST, OWNED, SIX, Desk
from .packing import STRIDE
from .terms import Terms

ROWS: Final = U(STRIDE)


@inlined
def along(reached: Word, open_: Word) -> Word:
    """The points of a row that can be reached in it from some of its open points."""
    reached |= open_ & ((open_ + reached) ^ open_)  # carries run through to the end
    while True:
        further = (reached >> ONE) & open_ & ~reached
        if not further:
            return reached
        reached |= further


@compiled
def flood(desk: Desk, seat: Word, cell: Word, group: Word, whole: bool) -> bool:
    """Find the group of points not live dots of a seat around a cell. Whether it reaches the edge.

    If so, only a part of it is found, unless the `whole` group is asked for.
    """
    rows, walls, g = desk.rows, LIVE + seat * ROWS, GROUPS + group * ROWS
    low = high = cell >> SIX
    rows[g + low] = along(ONE << (cell & LOW), rows[BOARD + low] & ~rows[walls + low])
    touches = rows[g + low] & rows[EDGE + low] != ZERO
    grows = True
    while grows and (whole or not touches):
        grows = False
        y = low + ONE
        while y <= high + ONE:
            old = rows[g + y] if y <= high else ZERO
            open_ = rows[BOARD + y] & ~rows[walls + y]
            new = rows[g + y - ONE] & open_ & ~old
            if new:
                old = along(old | new, open_)
                rows[g + y] = old
                high, grows = max(high, y), True
                if old & rows[EDGE + y]:
                    touches = True
                    if not whole:
                        return True
            y += ONE
        y = high - ONE
        while y + ONE >= low:
            old = rows[g + y] if y >= low else ZERO
            open_ = rows[BOARD + y] & ~rows[walls + y]
            new = rows[g + y + ONE] & open_ & ~old
            if new:
                old = along(old | new, open_)
                rows[g + y] = old
                low, grows = min(low, y), True
                if old & rows[EDGE + y]:
                    touches = True
                    if not whole:
                        return True
            y -= ONE
    rows[LOWEST + group], rows[HIGHEST + group] = low, high
    return bool(touches)


@inlined
def holds(desk: Desk, group: Word, cell: Word) -> bool:
    """Whether a group that has been found holds a cell."""
    y = cell >> SIX
    if y < desk.rows[LOWEST + group] or y > desk.rows[HIGHEST + group]:
        return False
    return bool((desk.rows[GROUPS + group * ROWS + y] >> (cell & LOW)) & ONE)


@inlined
def is_wanted(desk: Desk, seat: Word, group: Word, terms: Terms) -> bool:
    """Whether a group has what its seat may capture: live dots, or any points (K10, K21)."""
    g, sought = GROUPS + group * ROWS, LIVE + (ONE - seat) * ROWS
    for y in range(desk.rows[LOWEST + group], desk.rows[HIGHEST + group] + ONE):
        points = desk.rows[sought + y]
        if terms.empty_areas:
            points = ~desk.rows[OWNED + seat * ROWS + y]
        if points & desk.rows[g + y]:
            return True
    return False
