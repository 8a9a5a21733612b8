"""How planes are laid out in arrays."""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..base.errors import NinetkaError, listed, quoted

_AXES: Final = {"NCHW": (0, 1, 2, 3), "NHWC": (0, 2, 3, 1), "flat": (0, 1, 2, 3)}
"""By name: the order of size, planes, rows and columns."""


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
