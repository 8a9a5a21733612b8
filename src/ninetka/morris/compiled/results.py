"""How games end: who has lost, and who is left (M12-M15)."""

from __future__ import annotations

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from .mills import in_mills
from .positions import (
    EXPELS,
    FEWEST,
    FULL_DRAWS,
    MILL_WINS,
    NOBODY,
    OVER,
    PLAYERS,
    STUCK_LOSES,
    Positions,
    Terms,
    free_places,
    next_seat,
    token_count,
)
from .rules import can_play


@inlined
def loser(p: Positions, i: Word, terms: Terms) -> Word:
    """The seat that has lost (M15, M18), or 255."""
    turn = U(p.turn[i])
    if U(p.phase[i]) != OVER:
        return NOBODY
    if terms.rules[MILL_WINS] and in_mills(terms.tables, p.tokens[i, next_seat(terms, turn)]):
        return turn
    if terms.rules[EXPELS]:
        return NOBODY
    if token_count(p, i, turn) < terms.rules[FEWEST]:
        return turn
    if terms.rules[FULL_DRAWS] and free_places(p, i, terms) == ZERO:
        return NOBODY
    return NOBODY if can_play(p, i, turn, terms) or not terms.rules[STUCK_LOSES] else turn


@compiled
def lasting(p: Positions, i: Word, terms: Terms) -> Word:
    """The seats that have neither lost nor been expelled, as bits (M14)."""
    lost, seats = loser(p, i, terms), ZERO
    for seat in range(terms.rules[PLAYERS]):
        if seat != lost and (p.tokens[i, seat] or p.hands[i, seat]):
            seats |= ONE << seat
    return seats
