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
from .layers import UNUSED, Ranks, Solved, masks_of, number_of, ranks_for, size_of
from .legality import legal_ends, new_ends
from .mills import removable
from .positions import (
    BOARD,
    EXPELS,
    JUMPING,
    NOBODY,
    NOWHERE,
    OVER,
    QUIET,
    QUIET_FEW,
    REMOVE,
    REPETITION,
    Positions,
    Rules,
    copy,
    room,
    terms_of,
)
from .rules import apply_by_call, settle
from .scoring import loser

NEVER: Final = U(0xFFFF)
_AHEAD: Final = U(1 << 15)
"""More than any distance."""
ENDLESS: Final = (1 << 15) - 2
"""A limit of quiet turns that is never reached."""
_TWO = U(2)
CHUNK: Final = 1 << 16
"""The number of positions that a thread is given at a time."""


class Unit(NamedTuple):
    """What a pass works on."""

    terms: Rules
    ranks: Ranks
    starts: NDArray[np.int64]
    """By the four numbers of a layer: where it begins in `words`; -1 if it is not there."""
    words: NDArray[np.uint16]
    """The values of the unit's positions, then of all that follow from them."""
    drawn: NDArray[np.bool_]
    """By position of the unit: whether it is known to be a draw."""
    due: NDArray[np.uint16]
    """By position of the unit: twice the pass in which to look at it next, plus a hint."""
    ahead: NDArray[np.uint16]
    """By position of the unit: how far away a win is that begins with a put or a removal."""
    numbers: NDArray[np.uint64]
    """What a removal costs, whether only quiet turns count, and whether there are steps back."""


REMOVAL_COST, QUIET_ALONE = map(U, range(2))
WON, LOST = ZERO, ONE
"""Hints: what a position may be, since a successor has been decided."""


@inlined
def _start_of(unit: Unit, own_hand: Word, other_hand: Word, own: Word, other: Word) -> Word:
    return U(unit.starts[own_hand, other_hand, own, other])


@compiled
def _word_of(unit: Unit, p: Positions, i: Word) -> Word:
    """The value of position i for seat 0, as a word."""
    turn, terms = U(p.turn[i]), unit.terms
    if U(p.phase[i]) == OVER:
        lost = loser(p, i, terms)
        return ZERO if lost == NOBODY else U(2) | lost
    own, other = p.tokens[i, turn], p.tokens[i, ONE - turn]
    hands = U(p.hands[i, turn]), U(p.hands[i, ONE - turn])
    start = _start_of(unit, hands[0], hands[1], popcount(own), popcount(other))
    word = U(unit.words[start + number_of(unit.ranks, own, other)])
    return word ^ turn if word > ONE else ZERO


@inlined
def _weighed(unit: Unit, word: Word, cost: Word, is_quiet: bool, d: Word, seen: Any) -> None:
    """Note what a move is worth: the nearest win, the farthest loss, whether anything is open.

    `seen` has these three. In the same unit, only what was decided in earlier passes counts.
    """
    distance = (word >> ONE) - ONE
    if word == ZERO or (is_quiet and distance >= d):
        seen[2] = ONE
        return
    if unit.numbers[QUIET_ALONE] and not is_quiet:
        distance, cost = ZERO, ONE
    if word & ONE:
        seen[0] = min(seen[0], distance + cost)
    else:
        seen[1] = max(seen[1], distance + cost)


@compiled
def _remove(unit: Unit, p: Positions, d: Word, seen: Any) -> None:
    """Weigh all removals in position 1; position 2 is working space."""
    bits = removable(p, ONE, unit.terms)
    while bits:
        place = lowest(bits)
        bits &= bits - ONE
        copy(p, ONE, p, _TWO, unit.terms)
        apply_by_call(p, _TWO, NOWHERE, place, unit.terms)
        cost = ONE + unit.numbers[REMOVAL_COST]
        _weighed(unit, _word_of(unit, p, _TWO), cost, False, d, seen)


@compiled
def _look_around(unit: Unit, p: Positions, ends: Any, seen: Any, d: Word, hint: Word) -> None:
    """Weigh the moves in position 0 until what the hint says is shown or refuted, or all."""
    seen[0], seen[1], seen[2] = NEVER, ZERO, ZERO
    legal_ends(p, ZERO, unit.terms, ends)
    for start in range(U(65)):
        targets = ends[start]
        while targets:
            end = lowest(targets)
            targets &= targets - ONE
            copy(p, ZERO, p, ONE, unit.terms)
            apply_by_call(p, ONE, start, end, unit.terms)
            if U(p.phase[1]) == REMOVE:
                _remove(unit, p, d, seen)
            else:
                is_quiet = start != NOWHERE and U(p.phase[1]) != OVER
                _weighed(unit, _word_of(unit, p, ONE), ONE, is_quiet, d, seen)
            if d and (seen[0] <= d or (hint == LOST and seen[2])):
                return


@compiled
def _set_up(unit: Unit, p: Positions, layer: Any, number: Word) -> Word:
    """Make position 0 the one of a number in a layer. Returns whether the number is its own."""
    own, other = masks_of(unit.ranks, layer[2], layer[3], number)
    p.tokens[0, 0], p.tokens[0, 1] = own, other
    p.hands[0, 0], p.hands[0, 1] = layer[0], layer[1]
    p.quiet[0] = p.further[0] = p.marked[0] = ZERO
    settle(p, ZERO, ZERO, unit.terms)
    return number_of(unit.ranks, own, other) == number


