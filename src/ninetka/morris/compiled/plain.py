"""The moves of two under plain rules, those of most rulesets like Mills, as a search makes them.

They lead to the same positions as `rules.apply`, in less time.
"""

from __future__ import annotations

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, popcount
from .mills import LINES, exposed_of
from .positions import (
    BOARD,
    CARDS,
    EACH_MILL,
    EXPELS,
    FEWEST,
    HAND_PHASE,
    JUMPING,
    MARKING,
    MORE_ENDS,
    MOVE,
    NOBODY,
    NOWHERE,
    OVER,
    PLAYERS,
    PUT,
    PUTS_COUNT,
    PUTS_FORBIDDEN,
    QUIET,
    REMOVE,
    REMOVER,
    Positions,
    Terms,
)
from .rules import reach


@inlined
def is_plain(terms: Terms) -> bool:
    """Whether two play by rules that `step` knows."""
    rules = terms.rules
    others = rules[CARDS] | rules[EXPELS] | rules[EACH_MILL] | rules[PUTS_FORBIDDEN]
    others |= rules[MARKING] | rules[MORE_ENDS] | U(len(terms.tables.rows))
    usual = rules[HAND_PHASE] == PUT and rules[REMOVER] == NOBODY and rules[PUTS_COUNT] != ZERO
    return bool(rules[PLAYERS] == 2 and others == ZERO and usual)


@compiled
def exposed(terms: Terms, others: Word) -> Word:
    """As `exposed_of`, by a call."""
    return exposed_of(terms, others)


@inlined
def _closes(terms: Terms, tokens: Word, place: Word) -> bool:
    """Whether the token at a place stands in a mill (M9)."""
    found = False
    for k in range(LINES, LINES + terms.tables.places[place, 1]):
        line = terms.tables.places[place, k]
        found |= tokens & line == line
    return found


@inlined
def _is_stuck(terms: Terms, own: Word, hand: Word, free: Word) -> bool:
    """Whether a player can neither put nor move nor jump (M5-M7)."""
    if hand or popcount(own) <= terms.rules[JUMPING]:
        return bool(free == ZERO)
    return bool(reach(terms.tables, own, free) == ZERO)


@inlined
def step(p: Positions, i: Word, start: Word, end: Word, terms: Terms) -> None:
    """Make position i + 1 what follows on a legal move in position i (M5-M7, M9, M10, M15)."""
    turn, j, bit, quiet = U(p.turn[i]), i + ONE, ONE << end, ZERO
    own, other, hand = p.tokens[i, turn], p.tokens[i, ONE ^ turn], U(p.hands[i, turn])
    other_hand = U(p.hands[i, ONE ^ turn])
    is_due = False
    if U(p.phase[i]) == REMOVE:
        other ^= bit
    else:
        own |= bit
        if start == NOWHERE:
            hand -= ONE
        else:
            own ^= ONE << start
            quiet = U(p.quiet[i]) + ONE
        if _closes(terms, own, end) and exposed(terms, other):
            # The turn is not over: its quiet turns are those from before
            is_due, quiet = True, U(p.quiet[i])
    p.tokens[j, turn], p.tokens[j, ONE ^ turn], p.quiet[j] = own, other, quiet
    p.hands[j, turn], p.hands[j, ONE ^ turn] = hand, other_hand
    if is_due:
        p.turn[j], p.phase[j] = turn, REMOVE
        return
    p.turn[j], p.phase[j] = ONE ^ turn, PUT if other_hand else MOVE
    free = terms.rules[BOARD] & ~(own | other)
    if (
        quiet >= terms.rules[QUIET]
        or popcount(other) + other_hand < terms.rules[FEWEST]
        or _is_stuck(terms, other, other_hand, free)
    ):
        p.phase[j] = OVER
