"""Rendering as PettingZoo and Gymnasium do it: boards as text, as pixels, or printed."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from ..base.errors import NinetkaError, missing_extra, quoted
from ..drawing.drawable import DrawableState

try:
    import gymnasium
    import numpy as np
    import resvg_py  # noqa: F401  # for to_png: without it the error is to name this extra
    from PIL import Image

    from ..drawing.png import to_png
    from .episodes import Episode, board_of
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error


class Rendered(Episode):
    """Base of environments that show their position."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # the frameworks have it so
        "render_modes": ["ansi", "rgb_array", "human"],
        "render_fps": 1,
    }
    render_mode: str | None
    size: int
    """The width of pictures in pixels."""

    def _begin_rendering(self, mode: str | None, size: int) -> None:
        modes = self.metadata["render_modes"]
        if mode not in (None, *modes):
            raise NinetkaError(f"render_mode is one of {', '.join(modes)}, not {quoted(mode)}")
        self.render_mode, self.size = mode, size

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board as text (`ansi`), as pixels (`rgb_array`), or printed (`human`).

        Pixels have the shape rows, columns, red-green-blue, as uint8; there are `size` columns.
        Raises NinetkaError if the game has no pictures, or none of that size.
        """
        match self.render_mode:
            case "rgb_array":
                if not isinstance(self.position, DrawableState):
                    raise NinetkaError(f"{quoted(self.position)} is not a state that can be drawn")
                svg = self.position.to_svg(last_move=self.last_move, size=self.size)
                with Image.open(BytesIO(to_png(svg))) as image:
                    return np.asarray(image.convert("RGB"))
            case "ansi":
                return board_of(self.position)
            case "human":
                print(self.position)
            case _:
                gymnasium.logger.warn("render() shows nothing without a render_mode")
        return None
