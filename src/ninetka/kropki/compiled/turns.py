"""A turn in a workspace: what a dot captures (K2, K8, K10), and passing (K24)."""

from __future__ import annotations

from typing import Final

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from .chains import enclose, flood, holds, is_closed, is_wanted
from .declaring import find_chains, find_closed, mark_offered, take_eager_turn, take_turn
from .ruleset import Rules, by_rules
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
def _find_houses(work: Workspace, seat: Word, rules: Rules) -> None:
    """Work out `HOUSES`: the free points in no group that reaches the edge."""
    rows, houses = work.rows, HOUSES + seat * ROWS
    for y in range(ONE, rules.rows + ONE):
        rows[houses + y] = rows[FREE + y]
    for y in range(ONE, rules.rows + ONE):
        while rows[houses + y] & rows[EDGE + y]:
            cell = y << SIX | lowest(rows[houses + y] & rows[EDGE + y])
            flood(work, seat, cell, ZERO, True)
            for k in range(rows[LOWEST], rows[HIGHEST] + ONE):
                rows[houses + k] &= ~rows[GROUPS + k]


_find_closed: Final = by_rules(_find_houses, find_closed)


@compiled
def survey(work: Workspace, rules: Rules) -> None:
    """Work out links, houses or closed groups, and the list of free cells, for a fast game."""
    list_free(work, rules)
    if rules.border:  # which has no use for the others
        return
    for seat in range(SEATS):
        link_all(work, seat, rules)
        _find_closed(work, seat, rules)


@inlined
def _capture(work: Workspace, seat: Word, group: Word, listed: bool, rules: Rules) -> None:
    """Give a seat what its tight chain around a group encloses (K8, K10)."""
    rows, other = work.rows, ONE - seat
    enclose(work, group, rules)
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
def _close(work: Workspace, cell: Word, gaps: Word, listed: bool, rules: Rules) -> Word:
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
        touches = flood(work, seat, beside, found, rules.border != ZERO)
        if touches and not rules.border:
            continue
        if not is_wanted(work, seat, found, rules):
            for y in range(rows[LOWEST + found], rows[HIGHEST + found] + ONE):
                rows[HOUSES + seat * ROWS + y] |= rows[GROUPS + found * ROWS + y]
        elif is_closed(work, seat, touches, found, rules):
            closed |= ONE << (side >> ONE)
            wanted |= ONE << found
        found += ONE
    for group in range(found):
        if (wanted >> group) & ONE:
            _capture(work, seat, group, listed, rules)
    return closed


@compiled
def _fall(work: Workspace, cell: Word, listed: bool, rules: Rules) -> Word:
    """Let the opponent capture the dot just placed if it stands in a house (K10)."""
    other = ONE - work.rows[TURN]
    touches = flood(work, other, cell, ZERO, rules.border != ZERO)
    if not is_closed(work, other, touches, ZERO, rules):
        return ZERO
    _capture(work, other, ZERO, listed, rules)
    return _HOUSE


@inlined
def place(work: Workspace, cell: Word, known: bool, rules: Rules) -> Word:
    """Place a dot on a free cell (K2, K10, K24). Returns what was captured.

    That is 0, a bit for each side of the dot where its player has captured a group, or HOUSE.
    `known` says whether the workspace has links and the list of free cells.
    """
    rows, seat = work.rows, work.rows[TURN]
    y, bit = cell >> SIX, ONE << (cell & LOW)
    rows[FREE + y] ^= bit
    rows[LEFT] -= ONE
    around = surroundings(work, cell, seat, rules)
    closes = True
    if known:
        take(work, cell)
        closes = rules.border != ZERO or link(work, cell, around)
    rows[DOTS + seat * ROWS + y] |= bit
    rows[LIVE + seat * ROWS + y] |= bit
    captured = ZERO
    if closes or rows[HOUSES + seat * ROWS + y] & bit:
        captured = _close(work, cell, around, known, rules)
    if captured == ZERO and (rules.border or rows[HOUSES + (ONE - seat) * ROWS + y] & bit):
        captured = _fall(work, cell, known, rules)
    if rows[PASSES] == ZERO or not rules.for_good:
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
def _place_known(work: Workspace, cell: Word, rules: Rules) -> None:
    """Place a dot on a free cell of a workspace that has been surveyed."""
    place(work, cell, True, rules)


put_dot: Final = by_rules(_place_known, take_eager_turn)
"""Place a dot on a free cell of a surveyed workspace, and declare all chains that are offered."""


@inlined
def cell_of(code: Word, rules: Rules) -> Word:
    """The cell of the action code of a dot."""
    row = code // rules.columns
    return (row + ONE) << SIX | (code - row * rules.columns + ONE)


@inlined
def dot_of(code: Word, rules: Rules) -> Word:
    """The cell of the dot of a move, which is alone or comes with chains."""
    points = rules.columns * rules.rows
    return cell_of(code - points if code >= points else code, rules)


@compiled
def _make_automatic_move(work: Workspace, code: Word, rules: Rules) -> None:
    if code == rules.columns * rules.rows:
        make_pass(work)
    else:
        place(work, cell_of(code, rules), True, rules)


@compiled
def _make_declared_move(work: Workspace, code: Word, rules: Rules) -> None:
    declares = code >= rules.columns * rules.rows
    if declares:
        find_chains(work, rules)
    take_turn(work, dot_of(code, rules), declares, True, rules)


make_move: Final = by_rules(_make_automatic_move, _make_declared_move)
"""Make a legal move in a workspace that has been surveyed, perhaps with the chains offered."""


@inlined
def _offer_nothing(work: Workspace, seat: Word, rules: Rules) -> None:
    """Leave `OFFERED` empty."""


@compiled
def _find_offers(work: Workspace, seat: Word, rules: Rules) -> None:
    """Write to `OFFERED` where the player to move is offered a dot with chains."""
    mark_offered(work, find_chains(work, rules), rules)


find_offers: Final = by_rules(_offer_nothing, _find_offers)
"""Write to `OFFERED` where the seat to move is offered a dot with chains."""


@inlined
def code_of(cell: Word, rules: Rules) -> Word:
    """The action code of a dot on a cell."""
    return ((cell >> SIX) - ONE) * rules.columns + (cell & LOW) - ONE
