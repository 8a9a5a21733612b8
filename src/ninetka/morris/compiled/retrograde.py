"""Retrograde analysis: tables of positions for two, worked out backwards from the ends of games.

A *unit* is a layer, or the two layers between which players step to and fro. Its positions are
looked at in passes: pass d decides those whose end is d away, and has those looked at next that can
lead to them. Steps back are only hints of what to look at: the rules decide, by moves forward.

A value is a word: 0 for a draw or an open position, 1 for no position, else twice one more than the
distance to the end, plus 1 if the player to move has won.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from ..layers import Layer
from ..rulesets import Terms
from .layers import (
    UNUSED,
    Ranks,
    Solved,
    class_of,
    image_of,
    masks_of,
    number_in_class,
    number_of,
    ranks_for,
    size_of,
)
from .legality import legal_ends, new_ends
from .mills import exposed_of, removable
from .plain import closes, is_stuck
from .positions import (
    BOARD,
    EXPELS,
    FEWEST,
    FULL_DRAWS,
    HAND_PHASE,
    JUMPING,
    MILL_WINS,
    NOBODY,
    NOWHERE,
    OVER,
    PUT,
    PUTS_COUNT,
    PUTS_FORBIDDEN,
    QUIET,
    QUIET_FEW,
    REMOVE,
    REPETITION,
    STUCK_LOSES,
    Positions,
    Rules,
    copy,
    room,
    rules_of,
)
from .rules import apply_by_call, settle
from .scoring import loser

NEVER: Final = U(0xFFFF)
_AHEAD: Final = U(1 << 15)
"""More than any distance."""
ENDLESS: Final = (1 << 15) - 2
"""A limit of quiet turns that is never reached."""
_TWO = U(2)
_LOSS, _WIN = U(2), U(3)
"""The values of a game that is over."""
CHUNK: Final = 1 << 16
"""The number of positions that a thread is given at a time."""


class Unit(NamedTuple):
    """The arrays that a pass works on."""

    rules: Rules
    ranks: Ranks
    starts: NDArray[np.int64]
    """By the four numbers of a layer: where it begins in `words`; -1 if it is not there."""
    words: NDArray[np.uint16]
    """The values of the unit's positions, then of all that follow from them."""
    next_pass: NDArray[np.uint16]
    """By position of the unit: twice the pass in which to look at it next, plus a hint; for what is
    decided or known to be a draw, an earlier pass."""
    exit_win: NDArray[np.uint16]
    """By position of the unit: how far away a win is that begins with a put or a removal."""
    removal_cost: Word
    """The plies that a removal counts, besides that of its mill."""
    counts_turns: Word
    """1 if distances are quiet turns, 0 if they are plies."""


MAY_WIN, MAY_LOSE = ZERO, ONE
"""Hints: what a position may be, since a successor is lost or won."""
NEAREST_WIN, FARTHEST_LOSS, IS_OPEN = range(3)
"""The places in `seen`, which notes what the moves of a position are worth."""


@inlined
def _start_of(unit: Unit, own_hand: Word, other_hand: Word, own: Word, other: Word) -> Word:
    return U(unit.starts[own_hand, other_hand, own, other])


@compiled
def _word_of(unit: Unit, p: Positions, i: Word) -> Word:
    """The value of position i for seat 0, as a word."""
    turn, rules = U(p.turn[i]), unit.rules
    if U(p.phase[i]) == OVER:
        lost = loser(p, i, rules)
        return ZERO if lost == NOBODY else U(2) | lost
    own, other = p.tokens[i, turn], p.tokens[i, ONE - turn]
    hands = U(p.hands[i, turn]), U(p.hands[i, ONE - turn])
    start = _start_of(unit, hands[0], hands[1], popcount(own), popcount(other))
    word = U(unit.words[start + number_of(unit.ranks, own, other)])
    return word ^ turn if word > ONE else ZERO


