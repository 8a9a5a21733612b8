"""Planes of zeros and ones that show many positions as seats see them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from ..board import SIZE
from .packing import SPLIT
from .rules import (
    NEUTRALS,
    PASS_CODE,
    SECTIONS,
    Positions,
    Rules,
    holder,
    legal_codes,
    next_seat,
    take_first,
)
from .tables import CORE, INDEX, SECTION_OF

PLACES: Final = SIZE * SIZE
_PLACES, _SPLIT, _PHASES, _TWO = U(PLACES), U(SPLIT), U(3), U(2)
_INDEX: Final = INDEX.astype(np.uint8)
"""By number of a square: its place in a plane."""
_CODE_PLACES: Final = INDEX[[*CORE, *range(81, len(INDEX))]].astype(np.uint8)
"""By action code but the pass: the place of its square."""
_SECTION_PLACES: Final = np.array(
    [_INDEX[:81][SECTION_OF[:81] == section] for section in range(9)], np.uint8
)
"""By section: the places of its squares."""


@inlined
def _fill(out: NDArray[np.uint8], at: Word) -> None:
    """Fill the plane that begins at byte `at`."""
    out[at : at + _PLACES] = 1


@inlined
def _mark(out: NDArray[np.uint8], at: Word, low: Word, high: Word) -> None:
    """Mark the squares of a set in the plane that begins at byte `at`."""
    while low:
        out[at + _INDEX[lowest(low)]] = 1
        low &= low - ONE
    while high:
        out[at + _INDEX[_SPLIT + lowest(high)]] = 1
        high &= high - ONE


@inlined
def _mark_legal(p: Positions, i: Word, rules: Rules, out: NDArray[np.uint8], at: Word) -> None:
    """Mark the squares of the legal actions."""
    low, high = legal_codes(p, i, rules)
    while low | high:
        code, low, high = take_first(low, high)
        if code != PASS_CODE:
            out[at + _CODE_PLACES[code]] = 1


@entry
def planes(p: Positions, rules: Rules, seats: NDArray[np.int8], out: NDArray[Any]) -> None:
    """Fill `out`, (size, bytes), with the planes of `observation` as the seats see them."""
    players = rules.players
    for i in range(U(len(p.turn))):
        row = out[i]
        row[:] = 0
        at = ZERO
        seat = U(seats[i])
        low, high = p.stones[i, players, 0], p.stones[i, players, 1]
        for _ in range(players):
            own_low, own_high = p.stones[i, seat, 0], p.stones[i, seat, 1]
            _mark(row, at, own_low, own_high)
            low, high = low ^ own_low, high ^ own_high
            if seat == U(p.turn[i]):
                _fill(row, at + (players + _TWO + _PHASES) * _PLACES)
            seat = next_seat(rules, seat)
            at += _PLACES
        _mark(row, at, low, high)
        _mark_legal(p, i, rules, row, at + _PLACES)
        placed = U(p.placed[i])
        phase = ZERO if placed < NEUTRALS else ONE if placed < rules.all_stones else _TWO
        _fill(row, at + (_TWO + phase) * _PLACES)
        at += (_TWO + _PHASES + players) * _PLACES
        seat = U(seats[i])
        for k in range(SECTIONS):  # by holder (R11), in turn order from the seat on
            owner = holder(p, i, k, rules)
            if owner < players:
                order = owner - seat if owner >= seat else owner + players - seat
                for n in range(SECTIONS):
                    row[at + order * _PLACES + _SECTION_PLACES[k, n]] = 1
        _fill(row, at + (players + seat) * _PLACES)
