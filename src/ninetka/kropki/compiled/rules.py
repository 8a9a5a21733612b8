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
from .terms import Rules
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
def load(p: Positions, i: Word, work: Workspace, terms: Rules) -> None:
    """Put a position in a workspace, without links and the list of free cells.

    Every point counts as one that may be in a house.
    """
    rows, over = work.rows, U(p.free[i]) == ZERO
    for k in range(terms.rows):
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
def store(p: Positions, i: Word, work: Workspace, terms: Rules) -> None:
    """Make a position that of a workspace, apart from its log."""
    for k in range(terms.rows):
        for seat in range(SEATS):
            p.dots[i, seat, k] = work.rows[DOTS + seat * ROWS + k + ONE] >> ONE
            p.owned[i, seat, k] = work.rows[OWNED + seat * ROWS + k + ONE] >> ONE
    p.turn[i], p.passes[i], p.free[i] = work.rows[TURN], work.rows[PASSES], work.rows[LEFT]


@inlined
def _free(p: Positions, i: Word, k: Word, terms: Rules) -> Word:
    """The free points of a row of a position."""
    if U(p.free[i]) == ZERO:
        return ZERO
    taken = p.dots[i, 0, k] | p.dots[i, 1, k] | p.owned[i, 0, k] | p.owned[i, 1, k]
    return ~taken & ((ONE << terms.columns) - ONE)


@inlined
def is_legal(p: Positions, i: Word, code: Word, terms: Rules) -> bool:
    """Return whether a code, of any size, is that of a legal action."""
    points = terms.columns * terms.rows
    if code >= points:
        return bool(code == points and terms.may_pass and U(p.free[i]) != ZERO)
    row = code // terms.columns
    return bool((_free(p, i, row, terms) >> (code - row * terms.columns)) & ONE)


@inlined
def _spread(points: Word, out: NDArray[Any], i: Word, at: Word, terms: Rules) -> None:
    """Write a row of points to `out[i]`, from `at` on."""
    for column in range(terms.columns):
        out[i, at + column] = (points >> column) & ONE


@entry
def legal_masks(p: Positions, terms: Rules, out: NDArray[np.bool_]) -> None:
    """Fill `out`, (size, actions): by position and action code, whether it is legal."""
    for i in range(U(len(p.turn))):
        for k in range(terms.rows):
            _spread(_free(p, i, k, terms), out, i, k * terms.columns, terms)
        if terms.may_pass:
            out[i, terms.rows * terms.columns] = U(p.free[i]) != ZERO


@entry
def planes(p: Positions, seats: NDArray[np.int8], terms: Rules, out: NDArray[np.uint8]) -> None:
    """Fill `out`, (size, bytes): the planes of `observation` as a seat sees each position."""
    points = terms.columns * terms.rows
    for i in range(U(len(p.turn))):
        seat, other = U(seats[i]), ONE - U(seats[i])
        for k in range(terms.rows):
            at = k * terms.columns
            _spread(p.dots[i, seat, k], out, i, at, terms)
            _spread(p.dots[i, other, k], out, i, at + points, terms)
            _spread(p.owned[i, seat, k], out, i, at + _TWO * points, terms)
            _spread(p.owned[i, other, k], out, i, at + _THREE * points, terms)
            _spread(_free(p, i, k, terms), out, i, at + _FOUR * points, terms)
        out[i, _FIVE * points : _SIX * points] = U(p.turn[i]) == seat
        out[i, _SIX * points :] = U(p.passes[i]) != ZERO


@inlined
def _may_step(p: Positions, i: Word, code: Word, context: tuple[Workspace, Rules]) -> bool:
    return is_legal(p, i, code, context[1])


@inlined
def _step(p: Positions, i: Word, code: Word, context: tuple[Workspace, Rules]) -> None:
    work, terms = context
    load(p, i, work, terms)
    if code == terms.columns * terms.rows:
        make_pass(work)
    else:
        captured = place(work, cell_of(code, terms), False, terms)
        p.log[i, U(p.logged[i])] = code + captured * _POINTS
        p.logged[i] += 1
    store(p, i, work, terms)


_steps: Final = steps_by(_may_step, _step)


@entry
def steps(p: Positions, actions: NDArray[np.int64], work: Workspace, terms: Rules) -> int:
    """Make a move in each position; the number of the first illegal one, or -1."""
    return _steps(p, actions, (work, terms))


