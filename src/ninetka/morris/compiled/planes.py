"""Planes of zeros and ones that show many positions as seats see them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from .positions import (
    EACH_MILL,
    HAND_PHASE,
    MARKING,
    MOVE,
    PLAYERS,
    REMOVE,
    REPETITION,
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
        for shown in (rules.numbers[HAND_PHASE], MOVE, REMOVE):
            at += fields
            if phase == shown:
                row[at : at + fields] = 1
        for _ in range(players):
            at += fields
            if U(p.turn[i]) == seat:
                row[at : at + fields] = 1
            seat = next_seat(rules, seat)
