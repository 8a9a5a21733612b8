"""Two under plain rules, those of most rulesets like Mills: moves of a search, and random games.

Moves lead to the same positions as by `rules.apply`, in less time. Random games are the same as
those of `playouts`, over twice as fast: nothing is kept that such rules don't need, and all steps
of a player are gathered in two words, of which one bit is drawn without a branch that the processor
would have to guess. Any board with up to 64 pairs of neighbours will do. Processors that lack an
instruction for it (`extract`) count steps instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, entry, inlined
from ...compiled.machine import (
    HAS_BMI2,
    ONE,
    ZERO,
    U,
    Word,
    below,
    drawn,
    extract,
    lowest,
    nth,
    popcount,
)
from .legality import STREAM, count_steps, nth_step
from .mills import LINES, exposed_of
from .playouts import Games
from .positions import (
    BOARD,
    FEWEST,
    FULL_DRAWS,
    JUMPING,
    MOVE,
    NOWHERE,
    OVER,
    PLAIN_MOVES,
    PUT,
    QUIET,
    QUIET_FEW,
    REMOVE,
    STUCK_LOSES,
    Positions,
    Rules,
)
from .rules import reach
from .tables import Tables

LANES: Final = 2
"""The number of games played at once, so that one computes while another waits: 1.2 times as fast
as one; four gain nothing more."""
_OWN, _OTHER, _HAND, _OTHER_HAND, _QUIET, _PLY, _TURN, _COUNTER, _ROW = map(U, range(9))
"""The columns of a game: the tokens and the hand of the player to move, then the other's, the
quiet turns, the plies, whose turn it is, the counter of random words, the row for its result."""
_COLUMNS: Final = U(9)
_GOES_ON, _BOTH, _LANES = ZERO, U(3), U(LANES)


@inlined
def is_plain(rules: Rules) -> bool:
    """Return whether two play by rules that `step` knows."""
    return bool(rules.numbers[PLAIN_MOVES] != ZERO)


@compiled
def exposed(rules: Rules, others: Word) -> Word:
    """Return `exposed_of`, by a call."""
    return exposed_of(rules, others)


@inlined
def closes(rules: Rules, tokens: Word, place: Word) -> bool:
    """Return whether the token at a place stands in a mill (M9)."""
    found = False
    for k in range(LINES, LINES + rules.tables.places[place, 1]):
        line = rules.tables.places[place, k]
        found |= tokens & line == line
    return found


@inlined
def is_stuck(rules: Rules, own: Word, hand: Word, free: Word) -> bool:
    """Return whether a player can neither put nor move nor jump (M5-M7)."""
    if hand or popcount(own) <= rules.numbers[JUMPING]:
        return bool(free == ZERO)
    return bool(reach(rules.tables, own, free) == ZERO)


@inlined
def step(p: Positions, i: Word, start: Word, end: Word, rules: Rules) -> None:
    """Make position i + 1 what follows on a legal move in position i (M5-M7, M9, M10, M15)."""
    turn, j, bit, quiet = U(p.turn[i]), i + ONE, ONE << end, ZERO
    own, other, hand = p.tokens[i, turn], p.tokens[i, ONE ^ turn], U(p.hands[i, turn])
    other_hand = U(p.hands[i, ONE ^ turn])
    is_due = False
    if U(p.phase[i]) == REMOVE:
        other ^= bit
    else:
        own |= bit
        if start == NOWHERE:
            hand -= ONE
        else:
            own ^= ONE << start
            quiet = U(p.quiet[i]) + ONE
        if closes(rules, own, end) and exposed(rules, other):
            # The turn is not over: its quiet turns are those from before
            is_due, quiet = True, U(p.quiet[i])
    p.tokens[j, turn], p.tokens[j, ONE ^ turn], p.quiet[j] = own, other, quiet
    p.hands[j, turn], p.hands[j, ONE ^ turn] = hand, other_hand
    if is_due:
        p.turn[j], p.phase[j] = turn, REMOVE
        return
    p.turn[j], p.phase[j] = ONE ^ turn, PUT if other_hand else MOVE
    free = rules.numbers[BOARD] & ~(own | other)
    if (
        quiet >= rules.numbers[QUIET]
        or popcount(other) + other_hand < rules.numbers[FEWEST]
        or is_stuck(rules, other, other_hand, free)
    ):
        p.phase[j] = OVER


class Steps(NamedTuple):
    """The pairs of neighbours, by direction and then by the lower place."""

    first: NDArray[np.uint64]
    """(directions,): the number of the first pair in a direction."""
    pairs: NDArray[np.uint64]
    """(64,): the two places of a pair, as bits."""


def steps_of(tables: Tables) -> Steps:
    """The steps on a board."""
    first, pairs = list[int](), list[int]()
    for shift, lower in tables.directions.tolist():
        first.append(len(pairs))
        pairs += [1 << at | 1 << at + shift for at in range(64) if lower >> at & 1]
    return Steps(np.array(first, U), np.array(pairs + [0] * (64 - len(pairs)), U))


def new_lanes() -> NDArray[np.uint64]:
    """Lanes with nothing in them."""
    return np.zeros((LANES, int(_COLUMNS)), U)


@inlined
def random_bit(word: Word, bits: Word) -> Word:
    """One of the bits."""
    return ONE << nth(bits, below(word, popcount(bits)))


@inlined
def _step_by_pext(
    rules: Rules, steps: Steps, own: Word, free: Word, word: Word
) -> tuple[Word, Word]:
    up, down = ZERO, ZERO
    for k in range(U(len(steps.first))):
        shift, lower = rules.tables.directions[k, 0], rules.tables.directions[k, 1]
        up |= extract(free >> shift & own, lower) << steps.first[k]
        down |= extract(own >> shift & free, lower) << steps.first[k]
    ups = popcount(up)
    count = ups + popcount(down)
    if not count:
        return ZERO, ZERO
    k = below(word, count)
    pair = steps.pairs[nth(up, k) if k < ups else nth(down, k - ups)]
    return pair & own, pair & ~own


@inlined
def _step_by_counts(
    rules: Rules, steps: Steps, own: Word, free: Word, word: Word
) -> tuple[Word, Word]:
    count = count_steps(rules.tables, own, free)
    if not count:
        return ZERO, ZERO
    start, end = nth_step(rules.tables, own, free, below(word, count))
    return ONE << start, ONE << end


any_step: Callable[[Rules, Steps, Word, Word, Word], tuple[Word, Word]] = (
    _step_by_pext if HAS_BMI2 else _step_by_counts
)
"""Draws a random step: its start and end as bits; nothing if there is none."""


@inlined
def _play_turn(rules: Rules, steps: Steps, lanes: NDArray[np.uint64], lane: Word) -> Word:
    """Play a turn: a ply, or two if a token is removed.

    Returns the seats that last as bits if the game was over (M13, M15), 0 if it goes on.
    """
    own, other, hand = lanes[lane, _OWN], lanes[lane, _OTHER], lanes[lane, _HAND]
    quiet, ply, turn = lanes[lane, _QUIET], lanes[lane, _PLY], lanes[lane, _TURN]
    free, tokens, won = rules.numbers[BOARD] & ~(own | other), popcount(own), _BOTH ^ ONE << turn
    if tokens + hand < rules.numbers[FEWEST]:
        return won
    word = drawn(lanes[lane, _COUNTER] + ply)
    stuck = (
        won
        if rules.numbers[STUCK_LOSES] and not (rules.numbers[FULL_DRAWS] and not free)
        else _BOTH
    )
    if hand:
        if not free:
            return stuck
        end = random_bit(word, free)
        hand, quiet = hand - ONE, ZERO
    elif tokens <= rules.numbers[JUMPING]:
        if not free:
            return stuck
        few = popcount(other) + lanes[lane, _OTHER_HAND] <= rules.numbers[JUMPING]
        if quiet >= (rules.numbers[QUIET_FEW] if few else rules.numbers[QUIET]):
            return _BOTH
        own ^= random_bit(word, own)
        end = random_bit(word * tokens, free)
        quiet += ONE
    else:
        start, end = any_step(rules, steps, own, free, word)
        if not start:
            return stuck
        if quiet >= rules.numbers[QUIET]:
            return _BOTH
        own ^= start
        quiet += ONE
    own |= end
    ply += ONE
    if closes(rules, own, lowest(end)):
        exposed = exposed_of(rules, other)
        if exposed:
            other ^= random_bit(drawn(lanes[lane, _COUNTER] + ply), exposed)
            quiet = ZERO
            ply += ONE
    lanes[lane, _OWN], lanes[lane, _OTHER] = other, own
    lanes[lane, _HAND], lanes[lane, _OTHER_HAND] = lanes[lane, _OTHER_HAND], hand
    lanes[lane, _QUIET], lanes[lane, _PLY], lanes[lane, _TURN] = quiet, ply, ONE ^ turn
    return _GOES_ON


@inlined
def _begin(
    p: Positions, each: Word, rules: Rules, lanes: NDArray[np.uint64], lane: Word,
    played: Games, row: Word,
) -> None:  # fmt: skip
    """Begin the game of a row in a lane."""
    i, counter = row // each, played.key + (played.first + row) * STREAM
    turn, quiet, ply = U(p.turn[i]), U(p.quiet[i]), ZERO
    own, other = p.tokens[i, turn], p.tokens[i, ONE ^ turn]
    hand, other_hand = U(p.hands[i, turn]), U(p.hands[i, ONE ^ turn])
    if U(p.phase[i]) == REMOVE:
        other ^= random_bit(drawn(counter), exposed_of(rules, other))
        own, other, hand, other_hand = other, own, other_hand, hand
        turn, quiet, ply = ONE ^ turn, ZERO, ONE
    lanes[lane, _OWN], lanes[lane, _OTHER] = own, other
    lanes[lane, _HAND], lanes[lane, _OTHER_HAND] = hand, other_hand
    lanes[lane, _QUIET], lanes[lane, _PLY], lanes[lane, _TURN] = quiet, ply, turn
    lanes[lane, _COUNTER], lanes[lane, _ROW] = counter, row


@entry
def playouts(
    p: Positions, rules: Rules, steps: Steps, each: Word, lanes: NDArray[np.uint64],
    played: Games,
) -> None:  # fmt: skip
    """Play `each` games from each position, in rows i·each and on for position i.

    `lanes`, (LANES, 9), is working space.
    """
    row, busy, rows = ZERO, ZERO, each * U(len(p.turn))
    while busy or row < rows:
        while busy < _LANES and row < rows:
            _begin(p, each, rules, lanes, busy, played, row)
            row, busy = row + ONE, busy + ONE
        for lane in range(busy):
            lasting = _play_turn(rules, steps, lanes, lane)
            if lasting != _GOES_ON:
                ended = lanes[lane, _ROW]
                played.lasting[ended], played.plies[ended] = lasting, lanes[lane, _PLY]
                # The last game takes the place of the one that has ended
                busy -= ONE
                for k in range(_COLUMNS):
                    lanes[lane, k] = lanes[busy, k]
                break
