"""The arguments of a batch's methods: indices, numbers, and arrays to write into, in a layout.

Masked arrays are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numpy.ma import MaskedArray
from numpy.typing import DTypeLike, NDArray

from ..base.errors import NinetkaError, quoted
from ..base.messages import listed

T = TypeVar("T", bound=np.generic)
Rows: TypeAlias = "slice | list[int] | list[bool] | NDArray[Any]"
"""An index of positions in a batch: a slice, a list of numbers or bools, or a NumPy array."""
_INSTEAD: Final = {
    "actions": "-1 where no move is to be made",
    "an index": "the numbers of the positions",
    "out": "a plain array",
    "seats": "the seats as a plain array",
    "plies": "them as a plain array",
    "random words": "them as a plain array",
}
"""Advice by argument: the value to give in place of a masked array."""
_AXES: Final = {"NCHW": (0, 1, 2, 3), "NHWC": (0, 2, 3, 1), "flat": (0, 1, 2, 3)}
"""The order of size, planes, rows and columns, by the layout's name."""


def rows_of(which: Rows, size: int) -> slice | NDArray[np.intp]:
    """The rows that an index selects, out of `size`: a slice, or their numbers.

    Raises NinetkaError for a masked array, and IndexError as NumPy does.
    """
    if isinstance(which, slice):
        return which
    refuse_mask(which, "an index")
    rows = np.array(which, np.intp if isinstance(which, list) and not which else None)
    if rows.ndim != 1:
        raise IndexError(f"a batch takes an index of one dimension, not of {rows.ndim}")
    numbers: NDArray[np.intp] = np.arange(size)[rows]
    return numbers


def part(array: NDArray[T], rows: slice | NDArray[np.intp]) -> NDArray[T]:
    """A copy of some rows; `take` needs a sixth of the time that an index does."""
    return array[rows].copy() if isinstance(rows, slice) else array.take(rows, 0)


def whole_numbers(given: NDArray[Any] | Sequence[int], what: str, size: int) -> NDArray[Any]:
    """A copy of whole numbers, one for each position. Raises NinetkaError."""
    refuse_mask(given, what)
    numbers = np.array(given)  # a copy, which no other thread can change
    if numbers.shape != (size,) or (numbers.dtype.kind not in "iu" and size):
        raise NinetkaError(f"{what} must be {size} whole numbers, one for each position")
    return numbers


def writable(out: NDArray[Any] | None, shape: tuple[int, ...], kind: np.dtype[Any]) -> NDArray[Any]:
    """An array to be written into, a new one if none is given. Raises NinetkaError."""
    if out is None:
        return np.empty(shape, kind)
    if (
        not isinstance(out, np.ndarray)
        or out.shape != shape
        or out.dtype != kind
        or not out.flags.carray
    ):
        what = "bools" if kind == np.bool_ else kind.name
        raise NinetkaError(f"out must be a writable, contiguous array of {what} of shape {shape}")
    refuse_mask(out, "out")
    return out


def refuse_mask(array: object, what: str) -> None:
    """Raise NinetkaError for a masked array, whose mask would be ignored."""
    if isinstance(array, MaskedArray):
        raise NinetkaError(f"{what} must not be masked: give {_INSTEAD[what]} instead")


def shape_of(shape: tuple[int, int, int, int], layout: str) -> tuple[int, ...]:
    """The shape of planes in a layout. Raises NinetkaError if there is none of that name."""
    if layout not in _AXES:
        raise NinetkaError(f"a layout is {listed(_AXES, 'or')}, not {quoted(layout)}")
    if layout == "flat":
        return shape[0], prod(shape[1:])
    return tuple(shape[axis] for axis in _AXES[layout])


def copy_to(out: NDArray[Any], planes: NDArray[np.uint8], layout: str) -> None:
    """Write planes, (size, planes, rows, columns), into an array of a layout and any type."""
    np.copyto(out, planes.transpose(_AXES[layout]).reshape(out.shape), casting="unsafe")


def type_of_numbers(given: DTypeLike) -> np.dtype[Any]:
    """A type that zeros and ones can have. Raises NinetkaError."""
    try:
        found = np.dtype(given)
    except TypeError:
        found = np.dtype(object)
    if found.kind not in "biuf":
        raise NinetkaError(f"dtype is a type of numbers, such as int8 or float32, not {given!r}")
    return found
