"""Boards of text, as the terminal on standard output can show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style

from ..protocol import DrawableState, GameState
from ..svg import ink_on


def board(state: GameState[Any], last_move: Any = None, names: Sequence[str] = ()) -> str:
    """The position as lines of text, with lines and colours where the terminal has them."""
    if not isinstance(state, DrawableState):
        return str(state)
    console = Console()
    colours = None if console.no_color else COLOR_SYSTEMS.get(str(console.color_system))

    def paint(text: str, ground: str) -> str:
        style = Style(bold=True, color=ink_on(ground), bgcolor=ground)
        return style.render(text, color_system=colours)

    return state.to_board(
        last_move=last_move,
        names=names,
        unicode=console.is_terminal and not console.options.ascii_only,
        paint=paint if colours else None,
    )