@entry
def random_actions(
    p: Positions, terms: Rules, words: NDArray[np.uint64], out: NDArray[np.int64]
) -> None:
    """Fill `out`, (size,), with a legal action of each position, -1 if its game is over."""
    for i in range(U(len(p.turn))):
        free, out[i] = U(p.free[i]), -1
        if not free:
            continue
        choice = below(words[i], free + terms.may_pass)
        for k in range(terms.rows):
            points = _free(p, i, k, terms)
            count = popcount(points)
            if choice < count:
                out[i] = k * terms.columns + nth(points, choice)
                break
            choice -= count
        if out[i] < 0:
            out[i] = terms.rows * terms.columns


@entry
def captured_dots(p: Positions, terms: Rules, out: NDArray[np.int16]) -> None:
    """Fill `out`, (size, 2): by seat, the opposing dots in points that belong to it (K11)."""
    for i in range(U(len(p.turn))):
        for seat in range(SEATS):
            count = ZERO
            for k in range(terms.rows):
                count += popcount(p.owned[i, seat, k] & p.dots[i, ONE - seat, k])
            out[i, seat] = count


@inlined
def _load_offers(p: Positions, i: Word, work: Workspace, terms: Rules) -> Word:
    """Put a position in a workspace, and mark what is offered. Returns what `find_chains` does."""
    load(p, i, work, terms)
    find_closed(work, work.rows[TURN], terms)
    offered = find_chains(work, terms)
    mark_offered(work, offered, terms)
    return offered


@inlined
def _is_offered(work: Workspace, code: Word, terms: Rules) -> bool:
    """Return whether a code, of any size, is that of a move offered in a workspace."""
    points, table = terms.columns * terms.rows, FREE
    if code >= points:
        code -= points
        table = OFFERED
    if code >= points:
        return False
    cell = cell_of(code, terms)
    return bool((work.rows[table + (cell >> SIX)] >> (cell & LOW)) & ONE)


@inlined
def _mark(work: Workspace, table: Word, out: NDArray[np.bool_], terms: Rules) -> None:
    """Set `out`, by code, for the points of a set."""
    for y in range(ONE, terms.rows + ONE):
        bits = work.rows[table + y]
        while bits:
            out[code_of(y << SIX | lowest(bits), terms)] = True
            bits &= bits - ONE


@entry
def offered_masks(p: Positions, work: Workspace, terms: Rules, out: NDArray[np.bool_]) -> None:
    """Fill `out`, (size, codes): by position and code, whether the move is offered."""
    out[:] = False
    for i in range(U(len(p.turn))):
        _load_offers(p, i, work, terms)
        _mark(work, FREE, out[i], terms)
        _mark(work, OFFERED, out[i, terms.columns * terms.rows :], terms)


@inlined
def _may_offer(p: Positions, i: Word, code: Word, context: tuple[Workspace, Rules]) -> bool:
    work, terms = context
    _load_offers(p, i, work, terms)
    return _is_offered(work, code, terms)


@inlined
def _step_offered(p: Positions, i: Word, code: Word, context: tuple[Workspace, Rules]) -> None:
    work, terms = context
    points = terms.columns * terms.rows
    declares = code >= points
    if declares:
        code -= points
        _load_offers(p, i, work, terms)
    else:
        load(p, i, work, terms)
    take_turn(work, cell_of(code, terms), declares, False, terms)
    p.log[i, U(p.logged[i])] = code + (_POINTS if declares else ZERO)
    p.logged[i] += 1
    store(p, i, work, terms)


_offered_steps: Final = steps_by(_may_offer, _step_offered)


@entry
def offered_steps(p: Positions, actions: NDArray[np.int64], work: Workspace, terms: Rules) -> int:
    """Make a move in each position; the number of the first one not offered, or -1."""
    return _offered_steps(p, actions, (work, terms))


@inlined
def _chosen(work: Workspace, word: Word, offered: Word, terms: Rules) -> Word:
    """The code of one of the moves offered in a workspace, by a random word."""
    choice = below(word, work.rows[LEFT] + offered)
    if choice < work.rows[LEFT]:
        return code_of(nth_free(work, choice, terms), terms)
    cell = dot_with_chains(work, choice - work.rows[LEFT], offered, terms)
    return terms.columns * terms.rows + code_of(cell, terms)


@entry
def random_offers(
    p: Positions, work: Workspace, terms: Rules, words: NDArray[np.uint64], out: NDArray[np.int64]
) -> None:
    """Fill `out`, (size,), with one of the moves offered; -1 if the game is over."""
    for i in range(U(len(p.turn))):
        out[i] = -1
        offered = _load_offers(p, i, work, terms)
        if work.rows[LEFT]:
            out[i] = _chosen(work, words[i], offered, terms)
