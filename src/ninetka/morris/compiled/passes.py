"""Tables of solved positions, made pass by pass in several threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import U
from ..layers import Layer
from ..rulesets import Terms as StateTerms
from . import positions
from .choices import new_ends
from .layers import UNUSED, Solved
from .numbering import ranks_for, size_of
from .packing import numbers_of
from .positions import Terms
from .retrograde import CHUNK, ENDLESS, NEVER, Unit, look, next_due, tell
from .tables import Tables, tables_of


def solved(
    terms: StateTerms,
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
    ranks, kernel_terms = ranks_for(terms.board, [*layers, *below]), _endless(terms)
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
        given = np.array([cost, turns is None], U)
        ahead = np.full(size, NEVER)
        unit = Unit(kernel_terms, ranks, starts, words, drawn, due, ahead.astype(np.uint16), given)
        _passes(unit, layers, sizes, limit if turns is None else ENDLESS, advance)
        return words[:size]

    turns = run("turns", 0, None)
    plies = run("plies", removal_cost, turns)
    return {
        layer: Solved(plies[first:last], turns[first:last])
        for layer, first, last in zip(layers, firsts, firsts[1:], strict=False)
    }


def _endless(terms: StateTerms) -> Terms:
    """Compiled rules without limits of quiet turns and of repetition, which passes see to."""
    numbers = list(numbers_of(terms))
    numbers[int(positions.QUIET)] = numbers[int(positions.QUIET_FEW)] = ENDLESS
    numbers[int(positions.REPETITION)] = 0
    return Terms(Tables(*(np.array(t, U) for t in tables_of(terms))), np.array(numbers, U))


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
        space = positions.room(3, 2, 1), new_ends(), np.zeros(3, U)
        return int(look(unit, key, *space, U(d), first, last))

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
