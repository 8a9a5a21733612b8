"""Random games to the end from any position, under any ruleset."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, drawn
from .choices import STREAM, any_move
from .positions import CARDS, OVER, PLAYERS, Positions, Terms, copy
from .results import lasting
from .rules import apply


class Games(NamedTuple):
    """The random games wanted, by row, and how they end."""

    key: Word
    first: Word
    """The game of row k has the number first + k."""
    cards: NDArray[np.int32]
    """(rows, players): cards by seat, to be filled."""
    lasting: NDArray[np.uint8]
    """(rows,): the seats that have neither lost nor been expelled, as bits, to be filled."""
    plies: NDArray[np.int16]
    """(rows,): the plies of the game, to be filled."""


def games(key: int, first: int, rows: int, players: int) -> Games:
    """Games in `rows` rows, not yet played."""
    cards, seats = np.empty((rows, players), np.int32), np.empty(rows, np.uint8)
    return Games(U(key), U(first), cards, seats, np.empty(rows, np.int16))


@compiled
def finish(p: Positions, i: Word, terms: Terms, counter: Word, ends: Any) -> Word:
    """Play a position at random to the end of the game. Returns the number of plies."""
    ply = ZERO
    while U(p.phase[i]) != OVER:
        start, end = any_move(p, i, terms, drawn(counter + ply), ends)
        apply(p, i, start, end, terms)
        ply += ONE
    return ply


@entry
def playouts(
    p: Positions, terms: Terms, each: Word, q: Positions, ends: Any, played: Games
) -> None:
    """Play `each` games from each position, in rows i·each and on for position i.

    Position 0 of `q` and `ends`, (65,), are working space.
    """
    row = ZERO
    for i in range(U(len(p.turn))):
        for _ in range(each):
            copy(p, i, q, ZERO, terms)
            counter = played.key + (played.first + row) * STREAM
            played.plies[row] = finish(q, ZERO, terms, counter, ends)
            played.lasting[row] = lasting(q, ZERO, terms)
            for seat in range(terms.rules[PLAYERS]):
                played.cards[row, seat] = q.cards[ZERO, seat]
            row += ONE


@inlined
def winners(cards: NDArray[np.int32], row: Word, terms: Terms, lasts: Word) -> Word:
    """The seats that have won or, after a draw, share the game, of those in `lasts` (M14, M15).

    With cards, `cards`, (rows, players), they are those of all seats that have the most.
    """
    best, most = lasts, -1
    if terms.rules[CARDS]:
        for seat in range(terms.rules[PLAYERS]):
            if cards[row, seat] >= most:
                best = (best if cards[row, seat] == most else ZERO) | ONE << seat
                most = cards[row, seat]
    return best