@inlined
def _weigh(unit: Unit, word: Word, cost: Word, is_quiet: bool, d: Word, seen: Any) -> None:
    """Note what a move is worth: the nearest win, the farthest loss, whether anything is open.

    `seen` has these three. In the same unit, only what was decided in earlier passes counts.
    """
    distance = (word >> ONE) - ONE
    if word == ZERO or (is_quiet and distance >= d):
        seen[IS_OPEN] = ONE
        return
    if unit.counts_turns and not is_quiet:
        distance, cost = ZERO, ONE
    if word & ONE:
        seen[NEAREST_WIN] = min(seen[NEAREST_WIN], distance + cost)
    else:
        seen[FARTHEST_LOSS] = max(seen[FARTHEST_LOSS], distance + cost)


@compiled
def _weigh_removals(unit: Unit, p: Positions, d: Word, seen: Any) -> None:
    """Weigh all removals in position 1; position 2 is working space."""
    bits = removable(p, ONE, unit.rules)
    while bits:
        place = lowest(bits)
        bits &= bits - ONE
        copy(p, ONE, p, _TWO, unit.rules)
        apply_by_call(p, _TWO, NOWHERE, place, unit.rules)
        cost = ONE + unit.removal_cost
        _weigh(unit, _word_of(unit, p, _TWO), cost, False, d, seen)


@compiled
def _weigh_moves(unit: Unit, p: Positions, ends: Any, seen: Any, d: Word, hint: Word) -> None:
    """Weigh the moves in position 0 until what the hint says is shown or refuted, or all."""
    seen[NEAREST_WIN], seen[FARTHEST_LOSS], seen[IS_OPEN] = NEVER, ZERO, ZERO
    legal_ends(p, ZERO, unit.rules, ends)
    for start in range(U(65)):
        targets = ends[start]
        while targets:
            end = lowest(targets)
            targets &= targets - ONE
            copy(p, ZERO, p, ONE, unit.rules)
            apply_by_call(p, ONE, start, end, unit.rules)
            if U(p.phase[1]) == REMOVE:
                _weigh_removals(unit, p, d, seen)
            else:
                is_quiet = start != NOWHERE and U(p.phase[1]) != OVER
                _weigh(unit, _word_of(unit, p, ONE), ONE, is_quiet, d, seen)
            if d and (seen[NEAREST_WIN] <= d or (hint == MAY_LOSE and seen[IS_OPEN])):
                return


@compiled
def _weigh_position(
    unit: Unit, layer: Any, number: Word, p: Positions, ends: Any, seen: Any, d: Word, hint: Word
) -> Word:  # fmt: skip
    """Weigh the moves in the position of a number.

    Returns `NEVER`; if the game is over or it is no position, its value, and nothing is weighed.
    """
    own, other = masks_of(unit.ranks, layer.own, layer.other, number)
    p.tokens[0, 0], p.tokens[0, 1] = own, other
    p.hands[0, 0], p.hands[0, 1] = layer.own_hand, layer.other_hand
    p.quiet[0] = p.further[0] = p.marked[0] = ZERO
    settle(p, ZERO, ZERO, unit.rules)
    if p.turn[0] or number_of(unit.ranks, own, other) != number:
        return UNUSED
    if U(p.phase[0]) == OVER:
        return _word_of(unit, p, ZERO)
    _weigh_moves(unit, p, ends, seen, d, hint)
    return NEVER


@inlined
def _is_plain(rules: Rules) -> bool:
    """Return whether the rules are those that `_weigh_position_plainly` knows."""
    numbers = rules.numbers
    others = numbers[EXPELS] | numbers[MILL_WINS] | numbers[FULL_DRAWS] | numbers[PUTS_FORBIDDEN]
    return bool(others == ZERO and numbers[PUTS_COUNT] and len(rules.tables.rows) == 0)


@inlined
def _for_mover(word: Word) -> Word:
    """The value for the player who has just moved."""
    return word ^ ONE if word > ONE else ZERO