@entry
def look(
    unit: Unit, layer: Any, p: Positions, ends: Any, seen: Any, d: Word, first: Word, last: Word
) -> Word:
    """Pass d: look at those positions of a layer that are due. Returns how many were decided.

    `first` and `last` are numbers in the layer, `seen` and `ends` working space.
    """
    base = _start_of(unit, layer[0], layer[1], layer[2], layer[3])
    decided = ZERO
    for number in range(first, last):
        at = base + number
        hint = U(unit.due[at]) & ONE
        if U(unit.due[at]) >> ONE != d or unit.words[at]:
            continue
        unit.due[at] = NEVER
        is_own = _set_up(unit, p, layer, number)
        if not is_own or p.turn[0]:
            unit.words[at] = UNUSED
            continue
        if U(p.phase[0]) == OVER:
            unit.words[at] = _word_of(unit, p, ZERO)
        else:
            _look_around(unit, p, ends, seen, d, hint)
            if d == ZERO:
                unit.ahead[at] = seen[0]
            if seen[0] <= d:
                unit.words[at] = (d + ONE) << ONE | ONE
            elif seen[2] == ZERO and seen[0] == NEVER:
                unit.words[at] = (seen[1] + ONE) << ONE
            elif unit.ahead[at] < _AHEAD:
                unit.due[at] = U(unit.ahead[at]) << ONE
        if unit.words[at]:
            unit.due[at] = (U(unit.words[at]) >> ONE) - ONE << ONE
            decided += ONE
    return decided


@compiled
def _tell(unit: Unit, base: Word, own: Word, other: Word, due: Word) -> None:
    """Have a position looked at in a later pass, if it can be what the hint in `due` says."""
    at = base + number_of(unit.ranks, own, other)
    if unit.words[at] or U(unit.due[at]) <= due or unit.drawn[at]:
        return
    if due & ONE == WON or unit.ahead[at] == NEVER:
        unit.due[at] = due


@compiled
def _tell_steps(unit: Unit, base: Word, hand: Word, own: Word, other: Word, due: Word) -> None:
    """Have all positions looked at from which the player with these own tokens has stepped here."""
    terms = unit.terms
    free, tokens = terms.rules[BOARD] & ~(own | other), own
    jumps = hand == ZERO and popcount(own) <= terms.rules[JUMPING]
    while tokens:
        place = lowest(tokens)
        tokens &= tokens - ONE
        starts = free if jumps else terms.tables.places[place, 0] & free
        while starts:
            start = starts & (ZERO - starts)
            starts ^= start
            _tell(unit, base, own ^ ONE << place ^ start, other, due)


@entry
def tell(unit: Unit, layer: Any, d: Word, first: Word, last: Word) -> None:
    """After pass d: have those positions looked at that lead to what it has decided."""
    base = _start_of(unit, layer[0], layer[1], layer[2], layer[3])
    before = _start_of(unit, layer[1], layer[0], layer[3], layer[2])
    for number in range(first, last):
        word = U(unit.words[base + number])
        if word <= ONE or (word >> ONE) - ONE != d:
            continue
        own, other = masks_of(unit.ranks, layer[2], layer[3], number)
        _tell_steps(unit, before, layer[1], other, own, (d + ONE) << ONE | word & ONE)
        # The other player may have been stepped over (M8)
        if unit.terms.rules[EXPELS]:
            _tell_steps(unit, base, layer[0], own, other, (d + ONE) << ONE | ~word & ONE)


@entry
def next_due(due: NDArray[np.uint16], d: Word) -> Word:
    """The next pass in which a position is due."""
    following = NEVER
    for at in range(len(due)):
        if U(due[at]) >> ONE > d:
            following = min(following, U(due[at]))
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
    kernel_terms = terms_of(terms)
    # Passes see to the limits of quiet turns and of repetition
    kernel_terms.rules[[QUIET, QUIET_FEW]] = ENDLESS
    kernel_terms.rules[REPETITION] = 0
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
        due, drawn = np.zeros(size, np.uint16), np.zeros(size, np.bool_)
        if turns is not None:
            drawn = turns == 0
            due[turns <= UNUSED] = NEVER
            words[:size][turns == UNUSED] = UNUSED
        unit = Unit(
            *(kernel_terms, ranks, starts, words, drawn, due),
            ahead=np.full(size, NEVER).astype(np.uint16),
            numbers=np.array([cost, turns is None], U),
        )
        _passes(unit, layers, sizes, limit if turns is None else ENDLESS, advance)
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
    advance: Callable[[int], object],
) -> None:
    """All passes up to `most`, in as many threads as there are cores."""
    keys = [np.array(layer, U) for layer in layers]
    parts = [
        (key, U(first), U(min(first + CHUNK, size)))
        for key, size in zip(keys, sizes, strict=True)
        for first in range(0, size, CHUNK)
    ]

    def looked(part: tuple[Any, Any, Any], d: int) -> int:
        key, first, last = part
        p, ends, seen = room(3, 2, 1), new_ends(), np.zeros(3, U)
        return int(look(unit, key, p, ends, seen, U(d), first, last))

    def told(part: tuple[Any, Any, Any], d: int) -> None:
        key, first, last = part
        tell(unit, key, U(d), first, last)

    d = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while d <= most:  # what is never due is later than any
            for decided in pool.map(looked, parts, [d] * len(parts)):
                advance(decided)
            if layers[0].swapped in layers:
                list(pool.map(told, parts, [d] * len(parts)))
            d = int(next_due(unit.due, U(d)))
