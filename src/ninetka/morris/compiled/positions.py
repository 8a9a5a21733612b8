"""Positions and rulesets as arrays. Position i is row i of each array."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import inlined
from ...compiled.machine import ONE, ZERO, U, Word, popcount
from ..position import Due
from ..rulesets import FromMills, Terms
from . import packing
from .packing import NOTED
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
QUIET_FEW_ANY = place_of("quiet_few_any")
FULL_LOSES = place_of("full_loses")
FULL_OWED = place_of("full_board_owed")
IS_EXTENDED = place_of("is_extended")
RESTRICTS_STEPS = place_of("restricts_steps")
NOTES_LAST_PUT = place_of("notes_last_put")
STUCK_REMOVES = place_of("stuck_removes")
PLACING_MILLS = place_of("placing_mills")
FIRST_TO_MOVE = place_of("first_to_move")
EXTRA_TURNS = place_of("extra_turns")
MILLS_ONCE = place_of("mills_once")
RECLOSING = place_of("reclosing")
PLACING_ENDS = place_of("placing_ends")
CUSTODY_RULE = place_of("custody")
INTERVENTION_RULE = place_of("intervention")
LEAP_RULE = place_of("leap")
NEVER, IF_ALL, ALWAYS = map(choice, FromMills)
"""Whether tokens in mills may be removed (M10, M15)."""
DUE, CUSTODY, INTERVENTION, USED, CLOSED = map(U, (0, 1, 2, 3, 5))
"""The columns of `Positions.noted`; the last two have one for each seat."""
BY_MILL, BY_LAST_PUT, BY_STUCK, BY_OWED, BY_OWN = map(choice, Due)
"""The reasons why a removal is due, in the low byte of `DUE`; above it is what the other owes."""
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
    lists = tables_of(terms)._asdict()
    lists["captures"] = np.array(lists["captures"], U).reshape(-1, 3)  # maybe none
    tables = Tables(**{name: np.array(table, U) for name, table in lists.items()})
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
    noted: NDArray[np.uint64]
    """(size, 7), or (size, 0) unless the ruleset is extended: why a removal is due, and what the
    other owes; captives by custody and by intervention; by seat the places of used lines, and one
    more than the step that closed a mill, as two bytes (M29-M38)."""


def room(size: int, players: int, steps: int, noted: int = 0) -> Positions:
    """Room for positions, in which so many steps of quiet turns and words of notes are kept."""
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
        noted=np.zeros((size, noted), np.uint64),
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
    if rules.numbers[IS_EXTENDED]:
        for k in range(NOTED):
            q.noted[target, k] = p.noted[source, k]
