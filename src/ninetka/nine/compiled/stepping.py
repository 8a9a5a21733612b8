"""The rules for many positions at once: what batches and their random games call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, below, drawn, nth, popcount, spread
from .rules import (
    ALL_CORE,
    CODES,
    RIM_CODE,
    SECTIONS,
    STREAM,
    Positions,
    Terms,
    apply,
    holder,
    is_legal,
    legal_codes,
    movable,
    rims,
)

_WORD, _REST, _SECOND = U(64), U(15), U(CODES - 64)


@entry
def legal_masks(p: Positions, terms: Terms, out: NDArray[np.uint8]) -> None:
    """Fill `out`, (size · 86,): by position and action code, 1 if the action is legal."""
    for i in range(U(len(p.turn))):
        low, high = legal_codes(p, i, terms)
        at = i * U(CODES)
        spread(out, at, low)
        spread(out, at + _SECOND, low >> _SECOND | high << (_WORD - _SECOND))


@entry
def steps(p: Positions, actions: NDArray[np.int64], terms: Terms) -> Word:
    """Make a move in each position, none for -1. Returns -1.

    If a move is illegal, it changes nothing and returns the number of the first such position.
    """
    for i in range(len(p.turn)):
        if actions[i] != -1 and not is_legal(p, U(i), U(actions[i]), terms):
            return i
    for i in range(len(p.turn)):
        if actions[i] != -1:
            apply(p, U(i), U(actions[i]), terms)
    return -1


@entry
def ends(p: Positions, terms: Terms, out: NDArray[np.bool_]) -> None:
    """Fill `out`, (size,): whether the game is over (R10)."""
    for i in range(U(len(p.turn))):
        in_movement = U(p.placed[i]) == terms.full
        out[i] = in_movement and movable(p, i, rims(p, i, terms), terms) == ZERO


@entry
def points(p: Positions, terms: Terms, out: NDArray[np.int16]) -> None:
    """Fill `out`, (size, players), with points as the boards stand (R12)."""
    out[:] = 0
    for i in range(U(len(p.turn))):
        for section in range(SECTIONS):
            seat = holder(p, i, section, terms)
            if seat < terms.players:
                out[i, seat] += 1


@inlined
def random_code(low: Word, high: Word, word: Word) -> Word:
    """One of the legal actions, of which there is at least one."""
    core, rim = low & ALL_CORE, low >> RIM_CODE | high << _REST
    if core:
        return nth(core, below(word, popcount(core)))
    return RIM_CODE + nth(rim, below(word, popcount(rim)))  # the pass is number 36


@entry
def random_actions(
    p: Positions, terms: Terms, words: NDArray[np.uint64], out: NDArray[np.int64]
) -> None:
    """Fill `out`, (size,), with a legal action of each position, -1 if its game is over."""
    for i in range(U(len(p.turn))):
        low, high = legal_codes(p, i, terms)
        if low | high:
            out[i] = random_code(low, high, words[i])
        else:
            out[i] = -1


@entry
def random_games(p: Positions, terms: Terms, key: Word, first: Word, actions: NDArray[Any]) -> Word:
    """Play a game to the end from each position, ply by ply. Returns the plies of the longest.

    `actions`, (size, plies), is filled with the codes of the moves; what follows the last stays as
    it was. The game of position i has the number first + i.
    """
    most: Word = ZERO
    for i in range(U(len(p.turn))):
        counter, ply = key + (first + i) * STREAM, ZERO
        low, high = legal_codes(p, i, terms)
        while low | high:
            code = random_code(low, high, drawn(counter + ply))
            apply(p, i, code, terms)
            actions[i, ply] = code
            ply += ONE
            low, high = legal_codes(p, i, terms)
        most = max(most, ply)
    return most
