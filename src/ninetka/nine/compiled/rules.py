"""The rules on many positions at once (R5-R12). Position i is row i of each array."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, below, drawn, lowest, nth, popcount, spread
from ...compiled.stepping import steps_by
from . import packing, tables
from .packing import LONG
from .rows import lower_row, where_equal
from .tables import CORE_CODES, CORE_OR_NOWHERE, DEPTHS, ENDS, SECTION_WORDS, WORDS

NEUTRALS, SECTIONS, FAR, RIM_BIT = U(9), U(9), U(packing.FAR), U(tables.RIM_BIT)
RIM: Final = U((1 << 36) - 1)
RIM_CODE, PASS_CODE = U(49), U(85)
ALL_CORE: Final = (ONE << RIM_CODE) - ONE
CODES: Final = 86
_LEFT_AND_BOTTOM, _SIDE = U(0o777 | 0o777 << 18), U(9)
_WORD, _REST, _SECOND = U(64), U(15), U(CODES - 64)
_SIX_BITS, _FOUR_BITS = U(63), U(15)
_BYTE, _LAST_BYTE = U(3), U(255)
STREAM: Final = U(256)
"""The number of random words that each game has for itself, more than it needs."""


class Rules(NamedTuple):
    """A ruleset for a number of players, as numbers."""

    players: Word
    stones: Word
    """The stones that the players begin with, a byte for each seat (R4, Q7)."""
    each: Word
    """The same for any player; 0 if they differ."""
    all_stones: Word
    """The number of stones, neutrals included, on the board when placement has ended."""
    first_to_place: Word
    """The seat that begins placement (Q1)."""
    first_to_move: Word
    """The seat that begins movement (Q1)."""
    drawn: Word
    """The number of neutrals that chance places, which are no plies (Q5): 9 or 0."""
    by_slide: Word
    """1 if ties go to who slid last, 0 if to the latest seat (R12, Q6)."""
    can_resume: Word
    """1 if a stone on an empty line cannot slide, but may later (Q2, Q3), else 0."""


class Positions(NamedTuple):
    """Positions as arrays, whose first dimension is the position's number."""

    stones: NDArray[np.uint64]
    """(size, players + 1, 2): the squares of each seat's stones, and then of all, neutrals too."""
    depths: NDArray[np.uint8]
    """(size, 64): the number of free squares before each rim square, 9 if its line is empty.

    It follows from the stones. It answers where a slide ends and which stones are blocked without
    looking at rows and columns: steps and masks take half the time.
    """
    turn: NDArray[np.uint8]
    """(size,): the seat to move."""
    placed: NDArray[np.uint8]
    """(size,): the number of stones on the board, neutrals included."""


@inlined
def supply(rules: Rules, seat: Word) -> Word:
    """The stones that a seat begins with (R4, Q7)."""
    return (rules.stones >> (seat << _BYTE)) & _LAST_BYTE


@inlined
def next_seat(rules: Rules, seat: Word) -> Word:
    """The seat after another in turn order."""
    return seat + ONE if seat + ONE < rules.players else ZERO


@inlined
def rims(p: Positions, i: Word, rules: Rules) -> Word:
    """The rim squares that are taken."""
    return p.stones[i, rules.players, 1] >> RIM_BIT


@inlined
def opposite(rim: Word) -> Word:
    """The rim squares at the other ends of the lines of some rim squares."""
    return (rim & _LEFT_AND_BOTTOM) << _SIDE | (rim >> _SIDE) & _LEFT_AND_BOTTOM


@inlined
def movable(p: Positions, i: Word, stones: Word, rules: Rules) -> Word:
    """Those of the stones on some rim squares that can slide (R7, R8, Q2)."""
    able = stones & ~where_equal(p.depths, i, ZERO)
    if rules.can_resume:
        able &= ~where_equal(p.depths, i, FAR) | opposite(rims(p, i, rules))
    return able


