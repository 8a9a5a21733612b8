"""The static evaluation of a position of two.

The weights come from a regression on what the deep searches of another program, in C, thought of
the positions of its own games of Mills, and on how these games ended. What they gained is in
reliability/measurements.md.
"""

from __future__ import annotations

from math import log2
from typing import Final, NamedTuple

import numpy as np

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from .mills import LINES, full_lines, gaps
from .positions import BOARD, FEWEST, Positions, Rules, can_jump, free_places
from .rules import reach
from .tables import Tables


class Weights(NamedTuple):
    """The weights of a seat's advantages, in about hundredths of a token."""

    tokens: int
    """For each token on the board or in hand."""
    near_loss: int
    """For one token more than the fewest of a player who has not lost."""
    mills: int
    """For each mill."""
    cyclic: int
    """For each token that can leave a mill, next to no token of the other."""
    closing: int
    """For each place to which a step closes a mill."""
    running: int
    """For each such place that a token of another mill can step to."""
    guards: int
    """For each token in a place that a line of the other lacks."""
    places: int
    """For each neighbour of a token beyond two."""
    steps: int
    """For each step."""
    few_steps: int
    """For the logarithm of steps: the first ones count most."""
    stuck: int
    """For each token that cannot step."""
    jumps: int
    """For a seat that may jump."""


_TOKENS, _NEAR_LOSS, _MILLS, _CYCLIC, _CLOSING, _RUNNING = range(6)
_GUARDS, _PLACES, _STEPS, _FEW_STEPS, _STUCK, _JUMPS = range(6, len(Weights._fields))
_AT_FIRST: Final = Weights(33, 0, 3, 2, 0, 10, 9, 5, 4, 3, -10, 0)
_AT_LAST: Final = Weights(41, 0, 14, 19, 9, 26, 20, 3, 6, 3, -10, 0)
_MOVING: Final = Weights(150, 185, -66, 56, 29, 37, 16, 8, -5, 6, -14, 0)
_JUMPING: Final = Weights(69, 70, 15, 12, 23, 38, 1, -2, 4, 1, -1, 98)
_STAGES: Final = ((_AT_FIRST, _AT_LAST), (_MOVING, _MOVING), (_JUMPING, _JUMPING))
_PLACED, _MOVED, _JUMPED = range(len(_STAGES))
_HALF: Final = 32
_WEIGHTS: Final = np.array(
    [[early + (late << _HALF) for early, late in zip(*each, strict=True)] for each in _STAGES]
)
"""By stage: while tokens are put, with many in hand and with few, in the halves of one number;
while they move; once a seat may jump."""
_LOGARITHMS: Final = np.array([round(8 * log2(1 + steps)) for steps in range(512)], np.int8)
_STEPS_OF_JUMPER: Final = 14
_MOST_IN_HAND: Final = 18
_TURN: Final = 16
_CAN_CLOSE: Final = 25
"""For the player to move, and more if there is a mill to close."""
_THREATENED: Final = np.array([[3, 37], [53, 43], [53, 43]])
"""By stage: what a mill that the other could close next costs, and a second one more."""


class _Seen(NamedTuple):
    """A seat's tokens, and what is around them. It is found once, since both sides need it."""

    own: Word
    lacking: Word
    """The places where one token more would fill a line."""
    beside: Word
    """The places next to tokens."""
    steps: Word
    """The number of steps to free places."""
    neighbours: Word
    """The number of neighbours of all tokens."""


@inlined
def _look(tables: Tables, own: Word, free: Word) -> _Seen:
    """Look around a seat's tokens."""
    beside, steps, neighbours = ZERO, ZERO, ZERO
    for k in range(len(tables.directions)):
        shift, starts = tables.directions[k, 0], tables.directions[k, 1]
        up, down = (own & starts) << shift, own >> shift & starts
        beside |= up | down
        steps += popcount(up & free) + popcount(down & free)
        neighbours += popcount(up) + popcount(down)
    return _Seen(own, gaps(tables, own), beside, steps, neighbours)


