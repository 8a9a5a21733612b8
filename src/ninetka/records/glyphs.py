"""Glyphs: what annotators write on moves as `$1`, the numbers of PGN (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

import attrs

from ..base.documented import documented
from ..base.frozenmap import FrozenMap

MAX_GLYPH: Final = 255
"""The largest number of a glyph."""


@final
@documented
@attrs.frozen
class Glyph:
    """What is known of a glyph besides its number."""

    symbol: str
    """How it is printed, such as `!?`."""
    meaning: str
    """What it says, in a few words."""


GLYPHS: Final[Mapping[int, Glyph]] = FrozenMap(
    {
        1: Glyph("!", "good move"),
        2: Glyph("?", "mistake"),
        3: Glyph("!!", "brilliant move"),
        4: Glyph("??", "blunder"),
        5: Glyph("!?", "interesting move"),
        6: Glyph("?!", "dubious move"),
        7: Glyph("\u25a1", "only move"),
        10: Glyph("=", "equal position"),
        13: Glyph("\u221e", "unclear position"),
        14: Glyph("+=", "the first player is slightly better"),
        15: Glyph("=+", "the second player is slightly better"),
        16: Glyph("\u00b1", "the first player is better"),
        17: Glyph("\u2213", "the second player is better"),
        18: Glyph("+\u2212", "the first player is winning"),
        19: Glyph("\u2212+", "the second player is winning"),
        22: Glyph("\u2299", "zugzwang"),
        23: Glyph("\u2299", "zugzwang"),
        32: Glyph("\u21bb", "ahead in development"),
        33: Glyph("\u21bb", "ahead in development"),
        36: Glyph("\u2192", "with the initiative"),
        37: Glyph("\u2192", "with the initiative"),
        40: Glyph("\u2191", "with an attack"),
        41: Glyph("\u2191", "with an attack"),
        44: Glyph("=\u221e", "with compensation"),
        45: Glyph("=\u221e", "with compensation"),
        132: Glyph("\u21c6", "with counterplay"),
        133: Glyph("\u21c6", "with counterplay"),
        138: Glyph("\u2295", "short of time"),
        139: Glyph("\u2295", "short of time"),
        140: Glyph("\u0394", "with the idea"),
        142: Glyph("\u2265", "better is"),
        145: Glyph("RR", "editor's comment"),
        146: Glyph("N", "novelty"),
    }
)
"""By number: the glyphs that are in common use. Others are kept all the same."""

SUFFIXES: Final[Mapping[str, int]] = FrozenMap(
    {glyph.symbol: number for number, glyph in GLYPHS.items() if number <= 6}
)
"""By symbol: the glyphs that may be written behind a move, `E5!?`."""


def symbol(number: int) -> str:
    """How a glyph is printed: its symbol, or `$99` if it has none here."""
    return GLYPHS[number].symbol if number in GLYPHS else f"${number}"