@inlined
def legal_codes(p: Positions, i: Word, rules: Rules) -> tuple[Word, Word]:
    """The legal actions as the bits of two words; none if the game is over."""
    placed = U(p.placed[i])
    if placed < NEUTRALS:  # R5
        free, taken = ALL_CORE, rules.players
        for k in range(SECTIONS):
            low, high = SECTION_WORDS[k, 0], SECTION_WORDS[k, 1]
            if p.stones[i, taken, 0] & low | p.stones[i, taken, 1] & high:
                free &= ~CORE_CODES[k]
        return free, ZERO
    if placed < rules.all_stones:  # R6
        able = ~rims(p, i, rules) & RIM
    else:
        able = movable(p, i, p.stones[i, U(p.turn[i]), 1] >> RIM_BIT, rules)
        if able == ZERO and movable(p, i, rims(p, i, rules), rules):  # R9
            return ZERO, ONE << (PASS_CODE - _WORD)
    return able << RIM_CODE, able >> _REST


@inlined
def take_first(low: Word, high: Word) -> tuple[Word, Word, Word]:
    """The first of some actions, given as the bits of two words, and the words of the others."""
    if low:
        return lowest(low), low & (low - ONE), high
    return _WORD + lowest(high), low, high & (high - ONE)


@inlined
def is_legal(p: Positions, i: Word, code: Word, rules: Rules) -> bool:
    """Return whether a code, of any size, is that of a legal action."""
    low, high = legal_codes(p, i, rules)
    word = low if code < _WORD else high
    return bool((word >> (code & _SIX_BITS)) & ONE) and code <= PASS_CODE


@inlined
def toggle(p: Positions, i: Word, row: Word, low: Word, high: Word) -> None:
    """Add and take away the stones of a set in a row of `stones`."""
    p.stones[i, row, 0] ^= low
    p.stones[i, row, 1] ^= high


@inlined
def _placer(p: Positions, i: Word, seat: Word, rules: Rules) -> Word:
    """The seat from another on, in turn order, that has a stone left to place (R6, Q7)."""
    if rules.each == ZERO:
        for _ in range(rules.players):
            if popcount(p.stones[i, seat, 1] >> RIM_BIT) >= supply(rules, seat):
                seat = next_seat(rules, seat)
    return seat


@inlined
def apply(p: Positions, i: Word, code: Word, rules: Rules) -> None:
    """Make a legal move.

    If another thread changes the arrays or the code meanwhile, the position becomes impossible, but
    no table is read beyond its end: no square is looked up by more bits than a table has rows for.
    """
    seat, placed, everyone = U(p.turn[i]), U(p.placed[i]), rules.players
    after = next_seat(rules, seat)
    if placed < NEUTRALS:  # R5
        square = U(CORE_OR_NOWHERE[code & _SIX_BITS])
        toggle(p, i, everyone, WORDS[square, 0], WORDS[square, 1])
        lower_row(p.depths, i, DEPTHS, square)
        p.placed[i] = placed + ONE
        after = rules.first_to_place if placed + ONE == NEUTRALS else after
    elif placed < rules.all_stones:  # R6
        bit = ONE << (code - RIM_CODE + RIM_BIT)
        toggle(p, i, seat, ZERO, bit)
        toggle(p, i, everyone, ZERO, bit)
        p.placed[i] = placed + ONE
        after = (
            rules.first_to_move if placed + ONE == rules.all_stones else _placer(p, i, after, rules)
        )
    elif code != PASS_CODE:  # R7
        rim = (code - RIM_CODE) & _SIX_BITS
        end = U(ENDS[rim, p.depths[i, rim] & _FOUR_BITS])
        low, high = WORDS[end, 0], WORDS[end, 1] | ONE << (rim + RIM_BIT)
        toggle(p, i, seat, low, high)
        toggle(p, i, everyone, low, high)
        lower_row(p.depths, i, DEPTHS, end)
    p.turn[i] = after


