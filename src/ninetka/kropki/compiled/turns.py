"""A turn in a workspace: what a dot captures (K2, K8, K10), and passing (K24)."""

from __future__ import annotations

from typing import Final

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from .chains import enclose, flood, holds, is_closed, is_wanted
from .declaring import find_chains, find_closed, mark_offered, take_eager_turn, take_turn
from .terms import Rules, by_terms
from .workspace import (
    BOARD,
    DOTS,
    EDGE,
    FREE,
    GAP,
    GROUPS,
    HIGHEST,
    HOUSES,
    INSIDE,
    LEFT,
    LIVE,
    LOW,
    LOWEST,
    OWNED,
    PASSES,
    ROWS,
    SEATS,
    SEVEN,
    SIX,
    STEPS,
    TURN,
    Workspace,
    link,
    link_all,
    list_free,
    surroundings,
    take,
)

LAST_PASS = U(2)
HOUSE: Final = 16
"""The value of `place` if the opponent has captured the dot in its house."""
_THREE, _GAP, _HOUSE = U(3), U(GAP), U(HOUSE)


@compiled
def _find_houses(work: Workspace, seat: Word, terms: Rules) -> None:
    """Work out `HOUSES`: the free points in no group that reaches the edge."""
    rows, houses = work.rows, HOUSES + seat * ROWS
    for y in range(ONE, terms.rows + ONE):
        rows[houses + y] = rows[FREE + y]
    for y in range(ONE, terms.rows + ONE):
        while rows[houses + y] & rows[EDGE + y]:
            cell = y << SIX | lowest(rows[houses + y] & rows[EDGE + y])
            flood(work, seat, cell, ZERO, True)
            for k in range(rows[LOWEST], rows[HIGHEST] + ONE):
                rows[houses + k] &= ~rows[GROUPS + k]


_find_closed: Final = by_terms(_find_houses, find_closed)


@compiled
def survey(work: Workspace, terms: Rules) -> None:
    """Work out links, houses or closed groups, and the list of free cells, for a fast game."""
    list_free(work, terms)
    if terms.border:  # which has no use for the others
        return
    for seat in range(SEATS):
        link_all(work, seat, terms)
        _find_closed(work, seat, terms)


@inlined
def _capture(work: Workspace, seat: Word, group: Word, listed: bool, terms: Rules) -> None:
    """Give a seat what its tight chain around a group encloses (K8, K10)."""
    rows, other = work.rows, ONE - seat
    enclose(work, group, terms)
    for y in range(rows[LOWEST + group], rows[HIGHEST + group] + ONE):
        inside = rows[INSIDE + y]
        rows[OWNED + seat * ROWS + y] |= inside
        rows[OWNED + other * ROWS + y] &= ~inside
        rows[LIVE + y] &= ~inside
        rows[LIVE + ROWS + y] &= ~inside
        gone = rows[FREE + y] & inside
        rows[FREE + y] ^= gone
        while gone:
            rows[LEFT] -= ONE
            if listed:
                take(work, y << SIX | lowest(gone))
            gone &= gone - ONE


@compiled
def _close(work: Workspace, cell: Word, gaps: Word, listed: bool, terms: Rules) -> Word:
    """Capture what the dot just placed encloses for its player (K10, K21): sides of it, as bits.

    All groups are found first, since what one encloses may hold another.
    """
    rows, seat = work.rows, work.rows[TURN]
    sides, found, wanted = gaps >> _GAP, ZERO, ZERO
    closed = ZERO
    for _ in range(gaps & SEVEN):
        side = sides & SEVEN
        sides >>= _THREE
        beside = cell + STEPS[side]
        if not (rows[BOARD + (beside >> SIX)] >> (beside & LOW)) & ONE:
            continue
        is_new = True
        for group in range(found):
            is_new &= not holds(work, group, beside)
        if not is_new:
            continue
        touches = flood(work, seat, beside, found, terms.border != ZERO)
        if touches and not terms.border:
            continue
        if not is_wanted(work, seat, found, terms):
            for y in range(rows[LOWEST + found], rows[HIGHEST + found] + ONE):
                rows[HOUSES + seat * ROWS + y] |= rows[GROUPS + found * ROWS + y]
        elif is_closed(work, seat, touches, found, terms):
            closed |= ONE << (side >> ONE)
            wanted |= ONE << found
        found += ONE
    for group in range(found):
        if (wanted >> group) & ONE:
            _capture(work, seat, group, listed, terms)
    return closed


