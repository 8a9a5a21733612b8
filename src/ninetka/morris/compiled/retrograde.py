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
_LOSS, _WIN = U(2), U(3)
"""The values of a game that is over."""
CHUNK: Final = 1 << 16
"""The number of positions that a thread is given at a time."""


class Unit(NamedTuple):
    """The arrays that a pass works on."""

    terms: Rules
    ranks: Ranks
    starts: NDArray[np.int64]
    """By the four numbers of a layer: where it begins in `words`; -1 if it is not there."""
    words: NDArray[np.uint16]
    """The values of the unit's positions, then of all that follow from them."""
    due: NDArray[np.uint16]
    """By position of the unit: twice the pass in which to look at it next, plus a hint; for what is
    decided or known to be a draw, an earlier pass."""
    ahead: NDArray[np.uint16]
    """By position of the unit: how far away a win is that begins with a put or a removal."""
    numbers: NDArray[np.uint64]
    """The cost of a removal, whether only quiet turns count, and whether there are steps back."""


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
def _looked_at(
    unit: Unit, layer: Any, number: Word, p: Positions, ends: Any, seen: Any, d: Word, hint: Word
) -> Word:  # fmt: skip
    """Weigh the moves in the position of a number.

    Returns `NEVER`; if the game is over or it is no position, its value, and nothing is weighed.
    """
    own, other = masks_of(unit.ranks, layer[2], layer[3], number)
    p.tokens[0, 0], p.tokens[0, 1] = own, other
    p.hands[0, 0], p.hands[0, 1] = layer[0], layer[1]
    p.quiet[0] = p.further[0] = p.marked[0] = ZERO
    settle(p, ZERO, ZERO, unit.terms)
    if p.turn[0] or number_of(unit.ranks, own, other) != number:
        return UNUSED
    if U(p.phase[0]) == OVER:
        return _word_of(unit, p, ZERO)
    _look_around(unit, p, ends, seen, d, hint)
    return NEVER


@inlined
def _is_plain(terms: Rules) -> bool:
    """Return whether the rules are those that `_looked_at_plainly` knows."""
    rules = terms.rules
    others = rules[EXPELS] | rules[MILL_WINS] | rules[FULL_DRAWS] | rules[PUTS_FORBIDDEN]
    return bool(others == ZERO and rules[PUTS_COUNT] and len(terms.tables.rows) == 0)


@inlined
def _for_mover(word: Word) -> Word:
    """The value for the player who has just moved."""
    return word ^ ONE if word > ONE else ZERO


@compiled
def _removes(
    unit: Unit, own: Word, other: Word, hands: tuple[Word, Word], d: Word, seen: Any
) -> bool:
    """Weigh the removals after a mill of own tokens. Returns whether there are any."""
    bits, cost = exposed_of(unit.terms, other), ONE + unit.numbers[REMOVAL_COST]
    if not bits:
        return False
    left = popcount(other) - ONE
    if left + hands[1] < unit.terms.rules[FEWEST]:
        _weighed(unit, _WIN, cost, False, d, seen)
        return True
    start = _start_of(unit, hands[1], hands[0], left, popcount(own))
    while bits:
        bit = bits & (ZERO - bits)
        bits ^= bit
        word = U(unit.words[start + number_of(unit.ranks, other ^ bit, own)])
        _weighed(unit, _for_mover(word), cost, False, d, seen)
    return True


