"""Layers of positions for two: how positions are numbered, and solved layers kept in files.

Numbers are those of the game's `layers`, found by sets of *places*: a bitboard of places has a bit
for each place of `tables`, one of fields a bit for each field.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Any, Final, NamedTuple

import attrs

from ...base.errors import missing_extra

try:
    import numpy as np
    from numpy.typing import NDArray

    from ...compiled.compiling import HAS_NUMBA, compiled, entry, inlined
    from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
except ModuleNotFoundError as _error:
    raise missing_extra("batch", _error) from _error

if not HAS_NUMBA:  # tables may be larger than the memory of WebAssembly
    from ...compiled.hosted import needs_numba

    raise needs_numba()

from ..board import Board
from ..layers import Layer
from ..rulesets import Terms
from ..symmetry import symmetries
from .tables import order_of

UNUSED: Final = U(1)
"""The word of what is no position: the player would be stepped over."""
_TWO: Final = U(2)
_BYTE, _EIGHT = U(255), U(8)


class Ranks(NamedTuple):
    """Tables to find the number of a position, and its position."""

    ways: NDArray[np.uint64]
    """(fields + 1, fields + 1): the numbers of subsets."""
    counted: NDArray[np.uint64]
    """(bytes, fields + 1, 256): what a byte of a set adds to the set's number among all of as many,
    by the number of bits in lower bytes."""
    squeezed: NDArray[np.uint8]
    """(256, 256): a byte of a set without the bits of another byte, the rest moved together."""
    classes: NDArray[np.uint64]
    """By size and rank of a set: its class, and in the lowest byte the symmetry to its least."""
    class_starts: NDArray[np.uint64]
    """By size: where the sets of that size begin in `classes`."""
    leasts: NDArray[np.uint64]
    """By size and class: the least image, as a bitboard of fields."""
    least_starts: NDArray[np.uint64]
    """By size: where those of that size begin in `leasts`."""
    turned: NDArray[np.uint64]
    """(symmetries, bytes, 256): by byte of a bitboard of places, its image among the fields."""
    placed: NDArray[np.uint64]
    """(bytes, 256): by byte of a bitboard of fields, their places."""
    kept: NDArray[np.uint64]
    """By class, as `leasts`: the symmetries that keep the set, but for the first, as bits."""
    again: NDArray[np.uint64]
    """(symmetries, bytes, 256): by byte of a bitboard of fields, its image."""


@inlined
def _rank(ranks: Ranks, mask: Word) -> Word:
    """The number of a set among all of as many."""
    rank, found, byte = ZERO, ZERO, ZERO
    while mask:
        rank += ranks.counted[byte, found, mask & _BYTE]
        found += popcount(mask & _BYTE)
        mask >>= _EIGHT
        byte += ONE
    return rank


@inlined
def _rank_among(ranks: Ranks, mask: Word, without: Word) -> Word:
    """The number of a set among all of as many, where some bits are left out."""
    together, width = ZERO, ZERO
    while mask:
        together |= U(ranks.squeezed[without & _BYTE, mask & _BYTE]) << width
        width += _EIGHT - popcount(without & _BYTE)
        mask >>= _EIGHT
        without >>= _EIGHT
    return _rank(ranks, together)


@inlined
def image_of(tables: Any, symmetry: Word, mask: Word) -> Word:
    """The image of a bitboard, by its bytes."""
    image, byte = ZERO, ZERO
    while mask:
        image |= tables[symmetry, byte, mask & _BYTE]
        mask >>= _EIGHT
        byte += ONE
    return image


@inlined
def class_of(ranks: Ranks, own: Word) -> tuple[Word, Word, Word, Word]:
    """The class of own tokens, the symmetry to its least set, that set, and what keeps it."""
    size = popcount(own)
    found = ranks.classes[ranks.class_starts[size] + _rank(ranks, own)]
    at = ranks.least_starts[size] + (found >> _EIGHT)
    return found >> _EIGHT, found & _BYTE, ranks.leasts[at], ranks.kept[at]


@inlined
def number_in_class(ranks: Ranks, image: Word, least: Word, kept: Word) -> Word:
    """The number of a position among those of its class, given the image of the other's tokens."""
    rank = _rank_among(ranks, image, least)
    while kept:
        again = image_of(ranks.again, lowest(kept), image)
        kept &= kept - ONE
        rank = min(rank, _rank_among(ranks, again, least))
    return rank


@compiled
def number_of(ranks: Ranks, own: Word, other: Word) -> Word:
    """The number of a position in its layer, given the places of the tokens."""
    at, symmetry, least, kept = class_of(ranks, own)
    image = image_of(ranks.turned, symmetry, other)
    ways = ranks.ways[U(len(ranks.ways)) - ONE - popcount(own), popcount(other)]
    return at * ways + number_in_class(ranks, image, least, kept)


@inlined
def _in_places(ranks: Ranks, fields: Word) -> Word:
    found, byte = ZERO, ZERO
    while fields:
        found |= ranks.placed[byte, fields & _BYTE]
        fields >>= _EIGHT
        byte += ONE
    return found


