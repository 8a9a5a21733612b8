"""Arrays of positions: in parts, in rows, and checked when they come from outside.

Compiled code looks nothing up twice, so numbers that it could stumble over are refused here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..base.errors import NinetkaError, quoted
from ..base.messages import listed
from ..protocol.compiled import Arrays

Form: TypeAlias = "tuple[DTypeLike, tuple[int | None, ...]]"
"""The type of an array, and its shape after the number of positions; None where any will do."""
MOST: Final = 1 << 14
"""The number of random games in a part, so that counting more of them takes no more memory."""


def parts(arrays: Arrays, games: int) -> Iterator[tuple[Arrays, int, int]]:
    """Parts of some games from each position: positions, games from each, number of the first."""
    number, many, step = 0, min(games, MOST), max(1, MOST // games)
    for i in range(0, len(arrays[0]), step):
        part = tuple(array[i : i + step] for array in arrays)
        for done in range(0, games, many):
            now = min(many, games - done)
            yield part, now, number
            number += now * len(part[0])


def taken(named: Mapping[str, Any], forms: Mapping[str, Form]) -> dict[str, NDArray[Any]]:
    """Copy arrays. Raises NinetkaError unless they have these names and forms."""
    if named.keys() != forms.keys():
        names = listed(map(str, named)) if named else "none"
        raise NinetkaError(f"the arrays of this game are {listed(forms)}, not {quoted(names)}")
    arrays: dict[str, NDArray[Any]] = {}
    for name, (kind, shape) in forms.items():
        array = arrays[name] = np.array(named[name], order="C")
        fits = array.ndim == 1 + len(shape) and all(
            wanted in (None, length) for wanted, length in zip(shape, array.shape[1:], strict=True)
        )
        if not fits or array.dtype != kind or isinstance(named[name], np.ma.MaskedArray):
            lengths = ", ".join("any" if each is None else str(each) for each in shape)
            form = f"{np.dtype(kind)} in the shape (size, {lengths})"
            what = f"{array.dtype} in the shape {array.shape}"
            raise NinetkaError(f"the array {name!r} must be {form}, without a mask, not {what}")
    sizes = {len(array) for array in arrays.values()}
    if len(sizes) > 1:
        raise NinetkaError(f"arrays must have as many positions each, not {listed(sorted(sizes))}")
    return arrays


def flat(array: NDArray[Any]) -> NDArray[Any]:
    """The numbers of each position in one row: (size, numbers)."""
    return array.reshape(len(array), prod(array.shape[1:]))


def bits_of(words: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """The bits of words, in one more dimension, of 64."""
    octets = np.ascontiguousarray(words)[..., None].view(np.uint8)
    return np.unpackbits(octets, -1, bitorder="little")


def refuse(wrong: NDArray[np.bool_], what: str) -> None:
    """Raise NinetkaError for the first position that is wrong, with a sentence that says what is.

    `wrong` has a dimension for the positions, perhaps followed by others.
    """
    positions = np.flatnonzero(flat(wrong).any(1))
    if len(positions):
        raise NinetkaError(f"position {positions[0]} of the arrays cannot be: {what}")
