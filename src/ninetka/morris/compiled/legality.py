"""The legal moves of a position, all of them or one at random (M5-M7, M10, M17, M24, M25)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, below, lowest, nth, popcount
from .captures import restricted_ends
from .mills import mills_made, removable, without_rows
from .positions import (
    MOVE,
    NOWHERE,
    OVER,
    PUT,
    PUTS_FORBIDDEN,
    REMOVE,
    RESTRICTS_STEPS,
    ROWS_FORBIDDEN,
    Positions,
    Rules,
    can_jump,
    free_places,
)
from .tables import Tables

MOST_MOVES = 64 * 65
"""The most moves of a position: from each place, or the hand, to each place."""
STREAM = U(1 << 15)
"""The number of random words that each game has for itself: one for each ply."""


@compiled
def _without_mills(tables: Tables, tokens: Word, ends: Word) -> Word:
    """The places among `ends` where one token more makes no mill (M25)."""
    allowed = ends
    while ends:
        bit = ends & (ZERO - ends)
        ends ^= bit
        if mills_made(tables, tokens | bit, lowest(bit)):
            allowed ^= bit
    return allowed


def new_ends() -> NDArray[np.uint64]:
    """Room for what `legal_ends` finds."""
    return np.zeros(65, np.uint64)


@compiled
def legal_ends(p: Positions, i: Word, rules: Rules, ends: NDArray[np.uint64]) -> Word:
    """Fill `ends`, (65,): where moves may end, by where they start. Returns how many there are.

    Puts or removals come last.
    """
    for k in range(U(65)):
        ends[k] = ZERO
    phase, turn = U(p.phase[i]), U(p.turn[i])
    if phase == OVER:
        return ZERO
    if phase == REMOVE:
        ends[NOWHERE] = removable(p, i, rules)
        return popcount(ends[NOWHERE])
    free, tokens, count = free_places(p, i, rules), p.tokens[i, turn], ZERO
    own = ZERO if phase == PUT else tokens
    jumps = can_jump(p, i, turn, rules)
    while own:
        start = lowest(own)
        own &= own - ONE
        if rules.numbers[ROWS_FORBIDDEN] or rules.numbers[RESTRICTS_STEPS]:
            reached = restricted_ends(p, i, rules, turn, start, free, jumps)
        else:
            reached = free if jumps else rules.tables.places[start, 0] & free
        ends[start] = reached
        count += popcount(reached)
    puts = ZERO if phase == MOVE else free
    allowed = (
        without_rows(rules.tables.rows, tokens, puts) if rules.numbers[ROWS_FORBIDDEN] else puts
    )
    if rules.numbers[PUTS_FORBIDDEN]:
        allowed = _without_mills(rules.tables, tokens, allowed)
    # Whoever can do nothing else makes a mill or a long row by putting
    ends[NOWHERE] = allowed if count or allowed else puts
    return count + popcount(ends[NOWHERE])


@inlined
def nth_of(ends: NDArray[np.uint64], k: Word) -> tuple[Word, Word]:
    """The k-th of the moves in a list."""
    start = ZERO
    while k >= popcount(ends[start]):
        k -= popcount(ends[start])
        start += ONE
    return start, nth(ends[start], k)


@compiled
def _nth_listed(
    p: Positions, i: Word, rules: Rules, word: Word, ends: NDArray[np.uint64]
) -> tuple[Word, Word]:
    """A random legal move, of a list of all."""
    return nth_of(ends, below(word, legal_ends(p, i, rules, ends)))


@inlined
def count_steps(tables: Tables, own: Word, free: Word) -> Word:
    """The number of moves to neighbouring free places (M6), a direction at a time."""
    count = ZERO
    for k in range(len(tables.directions)):
        shift, starts = tables.directions[k, 0], tables.directions[k, 1]
        count += popcount((own & starts) << shift & free) + popcount(own >> shift & starts & free)
    return count


@inlined
def nth_step(tables: Tables, own: Word, free: Word, k: Word) -> tuple[Word, Word]:
    """The k-th of these moves: first those up, by direction, then those down."""
    at = 0
    while True:
        is_up = at < len(tables.directions)
        direction = at if is_up else at - len(tables.directions)
        shift, starts = tables.directions[direction, 0], tables.directions[direction, 1]
        ends = (own & starts) << shift & free if is_up else own >> shift & starts & free
        if k < popcount(ends):
            end = nth(ends, k)
            return (end - shift if is_up else end + shift), end
        k -= popcount(ends)
        at += 1


@inlined
def any_move(
    p: Positions, i: Word, rules: Rules, word: Word, ends: NDArray[np.uint64]
) -> tuple[Word, Word]:
    """Draw a legal move, all equally likely: its start and end. `ends` is working space.

    The moves are counted and the n-th is found, mostly without a list of them.
    """
    phase, turn = U(p.phase[i]), U(p.turn[i])
    if phase == REMOVE:
        tokens = removable(p, i, rules)
        return NOWHERE, nth(tokens, below(word, popcount(tokens)))
    restricted = rules.numbers[ROWS_FORBIDDEN] or rules.numbers[RESTRICTS_STEPS]
    if restricted or rules.numbers[PUTS_FORBIDDEN]:
        return _nth_listed(p, i, rules, word, ends)
    free, own = free_places(p, i, rules), p.tokens[i, turn]
    room = popcount(free)
    if phase == PUT:
        return NOWHERE, nth(free, below(word, room))
    if can_jump(p, i, turn, rules):
        count = popcount(own)
        return nth(own, below(word, count)), nth(free, below(word * count, room))
    puts = ZERO if phase == MOVE else room
    k = below(word, puts + count_steps(rules.tables, own, free))
    if k < puts:
        return NOWHERE, nth(free, k)
    return nth_step(rules.tables, own, free, k - puts)