@compiled
def _weigh_removals_plainly(
    unit: Unit, own: Word, other: Word, hands: tuple[Word, Word], d: Word, seen: Any
) -> bool:
    """Weigh the removals after a mill of own tokens. Returns whether there are any."""
    bits, cost = exposed_of(unit.rules, other), ONE + unit.removal_cost
    if not bits:
        return False
    left = popcount(other) - ONE
    if left + hands[1] < unit.rules.numbers[FEWEST]:
        _weigh(unit, _WIN, cost, False, d, seen)
        return True
    start = _start_of(unit, hands[1], hands[0], left, popcount(own))
    while bits:
        bit = bits & (ZERO - bits)
        bits ^= bit
        word = U(unit.words[start + number_of(unit.ranks, other ^ bit, own)])
        _weigh(unit, _for_mover(word), cost, False, d, seen)
    return True


@compiled
def _weigh_moves_to(
    unit: Unit, own: Word, other: Word, hands: tuple[Word, Word], targets: Word, is_put: bool,
    d: Word, hint: Word, seen: Any,
) -> bool:  # fmt: skip
    """Weigh the moves of a token, without which the own ones are given, to these places.

    Returns whether enough has been seen. What follows on quiet moves is of one class. In the first
    pass nothing is known of it but whether the other player is stuck.
    """
    rules, ranks, count = unit.rules, unit.ranks, popcount(own) + ONE
    at, symmetry, least, kept = class_of(ranks, other)
    image = image_of(ranks.turned, symmetry, own)
    first = _start_of(unit, hands[1], hands[0], popcount(other), count)
    first += at * ranks.ways[U(len(ranks.ways)) - ONE - popcount(other), count]
    while targets:
        place = lowest(targets)
        targets &= targets - ONE
        after = own | ONE << place
        if not (
            closes(rules, after, place)
            and _weigh_removals_plainly(unit, after, other, hands, d, seen)
        ):
            if is_put or d:
                moved = image | image_of(ranks.turned, symmetry, ONE << place)
                word = U(unit.words[first + number_in_class(ranks, moved, least, kept)])
                _weigh(unit, _for_mover(word), ONE, not is_put, d, seen)
            elif not is_stuck(rules, other, hands[1], rules.numbers[BOARD] & ~(after | other)):
                seen[IS_OPEN] = ONE
            else:
                won = _WIN if rules.numbers[STUCK_LOSES] else ZERO
                _weigh(unit, won, ONE, False, d, seen)
        if d and (seen[NEAREST_WIN] <= d or (hint == MAY_LOSE and seen[IS_OPEN])):
            return True
    return False


@compiled
def _weigh_position_plainly(
    unit: Unit, layer: Any, number: Word, d: Word, hint: Word, seen: Any
) -> Word:  # fmt: skip
    """Do the same as `_weigh_position`, faster, under plain rules."""
    rules, hand, other_hand = unit.rules, layer.own_hand, layer.other_hand
    own, other = masks_of(unit.ranks, layer.own, layer.other, number)
    free = rules.numbers[BOARD] & ~(own | other)
    if d == ZERO and number_of(unit.ranks, own, other) != number:
        return UNUSED
    if is_stuck(rules, own, hand, free):
        return _LOSS if rules.numbers[STUCK_LOSES] else ZERO
    seen[NEAREST_WIN], seen[FARTHEST_LOSS], seen[IS_OPEN] = NEVER, ZERO, ZERO
    if hand:
        hands = hand - ONE, other_hand
        if _weigh_moves_to(unit, own, other, hands, free, True, d, hint, seen):
            return NEVER
    tokens = own if hand == ZERO or rules.numbers[HAND_PHASE] != PUT else ZERO
    jumps = hand == ZERO and popcount(own) <= rules.numbers[JUMPING]
    while tokens:
        place = lowest(tokens)
        tokens &= tokens - ONE
        ends = free if jumps else rules.tables.places[place, 0] & free
        rest, hands = own ^ ONE << place, (hand, other_hand)
        if ends and _weigh_moves_to(unit, rest, other, hands, ends, False, d, hint, seen):
            return NEVER
    return NEVER


