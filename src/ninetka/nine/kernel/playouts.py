"""Random games to the end from any position, under any ruleset, several at a time in lanes.

A game in a lane keeps what decides who wins and nothing else: the rim stones and section counts of
each seat, beginning with the one that slides first, and the depths of `rules.Positions`. The lanes
take turns within one loop, so that one computes while another waits for memory (measured: 4 lanes
2.1 times as fast as one, 8 no faster).

Neutrals and stones still to be placed are drawn at one go, then only movement is played. That gives
each position after them the chance that plies have: where a neutral goes in its section does not
depend on when, and all ways to share out the rim are equally likely.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .deck import LANES, Decks, can_be_dealt, deal, new_decks, result
from .machine import (
    LONG,
    ONE,
    ZERO,
    U,
    Word,
    below,
    compiled,
    drawn,
    entry,
    inlined,
    lower_row,
    lowest,
    nth,
    popcount,
)
from .rules import FAR, NEUTRALS, RIM, RIM_BIT, SECTIONS, STREAM, Positions, Terms, opposite
from .tables import CHOICE_COUNTS, CHOICES, DEPTHS, EFFECTS, ENDS, SECTION_WORDS, SPLIT

_LANES, _MODEL, _SEATS = U(LANES), U(LANES), U(4)
_INNER, _SPLIT = U((1 << 27) - 1), U(SPLIT)
_SEVEN, _DICE, _STREAM_OF_SEAT = U(7), U(6), U(16)
_EIGHTHS, _FEW = U(8), U(3)
_NO_STONE, _SHIFT = U(64), U(63)
_ONES, _HIGH = U(sum(1 << 7 * k for k in range(9))), U(sum(1 << 7 * k + 6 for k in range(9)))


class Lanes(NamedTuple):
    """The games under way. The last lane is the model: the position from which they begin."""

    depths: NDArray[np.uint8]
    """(LANES + 1, 64): as in `rules.Positions`."""
    rims: NDArray[np.uint64]
    """(LANES + 1, 4): the rim stones of each seat, in the order of play."""
    counts: NDArray[np.uint64]
    """(LANES + 1, 4): the stones of each seat inside, nine counters of 7 bits."""
    blocked: NDArray[np.uint64]
    """(LANES + 1,): the rim squares whose neighbour is taken."""
    empty: NDArray[np.uint64]
    """(LANES + 1,): the rim squares whose lines are empty inside."""
    counter: NDArray[np.uint64]
    """(LANES + 1,): of the random words drawn."""
    dice: NDArray[np.uint64]
    """(LANES + 1,): a random word, of which several dice are made."""
    last: NDArray[np.uint64]
    """(LANES + 1,): when the last stone slid, in plies since movement began."""
    opener: NDArray[np.uint64]
    """(LANES + 1,): the seat that slides first."""
    before: NDArray[np.uint64]
    """(LANES + 1,): how many plies there are before movement."""
    open: NDArray[np.uint64]
    """(LANES + 1,): the sections that had no neutral at first, as bits."""


class Games(NamedTuple):
    """The random games wanted, by row, and working space for them."""

    key: Word
    first: Word
    """The game of row k has the number first + k."""
    scores: NDArray[np.uint8]
    """(rows, players): points by seat, to be filled."""
    plies: NDArray[np.uint16]
    """(rows,): how many plies the game took, to be filled."""
    rows: NDArray[np.uint64]
    """(LANES,): which row's game is played in each lane."""
    lanes: Lanes
    decks: Decks


def games(key: int, first: int, rows: int, players: int) -> Games:
    """So many games, with nothing in them yet."""
    scores, plies = np.empty((rows, players), np.uint8), np.empty(rows, np.uint16)
    return Games(U(key), U(first), scores, plies, np.zeros(LANES, U), new_lanes(), new_decks())


def new_lanes() -> Lanes:
    """Lanes with nothing in them."""
    size = LANES + 1
    words = [np.zeros(size, U) for _ in Lanes._fields[3:]]
    rims, counts = np.zeros((2, size, 4), U)
    return Lanes(np.zeros((size, LONG), np.uint8), rims, counts, *words)


@inlined
def _land(lanes: Lanes, lane: Word, square: Word) -> None:
    lower_row(lanes.depths, lane, DEPTHS, square)
    lanes.blocked[lane] |= EFFECTS[square, 1]
    lanes.empty[lane] &= ~EFFECTS[square, 2]