@compiled
def _moves_to(
    unit: Unit, own: Word, other: Word, hands: tuple[Word, Word], targets: Word, is_put: bool,
    d: Word, hint: Word, seen: Any,
) -> bool:  # fmt: skip
    """Weigh the moves of a token, without which the own ones are given, to these places.

    Returns whether enough has been seen. What follows on quiet moves is of one class. In the first
    pass nothing is known of it but whether the other player is stuck.
    """
    terms, ranks, count = unit.terms, unit.ranks, popcount(own) + ONE
    at, symmetry, least, kept = class_of(ranks, other)
    image = image_of(ranks.turned, symmetry, own)
    first = _start_of(unit, hands[1], hands[0], popcount(other), count)
    first += at * ranks.ways[U(len(ranks.ways)) - ONE - popcount(other), count]
    while targets:
        place = lowest(targets)
        targets &= targets - ONE
        after = own | ONE << place
        if not (closes(terms, after, place) and _removes(unit, after, other, hands, d, seen)):
            if is_put or d:
                moved = image | image_of(ranks.turned, symmetry, ONE << place)
                word = U(unit.words[first + number_in_class(ranks, moved, least, kept)])
                _weighed(unit, _for_mover(word), ONE, not is_put, d, seen)
            elif not is_stuck(terms, other, hands[1], terms.rules[BOARD] & ~(after | other)):
                seen[2] = ONE
            else:
                won = _WIN if terms.rules[STUCK_LOSES] else ZERO
                _weighed(unit, won, ONE, False, d, seen)
        if d and (seen[0] <= d or (hint == LOST and seen[2])):
            return True
    return False


@compiled
def _looked_at_plainly(
    unit: Unit, layer: Any, number: Word, d: Word, hint: Word, seen: Any
) -> Word:  # fmt: skip
    """Do the same as `_looked_at`, faster, under plain rules."""
    terms, hand, other_hand = unit.terms, U(layer[0]), U(layer[1])
    own, other = masks_of(unit.ranks, layer[2], layer[3], number)
    free = terms.rules[BOARD] & ~(own | other)
    if d == ZERO and number_of(unit.ranks, own, other) != number:
        return UNUSED
    if is_stuck(terms, own, hand, free):
        return _LOSS if terms.rules[STUCK_LOSES] else ZERO
    seen[0], seen[1], seen[2] = NEVER, ZERO, ZERO
    if hand:
        hands = hand - ONE, other_hand
        if _moves_to(unit, own, other, hands, free, True, d, hint, seen):
            return NEVER
    tokens = own if hand == ZERO or terms.rules[HAND_PHASE] != PUT else ZERO
    jumps = hand == ZERO and popcount(own) <= terms.rules[JUMPING]
    while tokens:
        place = lowest(tokens)
        tokens &= tokens - ONE
        ends = free if jumps else terms.tables.places[place, 0] & free
        rest, hands = own ^ ONE << place, (hand, other_hand)
        if ends and _moves_to(unit, rest, other, hands, ends, False, d, hint, seen):
            return NEVER
    return NEVER


@entry
def look(
    unit: Unit, layer: Any, p: Positions, ends: Any, seen: Any, d: Word, first: Word, last: Word
) -> Word:
    """Pass d: look at those positions of a layer that are due. Returns how many were decided.

    `first` and `last` are numbers in the layer, `seen` and `ends` working space.
    """
    base = _start_of(unit, layer[0], layer[1], layer[2], layer[3])
    decided, plain = ZERO, _is_plain(unit.terms)
    for number in range(first, last):
        at = base + number
        hint = U(unit.due[at]) & ONE
        if U(unit.due[at]) >> ONE != d or unit.words[at]:
            continue
        unit.due[at] = NEVER
        if plain:
            word = _looked_at_plainly(unit, layer, number, d, hint, seen)
        else:
            word = _looked_at(unit, layer, number, p, ends, seen, d, hint)
        if word != NEVER:
            unit.words[at] = word
            if word == UNUSED:
                continue
        else:
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
    if U(unit.due[at]) <= due:
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
        due = np.zeros(size, np.uint16)
        if turns is not None:
            due[turns <= UNUSED] = NEVER
            words[:size][turns == UNUSED] = UNUSED
        unit = Unit(
            *(kernel_terms, ranks, starts, words, due),
            ahead=np.full(size, NEVER).astype(np.uint16),
            numbers=np.array([cost, turns is None], U),
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
            if drawn is not None and d == 0:
                unit.due[drawn] = 0
            if layers[0].swapped in layers:
                list(pool.map(told, parts, [d] * len(parts)))
            d = int(next_due(unit.due, U(d)))
