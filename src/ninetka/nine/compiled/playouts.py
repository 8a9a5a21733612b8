"""Random games to the end from any position, under any ruleset.

Neutrals and stones still to be placed are drawn at one go, then only movement is played. Each
position after them is as likely as with single plies: where a neutral goes in its section does not
depend on when, and all ways to share out the rim are equally likely.

Games of two from the empty board are dealt like cards, unless stones may have to wait for others.
Where a blocked stone is blocked for good, owners do not matter to where stones go: shuffle the rim
squares, and let the seat to move turn them over until one holds a stone that can slide. It is that
seat's, and so are the blocked ones before it. Each seat gets one square for each of its stones; if
a seat has all of its own, it passes. Whatever has been turned over, the next square is any of the
others with equal chances, just as if stones had been placed and slid at random. At the end, bits
alone tell whose each square is. A game takes 0.4 of the time that it takes in `lanes`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, below, drawn, nth, popcount
from .lanes import LANES, Lanes, begin, load, new_lanes, place, stopped
from .packing import LONG
from .rows import join_row, where_equal
from .rules import SECTIONS, STREAM, Positions, Rules, next_seat, supply
from .tables import (
    BOARDS,
    CHOICE_COUNTS,
    CHOICES,
    COUNTS,
    SECTION_OF,
    SHIFT,
    SLIDES,
    WORD,
)

DECKS: Final = 8
"""The number of games played at once, as in `lanes`: 3 times as fast as one, 1.1 times as four."""
_LANES, _DECKS, _DICE, _WORDS, _BLOCKS = U(LANES), U(DECKS), U(6), U(4), U(3)
_NO_STONE, _SHIFT, _TWO, _FOUR, _BYTE = U(64), U(63), U(2), U(4), U(8)
_RIM_SQUARES, _HALF = U(36), U(18)
_NINE_BITS, _LOW, _32 = U(511), U((1 << 32) - 1), U(32)
_ONES, _HIGH = U(sum(1 << 7 * k for k in range(9))), U(sum(1 << 7 * k + 6 for k in range(9)))
_SHIFTS: Final = np.array([1, 2, 4, 8, 16, 32], U)


class Decks(NamedTuple):
    """The state of the games being played, one row per game."""

    counter: NDArray[np.uint64]
    """(DECKS,): the counter of the random words drawn, which begins with that of the game."""
    board: NDArray[np.uint64]
    """(DECKS, 4): the boards, as in `lanes`."""
    unturned: NDArray[np.uint64]
    """(DECKS,): the rim squares not yet turned over."""
    dice: NDArray[np.uint8]
    """(DECKS, 64): which of the unturned squares is turned over next, drawn beforehand."""
    sections: NDArray[np.uint8]
    """(DECKS, 64): by square in the order turned over, where its stone went; 9 if blocked."""


def new_decks() -> Decks:
    """Decks with nothing in them."""
    words, bytes_ = np.zeros((2, DECKS), U), np.full((2, DECKS, LONG), SECTIONS, np.uint8)
    return Decks(words[0], np.zeros((DECKS, 4), U), words[1], *bytes_)


class Games(NamedTuple):
    """The random games wanted, by row, and working space for them."""

    key: Word
    first: Word
    """The game of row k has the number first + k."""
    scores: NDArray[np.uint8]
    """(rows, players): points by seat, to be filled."""
    plies: NDArray[np.uint16]
    """(rows,): the plies of the game, to be filled."""
    winners: NDArray[np.uint8]
    """(rows,): the seat that won, as a bit, to be filled."""
    rows: NDArray[np.uint64]
    """(DECKS,): the row of the game that is played in each lane or deck."""
    lanes: Lanes
    decks: Decks


def games(key: int, first: int, rows: int, players: int) -> Games:
    """Games in `rows` rows, not yet played."""
    scores, plies = np.zeros((rows, players), np.uint8), np.zeros(rows, np.uint16)
    winners, used = np.zeros(rows, np.uint8), np.zeros(DECKS, U)
    return Games(U(key), U(first), scores, plies, winners, used, new_lanes(), new_decks())


@inlined
def _can_be_dealt(p: Positions, i: Word, rules: Rules) -> bool:
    """Return whether random games from a position are played in this way."""
    even = rules.each != ZERO and rules.first_to_place == rules.first_to_move
    return rules.players == _TWO and even and not rules.can_resume and U(p.placed[i]) == ZERO


@inlined
def _roll(decks: Decks, deck: Word) -> None:
    """Draw all dice of a game, two from a word, which the compiler does eight at a time."""
    counter = decks.counter[deck] + ONE
    for k in range(_HALF):
        word = drawn(counter + k)
        decks.dice[deck, k] = (word & _LOW) * (_RIM_SQUARES - k) >> _32
        decks.dice[deck, k + _HALF] = (word >> _32) * (_HALF - k) >> _32


@compiled
def deal(rules: Rules, decks: Decks) -> None:
    """Play a game in each deck; which seat owns which stone is left to `_result`."""
    for deck in range(_DECKS):
        word = drawn(decks.counter[deck])
        for k in range(_WORDS):
            decks.board[deck, k] = ZERO
        for k in range(SECTIONS):
            neutral = U(CHOICES[k, below(word, CHOICE_COUNTS[k])])
            join_row(decks.board, deck, BOARDS, neutral)
            word *= CHOICE_COUNTS[k]
        decks.unturned[deck] = (ONE << _RIM_SQUARES) - ONE
        _roll(decks, deck)
    for turned in range(rules.players * rules.each):
        for deck in range(_DECKS):
            unturned = decks.unturned[deck]
            rim = nth(unturned, U(decks.dice[deck, turned]))
            decks.unturned[deck] = unturned ^ ONE << rim
            line = (decks.board[deck, WORD[rim]] >> SHIFT[rim]) & _NINE_BITS
            end = U(SLIDES[rim, line])
            join_row(decks.board, deck, BOARDS, end)
            decks.sections[deck, turned] = SECTION_OF[end]


@inlined
def _owned(rules: Rules, blocked: Word) -> tuple[Word, Word]:
    """The squares that each of two seats turned over, as bits in the order turned over.

    The turn goes on after each square that was not blocked, so whose a square is, is the parity of
    those before it: a prefix sum of bits. After a seat's last square, the rest are the other's.
    """
    every = (ONE << rules.players * rules.each) - ONE
    second = ~blocked << ONE
    for k in range(len(_SHIFTS)):
        second ^= second << _SHIFTS[k]
    second &= every
    # A seat that turned over too few has its last beyond all of them.
    last, others_last = nth(every & ~second, rules.each - ONE), nth(second, rules.each - ONE)
    if last < others_last:
        second |= every & ~((_TWO << last) - ONE)
    else:
        second &= (_TWO << others_last) - ONE
    return every & ~second, second


@inlined
def _result(rules: Rules, decks: Decks, deck: Word) -> tuple[Word, Word, Word, Word]:
    """The points of the seat that slides first and of the other (R11), and the slides of each."""
    blocked = where_equal(decks.sections, deck, SECTIONS)
    first, second = _owned(rules, blocked)
    points, others = ZERO, ZERO
    for k in range(SECTIONS):
        there = where_equal(decks.sections, deck, k)
        own, other = popcount(there & first), popcount(there & second)
        points += U(own > other)
        others += U(other > own)
    slides, others_slides = popcount(first & ~blocked), popcount(second & ~blocked)
    return points, others, slides, others_slides


@inlined
def _slide(lanes: Lanes, lane: Word, turn: Word, ply: Word, wake: bool) -> Word:
    """Let a seat slide a random stone, or pass; returns the stones that it could choose from."""
    own = lanes.rims[lane, turn]
    able = own & ~lanes.board[lane, _BLOCKS]
    if wake:
        able &= stopped(lanes, lane)
    choices, word = popcount(able), lanes.dice[lane]
    rim = nth(able, below(word, choices))  # 64 if there is none, whose end is nowhere
    lanes.dice[lane] = word * max(choices, ONE)  # times 0, there would be no dice left
    end = U(SLIDES[rim, (lanes.board[lane, WORD[rim]] >> SHIFT[rim]) & _NINE_BITS])
    join_row(lanes.board, lane, BOARDS, end)
    lanes.rims[lane, turn] = own & ~(U(rim < _NO_STONE) << (rim & _SHIFT))
    lanes.counts[lane, turn] += COUNTS[end]
    lanes.last[lane] = ply if able else lanes.last[lane]
    return able


@inlined
def _move_to_the_end(players: Word, lanes: Lanes, wake: bool) -> None:
    """Let all seats of all lanes slide or pass in turn until no stone can slide (R10)."""
    ply, dice, able = ZERO, ZERO, ONE
    while able:
        if dice < players:
            dice = _DICE
            for lane in range(_LANES):
                lanes.counter[lane] += ONE
                lanes.dice[lane] = drawn(lanes.counter[lane])
        dice -= players
        able = ZERO
        for turn in range(players):
            ply += ONE
            for lane in range(_LANES):
                able |= _slide(lanes, lane, turn, ply, wake)


@compiled
def finish(rules: Rules, lanes: Lanes) -> None:
    """Play movement to the end in every lane.

    A game that has ended goes on with passes, which change nothing, until all have.
    """
    if rules.can_resume:
        _move_to_the_end(rules.players, lanes, True)
    else:
        _move_to_the_end(rules.players, lanes, False)


@inlined
def points(players: Word, lanes: Lanes, lane: Word, turn: Word) -> Word:
    """The number of sections that a seat holds (R11), by one subtraction for all nine counters."""
    held = _HIGH
    for other in range(players):
        if other != turn:
            held &= (lanes.counts[lane, turn] | _HIGH) - (lanes.counts[lane, other] + _ONES)
    return popcount(held & _HIGH)


@inlined
def winner(rules: Rules, lanes: Lanes, lane: Word) -> Word:
    """The seat that won (R12, Q6)."""
    best: Word = ZERO
    most: Word = ZERO
    seat = lanes.opener[lane]
    for turn in range(rules.players):
        tie = seat
        slid = supply(rules, seat) - popcount(lanes.rims[lane, turn])
        if rules.by_slide and slid:  # who slid more often slid later, then whose turn is later
            later = seat + rules.players - rules.first_to_move
            tie = slid * _FOUR + (later if later < rules.players else later - rules.players)
        worth = points(rules.players, lanes, lane, turn) << _BYTE | tie
        if worth >= most:
            most, best = worth, seat
        seat = next_seat(rules, seat)
    return best


@inlined
def _deal(rules: Rules, decks: Decks, games: Games, many: Word) -> None:
    """Play the games of some rows from the start, and write down how they end."""
    for lane in range(many):
        decks.counter[lane] = games.key + (games.first + games.rows[lane]) * STREAM
    deal(rules, decks)
    for lane in range(many):
        row = games.rows[lane]
        first, second, slides, others_slides = _result(rules, decks, lane)
        # With passes the two slide in turn, so who slides k times makes the last in turn k
        turns = max(_TWO * slides - ONE, _TWO * others_slides)
        games.plies[row] = rules.all_stones - rules.drawn + turns
        other = ONE - rules.first_to_place
        games.scores[row, rules.first_to_place], games.scores[row, other] = first, second
        tied = ONE  # R12
        if rules.by_slide:  # Q6
            tied = rules.first_to_place if slides > others_slides else other
        leader = rules.first_to_place if first > second else other
        games.winners[row] = ONE << (tied if first == second else leader)


@inlined
def _finish(rules: Rules, lanes: Lanes, games: Games, many: Word) -> None:
    """Play the games of some rows to the end, and write down how they end."""
    for lane in range(_LANES):
        row = games.rows[lane if lane < many else ZERO]
        lanes.counter[lane] = games.key + (games.first + row) * STREAM
    for lane in range(many, _LANES):
        begin(lanes, lane)
    for lane in range(_LANES):
        place(rules, lanes, lane)
    finish(rules, lanes)
    for lane in range(many):
        row = games.rows[lane]
        games.plies[row] = lanes.before[lane] + lanes.last[lane]
        games.winners[row] = ONE << winner(rules, lanes, lane)
        seat = lanes.opener[lane]
        for turn in range(rules.players):
            games.scores[row, seat] = points(rules.players, lanes, lane, turn)
            seat = next_seat(rules, seat)


@inlined
def _play(rules: Rules, games: Games, many: Word, dealt: bool) -> None:
    """Play the games of the first `many` entries of `games.rows`."""
    if dealt:
        _deal(rules, games.decks, games, many)
    else:
        _finish(rules, games.lanes, games, many)


@entry
def playouts(p: Positions, rules: Rules, each: Word, games: Games) -> None:
    """Play `each` games from each position, in rows i·each and on for position i.

    The games that are dealt come first, so that the lanes of either kind are always full.
    """
    for dealt in (True, False):
        many, row, most = ZERO, ZERO, _DECKS if dealt else _LANES
        for i in range(U(len(p.turn))):
            if _can_be_dealt(p, i, rules) != dealt:
                row += each
                continue
            if not dealt:
                load(p, i, rules, games.lanes)
            for _ in range(each):
                games.rows[many] = row
                if not dealt:
                    begin(games.lanes, many)
                many, row = many + ONE, row + ONE
                if many == most:
                    _play(rules, games, many, dealt)
                    many = ZERO
        if many:
            _play(rules, games, many, dealt)


@entry
def tally(
    scores: NDArray[np.int16],
    plies: NDArray[np.int16],
    winners: NDArray[np.uint8],
    of_scores: NDArray[np.int64],
    of_winners: NDArray[np.int64],
    of_plies: NDArray[np.int64],
) -> None:
    """Count ended games: by their points as digits, by winners as bits, by number of plies."""
    for row in range(len(plies)):
        digits = 0
        for seat in range(scores.shape[1]):
            digits = 10 * digits + scores[row, seat]
        of_scores[digits] += 1
        of_winners[winners[row]] += 1
        of_plies[plies[row]] += 1