@inlined
def masks_of(ranks: Ranks, size: Word, count: Word, number: Word) -> tuple[Word, Word]:
    """The places of the own and the other's tokens in the position of a number."""
    fields = U(len(ranks.ways)) - ONE
    ways = ranks.ways[fields - size, count]
    own, rank = ranks.leasts[ranks.least_starts[size] + number // ways], number % ways
    other, free, field = ZERO, fields - size, fields
    while count:
        field -= ONE
        if own >> field & ONE:
            continue
        free -= ONE
        if ranks.ways[free, count] <= rank:
            rank -= ranks.ways[free, count]
            other |= ONE << field
            count -= ONE
    return _in_places(ranks, own), _in_places(ranks, other)


@inlined
def images(ranks: Ranks, size: Word, count: Word, number: Word) -> Word:
    """Count the positions that symmetries make of the one with a number, itself included."""
    own, other = masks_of(ranks, size, count, number)
    _, symmetry, _, kept = class_of(ranks, own)
    image, keeping = image_of(ranks.turned, symmetry, other), ONE
    while kept:
        keeping += U(image_of(ranks.again, lowest(kept), image) == image)
        kept &= kept - ONE
    return U(len(ranks.again)) // keeping


def ranks_for(board: Board, layers: Iterable[Layer]) -> Ranks:
    """The tables by which positions of these layers are numbered."""
    return _ranks_of(board, max(max(layer.own, layer.other) for layer in layers))


@lru_cache(maxsize=4)
def _ranks_of(board: Board, most: int) -> Ranks:
    """The tables by which positions with up to `most` tokens of a player are numbered."""
    order = order_of(board)
    to_places = _by_bytes([order.index(field) for field in range(board.fields)])
    turned = np.stack(
        [
            _by_bytes([symmetry.images[index].index for index in order])
            for symmetry in symmetries(board)
        ]
    )
    again = np.stack([_by_bytes([f.index for f in each.images]) for each in symmetries(board)])
    classes, leasts, kept, class_starts, least_starts = [], [], [], [0], [0]
    for sets in _subsets(board.fields, most):
        images = np.stack([_turned(each, sets) for each in turned])
        symmetry, least = images.argmin(0), images.min(0)
        found, at = np.unique(least, return_inverse=True)
        classes.append(at.astype(np.uint64) << U(8) | symmetry.astype(np.uint64))
        leasts.append(found)
        keep = np.stack([_turned(each, found) == found for each in again[1:]])
        kept.append((keep.T << np.arange(1, len(again), dtype=U)).sum(1, dtype=U))
        class_starts.append(class_starts[-1] + len(least))
        least_starts.append(least_starts[-1] + len(found))
    sizes = range(board.fields + 1)
    ways = [[comb(fields, size) for size in sizes] for fields in sizes]
    return Ranks(
        np.array(ways, np.uint64),
        np.array([_counted(ways, first) for first in range(0, board.fields, 8)], np.uint64),
        _SQUEEZED,
        np.concatenate(classes),
        np.array(class_starts, np.uint64),
        np.concatenate(leasts),
        np.array(least_starts, np.uint64),
        turned,
        to_places,
        np.concatenate(kept),
        again,
    )


def _counted(ways: Sequence[Sequence[int]], first: int) -> list[list[int]]:
    """By the number of lower bits, and by a byte whose bits begin at `first`: what it counts."""
    most, rows = len(ways) - 1, []
    for lower in range(most + 1):
        row = [0] * 256
        for byte in range(1, 256):
            top, before = byte.bit_length() - 1, lower + byte.bit_count()
            rest = row[byte ^ 1 << top]
            row[byte] = rest + (ways[first + top][before] if first + top < most >= before else 0)
        rows.append(row)
    return rows


def _squeezed(without: int, byte: int) -> int:
    """The bits of a byte that are not left out, moved together."""
    kept = [bit for bit in range(8) if not without >> bit & 1]
    return sum((byte >> bit & 1) << at for at, bit in enumerate(kept))


_SQUEEZED: Final = np.array(
    [[_squeezed(without, byte) for byte in range(256)] for without in range(256)], np.uint8
)


def _subsets(fields: int, most: int) -> list[NDArray[np.uint64]]:
    """List, by size up to `most`, all sets of that size as bitboards, in ascending order."""
    found = [np.zeros(int(size == 0), np.uint64) for size in range(most + 1)]
    for field in range(fields):
        with_field = [each | U(1 << field) for each in found[:-1]]
        pairs = zip(found[1:], with_field, strict=True)
        found = [found[0], *(np.concatenate(pair) for pair in pairs)]
    return found


def _by_bytes(images: Sequence[int]) -> NDArray[np.uint64]:
    """(bytes, 256): by byte of a bitboard, its image, given that of each bit."""
    rows = []
    for first in range(0, len(images), 8):
        table = [0]
        for image in images[first : first + 8]:
            table += [each | 1 << image for each in table]
        rows.append(table + [0] * (256 - len(table)))
    return np.array(rows, np.uint64)


def _turned(tables: NDArray[np.uint64], masks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    found = np.zeros_like(masks)
    for byte, table in enumerate(tables):
        found |= table[masks >> U(8 * byte) & U(255)]
    return found


def leasts_of(ranks: Ranks, size: int) -> NDArray[np.uint64]:
    """The least images of all sets of a size."""
    first, last = ranks.least_starts[size : size + 2]
    return ranks.leasts[int(first) : int(last)]


def size_of(ranks: Ranks, layer: Layer) -> int:
    """The number of positions in a layer."""
    fields = len(ranks.ways) - 1
    return len(leasts_of(ranks, layer.own)) * comb(fields - layer.own, layer.other)


@attrs.frozen(eq=False)
class Solved:
    """The values of a layer's positions as words."""

    plies: NDArray[np.uint16]
    """By plies to the end."""
    turns: NDArray[np.uint16]
    """By turns to the next removal, put or end."""


def positions(terms: Terms, layers: Collection[Layer]) -> int:
    """Count the positions of layers, after the symmetries."""
    ranks = ranks_for(terms.board, layers)
    return sum(size_of(ranks, layer) for layer in layers)


def sections(
    terms: Terms, layer: Layer, solved: Solved
) -> tuple[dict[str, object], dict[str, memoryview[Any]]]:
    """The header of a layer's file, and its sections."""
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
