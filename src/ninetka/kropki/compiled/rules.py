"""The rules on many positions at once (K2, K5, K10, K24). Position i is row i of each array.

Where chains are declared, moves are those that are offered. The code of a dot alone is
columns·row + column. With the chains that are offered, it is that and the number of points.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, below, lowest, nth, popcount
from ...compiled.stepping import steps_by
from .declaring import dot_with_chains, find_chains, find_closed, mark_offered, nth_free, take_turn
from .ruleset import Rules
from .turns import cell_of, code_of, make_pass, place
from .workspace import (
    BOARD,
    DOTS,
    FREE,
    HOUSES,
    LEFT,
    LIVE,
    LOW,
    OFFERED,
    OWNED,
    PASSES,
    ROWS,
    SEATS,
    SIX,
    TURN,
    Workspace,
)

POINTS: Final = 52 * 52
"""More than any code of a dot. An entry of `Positions.log` is a code, and what the dot captured
times this."""
_TWO, _FOUR, _FIVE, _SIX = U(2), U(4), U(5), U(6)
_THREE, _POINTS = U(3), U(POINTS)


class Positions(NamedTuple):
    """Positions as arrays, whose first dimension is the position's number."""

    dots: NDArray[np.uint64]
    """(size, 2, rows): by seat, its dots, dead ones included; bit `column` of a word is a point."""
    owned: NDArray[np.uint64]
    """(size, 2, rows): by seat, the points that belong to it (K8)."""
    turn: NDArray[np.uint8]
    """(size,): the seat to move."""
    passes: NDArray[np.uint8]
    """(size,): how many players have passed (K24)."""
    free: NDArray[np.uint16]
    """(size,): the number of free points; 0 in a game that is over."""
    log: NDArray[np.uint16]
    """(size, points): the dots placed since it was packed, in order, with what each captured."""
    logged: NDArray[np.uint16]
    """(size,): how many these are."""


@inlined
def load(p: Positions, i: Word, work: Workspace, rules: Rules) -> None:
    """Put a position in a workspace, without links and the list of free cells.

    Every point counts as one that may be in a house.
    """
    rows, over = work.rows, U(p.free[i]) == ZERO
    for k in range(rules.rows):
        y = k + ONE
        taken = owned = ZERO
        for seat in range(SEATS):
            dots, own = U(p.dots[i, seat, k]) << ONE, U(p.owned[i, seat, k]) << ONE
            rows[DOTS + seat * ROWS + y], rows[OWNED + seat * ROWS + y] = dots, own
            rows[HOUSES + seat * ROWS + y] = rows[BOARD + y]
            taken |= dots
            owned |= own
        for seat in range(SEATS):
            rows[LIVE + seat * ROWS + y] = rows[DOTS + seat * ROWS + y] & ~owned
        rows[FREE + y] = ZERO if over else rows[BOARD + y] & ~(taken | owned)
    rows[TURN], rows[PASSES], rows[LEFT] = U(p.turn[i]), U(p.passes[i]), U(p.free[i])


@inlined
def store(p: Positions, i: Word, work: Workspace, rules: Rules) -> None:
    """Make a position that of a workspace, apart from its log."""
    for k in range(rules.rows):
        for seat in range(SEATS):
            p.dots[i, seat, k] = work.rows[DOTS + seat * ROWS + k + ONE] >> ONE
            p.owned[i, seat, k] = work.rows[OWNED + seat * ROWS + k + ONE] >> ONE
    p.turn[i], p.passes[i], p.free[i] = work.rows[TURN], work.rows[PASSES], work.rows[LEFT]


@inlined
def _free(p: Positions, i: Word, k: Word, rules: Rules) -> Word:
    """The free points of a row of a position."""
    if U(p.free[i]) == ZERO:
        return ZERO
    taken = p.dots[i, 0, k] | p.dots[i, 1, k] | p.owned[i, 0, k] | p.owned[i, 1, k]
    return ~taken & ((ONE << rules.columns) - ONE)


