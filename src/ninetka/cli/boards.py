"""Boards of text, as the terminal on standard output can show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from ..protocol import DrawableState, GameState


def board(state: GameState[Any], last_move: Any = None, names: Sequence[str] = ()) -> str:
    """The position as lines of text, with lines and colours where the terminal has them."""
    if not isinstance(state, DrawableState):
        return str(state)
    console = Console()
    if not console.is_terminal:
        return state.to_board(last_move=last_move, names=names)
    return state.to_board(
        last_move=last_move,
        names=names,
        unicode=not console.options.ascii_only,
        colour=console.color_system is not None and not console.no_color,
    )