@compiled
def _fall(work: Workspace, cell: Word, listed: bool, terms: Rules) -> Word:
    """Let the opponent capture the dot just placed if it stands in a house (K10)."""
    other = ONE - work.rows[TURN]
    touches = flood(work, other, cell, ZERO, terms.border != ZERO)
    if not is_closed(work, other, touches, ZERO, terms):
        return ZERO
    _capture(work, other, ZERO, listed, terms)
    return _HOUSE


@inlined
def place(work: Workspace, cell: Word, known: bool, terms: Rules) -> Word:
    """Place a dot on a free cell (K2, K10, K24). Returns what was captured.

    That is 0, a bit for each side of the dot where its player has captured a group, or HOUSE.
    `known` says whether the workspace has links and the list of free cells.
    """
    rows, seat = work.rows, work.rows[TURN]
    y, bit = cell >> SIX, ONE << (cell & LOW)
    rows[FREE + y] ^= bit
    rows[LEFT] -= ONE
    around = surroundings(work, cell, seat, terms)
    closes = True
    if known:
        take(work, cell)
        closes = terms.border != ZERO or link(work, cell, around)
    rows[DOTS + seat * ROWS + y] |= bit
    rows[LIVE + seat * ROWS + y] |= bit
    captured = ZERO
    if closes or rows[HOUSES + seat * ROWS + y] & bit:
        captured = _close(work, cell, around, known, terms)
    if captured == ZERO and (terms.border or rows[HOUSES + (ONE - seat) * ROWS + y] & bit):
        captured = _fall(work, cell, known, terms)
    if rows[PASSES] == ZERO or not terms.for_good:
        rows[TURN], rows[PASSES] = ONE - seat, ZERO
    elif rows[LEFT] == ZERO:
        rows[TURN] = ONE - seat
    return captured


@inlined
def make_pass(work: Workspace) -> None:
    """Pass (K24)."""
    work.rows[TURN] = ONE - work.rows[TURN]
    work.rows[PASSES] += ONE
    if work.rows[PASSES] == LAST_PASS:
        work.rows[LEFT] = ZERO


@inlined
def _place_known(work: Workspace, cell: Word, terms: Rules) -> None:
    """Place a dot on a free cell of a workspace that has been surveyed."""
    place(work, cell, True, terms)


put_dot: Final = by_terms(_place_known, take_eager_turn)
"""Place a dot on a free cell of a surveyed workspace, and declare all chains that are offered."""


@inlined
def cell_of(code: Word, terms: Rules) -> Word:
    """The cell of the action code of a dot."""
    row = code // terms.columns
    return (row + ONE) << SIX | (code - row * terms.columns + ONE)


@inlined
def dot_of(code: Word, terms: Rules) -> Word:
    """The cell of the dot of a move, which is alone or comes with chains."""
    points = terms.columns * terms.rows
    return cell_of(code - points if code >= points else code, terms)


@compiled
def _make_automatic_move(work: Workspace, code: Word, terms: Rules) -> None:
    if code == terms.columns * terms.rows:
        make_pass(work)
    else:
        place(work, cell_of(code, terms), True, terms)


@compiled
def _make_declared_move(work: Workspace, code: Word, terms: Rules) -> None:
    declares = code >= terms.columns * terms.rows
    if declares:
        find_chains(work, terms)
    take_turn(work, dot_of(code, terms), declares, True, terms)


make_move: Final = by_terms(_make_automatic_move, _make_declared_move)
"""Make a legal move in a workspace that has been surveyed, perhaps with the chains offered."""


@inlined
def _offer_nothing(work: Workspace, seat: Word, terms: Rules) -> None:
    """Leave `OFFERED` empty."""


@compiled
def _find_offers(work: Workspace, seat: Word, terms: Rules) -> None:
    """Write to `OFFERED` where the player to move is offered a dot with chains."""
    mark_offered(work, find_chains(work, terms), terms)


find_offers: Final = by_terms(_offer_nothing, _find_offers)
"""Write to `OFFERED` where the seat to move is offered a dot with chains."""


@inlined
def code_of(cell: Word, terms: Rules) -> Word:
    """The action code of a dot on a cell."""
    return ((cell >> SIX) - ONE) * terms.columns + (cell & LOW) - ONE
