"""Random games of two from the empty board, dealt like cards.

Where a blocked stone is blocked for good, owners do not matter to where stones go: shuffle the rim
squares, and let the seat to move turn them over until one holds a stone that can slide. It is that
seat's, and so are the blocked ones before it. Each seat gets as many squares as it has stones; when
one has had all of its own, it passes. Whatever has been turned over, the next square is any of the
others with equal chances, just as if stones had been placed and slid at random.

Whose a square is follows at the end from bits alone. So a game takes 0.6 of the time that it
takes in `playouts`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .machine import (
    LONG,
    ONE,
    ZERO,
    U,
    Word,
    below,
    compiled,
    drawn,
    inlined,
    join_row,
    nth,
    popcount,
    where_equal,
)
from .rules import SECTIONS, Positions, Terms
from .tables import CHOICE_COUNTS, CHOICES, FAR, LINE_SQUARES, NOWHERE, SECTION_OF

LANES: Final = 4
_LANES, _WORDS = U(LANES), U(4)
_TWO, _RIM_SQUARES, _HALF = U(2), U(36), U(18)
_NINE_BITS, _LOW, _32 = U(511), U((1 << 32) - 1), U(32)
_SHIFTS: Final = np.array([1, 2, 4, 8, 16, 32], U)

# The board is three words, six lines of nine bits in each: rows, then columns. A line is found by
# one shift, and a stone added by one instruction. Bytes for each rim square as in `playouts`, read
# right after their row is written, take three times as long.
WORD: Final = np.zeros(36, U)
"""By rim square: which word has its line."""
SHIFT: Final = np.zeros(36, U)
"""By rim square: the first bit of its line in that word."""
SLIDES: Final = np.full((36, 512), NOWHERE, np.uint8)
"""By rim square and the bits of its line: where its stone stops (R7); NOWHERE: blocked."""
BOARDS: Final = np.zeros((82, 4), U)
"""By square: a board with one stone on it."""
for _rim, _squares in enumerate(LINE_SQUARES):
    _along_row = _squares[0] // 9 == _squares[1] // 9
    _line = _squares[0] // 9 if _along_row else 9 + _squares[0] % 9
    _places = _squares % 9 if _along_row else _squares // 9
    WORD[_rim], SHIFT[_rim] = _line // 6, _line % 6 * 9
    BOARDS[_squares, _line // 6] |= (1 << (_line % 6 * 9 + _places)).astype(U)
    for _taken in range(512):
        _depth = next((k for k, place in enumerate(_places) if _taken >> place & 1), FAR)
        SLIDES[_rim, _taken] = _squares[_depth - 1] if _depth else NOWHERE


class Decks(NamedTuple):
    """The games under way, in lanes as in `playouts`."""

    counter: NDArray[np.uint64]
    """(LANES,): of the random words drawn; at first those of the games."""
    board: NDArray[np.uint64]
    """(LANES, 4)."""
    unturned: NDArray[np.uint64]
    """(LANES,): the rim squares not yet turned over."""
    dice: NDArray[np.uint8]
    """(LANES, 64): which of the squares left is turned over next, drawn beforehand."""
    sections: NDArray[np.uint8]
    """(LANES, 64): by square in the order turned over, where its stone went; 9 if blocked."""


def new_decks() -> Decks:
    """Lanes with nothing in them."""
    words, bytes_ = np.zeros((2, LANES), U), np.full((2, LANES, LONG), SECTIONS, np.uint8)
    return Decks(words[0], np.zeros((LANES, 4), U), words[1], *bytes_)


@inlined
def can_be_dealt(p: Positions, i: Word, terms: Terms) -> bool:
    """Whether random games from a position are played in this way."""
    return terms.players == _TWO and not terms.can_wake and U(p.placed[i]) == ZERO


@inlined
def _roll(decks: Decks, lane: Word) -> None:
    """Draw all dice of a game, two from a word, which the compiler does eight at a time."""
    counter = decks.counter[lane] + ONE
    for k in range(_HALF):
        word = drawn(counter + k)
        decks.dice[lane, k] = (word & _LOW) * (_RIM_SQUARES - k) >> _32
        decks.dice[lane, k + _HALF] = (word >> _32) * (_HALF - k) >> _32


@compiled
def deal(terms: Terms, decks: Decks) -> None:
    """Play a game in each lane, but for who owns which stone."""
    for lane in range(_LANES):
        word = drawn(decks.counter[lane])
        for k in range(_WORDS):
            decks.board[lane, k] = ZERO
        for k in range(SECTIONS):
            neutral = U(CHOICES[k, below(word, CHOICE_COUNTS[k])])
            join_row(decks.board, lane, BOARDS, neutral)
            word *= CHOICE_COUNTS[k]
        decks.unturned[lane] = (ONE << _RIM_SQUARES) - ONE
        _roll(decks, lane)
    for turned in range(terms.players * terms.each):
        for lane in range(_LANES):
            unturned = decks.unturned[lane]
            rim = nth(unturned, U(decks.dice[lane, turned]))
            decks.unturned[lane] = unturned ^ ONE << rim
            line = (decks.board[lane, WORD[rim]] >> SHIFT[rim]) & _NINE_BITS
            end = U(SLIDES[rim, line])
            join_row(decks.board, lane, BOARDS, end)
            decks.sections[lane, turned] = SECTION_OF[end]


@inlined
def _owned(terms: Terms, blocked: Word) -> tuple[Word, Word]:
    """Which squares each of two seats turned over, as bits in the order turned over.

    The turn goes on after each square that was not blocked, so whose a square is, is the parity of
    those before it: a prefix sum of bits. When a seat has had its last, the rest is the other's.
    """
    every = (ONE << terms.players * terms.each) - ONE
    second = ~blocked << ONE
    for k in range(len(_SHIFTS)):
        second ^= second << _SHIFTS[k]
    second &= every
    last, others_last = nth(every & ~second, terms.each - ONE), nth(second, terms.each - ONE)
    if last < others_last:
        second |= every & ~((_TWO << last) - ONE)
    else:
        second &= (_TWO << others_last) - ONE
    return every & ~second, second


@inlined
def result(terms: Terms, decks: Decks, lane: Word) -> tuple[Word, Word, Word]:
    """The points of the seat that slides first, of the other (R11), and the plies of movement.

    With passes, the two slide in turn to the end, so the one with k slides makes its last in its
    k-th turn.
    """
    blocked = where_equal(decks.sections, lane, SECTIONS)
    first, second = _owned(terms, blocked)
    points, others = ZERO, ZERO
    for k in range(SECTIONS):
        there = where_equal(decks.sections, lane, k)
        own, other = popcount(there & first), popcount(there & second)
        points += U(own > other)
        others += U(other > own)
    slides, others_slides = popcount(first & ~blocked), popcount(second & ~blocked)
    return points, others, max(_TWO * slides - ONE, _TWO * others_slides)