@inlined
def is_legal(p: Positions, i: Word, code: Word, rules: Rules) -> bool:
    """Return whether a code, of any size, is that of a legal action."""
    points = rules.columns * rules.rows
    if code >= points:
        return bool(code == points and rules.may_pass and U(p.free[i]) != ZERO)
    row = code // rules.columns
    return bool((_free(p, i, row, rules) >> (code - row * rules.columns)) & ONE)


@inlined
def _spread(points: Word, out: NDArray[Any], i: Word, at: Word, rules: Rules) -> None:
    """Write a row of points to `out[i]`, from `at` on."""
    for column in range(rules.columns):
        out[i, at + column] = (points >> column) & ONE


@entry
def legal_masks(p: Positions, rules: Rules, out: NDArray[np.bool_]) -> None:
    """Fill `out`, (size, actions): by position and action code, whether it is legal."""
    for i in range(U(len(p.turn))):
        for k in range(rules.rows):
            _spread(_free(p, i, k, rules), out, i, k * rules.columns, rules)
        if rules.may_pass:
            out[i, rules.rows * rules.columns] = U(p.free[i]) != ZERO


@entry
def planes(p: Positions, seats: NDArray[np.int8], rules: Rules, out: NDArray[np.uint8]) -> None:
    """Fill `out`, (size, bytes): the planes of `observation` as a seat sees each position."""
    points = rules.columns * rules.rows
    for i in range(U(len(p.turn))):
        seat, other = U(seats[i]), ONE - U(seats[i])
        for k in range(rules.rows):
            at = k * rules.columns
            _spread(p.dots[i, seat, k], out, i, at, rules)
            _spread(p.dots[i, other, k], out, i, at + points, rules)
            _spread(p.owned[i, seat, k], out, i, at + _TWO * points, rules)
            _spread(p.owned[i, other, k], out, i, at + _THREE * points, rules)
            _spread(_free(p, i, k, rules), out, i, at + _FOUR * points, rules)
        out[i, _FIVE * points : _SIX * points] = U(p.turn[i]) == seat
        out[i, _SIX * points :] = U(p.passes[i]) != ZERO


@inlined
def _may_step(p: Positions, i: Word, code: Word, context: tuple[Workspace, Rules]) -> bool:
    return is_legal(p, i, code, context[1])


@inlined
def _step(p: Positions, i: Word, code: Word, context: tuple[Workspace, Rules]) -> None:
    work, rules = context
    load(p, i, work, rules)
    if code == rules.columns * rules.rows:
        make_pass(work)
    else:
        captured = place(work, cell_of(code, rules), False, rules)
        p.log[i, U(p.logged[i])] = code + captured * _POINTS
        p.logged[i] += 1
    store(p, i, work, rules)


_steps: Final = steps_by(_may_step, _step)


@entry
def steps(p: Positions, actions: NDArray[np.int64], work: Workspace, rules: Rules) -> int:
    """Make a move in each position; the number of the first illegal one, or -1."""
    return _steps(p, actions, (work, rules))


@entry
def random_actions(
    p: Positions, rules: Rules, words: NDArray[np.uint64], out: NDArray[np.int64]
) -> None:
    """Fill `out`, (size,), with a legal action of each position, -1 if its game is over."""
    for i in range(U(len(p.turn))):
        free, out[i] = U(p.free[i]), -1
        if not free:
            continue
        choice = below(words[i], free + rules.may_pass)
        for k in range(rules.rows):
            points = _free(p, i, k, rules)
            count = popcount(points)
            if choice < count:
                out[i] = k * rules.columns + nth(points, choice)
                break
            choice -= count
        if out[i] < 0:
            out[i] = rules.rows * rules.columns


