"""Groups of points that are not a player's live dots, and what the tight chain around one encloses.

This is `chains` and `capture` of the library, in a workspace.
"""

from __future__ import annotations

from typing import Final

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from .ruleset import Rules
from .workspace import (
    BOARD,
    CHAIN,
    EDGE,
    GROUPS,
    HIGHEST,
    INSIDE,
    LIVE,
    LOW,
    LOWEST,
    OWNED,
    RING,
    ROWS,
    SIX,
    STEPS,
    UNSEEN,
    VISIT,
    Workspace,
)


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
def flood(work: Workspace, seat: Word, cell: Word, group: Word, whole: bool) -> bool:
    """Find the group of points not live dots of a seat around a cell. Whether it reaches the edge.

    If so, only a part of it is found, unless the `whole` group is asked for.
    """
    rows, walls, g = work.rows, LIVE + seat * ROWS, GROUPS + group * ROWS
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
def holds(work: Workspace, group: Word, cell: Word) -> bool:
    """Return whether a group that has been found holds a cell."""
    y = cell >> SIX
    if y < work.rows[LOWEST + group] or y > work.rows[HIGHEST + group]:
        return False
    return bool((work.rows[GROUPS + group * ROWS + y] >> (cell & LOW)) & ONE)


@inlined
def is_wanted(work: Workspace, seat: Word, group: Word, rules: Rules) -> bool:
    """Return whether a group has what its seat may capture: live dots, or any points (K10, K21)."""
    g, sought = GROUPS + group * ROWS, LIVE + (ONE - seat) * ROWS
    for y in range(work.rows[LOWEST + group], work.rows[HIGHEST + group] + ONE):
        points = work.rows[sought + y]
        if rules.empty_areas:
            points = ~work.rows[OWNED + seat * ROWS + y]
        if points & work.rows[g + y]:
            return True
    return False


SMALL: Final = U(7)
"""The fewest points of a group whose chain may enclose more: its ends meet around a point."""
_LAST_GROUP: Final = U(4)
"""The group that `largest` uses."""
_TWO, _DOWN, _LEFT, _SEVEN = U(2), U(4), U(6), U(7)


@inlined
def _is_in(work: Workspace, g: Word, cell: Word) -> bool:
    return bool((work.rows[g + (cell >> SIX)] >> (cell & LOW)) & ONE)


@compiled
def trace(work: Workspace, group: Word) -> Word:
    """Write the tight chain around a group to `CHAIN`, and return how many cells it has.

    As `chains.border_of` does. Beyond the edge, it has cells of the frame.
    """
    rows, cells, g = work.rows, work.cells, GROUPS + group * ROWS
    low, high = rows[LOWEST + group], rows[HIGHEST + group]
    rows[g + low - ONE], rows[g + high + ONE] = ZERO, ZERO
    columns = ZERO
    for y in range(low, high + ONE):
        columns |= rows[g + y]
    x, y = lowest(columns), low
    while not (rows[g + y] >> x) & ONE:
        y += ONE
    # Directions are those of STEPS: down, and the wall on the right hand side, to the left
    here, heading = y << SIX | x, _DOWN
    start = here + STEPS[_LEFT]
    cells[CHAIN], cells[VISIT + start] = start, ZERO
    count = ONE
    while True:
        ahead = here + STEPS[heading]
        wall = (heading + _TWO) & _SEVEN
        beyond = ahead + STEPS[wall]
        if not _is_in(work, g, ahead):
            dot, heading = ahead, (heading - _TWO) & _SEVEN
        elif not _is_in(work, g, beyond):
            dot, here = beyond, ahead
        else:
            here, heading = beyond, wall
            continue
        if dot == start:
            return count
        before = U(cells[VISIT + dot])
        if before < count and U(cells[CHAIN + before]) == dot:
            count = before + ONE  # a detour around dots that reach inward
        else:
            cells[CHAIN + count], cells[VISIT + dot] = dot, count
            count += ONE


@inlined
def _on_board(cell: Word, rules: Rules) -> Word:
    """The cell of the board that is nearest to one of the frame."""
    x = min(max(cell & LOW, ONE), rules.columns)
    return min(max(cell >> SIX, ONE), rules.rows) << SIX | x


