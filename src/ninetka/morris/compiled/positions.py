"""Positions and rulesets as arrays. Position i is row i of each array."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import inlined
from ...compiled.machine import ONE, ZERO, U, Word, popcount
from ..rulesets import FromMills, Terms
from . import packing
from .tables import Tables, tables_of

PUT, MOVE, EITHER, REMOVE, OVER = map(U, range(5))
"""The phases."""


def place_of(name: str) -> np.uint64:
    """The place in `Rules.numbers` of a number that `packing.numbers_of` names."""
    return U(packing.NUMBERS.index(name))


def choice(value: Enum) -> np.uint64:
    """The number of an option's value there."""
    return U(packing.number_of(value))


PLAYERS = place_of("players")
BOARD = place_of("board")
JUMPING = place_of("jumping")
FEWEST = place_of("fewest")
QUIET = place_of("quiet_limit")
QUIET_FEW = place_of("quiet_few_limit")
HAND_PHASE = place_of("hand_phase")
CARDS = place_of("cards")
EXPELS = place_of("expels")
STUCK_LOSES = place_of("stuck_loses")
FROM_MILLS = place_of("from_mills")
MILL_WINS = place_of("mill_wins")
FULL_DRAWS = place_of("full_draws")
REMOVER = place_of("remover")
EACH_MILL = place_of("each_mill")
PUTS_COUNT = place_of("puts_count")
PUTS_FORBIDDEN = place_of("puts_forbidden")
ROWS_FORBIDDEN = place_of("rows_forbidden")
MARKING = place_of("marking")
REPETITION = place_of("repetition")
MORE_ENDS = place_of("has_more_endings")
PLAIN_MOVES = place_of("has_plain_moves")
NEVER, IF_ALL, ALWAYS = map(choice, FromMills)
"""Whether tokens in mills may be removed (M10, M15)."""
NOWHERE: Final = U(64)
"""The place where a put or a removal starts."""
NOBODY: Final = U(packing.NOBODY)


class Rules(NamedTuple):
    """A ruleset for a number of players, in few arrays: each makes calls slower."""

    tables: Tables
    numbers: NDArray[np.uint64]
    """The numbers that `packing.numbers_of` names, at their places."""


def rules_of(terms: Terms) -> Rules:
    """Return the arrays of a ruleset for a number of players."""
    tables = Tables(*(np.array(table, U) for table in tables_of(terms)))
    return Rules(tables, np.array([*packing.numbers_of(terms).values()], U))


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
def next_seat(rules: Rules, seat: Word) -> Word:
    """The seat after another in turn order."""
    return seat + ONE if seat + ONE < rules.numbers[PLAYERS] else ZERO


@inlined
def free_places(p: Positions, i: Word, rules: Rules) -> Word:
    """The free places, without marked ones (M26)."""
    taken = p.marked[i]
    for seat in range(rules.numbers[PLAYERS]):
        taken |= p.tokens[i, seat]
    return rules.numbers[BOARD] & ~taken


@inlined
def token_count(p: Positions, i: Word, seat: Word) -> Word:
    """The number of tokens that a seat has, on the board and in hand together."""
    return popcount(p.tokens[i, seat]) + U(p.hands[i, seat])


@inlined
def can_jump(p: Positions, i: Word, seat: Word, rules: Rules) -> bool:
    """Return whether a player may jump (M7, M21)."""
    return bool(p.hands[i, seat] == 0 and popcount(p.tokens[i, seat]) <= rules.numbers[JUMPING])


@inlined
def copy(p: Positions, source: Word, q: Positions, target: Word, rules: Rules) -> None:
    """Make position `target` of `q` equal to position `source` of `p`."""
    for seat in range(rules.numbers[PLAYERS]):
        q.tokens[target, seat] = p.tokens[source, seat]
        q.hands[target, seat] = p.hands[source, seat]
        q.cards[target, seat] = p.cards[source, seat]
    q.turn[target], q.phase[target] = p.turn[source], p.phase[source]
    q.quiet[target], q.further[target] = p.quiet[source], p.further[source]
    q.marked[target] = p.marked[source]
    if rules.numbers[REPETITION]:
        for k in range(U(p.quiet[source])):
            q.steps[target, k] = p.steps[source, k]