@entry
def captured_dots(p: Positions, rules: Rules, out: NDArray[np.int16]) -> None:
    """Fill `out`, (size, 2): by seat, the opposing dots in points that belong to it (K11)."""
    for i in range(U(len(p.turn))):
        for seat in range(SEATS):
            count = ZERO
            for k in range(rules.rows):
                count += popcount(p.owned[i, seat, k] & p.dots[i, ONE - seat, k])
            out[i, seat] = count


@inlined
def _load_offers(p: Positions, i: Word, work: Workspace, rules: Rules) -> Word:
    """Put a position in a workspace, and mark what is offered. Returns what `find_chains` does."""
    load(p, i, work, rules)
    find_closed(work, work.rows[TURN], rules)
    offered = find_chains(work, rules)
    mark_offered(work, offered, rules)
    return offered


@inlined
def _is_offered(work: Workspace, code: Word, rules: Rules) -> bool:
    """Return whether a code, of any size, is that of a move offered in a workspace."""
    points, table = rules.columns * rules.rows, FREE
    if code >= points:
        code -= points
        table = OFFERED
    if code >= points:
        return False
    cell = cell_of(code, rules)
    return bool((work.rows[table + (cell >> SIX)] >> (cell & LOW)) & ONE)


@inlined
def _mark(work: Workspace, table: Word, out: NDArray[np.bool_], rules: Rules) -> None:
    """Set `out`, by code, for the points of a set."""
    for y in range(ONE, rules.rows + ONE):
        bits = work.rows[table + y]
        while bits:
            out[code_of(y << SIX | lowest(bits), rules)] = True
            bits &= bits - ONE


@entry
def offered_masks(p: Positions, work: Workspace, rules: Rules, out: NDArray[np.bool_]) -> None:
    """Fill `out`, (size, codes): by position and code, whether the move is offered."""
    out[:] = False
    for i in range(U(len(p.turn))):
        _load_offers(p, i, work, rules)
        _mark(work, FREE, out[i], rules)
        _mark(work, OFFERED, out[i, rules.columns * rules.rows :], rules)


@inlined
def _may_offer(p: Positions, i: Word, code: Word, context: tuple[Workspace, Rules]) -> bool:
    work, rules = context
    _load_offers(p, i, work, rules)
    return _is_offered(work, code, rules)


@inlined
def _step_offered(p: Positions, i: Word, code: Word, context: tuple[Workspace, Rules]) -> None:
    work, rules = context
    points = rules.columns * rules.rows
    declares = code >= points
    if declares:
        code -= points
        _load_offers(p, i, work, rules)
    else:
        load(p, i, work, rules)
    take_turn(work, cell_of(code, rules), declares, False, rules)
    p.log[i, U(p.logged[i])] = code + (_POINTS if declares else ZERO)
    p.logged[i] += 1
    store(p, i, work, rules)


_offered_steps: Final = steps_by(_may_offer, _step_offered)


@entry
def offered_steps(p: Positions, actions: NDArray[np.int64], work: Workspace, rules: Rules) -> int:
    """Make a move in each position; the number of the first one not offered, or -1."""
    return _offered_steps(p, actions, (work, rules))


@inlined
def _chosen(work: Workspace, word: Word, offered: Word, rules: Rules) -> Word:
    """The code of one of the moves offered in a workspace, by a random word."""
    choice = below(word, work.rows[LEFT] + offered)
    if choice < work.rows[LEFT]:
        return code_of(nth_free(work, choice, rules), rules)
    cell = dot_with_chains(work, choice - work.rows[LEFT], offered, rules)
    return rules.columns * rules.rows + code_of(cell, rules)


@entry
def random_offers(
    p: Positions, work: Workspace, rules: Rules, words: NDArray[np.uint64], out: NDArray[np.int64]
) -> None:
    """Fill `out`, (size,), with one of the moves offered; -1 if the game is over."""
    for i in range(U(len(p.turn))):
        out[i] = -1
        offered = _load_offers(p, i, work, rules)
        if work.rows[LEFT]:
            out[i] = _chosen(work, words[i], offered, rules)
