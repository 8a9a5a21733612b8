"""The games of `informed` for two under plain rules, which are those of `duels`."""

from __future__ import annotations

from ...compiled.machine import (
    ONE,
    ZERO,
    U,
    Word,
    compiled,
    drawn,
    inlined,
    lowest,
    popcount,
)
from .duels import Steps, any_step, exposed_of, random_bit
from .informed import gaps, in_open_lines
from .mills import LINES
from .positions import (
    BOARD,
    FEWEST,
    FULL_DRAWS,
    JUMPING,
    OVER,
    QUIET,
    QUIET_FEW,
    REMOVE,
    STUCK_LOSES,
    Positions,
    Terms,
)
from .rules import lasting
from .tables import Tables

_BOTH = U(3)


@inlined
def _closers(tables: Tables, own: Word, place: Word, jumps: bool) -> Word:
    """The tokens that can move to a place and fill a line there."""
    near, found = own if jumps else own & tables.places[place, 0], ZERO
    for k in range(LINES, LINES + tables.places[place, 1]):
        line = tables.places[place, k]
        if line & ~own == ONE << place:
            found |= near & ~line
    return found


@inlined
def _closing_step(
    tables: Tables, own: Word, places: Word, jumps: bool, word: Word
) -> tuple[Word, Word]:
    """Where a step that fills a line starts and ends, as bits; nothing if there is none.

    `places` are the free ones at which a token would fill a line.
    """
    while places:
        end = random_bit(word, places)
        word *= popcount(places)
        starts = _closers(tables, own, lowest(end), jumps)
        if starts:
            return random_bit(word, starts), end
        places ^= end
    return ZERO, ZERO


@inlined
def _removed(terms: Terms, own: Word, other: Word, word: Word) -> Word:
    """A token that is removed: one in a line that its owner could fill, or else any; 0 if none."""
    exposed = exposed_of(terms, other)
    better = exposed & in_open_lines(terms.tables, other, terms.rules[BOARD] & ~(own | other))
    exposed = better if better else exposed
    return random_bit(word, exposed) if exposed else ZERO


@compiled
def finish(p: Positions, terms: Terms, steps: Steps, counter: Word) -> Word:
    """Play position 0 to the end of the game. Returns the seats that last as bits (M13, M15)."""
    if U(p.phase[0]) == OVER:
        return lasting(p, ZERO, terms)
    turn = U(p.turn[0])
    own, other = p.tokens[0, turn], p.tokens[0, ONE ^ turn]
    hand, other_hand = U(p.hands[0, turn]), U(p.hands[0, ONE ^ turn])
    quiet, won, made = U(p.quiet[0]), _BOTH ^ ONE << turn, U(p.phase[0]) == REMOVE
    while True:
        if made:
            removed = _removed(terms, own, other, drawn(counter))
            counter += ONE
            other ^= removed
            quiet = ZERO if removed else quiet
            own, other, hand, other_hand = other, own, other_hand, hand
            won ^= _BOTH
        free, tokens = terms.rules[BOARD] & ~(own | other), popcount(own)
        full_draws = terms.rules[FULL_DRAWS] and not free
        stuck = won if terms.rules[STUCK_LOSES] and not full_draws else _BOTH
        if tokens + hand < terms.rules[FEWEST]:
            return won
        word = drawn(counter)
        counter += ONE
        closing = gaps(terms.tables, own) & free
        if hand:
            if not free:
                return stuck
            made = closing != ZERO
            stopping = gaps(terms.tables, other) & free if other_hand else ZERO
            ends = stopping if stopping else free
            own |= random_bit(word, closing if made else ends)
            hand, quiet = hand - ONE, ZERO
        else:
            jumps = tokens <= terms.rules[JUMPING]
            few = jumps and popcount(other) + other_hand <= terms.rules[JUMPING]
            start, end = _closing_step(terms.tables, own, closing, jumps, word)
            made = start != ZERO
            if jumps and free and not made:
                start, end = random_bit(word, own), random_bit(word * tokens, free)
            elif not made:
                start, end = any_step(terms, steps, own, free, word)
            if not start:
                return stuck
            if quiet >= (terms.rules[QUIET_FEW] if few else terms.rules[QUIET]):
                return _BOTH
            own ^= start | end
            quiet += ONE
        if not made:
            own, other, hand, other_hand = other, own, other_hand, hand
            won ^= _BOTH