@entry
def decide(
    unit: Unit, layer: Any, p: Positions, ends: Any, seen: Any, d: Word, first: Word, last: Word
) -> Word:
    """Pass d: look at those positions of a layer that are due. Returns how many were decided.

    `first` and `last` are numbers in the layer, `seen` and `ends` working space.
    """
    base = _start_of(unit, layer.own_hand, layer.other_hand, layer.own, layer.other)
    decided, plain = ZERO, _is_plain(unit.rules)
    for number in range(first, last):
        at = base + number
        hint = U(unit.next_pass[at]) & ONE
        if U(unit.next_pass[at]) >> ONE != d or unit.words[at]:
            continue
        unit.next_pass[at] = NEVER
        if plain:
            word = _weigh_position_plainly(unit, layer, number, d, hint, seen)
        else:
            word = _weigh_position(unit, layer, number, p, ends, seen, d, hint)
        if word != NEVER:
            unit.words[at] = word
            if word == UNUSED:
                continue
        else:
            if d == ZERO:
                unit.exit_win[at] = seen[NEAREST_WIN]
            if seen[NEAREST_WIN] <= d:
                unit.words[at] = (d + ONE) << ONE | ONE
            elif seen[IS_OPEN] == ZERO and seen[NEAREST_WIN] == NEVER:
                unit.words[at] = (seen[FARTHEST_LOSS] + ONE) << ONE
            elif unit.exit_win[at] < _AHEAD:
                unit.next_pass[at] = U(unit.exit_win[at]) << ONE
        if unit.words[at]:
            unit.next_pass[at] = (U(unit.words[at]) >> ONE) - ONE << ONE
            decided += ONE
    return decided


@compiled
def _schedule(unit: Unit, base: Word, own: Word, other: Word, scheduled: Word) -> None:
    """Have a position looked at in a later pass, if it can be what the hint in `scheduled` says."""
    at = base + number_of(unit.ranks, own, other)
    if U(unit.next_pass[at]) <= scheduled:
        return
    if scheduled & ONE == MAY_WIN or unit.exit_win[at] == NEVER:
        unit.next_pass[at] = scheduled


@compiled
def _schedule_steps(
    unit: Unit, base: Word, hand: Word, own: Word, other: Word, scheduled: Word
) -> None:
    """Have all positions looked at from which the player with these own tokens has stepped here."""
    rules = unit.rules
    free, tokens = rules.numbers[BOARD] & ~(own | other), own
    jumps = hand == ZERO and popcount(own) <= rules.numbers[JUMPING]
    while tokens:
        place = lowest(tokens)
        tokens &= tokens - ONE
        starts = free if jumps else rules.tables.places[place, 0] & free
        while starts:
            start = starts & (ZERO - starts)
            starts ^= start
            _schedule(unit, base, own ^ ONE << place ^ start, other, scheduled)


@entry
def schedule_predecessors(unit: Unit, layer: Any, d: Word, first: Word, last: Word) -> None:
    """After pass d: have those positions looked at that lead to what it has decided."""
    base = _start_of(unit, layer.own_hand, layer.other_hand, layer.own, layer.other)
    before = _start_of(unit, layer.other_hand, layer.own_hand, layer.other, layer.own)
    for number in range(first, last):
        word = U(unit.words[base + number])
        if word <= ONE or (word >> ONE) - ONE != d:
            continue
        own, other = masks_of(unit.ranks, layer.own, layer.other, number)
        _schedule_steps(unit, before, layer.other_hand, other, own, (d + ONE) << ONE | word & ONE)
        # The other player may have been stepped over (M8)
        if unit.rules.numbers[EXPELS]:
            _schedule_steps(unit, base, layer.own_hand, own, other, (d + ONE) << ONE | ~word & ONE)


