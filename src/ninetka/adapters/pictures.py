"""A state as an array of pixels: its SVG picture, drawn by resvg."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from ..errors import NinetkaError, quoted
from ..protocol import DrawableState
from .common import missing

try:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image
    from resvg_py import svg_to_bytes
except ModuleNotFoundError as error:
    raise missing("pettingzoo", error) from error


def pixels(state: object, size: int, last_move: Any = None) -> NDArray[np.uint8]:
    """The picture of a state, `size` pixels wide, in the shape rows, columns, red-green-blue.

    Raises NinetkaError if there is no picture of that state or size.
    """
    if not isinstance(state, DrawableState):
        raise NinetkaError(f"{quoted(state)} is no state that can be drawn")
    svg = state.to_svg(last_move=last_move, size=size)
    with Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg)))) as image:
        return np.asarray(image.convert("RGB"))
