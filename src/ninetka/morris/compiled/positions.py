"""Positions and rulesets as arrays. Position i is row i of each array."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import inlined
from ...compiled.machine import ONE, ZERO, U, Word, popcount
from ..rulesets import Terms
from . import packing
from .tables import Tables, tables_of

PUT, MOVE, EITHER, REMOVE, OVER = map(U, range(5))
"""The phases."""
NEVER, IF_ALL, ALWAYS = map(U, range(3))
"""Whether tokens in mills may be removed (M10, M15)."""
NUMBERS: Final = 21
(
    PLAYERS,
    BOARD,
    JUMPING,
    FEWEST,
    QUIET,
    QUIET_FEW,
    HAND_PHASE,
    CARDS,
    EXPELS,
    STUCK_LOSES,
    FROM_MILLS,
    MILL_WINS,
    FULL_DRAWS,
    REMOVER,
    EACH_MILL,
    PUTS_COUNT,
    PUTS_FORBIDDEN,
    ROWS_FORBIDDEN,
    MARKING,
    REPETITION,
    MORE_ENDS,
) = map(U, range(NUMBERS))
NOWHERE: Final = U(64)
"""The place where a put or a removal starts."""
NOBODY: Final = U(packing.NOBODY)


class Rules(NamedTuple):
    """A ruleset for a number of players, in few arrays: each makes calls slower."""

    tables: Tables
    rules: NDArray[np.uint64]
    """What is said above, by number."""


def terms_of(terms: Terms) -> Rules:
    """Return the arrays of a ruleset for a number of players."""
    tables = Tables(*(np.array(table, U) for table in tables_of(terms)))
    return Rules(tables, np.array(packing.numbers_of(terms), U))


class Positions(NamedTuple):
    """Positions as arrays, whose first dimension is the position's number."""

    tokens: NDArray[np.uint64]
    """(size, players): the places of each seat's tokens."""
    hands: NDArray[np.uint16]
    """(size, players): the tokens in hand."""
    cards: NDArray[np.int32]
    """(size, players): the cards."""
    turn: NDArray[np.uint8]
    """(size,): the seat to move."""
    phase: NDArray[np.uint8]
    """(size,): what it has to do."""
    quiet: NDArray[np.uint16]
    """(size,): the number of quiet turns in a row (M13)."""
    further: NDArray[np.uint16]
    """(size,): the number of removals that are due after this one (M20)."""
    marked: NDArray[np.uint64]
    """(size,): the marked places (M26)."""
    steps: NDArray[np.uint16]
    """(size, most quiet turns): where each of the quiet turns in a row started and ended, a byte
    each, if positions can be repeated (M22); then zeros."""


def room(size: int, players: int, steps: int) -> Positions:
    """Room for positions, in which up to this number of quiet turns in a row are kept."""
    return Positions(
        tokens=np.zeros((size, players), np.uint64),
        hands=np.zeros((size, players), np.uint16),
        cards=np.zeros((size, players), np.int32),
        turn=np.zeros(size, np.uint8),
        phase=np.zeros(size, np.uint8),
        quiet=np.zeros(size, np.uint16),
        further=np.zeros(size, np.uint16),
        marked=np.zeros(size, np.uint64),
        steps=np.zeros((size, steps), np.uint16),
    )


@inlined
def next_seat(terms: Rules, seat: Word) -> Word:
    """The seat after another in turn order."""
    return seat + ONE if seat + ONE < terms.rules[PLAYERS] else ZERO


@inlined
def free_places(p: Positions, i: Word, terms: Rules) -> Word:
    """The free places, without marked ones (M26)."""
    taken = p.marked[i]
    for seat in range(terms.rules[PLAYERS]):
        taken |= p.tokens[i, seat]
    return terms.rules[BOARD] & ~taken


@inlined
def token_count(p: Positions, i: Word, seat: Word) -> Word:
    """The number of tokens that a seat has, on the board and in hand together."""
    return popcount(p.tokens[i, seat]) + U(p.hands[i, seat])


@inlined
def can_jump(p: Positions, i: Word, seat: Word, terms: Rules) -> bool:
    """Return whether a player may jump (M7, M21)."""
    return bool(p.hands[i, seat] == 0 and popcount(p.tokens[i, seat]) <= terms.rules[JUMPING])


@inlined
def copy(p: Positions, source: Word, q: Positions, target: Word, terms: Rules) -> None:
    """Make position `target` of `q` equal to position `source` of `p`."""
    for seat in range(terms.rules[PLAYERS]):
        q.tokens[target, seat] = p.tokens[source, seat]
        q.hands[target, seat] = p.hands[source, seat]
        q.cards[target, seat] = p.cards[source, seat]
    q.turn[target], q.phase[target] = p.turn[source], p.phase[source]
    q.quiet[target], q.further[target] = p.quiet[source], p.further[source]
    q.marked[target] = p.marked[source]
    if terms.rules[REPETITION]:
        for k in range(U(p.quiet[source])):
            q.steps[target, k] = p.steps[source, k]
