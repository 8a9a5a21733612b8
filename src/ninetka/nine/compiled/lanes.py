"""Random games under way, several at a time in lanes: where they stand and how they begin.

A game in a lane keeps what decides who wins and nothing else. Its board is four words: three have
the stones inside, six lines of nine bits in each, so that a line is found by one shift; the fourth
says what the stones do to the rim. A stone is added by one instruction for all four. Bytes for each
rim square, as in `rules.Positions`, take longer, three times as long where games are dealt: a
processor waits when it reads a part of what it has just written.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, below, drawn, lowest, nth, popcount
from .packing import SPLIT
from .rows import join_row
from .rules import NEUTRALS, RIM, RIM_BIT, SECTIONS, Positions, Rules, next_seat, opposite, supply
from .tables import BOARDS, CHOICE_COUNTS, CHOICES, COUNTS, SECTION_WORDS

LANES: Final = 4
"""The number of games played at once, so that one computes while another waits for memory.

Four are 2.3 to 2.6 times as fast as one; eight gain nothing more from one position.
"""
MODEL: Final = U(LANES)
"""The lane that is not played: the position from which the others begin."""
_INNER, _SPLIT = U((1 << 27) - 1), U(SPLIT)
_WORDS, _DICE, _STREAM_OF_SEAT = U(4), U(6), U(16)
_EIGHTHS, _FEW = U(8), U(3)
_NINE, _EIGHTEEN, _NINE_BITS, _LINES = U(9), U(18), U(511), U(36)


class Lanes(NamedTuple):
    """The games under way, the model last. Seats are in the order in which they slide."""

    board: NDArray[np.uint64]
    """(LANES + 1, 4): the boards."""
    rims: NDArray[np.uint64]
    """(LANES + 1, 4): the rim stones of each seat."""
    counts: NDArray[np.uint64]
    """(LANES + 1, 4): the stones of each seat inside, nine counters of 7 bits."""
    facing: NDArray[np.uint64]
    """(LANES + 1,): the rim squares whose opposite was taken when movement began.

    While a line is empty inside, no stone has left its ends (Q2); later they can slide anyway.
    """
    counter: NDArray[np.uint64]
    """(LANES + 1,): the counter of the random words drawn."""
    dice: NDArray[np.uint64]
    """(LANES + 1,): a random word, from which several dice are made."""
    last: NDArray[np.uint64]
    """(LANES + 1,): the ply of movement in which the last stone slid."""
    opener: NDArray[np.uint64]
    """(LANES + 1,): the seat that slides first."""
    before: NDArray[np.uint64]
    """(LANES + 1,): the number of plies before movement."""
    open: NDArray[np.uint64]
    """(LANES + 1,): the sections without a neutral when the game starts, as bits."""


def new_lanes() -> Lanes:
    """Lanes with nothing in them."""
    size = LANES + 1
    board, rims, counts = np.zeros((3, size, 4), U)
    return Lanes(board, rims, counts, *np.zeros((7, size), U))


@inlined
def _taken(lanes: Lanes, lane: Word) -> Word:
    """The rim squares that are taken."""
    rims = lanes.rims
    return rims[lane, 0] | rims[lane, 1] | rims[lane, 2] | rims[lane, 3]


@inlined
def stopped(lanes: Lanes, lane: Word) -> Word:
    """The rim squares on whose lines something would stop a slide (Q2)."""
    lines = lanes.board[lane, 3] >> _LINES
    rows, columns = lines & _NINE_BITS, lines >> _NINE
    full = (rows | rows << _NINE) | (columns | columns << _NINE) << _EIGHTEEN
    return full | lanes.facing[lane]


@compiled
def load(p: Positions, i: Word, rules: Rules, lanes: Lanes) -> None:
    """Make a position the model."""
    placed, players = U(p.placed[i]), rules.players
    opener = U(p.turn[i]) if placed == rules.all_stones else rules.first_to_move
    lanes.opener[MODEL] = opener
    # Chance takes no plies (Q5)
    lanes.before[MODEL] = rules.all_stones - max(placed, rules.drawn)
    for k in range(_WORDS):
        lanes.board[MODEL, k] = ZERO
    low, high = p.stones[i, players, 0], p.stones[i, players, 1] & _INNER
    lanes.open[MODEL] = ZERO
    if placed < NEUTRALS:
        for k in range(SECTIONS):
            if low & SECTION_WORDS[k, 0] | high & SECTION_WORDS[k, 1] == ZERO:
                lanes.open[MODEL] |= ONE << k
    while low:
        join_row(lanes.board, MODEL, BOARDS, lowest(low))
        low &= low - ONE
    while high:
        join_row(lanes.board, MODEL, BOARDS, _SPLIT + lowest(high))
        high &= high - ONE
    for turn in range(players):
        seat = opener + turn if opener + turn < players else opener + turn - players
        lanes.rims[MODEL, turn] = p.stones[i, seat, 1] >> RIM_BIT
        low, high, counts = p.stones[i, seat, 0], p.stones[i, seat, 1] & _INNER, ZERO
        while low:
            counts += COUNTS[lowest(low)]
            low &= low - ONE
        while high:
            counts += COUNTS[_SPLIT + lowest(high)]
            high &= high - ONE
        lanes.counts[MODEL, turn] = counts


@compiled
def begin(lanes: Lanes, lane: Word) -> None:
    """Start a game in a lane: copy the model."""
    for k in range(_WORDS):
        lanes.board[lane, k] = lanes.board[MODEL, k]
        lanes.rims[lane, k] = lanes.rims[MODEL, k]
        lanes.counts[lane, k] = lanes.counts[MODEL, k]
    lanes.last[lane], lanes.open[lane] = ZERO, lanes.open[MODEL]
    lanes.opener[lane], lanes.before[lane] = lanes.opener[MODEL], lanes.before[MODEL]


@compiled
def place(rules: Rules, lanes: Lanes, lane: Word) -> None:
    """Draw the neutrals and stones that are still to be placed (R5, R6)."""
    open_, word = lanes.open[lane], drawn(lanes.counter[lane])
    while open_:
        k = lowest(open_)
        open_ &= open_ - ONE
        neutral = U(CHOICES[k, below(word, CHOICE_COUNTS[k])])
        join_row(lanes.board, lane, BOARDS, neutral)
        word *= CHOICE_COUNTS[k]
    lanes.counter[lane] += ONE
    if lanes.before[lane]:  # in movement, what is not on the rim has slid
        free = RIM & ~_taken(lanes, lane)
        seat = lanes.opener[lane]
        for turn in range(rules.players):
            missing = supply(rules, seat) - popcount(lanes.rims[lane, turn])
            seat = next_seat(rules, seat)
            own = draw(free, missing, lanes.counter[lane])
            lanes.counter[lane] += _STREAM_OF_SEAT
            lanes.rims[lane, turn] |= own
            free ^= own
    lanes.facing[lane] = opposite(_taken(lanes, lane))


@compiled
def draw(free: Word, size: Word, counter: Word) -> Word:
    """A random set of `size` of the free squares, all such sets equally likely.

    It begins with every square by the toss of a coin, or two of them for a small set, and then adds
    or drops random squares until the size is right: fewer dice than to draw one after the other.
    """
    own, count = free, popcount(free)
    if size < count:
        own &= drawn(counter)
        if size * _EIGHTHS < count * _FEW:
            own &= drawn(counter + ONE)
        counter += ONE
        count, word, dice = popcount(own), ZERO, ZERO
        while count != size:
            if dice == ZERO:
                counter += ONE
                word, dice = drawn(counter), _DICE
            pool = own if count > size else free & ~own
            choices = popcount(pool)
            own ^= ONE << nth(pool, below(word, choices))
            word *= choices
            dice -= ONE
            count = count - ONE if count > size else count + ONE
    return own
