"""Planes of zeros and ones that show many positions as seats see them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from .positions import (
    BY_LAST_PUT,
    BY_MILL,
    BY_OWED,
    BY_OWN,
    BY_STUCK,
    CLOSED,
    CUSTODY,
    CUSTODY_RULE,
    DUE,
    EACH_MILL,
    HAND_PHASE,
    INTERVENTION,
    INTERVENTION_RULE,
    IS_EXTENDED,
    LEAP_RULE,
    MARKING,
    MILLS_ONCE,
    MOVE,
    PLAYERS,
    RECLOSING,
    REMOVE,
    REPETITION,
    USED,
    Positions,
    Rules,
    next_seat,
)
from .rules import times_stood


@inlined
def _mark(out: NDArray[np.uint8], at: Word, places: Word, order: NDArray[np.int64]) -> None:
    """Mark the fields at some places in the plane that begins at byte `at`."""
    while places:
        out[at + U(order[lowest(places)])] = 1
        places &= places - ONE


@inlined
def _write(out: NDArray[np.uint8], at: Word, number: Word, fields: Word) -> None:
    """Write a number in binary; all ones if it has more digits than there are fields."""
    too_long = fields < U(64) and number >> fields != ZERO
    for k in range(fields):
        out[at + k] = ONE if too_long else number >> k & ONE


@compiled
def _write_noted(
    p: Positions, i: Word, rules: Rules, order: NDArray[np.int64], row: NDArray[np.uint8], at: Word,
    first: Word,
) -> Word:  # fmt: skip
    """Write the planes of what is noted (M29-M38), and return where the last one begins."""
    fields, is_removing = U(len(order)), U(p.phase[i]) == REMOVE
    for due in (BY_MILL, BY_LAST_PUT, BY_STUCK, BY_OWED, BY_OWN):
        at += fields
        if is_removing and p.noted[i, DUE] & U(255) == due:
            row[at : at + fields] = 1
    at += fields
    _write(row, at, p.noted[i, DUE] >> U(8), fields)
    if rules.numbers[CUSTODY_RULE] | rules.numbers[INTERVENTION_RULE] | rules.numbers[LEAP_RULE]:
        _mark(row, at + fields, p.noted[i, CUSTODY], order)
        at += U(2) * fields
        _mark(row, at, p.noted[i, INTERVENTION], order)
    if rules.numbers[MILLS_ONCE]:
        for seat in (first, ONE ^ first):
            at += fields
            _mark(row, at, p.noted[i, USED + seat], order)
    if not rules.numbers[RECLOSING]:
        for seat in (first, ONE ^ first):
            closing = p.noted[i, CLOSED + seat]
            start, end = closing - ONE >> U(8), closing - ONE & U(255)
            if closing:
                _mark(row, at + fields, ONE << start, order)
                _mark(row, at + U(2) * fields, ONE << end, order)
            at += U(2) * fields
    return at


@entry
def planes(
    p: Positions, rules: Rules, order: NDArray[np.int64], seats: NDArray[np.int8], out: Any
) -> None:
    """Fill `out`, (size, bytes), with the planes of `observation` as the seats see them.

    `order` has the fields by place.
    """
    players, fields = rules.numbers[PLAYERS], U(len(order))
    for i in range(U(len(p.turn))):
        row, seat, at, phase = out[i], U(seats[i]), ZERO, U(p.phase[i])
        row[:] = 0
        for _ in range(players):
            _mark(row, at, p.tokens[i, seat], order)
            _write(row, at + players * fields, U(p.hands[i, seat]), fields)
            _write(row, at + U(2) * players * fields, U(p.cards[i, seat]), fields)
            seat, at = next_seat(rules, seat), at + fields
        at = U(3) * players * fields
        _write(row, at, U(p.quiet[i]), fields)
        if rules.numbers[EACH_MILL]:
            at += fields
            _write(row, at, U(p.further[i]), fields)
        if rules.numbers[REPETITION]:
            at += fields
            stood = ZERO if phase == REMOVE else times_stood(p, i, rules)
            _write(row, at, stood, fields)
        if rules.numbers[MARKING]:
            at += fields
            _mark(row, at, p.marked[i], order)
        if rules.numbers[IS_EXTENDED]:
            at = _write_noted(p, i, rules, order, row, at, U(seats[i]))
        for shown in (rules.numbers[HAND_PHASE], MOVE, REMOVE):
            at += fields
            if phase == shown:
                row[at : at + fields] = 1
        for _ in range(players):
            at += fields
            if U(p.turn[i]) == seat:
                row[at : at + fields] = 1
            seat = next_seat(rules, seat)
