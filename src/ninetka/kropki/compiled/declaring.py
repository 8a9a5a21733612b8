"""The chains that a player is offered to declare, and what comes of them (K5, K8, K10).

Groups that a player has closed stay so until somebody declares. Unlike houses, `CLOSED` has all
points of such groups.
"""

from __future__ import annotations

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, nth, popcount
from ..moves import MOST_DOTS
from ..state import MOST_CHAINS
from .chains import SMALL, along, copy_inside, fill, flood, trace
from .ruleset import Rules
from .workspace import (
    AREA,
    BOARD,
    CLOSED,
    DIED,
    DOTS,
    EDGE,
    FREE,
    GAP,
    GROUPS,
    HIGHEST,
    INSIDE,
    LEFT,
    LENGTH,
    LIVE,
    LOW,
    LOWEST,
    OFFERED,
    OWNED,
    ROWS,
    SEED,
    SEEDS,
    SEVEN,
    SIX,
    SIZE,
    STEPS,
    TURN,
    Workspace,
    link,
    surroundings,
    take,
)

_TWO, _THREE, _GAP = U(2), U(3), U(GAP)


@compiled
def find_closed(work: Workspace, seat: Word, rules: Rules) -> None:
    """Work out `CLOSED` of a seat: the points that cannot be reached from the edge."""
    rows, live, reached, last = work.rows, LIVE + seat * ROWS, GROUPS, rules.rows
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
def _close(work: Workspace, cell: Word, gaps: Word) -> None:
    """Add the groups that the dot just placed has closed."""
    rows, seat = work.rows, work.rows[TURN]
    sides, closed = gaps >> _GAP, CLOSED + seat * ROWS
    for _ in range(gaps & SEVEN):
        beside = cell + STEPS[sides & SEVEN]
        sides >>= _THREE
        y, bit = beside >> SIX, ONE << (beside & LOW)
        if not rows[BOARD + y] & bit or rows[closed + y] & bit:
            continue
        if not flood(work, seat, beside, ZERO, False):
            for k in range(rows[LOWEST], rows[HIGHEST] + ONE):
                rows[closed + k] |= rows[GROUPS + k]


@inlined
def add_dot(work: Workspace, cell: Word) -> None:
    """Place a dot of the player to move on a free cell (K2), and nothing else."""
    rows, seat = work.rows, work.rows[TURN]
    y, bit = cell >> SIX, ONE << (cell & LOW)
    rows[FREE + y] ^= bit
    rows[LEFT] -= ONE
    rows[DOTS + seat * ROWS + y] |= bit
    rows[LIVE + seat * ROWS + y] |= bit


@compiled
def place(work: Workspace, cell: Word, rules: Rules) -> None:
    """Place a dot in a surveyed workspace, which may close groups. The turn goes on."""
    rows, seat = work.rows, work.rows[TURN]
    closed, bit = CLOSED + seat * ROWS + (cell >> SIX), ONE << (cell & LOW)
    around = surroundings(work, cell, seat, rules)
    add_dot(work, cell)
    take(work, cell)
    closes = link(work, cell, around)
    if rows[closed] & bit:
        rows[closed] ^= bit
    elif closes:
        _close(work, cell, around)


_MOST_CHAINS, _MOST_DOTS = U(MOST_CHAINS), U(MOST_DOTS)


@compiled
def _surround(work: Workspace, seat: Word, cell: Word, rules: Rules) -> Word:
    """Find the group around a cell and write what its tight chain encloses to `INSIDE`.

    Returns the number of the chain's dots.
    """
    flood(work, seat, cell, ZERO, False)
    length = trace(work, ZERO)
    if copy_inside(work, ZERO) >= SMALL:
        fill(work, ZERO, length, rules)
    return length


@inlined
def _add_inside(work: Workspace) -> None:
    """Add `INSIDE` to `AREA`."""
    for y in range(work.rows[LOWEST], work.rows[HIGHEST] + ONE):
        work.rows[AREA + y] |= work.rows[INSIDE + y]


@inlined
def _size_inside(work: Workspace) -> Word:
    size = ZERO
    for y in range(work.rows[LOWEST], work.rows[HIGHEST] + ONE):
        size += popcount(work.rows[INSIDE + y])
    return size


@compiled
def _only_largest(work: Workspace, count: Word, rules: Rules) -> Word:
    """Write to `AREA` what the largest of `count` chains enclose; of equal ones, the last ones.

    Returns the number of their dots.
    """
    cells, dots = work.cells, ZERO
    for y in range(ONE, rules.rows + ONE):
        work.rows[AREA + y] = ZERO
    for _ in range(_MOST_CHAINS):
        best: Word = ZERO
        for k in range(count):
            if cells[SIZE + k] >= cells[SIZE + best]:
                best = k
        _surround(work, work.rows[TURN], U(cells[SEED + best]), rules)
        _add_inside(work)
        dots += U(cells[LENGTH + best])
        cells[SIZE + best] = ZERO
    return dots


