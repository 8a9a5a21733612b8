"""Texts for terminals: in colour, and made safe."""

from __future__ import annotations

from typing import Final

_RESET: Final = "\x1b[0m"
_LEVELS: Final = (0, 95, 135, 175, 215, 255)
"""How much light each step of such a colour's parts is, of 255."""


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
