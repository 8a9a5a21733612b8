"""A state to look at, in Farama's modes of rendering: text, pixels, or printed."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from ..errors import NinetkaError, missing_extra, quoted
from ..protocol import DrawableState, Position

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image
    from resvg_py import svg_to_bytes
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error

MODES: Final = ("ansi", "rgb_array", "human")


def check_mode(mode: str | None) -> None:
    """Raise NinetkaError for what is neither a mode of rendering nor None."""
    if mode not in (None, *MODES):
        raise NinetkaError(f"render_mode is one of {', '.join(MODES)}, not {quoted(mode)}")


def render(
    state: Position, mode: str | None, size: int, last_move: Any = None
) -> str | NDArray[np.uint8] | None:
    """The board as text (`ansi`), as pixels (`rgb_array`), or printed (`human`).

    Pixels are `size` wide, in the shape rows, columns, red-green-blue. Raises NinetkaError if there
    is no picture of the state, or none of that size.
    """
    match mode:
        case "rgb_array":
            return _pixels(state, size, last_move)
        case "ansi":
            return state.to_board() if isinstance(state, DrawableState) else state.to_text()
        case "human":
            print(state)
        case _:
            gymnasium.logger.warn("render() shows nothing without a render_mode")
    return None


def _pixels(state: Position, size: int, last_move: Any) -> NDArray[np.uint8]:
    if not isinstance(state, DrawableState):
        raise NinetkaError(f"{quoted(state)} is no state that can be drawn")
    svg = state.to_svg(last_move=last_move, size=size)
    png = svg_to_bytes(svg_string=svg, background="white")
    with Image.open(BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"))