@inlined
def _taken(lanes: Lanes, lane: Word) -> Word:
    """The rim squares that are taken."""
    rims = lanes.rims
    return rims[lane, 0] | rims[lane, 1] | rims[lane, 2] | rims[lane, 3]


@compiled
def load(p: Positions, i: Word, terms: Terms, lanes: Lanes) -> None:
    """Make a position the model."""
    placed, players = U(p.placed[i]), terms.players
    opener = U(p.turn[i]) if placed == terms.full else terms.opener
    lanes.blocked[_MODEL] = ZERO
    lanes.empty[_MODEL] = RIM
    lanes.last[_MODEL] = ZERO
    lanes.opener[_MODEL], lanes.before[_MODEL] = opener, terms.full - placed
    for k in range(U(LONG)):
        lanes.depths[_MODEL, k] = FAR
    low, high = p.stones[i, players, 0], p.stones[i, players, 1] & _INNER
    open_ = ZERO
    for k in range(SECTIONS):
        if placed < NEUTRALS and low & SECTION_WORDS[k, 0] | high & SECTION_WORDS[k, 1] == ZERO:
            open_ |= ONE << k
    lanes.open[_MODEL] = open_
    while low:
        _land(lanes, _MODEL, lowest(low))
        low &= low - ONE
    while high:
        _land(lanes, _MODEL, _SPLIT + lowest(high))
        high &= high - ONE
    for turn in range(players):
        seat = opener + turn if opener + turn < players else opener + turn - players
        counts = ZERO
        for k in range(SECTIONS):
            low, high = SECTION_WORDS[k, 0], SECTION_WORDS[k, 1]
            count = popcount(p.stones[i, seat, 0] & low) + popcount(p.stones[i, seat, 1] & high)
            counts |= count << _SEVEN * k
        lanes.counts[_MODEL, turn] = counts
        lanes.rims[_MODEL, turn] = p.stones[i, seat, 1] >> RIM_BIT


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


@compiled
def begin(lanes: Lanes, lane: Word) -> None:
    """Start a game in a lane: copy the model."""
    for k in range(U(LONG)):
        lanes.depths[lane, k] = lanes.depths[_MODEL, k]
    for turn in range(_SEATS):
        lanes.rims[lane, turn] = lanes.rims[_MODEL, turn]
        lanes.counts[lane, turn] = lanes.counts[_MODEL, turn]
    lanes.blocked[lane] = lanes.blocked[_MODEL]
    lanes.empty[lane] = lanes.empty[_MODEL]
    lanes.last[lane] = ZERO
    lanes.opener[lane], lanes.before[lane] = lanes.opener[_MODEL], lanes.before[_MODEL]
    lanes.open[lane] = lanes.open[_MODEL]


@compiled
def place(terms: Terms, lanes: Lanes, lane: Word) -> None:
    """Draw the neutrals and stones that are still to be placed (R5, R6)."""
    open_, word = lanes.open[lane], drawn(lanes.counter[lane])
    while open_:
        k = lowest(open_)
        open_ &= open_ - ONE
        _land(lanes, lane, U(CHOICES[k, below(word, CHOICE_COUNTS[k])]))
        word *= CHOICE_COUNTS[k]
    lanes.counter[lane] += ONE
    if lanes.before[lane] == ZERO:  # in movement: what is not on the rim has slid
        return
    free = RIM & ~_taken(lanes, lane)
    for turn in range(terms.players):
        missing = terms.each - popcount(lanes.rims[lane, turn])
        own = draw(free, missing, lanes.counter[lane])
        lanes.counter[lane] += _STREAM_OF_SEAT
        lanes.rims[lane, turn] |= own
        free ^= own


@inlined
def _slide(lanes: Lanes, lane: Word, turn: Word, ply: Word, wake: bool) -> Word:
    """Let a seat slide a random stone, or pass; the stones among which it could choose."""
    own = lanes.rims[lane, turn]
    able = own & ~lanes.blocked[lane]
    if wake:
        able &= ~lanes.empty[lane] | opposite(_taken(lanes, lane))
    choices, word = popcount(able), lanes.dice[lane]
    rim = nth(able, below(word, choices))  # 64 if there is none, whose end is nowhere
    lanes.dice[lane] = word * max(choices, ONE)  # times 0, there would be no dice left
    end = U(ENDS[rim, lanes.depths[lane, rim]])
    lower_row(lanes.depths, lane, DEPTHS, end)
    lanes.blocked[lane] |= EFFECTS[end, 1]
    if wake:
        lanes.empty[lane] &= ~EFFECTS[end, 2]
    lanes.rims[lane, turn] = own & ~(U(rim < _NO_STONE) << (rim & _SHIFT))
    lanes.counts[lane, turn] += EFFECTS[end, 0]
    lanes.last[lane] = ply if able else lanes.last[lane]
    return able


