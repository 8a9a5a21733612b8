"""The ends of games: who has lost, who is left, who has won, and points (M12-M15, M18)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from ..rulesets import Terms
from .mills import beside, in_mills
from .positions import (
    CARDS,
    EXPELS,
    FEWEST,
    FULL_DRAWS,
    FULL_LOSES,
    MILL_WINS,
    NOBODY,
    OVER,
    PLAYERS,
    STUCK_LOSES,
    STUCK_REMOVES,
    Positions,
    Rules,
    free_places,
    next_seat,
    token_count,
)
from .rules import can_play


@inlined
def loser(p: Positions, i: Word, rules: Rules) -> Word:
    """The seat that has lost (M15, M18), or 255."""
    turn = U(p.turn[i])
    if U(p.phase[i]) != OVER:
        return NOBODY
    if rules.numbers[MILL_WINS] and in_mills(rules.tables, p.tokens[i, next_seat(rules, turn)]):
        return turn
    if rules.numbers[EXPELS]:
        return NOBODY
    if token_count(p, i, turn) < rules.numbers[FEWEST]:
        return turn
    if rules.numbers[FULL_DRAWS] and free_places(p, i, rules) == ZERO:
        return NOBODY
    if rules.numbers[FULL_LOSES] and free_places(p, i, rules) == ZERO:
        return ZERO
    loses = rules.numbers[STUCK_LOSES] | rules.numbers[STUCK_REMOVES]
    if not loses or can_play(p, i, turn, rules):
        return NOBODY
    # Whoever would have removed a token has not lost (M38)
    own, others = p.tokens[i, turn], p.tokens[i, next_seat(rules, turn)]
    removes = rules.numbers[STUCK_REMOVES] and not p.hands[i, turn]
    return NOBODY if removes and beside(rules.tables, own, others) else turn


@compiled
def lasting(p: Positions, i: Word, rules: Rules) -> Word:
    """The seats that have neither lost nor been expelled, as bits (M14)."""
    lost, seats = loser(p, i, rules), ZERO
    for seat in range(rules.numbers[PLAYERS]):
        if seat != lost and (p.tokens[i, seat] or p.hands[i, seat]):
            seats |= ONE << seat
    return seats


@inlined
def winners(cards: NDArray[np.int32], row: Word, rules: Rules, lasts: Word) -> Word:
    """The seats that have won or, after a draw, share the game, of those in `lasts` (M14, M15).

    With cards, `cards`, (rows, players), they are those of all seats that have the most.
    """
    best, most = lasts, -1
    if rules.numbers[CARDS]:
        for seat in range(rules.numbers[PLAYERS]):
            if cards[row, seat] >= most:
                best = (best if cards[row, seat] == most else ZERO) | ONE << seat
                most = cards[row, seat]
    return best


def points_of(terms: Terms, lasting: NDArray[Any], cards: NDArray[np.int32]) -> NDArray[np.float64]:
    """Points by seat (M14, M15), given the seats that last as bits, and cards by seat."""
    players = terms.players
    whole: NDArray[Any]
    if terms.ruleset.cards:
        own = cards.astype(np.int64)
        whole = 10 * (players * own - own.sum(-1, keepdims=True))
        whole, parts = whole + 5 * (players - 1) * players, np.array(players)
    else:
        whole = lasting[..., None] >> np.arange(players) & 1
        parts = whole.sum(-1, keepdims=True)
    points: NDArray[np.float64] = whole / parts
    return points


def winners_of(scores: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The seats with the most points as bits; none if all have equally many (M14)."""
    best = scores == scores.max(-1, keepdims=True)
    return np.packbits(best & ~best.all(-1, keepdims=True), -1, bitorder="little")[..., 0]
