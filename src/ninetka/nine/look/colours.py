"""The colours of the stones on screen (R4), which people with any colour vision can tell apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..board import NEUTRAL, Seat, Stone
from ..rulesets import NESTORGAMES, Ruleset

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

_HEX: Final = re.compile("#[0-9a-f]{6}")


def colour_of(ruleset: Ruleset, stone: Stone) -> str:
    """The colour a stone is shown in, as `#rrggbb`.

    A ruleset names colours of the palette or gives `#rrggbb`; for any other name, the stone has its
    colour in the nestorgames set.
    """
    name = _name(ruleset, stone).lower()
    if _HEX.fullmatch(name):
        return name
    return PALETTE.get(name) or PALETTE[_name(NESTORGAMES, stone)]


def _name(ruleset: Ruleset, stone: Stone) -> str:
    return ruleset.neutral_colour if stone is NEUTRAL else ruleset.colours[Seat(stone)]