@inlined
def _move_to_the_end(players: Word, lanes: Lanes, wake: bool) -> None:
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
def finish(terms: Terms, lanes: Lanes) -> None:
    """Play movement to the end in every lane.

    A game that has ended goes on with passes, which change nothing, until all have.
    """
    if terms.can_wake:
        _move_to_the_end(terms.players, lanes, True)
    else:
        _move_to_the_end(terms.players, lanes, False)


@inlined
def points(players: Word, lanes: Lanes, lane: Word, turn: Word) -> Word:
    """How many sections a seat holds (R11), by one subtraction in all nine counters at once."""
    held = _HIGH
    for other in range(players):
        if other != turn:
            held &= (lanes.counts[lane, turn] | _HIGH) - (lanes.counts[lane, other] + _ONES)
    return popcount(held & _HIGH)


@inlined
def _deal(terms: Terms, decks: Decks, games: Games, many: Word) -> None:
    """Play the games of some rows from the start, and write down how they end."""
    for lane in range(many):
        decks.counter[lane] = games.key + (games.first + games.rows[lane]) * STREAM
    deal(terms, decks)
    for lane in range(many):
        row = games.rows[lane]
        first, second, plies = result(terms, decks, lane)
        games.plies[row] = terms.full + plies
        games.scores[row, terms.opener] = first
        games.scores[row, ONE - terms.opener] = second


@inlined
def _finish(terms: Terms, lanes: Lanes, games: Games, many: Word) -> None:
    """Play the games of some rows to the end, and write down how they end."""
    for lane in range(_LANES):
        row = games.rows[lane if lane < many else ZERO]
        lanes.counter[lane] = games.key + (games.first + row) * STREAM
    for lane in range(many, _LANES):
        begin(lanes, lane)
    for lane in range(_LANES):
        place(terms, lanes, lane)
    finish(terms, lanes)
    for lane in range(many):
        row = games.rows[lane]
        games.plies[row] = lanes.before[lane] + lanes.last[lane]
        for turn in range(terms.players):
            seat = lanes.opener[lane] + turn
            seat = seat if seat < terms.players else seat - terms.players
            games.scores[row, seat] = points(terms.players, lanes, lane, turn)


@entry
def playouts(p: Positions, terms: Terms, each: Word, games: Games) -> None:
    """Play `each` games from each position, in rows i·each and on for position i.

    The games that are dealt come first, so that the lanes of either kind are always full.
    """
    for dealt in (True, False):
        many, row = ZERO, ZERO
        for i in range(U(len(p.turn))):
            if can_be_dealt(p, i, terms) == dealt:
                if not dealt:
                    load(p, i, terms, games.lanes)
                for _ in range(each):
                    games.rows[many] = row
                    many, row = many + ONE, row + ONE
                    if not dealt:
                        begin(games.lanes, many - ONE)
                    if many == _LANES:
                        if dealt:
                            _deal(terms, games.decks, games, many)
                        else:
                            _finish(terms, games.lanes, games, many)
                        many = ZERO
            else:
                row += each
        if many and dealt:
            _deal(terms, games.decks, games, many)
        elif many:
            _finish(terms, games.lanes, games, many)


@entry
def tally(
    scores: NDArray[np.uint8],
    plies: NDArray[np.uint16],
    of_scores: NDArray[np.int64],
    of_winners: NDArray[np.int64],
    of_plies: NDArray[np.int64],
) -> None:
    """Count ended games: by their points as digits, by winner (R12), by number of plies."""
    for row in range(len(plies)):
        digits, winner = 0, 0
        for seat in range(scores.shape[1]):
            digits = 10 * digits + scores[row, seat]
            if scores[row, seat] >= scores[row, winner]:
                winner = seat
        of_scores[digits] += 1
        of_winners[winner] += 1
        of_plies[plies[row]] += 1