@inlined
def copy(p: Positions, i: Word, q: Positions, j: Word, rules: Rules) -> None:
    """Make position j of `q` equal to position i of `p`."""
    for row in range(rules.players + ONE):
        q.stones[j, row, 0] = p.stones[i, row, 0]
        q.stones[j, row, 1] = p.stones[i, row, 1]
    for k in range(U(LONG)):
        q.depths[j, k] = p.depths[i, k]
    q.turn[j], q.placed[j] = p.turn[i], p.placed[i]


@inlined
def holder(p: Positions, i: Word, section: Word, rules: Rules) -> Word:
    """The seat that holds a section (R11), or 255."""
    most: Word = ZERO
    best: Word = _LAST_BYTE
    for seat in range(rules.players):
        low, high = SECTION_WORDS[section, 0], SECTION_WORDS[section, 1]
        count = popcount(p.stones[i, seat, 0] & low) + popcount(p.stones[i, seat, 1] & high)
        if count > most:
            most, best = count, seat
        elif count == most:
            best = _LAST_BYTE
    return best


@entry
def legal_masks(p: Positions, rules: Rules, out: NDArray[np.uint8]) -> None:
    """Fill `out`, (size · 86,): by position and action code, 1 if the action is legal."""
    for i in range(U(len(p.turn))):
        low, high = legal_codes(p, i, rules)
        at = i * U(CODES)
        spread(out, at, low)
        spread(out, at + _SECOND, low >> _SECOND | high << (_WORD - _SECOND))


_steps: Final = steps_by(is_legal, apply)


@entry
def steps(p: Positions, actions: NDArray[np.int64], rules: Rules) -> int:
    """Make a move in each position; the number of the first illegal one, or -1."""
    return _steps(p, actions, rules)


@entry
def ends(p: Positions, rules: Rules, out: NDArray[np.bool_]) -> None:
    """Fill `out`, (size,): whether the game is over (R10)."""
    for i in range(U(len(p.turn))):
        in_movement = U(p.placed[i]) == rules.all_stones
        out[i] = in_movement and movable(p, i, rims(p, i, rules), rules) == ZERO


@entry
def points(p: Positions, rules: Rules, out: NDArray[np.int16]) -> None:
    """Fill `out`, (size, players), with points as the boards stand (R12)."""
    out[:] = 0
    for i in range(U(len(p.turn))):
        for section in range(SECTIONS):
            seat = holder(p, i, section, rules)
            if seat < rules.players:
                out[i, seat] += 1


@inlined
def random_code(low: Word, high: Word, word: Word) -> Word:
    """One of the legal actions, of which there is at least one."""
    core, rim = low & ALL_CORE, low >> RIM_CODE | high << _REST
    if core:
        return nth(core, below(word, popcount(core)))
    return RIM_CODE + nth(rim, below(word, popcount(rim)))  # the pass is number 36


@entry
def random_actions(
    p: Positions, rules: Rules, words: NDArray[np.uint64], out: NDArray[np.int64]
) -> None:
    """Fill `out`, (size,), with a legal action of each position, -1 if its game is over."""
    for i in range(U(len(p.turn))):
        low, high = legal_codes(p, i, rules)
        if low | high:
            out[i] = random_code(low, high, words[i])
        else:
            out[i] = -1


@entry
def random_games(p: Positions, rules: Rules, key: Word, first: Word, actions: NDArray[Any]) -> None:
    """Play a game to the end from each position, ply by ply.

    `actions`, (size, plies), is filled with the codes of the moves; what follows the last stays as
    it was. The game of position i has the number first + i.
    """
    for i in range(U(len(p.turn))):
        counter, ply = key + (first + i) * STREAM, ZERO
        low, high = legal_codes(p, i, rules)
        while low | high:
            code = random_code(low, high, drawn(counter + ply))
            apply(p, i, code, rules)
            actions[i, ply] = code
            ply += ONE
            low, high = legal_codes(p, i, rules)
