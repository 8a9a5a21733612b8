"""The colours of the stones on screen (R4): told apart by people with any colour vision."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from .rulesets import NESTORGAMES, NEUTRAL, Ruleset, Seat, Stone

# After Okabe and Ito, "Color Universal Design" (2002), which chose them for this.
PALETTE: Final[Mapping[str, str]] = {
    "yellow": "#f0e442",
    "blue": "#0072b2",
    "orange": "#e69f00",
    "green": "#009e73",
    "red": "#d55e00",
    "black": "#2b2b2b",
    "purple": "#cc79a7",
    "pink": "#cc79a7",
    "cyan": "#56b4e9",
    "white": "#ffffff",
    "grey": "#999999",
    "gray": "#999999",
    "brown": "#7a4a1e",
}
DARK: Final = "#1a1a1a"
LIGHT: Final = "#ffffff"

_HEX: Final = re.compile("#[0-9a-f]{6}")


def colour_of(ruleset: Ruleset, stone: Stone) -> str:
    """The colour a stone is shown in, as `#rrggbb`.

    A ruleset names colours of the palette or gives `#rrggbb`; for anything else the stone has its
    colour of the nestorgames set.
    """
    name = _name(ruleset, stone).lower()
    if _HEX.fullmatch(name):
        return name
    return PALETTE.get(name) or PALETTE[_name(NESTORGAMES, stone)]


def _name(ruleset: Ruleset, stone: Stone) -> str:
    return ruleset.neutral_colour if stone is NEUTRAL else ruleset.colours[Seat(stone)]


def ink_on(colour: str) -> str:
    """Dark or light, whichever stands out more on a colour."""
    return max((DARK, LIGHT), key=lambda ink: contrast(ink, colour))


def contrast(one: str, other: str) -> float:
    """How much two colours stand out from each other, from 1 to 21, as WCAG 2 reckons it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    coded = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in coded
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