@inlined
def _find_seeds(work: Workspace, rules: Rules) -> bool:
    """Write to `SEEDS` what the player to move can capture (K6, K21). Whether there is any."""
    rows, seat, found = work.rows, work.rows[TURN], ZERO
    for y in range(ONE, rules.rows + ONE):
        sought = rows[LIVE + (ONE - seat) * ROWS + y]
        if rules.empty_areas:
            sought = ~rows[OWNED + seat * ROWS + y]
        rows[SEEDS + y] = rows[CLOSED + seat * ROWS + y] & sought
        found |= rows[SEEDS + y]
    return bool(found)


@compiled
def find_chains(work: Workspace, rules: Rules) -> Word:
    """Find the chains that `some_moves` offers, and write what they enclose to `AREA`.

    Returns the number of dots that are offered with them; 0 if there are none.
    """
    if not _find_seeds(work, rules):
        return ZERO
    rows, cells, count, dots = work.rows, work.cells, ZERO, ZERO
    for y in range(ONE, rules.rows + ONE):
        rows[AREA + y] = ZERO
    for y in range(ONE, rules.rows + ONE):
        while rows[SEEDS + y]:
            cell = y << SIX | lowest(rows[SEEDS + y])
            length = _surround(work, rows[TURN], cell, rules)
            for k in range(rows[LOWEST], rows[HIGHEST] + ONE):
                rows[SEEDS + k] &= ~rows[GROUPS + k]
            _add_inside(work)
            cells[SEED + count], cells[SIZE + count] = cell, _size_inside(work)
            cells[LENGTH + count] = length
            dots += length
            count += ONE
    if count > _MOST_CHAINS:
        dots = _only_largest(work, count, rules)
    return min(rows[LEFT], max(ONE, _MOST_DOTS // dots))


@inlined
def nth_free(work: Workspace, number: Word, rules: Rules) -> Word:
    """The cell of the free point with this number, row by row from the top."""
    y = ONE
    while number >= popcount(work.rows[FREE + y]):
        number -= popcount(work.rows[FREE + y])
        y += ONE
    return y << SIX | nth(work.rows[FREE + y], number)


@inlined
def dot_with_chains(work: Workspace, number: Word, offered: Word, rules: Rules) -> Word:
    """The cell of the dot with this number among the `offered` ones that come with chains."""
    return nth_free(work, number * work.rows[LEFT] // offered, rules)


@compiled
def mark_offered(work: Workspace, offered: Word, rules: Rules) -> None:
    """Write to `OFFERED` where a dot is offered with chains, given how many there are."""
    rows = work.rows
    some = offered != rows[LEFT]
    for y in range(ONE, rules.rows + ONE):
        rows[OFFERED + y] = ZERO if some else rows[FREE + y]
    if some:
        for number in range(offered):
            cell = dot_with_chains(work, number, offered, rules)
            rows[OFFERED + (cell >> SIX)] |= ONE << (cell & LOW)


@inlined
def _opens(work: Workspace, seat: Word, rules: Rules) -> bool:
    """Return whether some dot in `DIED` may have closed a group of a seat."""
    rows = work.rows
    for y in range(ONE, rules.rows + ONE):
        died = rows[DIED + y]
        near = died << ONE | died >> ONE | rows[DIED + y - ONE] | rows[DIED + y + ONE]
        if near & rows[CLOSED + seat * ROWS + y]:
            return True
    return False


@compiled
def _give_area(work: Workspace, known: bool, rules: Rules) -> None:
    """Give `AREA` to the player to move (K8)."""
    rows, seat = work.rows, work.rows[TURN]
    other = ONE - seat
    for y in range(ONE, rules.rows + ONE):
        inside = rows[AREA + y]
        rows[OWNED + seat * ROWS + y] |= inside
        rows[OWNED + other * ROWS + y] &= ~inside
        rows[DIED + y] = rows[LIVE + other * ROWS + y] & inside
        rows[LIVE + y] &= ~inside
        rows[LIVE + ROWS + y] &= ~inside
        rows[CLOSED + seat * ROWS + y] |= inside
        gone = rows[FREE + y] & inside
        rows[FREE + y] ^= gone
        while gone:
            rows[LEFT] -= ONE
            if known:
                take(work, y << SIX | lowest(gone))
            gone &= gone - ONE
    if known and _opens(work, other, rules):
        find_closed(work, other, rules)


@compiled
def take_turn(work: Workspace, cell: Word, declares: bool, known: bool, rules: Rules) -> None:
    """Place a dot on a free cell; if the player `declares`, give them `AREA` (K2, K5).

    `known` says whether the workspace has been surveyed, and is to stay so.
    """
    if known:
        place(work, cell, rules)
    else:
        add_dot(work, cell)
    if declares:
        _give_area(work, known, rules)
    work.rows[TURN] = ONE - work.rows[TURN]


@compiled
def take_eager_turn(work: Workspace, cell: Word, rules: Rules) -> None:
    """Place a dot on a free cell and declare all chains that are offered, which is legal."""
    take_turn(work, cell, find_chains(work, rules) != ZERO, True, rules)
