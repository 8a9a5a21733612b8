"""Solved layers of positions, as they are counted and kept in files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import attrs

from ...base.errors import missing_extra

try:
    import numpy as np
    from numpy.typing import NDArray

    from ...compiled.compiling import HAS_NUMBA, entry
    from ...compiled.machine import ONE, ZERO, U
except ModuleNotFoundError as _error:
    raise missing_extra("batch", _error) from _error

if not HAS_NUMBA:  # tables may be larger than the memory of WebAssembly
    from ...compiled.hosted import needs_numba

    raise needs_numba()

from ..layers import Layer
from ..rulesets import Terms
from .numbering import Ranks, images, leasts_of, ranks_for, size_of

UNUSED: Final = U(1)
"""The word of what is no position: the player would be stepped over."""
_TWO: Final = U(2)


@attrs.frozen(eq=False)
class Solved:
    """The values of a layer's positions as words."""

    plies: NDArray[np.uint16]
    """By plies to the end."""
    turns: NDArray[np.uint16]
    """By turns to the next removal, put or end."""


def positions(terms: Terms, layers: Collection[Layer]) -> int:
    """How many positions layers have, after the symmetries."""
    ranks = ranks_for(terms.board, layers)
    return sum(size_of(ranks, layer) for layer in layers)


def sections(
    terms: Terms, layer: Layer, solved: Solved
) -> tuple[dict[str, object], dict[str, memoryview[Any]]]:
    """What the header of a layer's file says of it, and its sections."""
    ranks, words = ranks_for(terms.board, [layer]), solved.plies
    counts = np.zeros(3, np.int64)
    _count(ranks, np.array(layer, U), words, counts)
    results = np.where(words > UNUSED, 2 - (words & 1), 3 * words).astype(np.uint8)
    longest = [int(_distances(words[results == result]).max(initial=0)) for result in (1, 2)]
    about: dict[str, object] = {
        "numbers": len(words),
        "positions": int((words != UNUSED).sum()),
        "drawn, won, lost": counts.tolist(),
        "longest win, loss": longest,
    }
    quarters = np.append(results, np.zeros(-len(results) % 4, np.uint8)).reshape(-1, 4)
    packed = quarters[:, 0] | quarters[:, 1] << 2 | quarters[:, 2] << 4 | quarters[:, 3] << 6
    arrays = {
        "results": packed,
        "plies": _narrow(_distances(words)),
        "turns": _narrow(_distances(solved.turns)),
        "classes": leasts_of(ranks, layer.own),
    }
    return about, {name: np.ascontiguousarray(each).data for name, each in arrays.items()}


@entry
def _count(ranks: Ranks, layer: Any, words: NDArray[np.uint16], counts: NDArray[np.int64]) -> None:
    """Add to `counts` the positions drawn, won and lost, with all images of each."""
    for number in range(U(len(words))):
        word = U(words[number])
        if word != UNUSED:
            result = ZERO if word == ZERO else _TWO - (word & ONE)
            counts[result] += images(ranks, layer[2], layer[3], number)


def _distances(words: NDArray[np.uint16]) -> NDArray[np.uint16]:
    distances: NDArray[np.uint16] = np.maximum(words >> 1, 1) - 1
    return distances


def _narrow(numbers: NDArray[np.uint16]) -> NDArray[Any]:
    """The numbers as bytes, if all are small enough."""
    return numbers.astype(np.uint8) if numbers.max(initial=0) < 256 else numbers


def read(file: Mapping[str, memoryview[int]]) -> Solved:
    """The values of a layer, given the sections of its file."""
    packed = np.asarray(file["results"])
    results = np.stack([packed >> shift & 3 for shift in (0, 2, 4, 6)], 1).reshape(-1)
    results = results[: len(file["plies"])]
    won, decided = results == 1, (results == 1) | (results == 2)

    def words(name: str) -> NDArray[np.uint16]:
        found = (np.asarray(file[name]).astype(np.uint16) + 1) << 1 | won
        values: NDArray[np.uint16] = np.where(decided, found, results == 3).astype(np.uint16)
        return values

    return Solved(words("plies"), words("turns"))