@inlined
def _closed_by_steps(tables: Tables, own: Word, mills: Word, lacking: Word) -> tuple[Word, Word]:
    """Those of the places that lines lack to which a token from outside the line can step.

    Then those to which one of the tokens in mills can.
    """
    found, running = ZERO, ZERO
    while lacking:
        place = lowest(lacking)
        bit = ONE << place
        lacking ^= bit
        movers = own & tables.places[place, 0]
        for k in range(LINES, LINES + tables.places[place, 1]):
            others = tables.places[place, k] ^ bit
            if own & others == others and movers & ~others:
                found |= bit
                if movers & ~others & mills:
                    running |= bit
    return found, running


@compiled
def closed_next(p: Positions, i: Word, seat: Word, free: Word, rules: Rules) -> Word:
    """The places at which a seat can close a mill, if it is its turn."""
    closing = gaps(rules.tables, p.tokens[i, seat]) & free
    if not (p.hands[i, seat] or can_jump(p, i, seat, rules)):
        closing, _ = _closed_by_steps(rules.tables, p.tokens[i, seat], ZERO, closing)
    return closing


@inlined
def _side(
    seen: _Seen, other: _Seen, hand: Word, jumps: bool, free: Word, able: Word, stage: int,
    rules: Rules,
) -> tuple[int, Word]:  # fmt: skip
    """Judge a seat: its worth, and where it could close a mill. `able` is next to free places."""
    w, tokens = _WEIGHTS[stage], popcount(seen.own)
    count, mills = full_lines(rules.tables, seen.own)
    lacking = seen.lacking & free
    closing, running = _closed_by_steps(rules.tables, seen.own, mills, lacking)
    steps = _STEPS_OF_JUMPER if jumps else np.int64(seen.steps)
    worth = w[_TOKENS] * np.int64(tokens + hand) + w[_MILLS] * np.int64(count)
    worth += w[_CYCLIC] * np.int64(popcount(mills & able & ~other.beside))
    worth += w[_CLOSING] * np.int64(popcount(closing))
    worth += w[_RUNNING] * np.int64(popcount(running))
    worth += w[_GUARDS] * np.int64(popcount(other.lacking & seen.own))
    worth += w[_PLACES] * (np.int64(seen.neighbours) - 2 * np.int64(tokens))
    worth += w[_STEPS] * steps + w[_FEW_STEPS] * np.int64(_LOGARITHMS[steps])
    worth += w[_JUMPS] if jumps else w[_STUCK] * np.int64(popcount(seen.own & ~able))
    if tokens + hand == rules.numbers[FEWEST] + ONE:
        worth += w[_NEAR_LOSS]
    return int(worth), lacking if hand or jumps else closing


@compiled
def evaluation(p: Positions, i: Word, rules: Rules) -> int:
    """The worth of position i to the player to move."""
    tables, free, seat, stage = rules.tables, free_places(p, i, rules), U(p.turn[i]), _MOVED
    hand, other_hand = U(p.hands[i, seat]), U(p.hands[i, ONE ^ seat])
    jumps, other_jumps = can_jump(p, i, seat, rules), can_jump(p, i, ONE ^ seat, rules)
    hands = min(int(np.int64(hand + other_hand)), _MOST_IN_HAND)
    if hands:
        stage = _PLACED
    elif jumps or other_jumps:
        stage = _JUMPED
    able = reach(tables, free, rules.numbers[BOARD])
    own = _look(tables, p.tokens[i, seat], free)
    other = _look(tables, p.tokens[i, ONE ^ seat], free)
    mine, closing = _side(own, other, hand, jumps, free, able, stage, rules)
    theirs, threats = _side(other, own, other_hand, other_jumps, free, able, stage, rules)
    late = (mine - theirs + (1 << (_HALF - 1))) >> _HALF
    early = mine - theirs - (late << _HALF)
    worth = late + (early - late) * hands // _MOST_IN_HAND + _TURN
    if closing:
        worth += _CAN_CLOSE
    if threats:
        worth -= _THREATENED[stage, 0]
        if threats & (threats - ONE):
            worth -= _THREATENED[stage, 1]
    return int(worth)
