"""What the terminal on standard output can show, and text in colour for it. For any game."""

from __future__ import annotations

import os
import re
import sys
from typing import Final

_COLOURLESS: Final = re.compile(r"$|dumb|unknown|vt\d")
_RESET: Final = "\x1b[0m"
_LEVELS: Final = (0, 95, 135, 175, 215, 255)
"""How much light each step of such a colour's parts is, of 255."""


def shows_colour() -> bool:
    """Whether standard output is a terminal with colours, and none is asked for by NO_COLOR."""
    if os.environ.get("NO_COLOR") or not _is_terminal():
        return False
    return not _COLOURLESS.match(os.environ.get("TERM", "")) or "WT_SESSION" in os.environ


def shows(characters: str) -> bool:
    """Whether standard output is a terminal whose encoding has these characters."""
    try:
        characters.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return _is_terminal()


def printable(text: str) -> str:
    """A text that somebody else wrote, with what could command the terminal made visible."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


def on_colour(text: str, paper: str, ink: str) -> str:
    """A text on a coloured ground; colours are `#rrggbb`."""
    return f"\x1b[1;38;5;{_code(ink)};48;5;{_code(paper)}m{text}{_RESET}"


def _code(colour: str) -> int:
    """The nearest of the 216 colours that nearly every terminal has."""
    red, green, blue = (_level(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return 16 + 36 * red + 6 * green + blue


def _level(light: int) -> int:
    return min(range(len(_LEVELS)), key=lambda level: abs(_LEVELS[level] - light))


def _is_terminal() -> bool:
    try:
        return sys.stdout is not None and sys.stdout.isatty()
    except (AttributeError, ValueError):  # something else in its place, or it is closed
        return False
