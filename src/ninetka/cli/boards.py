"""Boards of text, as the terminal on standard output can show them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from rich.color import ColorSystem
from rich.style import Style

from ..protocol import DrawableState, GameState
from ..svg import ink_on

_COLOURLESS: Final = re.compile(r"$|dumb|unknown|vt\d")


def board(state: GameState[Any], last_move: Any = None, names: Sequence[str] = ()) -> str:
    """The position as lines of text, with lines and colours where the terminal has them."""
    if not isinstance(state, DrawableState):
        return str(state)
    draw = partial(state.to_board, last_move=last_move, names=names)
    if not _is_terminal():
        return draw()
    paint = _paint if _has_colour() else None
    drawn = draw(paint=paint, unicode=True)
    return drawn if _can_encode(drawn) else draw(paint=paint)


def _paint(text: str, ground: str) -> str:
    style = Style(bold=True, color=ink_on(ground), bgcolor=ground)
    return style.render(text, color_system=ColorSystem.EIGHT_BIT)


def _has_colour() -> bool:
    """Whether the terminal has colours, and nobody has asked for none by NO_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    return not _COLOURLESS.match(os.environ.get("TERM", "")) or "WT_SESSION" in os.environ


def _can_encode(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()