@entry
def pass_after(next_pass: NDArray[np.uint16], d: Word) -> Word:
    """The first pass after pass d in which there is a position to look at."""
    following = NEVER
    for at in range(len(next_pass)):
        if U(next_pass[at]) >> ONE > d:
            following = min(following, U(next_pass[at]))
    return following >> ONE


def solved(
    terms: Terms,
    layers: Sequence[Layer],
    below: Mapping[Layer, Solved],
    limit: int,
    advance: Callable[[int], object],
    *,
    removal_cost: int = 1,
) -> dict[Layer, Solved]:
    """The values of a unit's layers, given those of all layers that follow from them.

    A win that takes more than `limit` quiet turns in a row is a draw. A removal is a ply of its own
    unless it costs 0. Calls `advance` with numbers of positions as they are decided.
    """
    ranks = ranks_for(terms.board, [*layers, *below])
    rules = rules_of(terms)
    # Passes see to the limits of quiet turns and of repetition
    rules.numbers[[QUIET, QUIET_FEW]] = ENDLESS
    rules.numbers[REPETITION] = 0
    sizes = [size_of(ranks, layer) for layer in layers]
    starts = np.full((terms.ruleset.tokens + 1,) * 4, -1, np.int64)
    all_sizes = [*sizes, *(len(each.plies) for each in below.values())]
    firsts = [0, *np.cumsum(all_sizes).tolist()]
    for layer, first in zip([*layers, *below], firsts, strict=False):
        starts[layer] = first

    def run(kind: str, cost: int, turns: NDArray[np.uint16] | None) -> NDArray[np.uint16]:
        size = sum(sizes)
        words = np.concatenate(
            [np.zeros(size, np.uint16), *(getattr(v, kind) for v in below.values())]
        )
        next_pass = np.zeros(size, np.uint16)
        if turns is not None:
            next_pass[turns <= UNUSED] = NEVER
            words[:size][turns == UNUSED] = UNUSED
        unit = Unit(
            *(rules, ranks, starts, words, next_pass),
            exit_win=np.full(size, NEVER).astype(np.uint16),
            removal_cost=U(cost),
            counts_turns=U(turns is None),
        )
        drawn = None if turns is None else turns == 0
        _passes(unit, layers, sizes, limit if turns is None else ENDLESS, drawn, advance)
        return words[:size]

    turns = run("turns", 0, None)
    plies = run("plies", removal_cost, turns)
    return {
        layer: Solved(plies[first:last], turns[first:last])
        for layer, first, last in zip(layers, firsts, firsts[1:], strict=False)
    }


def _passes(
    unit: Unit,
    layers: Sequence[Layer],
    sizes: Sequence[int],
    most: int,
    drawn: NDArray[np.bool_] | None,
    advance: Callable[[int], object],
) -> None:
    """All passes up to `most`, in as many threads as there are cores."""
    as_words: Any = Layer
    keys = [as_words(*map(U, layer)) for layer in layers]
    parts = [
        (key, U(first), U(min(first + CHUNK, size)))
        for key, size in zip(keys, sizes, strict=True)
        for first in range(0, size, CHUNK)
    ]

    def looked(part: tuple[Any, Any, Any], d: int) -> int:
        key, first, last = part
        p, ends, seen = room(3, 2, 1), new_ends(), np.zeros(3, U)
        return int(decide(unit, key, p, ends, seen, U(d), first, last))

    def told(part: tuple[Any, Any, Any], d: int) -> None:
        key, first, last = part
        schedule_predecessors(unit, key, U(d), first, last)

    d = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while d <= most:  # what is never due is later than any
            for decided in pool.map(looked, parts, [d] * len(parts)):
                advance(decided)
            if drawn is not None and d == 0:
                unit.next_pass[drawn] = 0
            if layers[0].swapped in layers:
                list(pool.map(told, parts, [d] * len(parts)))
            d = int(pass_after(unit.next_pass, U(d)))