@inlined
def copy_inside(work: Workspace, group: Word) -> Word:
    """Write a group to `INSIDE`. Returns the number of its points."""
    rows, g, points = work.rows, GROUPS + group * ROWS, ZERO
    for y in range(rows[LOWEST + group], rows[HIGHEST + group] + ONE):
        rows[INSIDE + y] = rows[g + y]
        points += popcount(rows[g + y])
    return points


@compiled
def enclose(work: Workspace, group: Word, rules: Rules) -> None:
    """Write to `INSIDE` what the tight chain around a group encloses, in the rows of the group."""
    if copy_inside(work, group) >= SMALL or rules.border:
        fill(work, group, trace(work, group), rules)


@compiled
def fill(work: Workspace, group: Word, count: Word, rules: Rules) -> None:
    """Write to `INSIDE` what the chain of `count` cells encloses that was traced around a group."""
    rows, g = work.rows, GROUPS + group * ROWS
    low, high = rows[LOWEST + group], rows[HIGHEST + group]
    for y in range(low - ONE, high + _TWO):
        rows[INSIDE + y] = rows[RING + y] = ZERO
    before = _on_board(U(work.cells[CHAIN + count - ONE]), rules)
    for at in range(CHAIN, CHAIN + count):
        cell = _on_board(U(work.cells[at]), rules)
        rows[RING + (cell >> SIX)] |= ONE << (cell & LOW)
        if cell & LOW != before & LOW:  # a step to the side, counted at its left end
            left = cell if cell & LOW < before & LOW else before
            rows[INSIDE + (left >> SIX)] ^= ONE << (left & LOW)
        before = cell
    odd = ZERO
    for y in range(low - ONE, high + _TWO):
        odd ^= rows[INSIDE + y]
        rows[INSIDE + y] = odd & ~rows[RING + y]
    if rules.border:
        for y in range(low, high + ONE):
            rows[INSIDE + y] |= rows[RING + y] & rows[g + y]


@compiled
def size_at_border(work: Workspace, seat: Word, group: Word, rules: Rules) -> Word:
    """Count the points that a group's chain encloses (K22); 0 if the seat owns all of the group."""
    g, own = GROUPS + group * ROWS, OWNED + seat * ROWS
    low, high = work.rows[LOWEST + group], work.rows[HIGHEST + group]
    others = ZERO
    for y in range(low, high + ONE):
        others |= work.rows[g + y] & ~work.rows[own + y]
    if not others:
        return ZERO
    enclose(work, group, rules)
    size = ZERO
    for y in range(low, high + ONE):
        size += popcount(work.rows[INSIDE + y])
    return size


@compiled
def largest(work: Workspace, seat: Word, rules: Rules) -> Word:
    """The size of the largest group of a seat that reaches the edge (K22)."""
    rows, most, group = work.rows, ZERO, _LAST_GROUP
    for y in range(ONE, rules.rows + ONE):
        rows[UNSEEN + y] = rows[EDGE + y] & ~rows[LIVE + seat * ROWS + y]
    for y in range(ONE, rules.rows + ONE):
        while rows[UNSEEN + y]:
            flood(work, seat, y << SIX | lowest(rows[UNSEEN + y]), group, True)
            for k in range(rows[LOWEST + group], rows[HIGHEST + group] + ONE):
                rows[UNSEEN + k] &= ~rows[GROUPS + group * ROWS + k]
            most = max(most, size_at_border(work, seat, group, rules))
    return most


@inlined
def is_closed(work: Workspace, seat: Word, touches: bool, group: Word, rules: Rules) -> bool:
    """Return whether a whole group, found and with points of others, is closed (K10, K22)."""
    if not touches:
        return True
    if not rules.border:
        return False
    # What others enclose lies beyond it, so none is larger than one that has half of the points.
    # To ask that first makes games three times as fast.
    points = ZERO
    for y in range(work.rows[LOWEST + group], work.rows[HIGHEST + group] + ONE):
        points += popcount(work.rows[GROUPS + group * ROWS + y])
    if points << ONE >= rules.columns * rules.rows:
        return False
    return bool(size_at_border(work, seat, group, rules) != largest(work, seat, rules))
