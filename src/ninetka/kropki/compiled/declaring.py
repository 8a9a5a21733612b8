"""What a player is offered to declare, and what comes of it (K5, K8, K10)."""

from __future__ import annotations

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, nth, popcount
from ..moves import MOST_DOTS
from ..state import MOST_CHAINS
from .chains import SMALL, copy_inside, fill, trace
from .closed import add_dot, find_closed, place
from .desk import (
    AREA,
    CLOSED,
    DIED,
    FREE,
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
    SEED,
    SEEDS,
    SIX,
    SIZE,
    TURN,
    Desk,
    take,
)
from .groups import ROWS, flood
from .terms import Terms

_MOST_CHAINS, _MOST_DOTS = U(MOST_CHAINS), U(MOST_DOTS)


@compiled
def _surround(desk: Desk, seat: Word, cell: Word, terms: Terms) -> Word:
    """Find the group around a cell and write what its tight chain encloses to `INSIDE`.

    Returns the number of the chain's dots.
    """
    flood(desk, seat, cell, ZERO, False)
    length = trace(desk, ZERO)
    if copy_inside(desk, ZERO) >= SMALL:
        fill(desk, ZERO, length, terms)
    return length


@inlined
def _add_inside(desk: Desk) -> None:
    """Add `INSIDE` to `AREA`."""
    for y in range(desk.rows[LOWEST], desk.rows[HIGHEST] + ONE):
        desk.rows[AREA + y] |= desk.rows[INSIDE + y]


@inlined
def _size_inside(desk: Desk) -> Word:
    size = ZERO
    for y in range(desk.rows[LOWEST], desk.rows[HIGHEST] + ONE):
        size += popcount(desk.rows[INSIDE + y])
    return size


@compiled
def _only_largest(desk: Desk, count: Word, terms: Terms) -> Word:
    """Write to `AREA` what the largest of `count` chains enclose; of equal ones, the last ones.

    Returns the number of their dots.
    """
    cells, dots = desk.cells, ZERO
    for y in range(ONE, terms.rows + ONE):
        desk.rows[AREA + y] = ZERO
    for _ in range(_MOST_CHAINS):
        best: Word = ZERO
        for k in range(count):
            if cells[SIZE + k] >= cells[SIZE + best]:
                best = k
        _surround(desk, desk.rows[TURN], U(cells[SEED + best]), terms)
        _add_inside(desk)
        dots += U(cells[LENGTH + best])
        cells[SIZE + best] = ZERO
    return dots


@inlined
def _find_seeds(desk: Desk, terms: Terms) -> bool:
    """Write to `SEEDS` what the player to move can capture (K6, K21). Whether there is any."""
    rows, seat, found = desk.rows, desk.rows[TURN], ZERO
    for y in range(ONE, terms.rows + ONE):
        sought = rows[LIVE + (ONE - seat) * ROWS + y]
        if terms.empty_areas:
            sought = ~rows[OWNED + seat * ROWS + y]
        rows[SEEDS + y] = rows[CLOSED + seat * ROWS + y] & sought
        found |= rows[SEEDS + y]
    return bool(found)


@compiled
def find_chains(desk: Desk, terms: Terms) -> Word:
    """Find the chains that `some_moves` offers, and write what they enclose to `AREA`.

    Returns the number of dots that are offered with them; 0 if there are none.
    """
    if not _find_seeds(desk, terms):
        return ZERO
    rows, cells, count, dots = desk.rows, desk.cells, ZERO, ZERO
    for y in range(ONE, terms.rows + ONE):
        rows[AREA + y] = ZERO
    for y in range(ONE, terms.rows + ONE):
        while rows[SEEDS + y]:
            cell = y << SIX | lowest(rows[SEEDS + y])
            length = _surround(desk, rows[TURN], cell, terms)
            for k in range(rows[LOWEST], rows[HIGHEST] + ONE):
                rows[SEEDS + k] &= ~rows[GROUPS + k]
            _add_inside(desk)
            cells[SEED + count], cells[SIZE + count] = cell, _size_inside(desk)
            cells[LENGTH + count] = length
            dots += length
            count += ONE
    if count > _MOST_CHAINS:
        dots = _only_largest(desk, count, terms)
    return min(rows[LEFT], max(ONE, _MOST_DOTS // dots))


@inlined
def nth_free(desk: Desk, number: Word, terms: Terms) -> Word:
    """The cell of the free point with this number, row by row from the top."""
    y = ONE
    while number >= popcount(desk.rows[FREE + y]):
        number -= popcount(desk.rows[FREE + y])
        y += ONE
    return y << SIX | nth(desk.rows[FREE + y], number)


@inlined
def dot_with_chains(desk: Desk, number: Word, offered: Word, terms: Terms) -> Word:
    """The cell of the dot with this number among the `offered` ones that come with chains."""
    return nth_free(desk, number * desk.rows[LEFT] // offered, terms)


@compiled
def mark_offered(desk: Desk, offered: Word, terms: Terms) -> None:
    """Write to `OFFERED` where a dot is offered with chains, given how many there are."""
    rows = desk.rows
    some = offered != rows[LEFT]
    for y in range(ONE, terms.rows + ONE):
        rows[OFFERED + y] = ZERO if some else rows[FREE + y]
    if some:
        for number in range(offered):
            cell = dot_with_chains(desk, number, offered, terms)
            rows[OFFERED + (cell >> SIX)] |= ONE << (cell & LOW)


@inlined
def _opens(desk: Desk, seat: Word, terms: Terms) -> bool:
    """Whether some dot in `DIED` may have closed a group of a seat."""
    rows = desk.rows
    for y in range(ONE, terms.rows + ONE):
        died = rows[DIED + y]
        near = died << ONE | died >> ONE | rows[DIED + y - ONE] | rows[DIED + y + ONE]
        if near & rows[CLOSED + seat * ROWS + y]:
            return True
    return False


@compiled
def _give_area(desk: Desk, known: bool, terms: Terms) -> None:
    """Give `AREA` to the player to move (K8)."""
    rows, seat = desk.rows, desk.rows[TURN]
    other = ONE - seat
    for y in range(ONE, terms.rows + ONE):
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
                take(desk, y << SIX | lowest(gone))
            gone &= gone - ONE
    if known and _opens(desk, other, terms):
        find_closed(desk, other, terms)


@compiled
def take_turn(desk: Desk, cell: Word, declares: bool, known: bool, terms: Terms) -> None:
    """Place a dot on a free cell; if the player `declares`, give them `AREA` (K2, K5).

    `known` says whether the desk has been surveyed, and is to stay so.
    """
    if known:
        place(desk, cell, terms)
    else:
        add_dot(desk, cell)
    if declares:
        _give_area(desk, known, terms)
    desk.rows[TURN] = ONE - desk.rows[TURN]


@compiled
def take_eager_turn(desk: Desk, cell: Word, terms: Terms) -> None:
    """Place a dot on a free cell and declare all chains that are offered, which is legal."""
    take_turn(desk, cell, find_chains(desk, terms) != ZERO, True, terms)
