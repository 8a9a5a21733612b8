"""Rendering as Farama's environments do it: a board as text, as pixels, or printed."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from ..errors import NinetkaError, missing_extra, quoted
from ..protocol import DrawableState

try:
    import gymnasium
    import numpy as np
    import resvg_py  # noqa: F401  # for to_png: without it the error is to name this extra
    from numpy.typing import NDArray
    from PIL import Image

    from ..pictures import to_png
    from .common import AnyState, board_of
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error

MODES: Final = ("ansi", "rgb_array", "human")


class Rendered:
    """Base of environments: where the game stands, to be looked at."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as the frameworks have it; not changed in place
        "render_modes": [*MODES],
        "render_fps": 1,
    }
    position: AnyState
    """The game's own immutable state."""
    last_move: Any
    render_mode: str | None
    size: int

    def _begin_rendering(self, mode: str | None, size: int) -> None:
        if mode not in (None, *MODES):
            raise NinetkaError(f"render_mode is one of {', '.join(MODES)}, not {quoted(mode)}")
        self.render_mode, self.size = mode, size

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board as text (`ansi`), as pixels (`rgb_array`), or printed (`human`).

        Pixels are `size` wide, in the shape rows, columns, red-green-blue, as uint8. Raises
        NinetkaError if there is no picture of the game, or none of that size.
        """
        match self.render_mode:
            case "rgb_array":
                return self._pixels()
            case "ansi":
                return board_of(self.position)
            case "human":
                print(self.position)
            case _:
                gymnasium.logger.warn("render() shows nothing without a render_mode")
        return None

    def _pixels(self) -> NDArray[np.uint8]:
        if not isinstance(self.position, DrawableState):
            raise NinetkaError(f"{quoted(self.position)} is not a state that can be drawn")
        svg = self.position.to_svg(last_move=self.last_move, size=self.size)
        with Image.open(BytesIO(to_png(svg))) as image:
            return np.asarray(image.convert("RGB"))
