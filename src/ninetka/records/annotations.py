"""Annotations of moves: glyphs as `$1`, by the numbers of PGN, and shares of the win.

Judges of games write the share that a move has left the player who made it, 0 to 1, into the
comment on it: `[%share 0.62]`. docs/formats.md describes both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, final

import attrs

from ..base.documented import documented
from ..base.frozenmap import FrozenMap

_SHARE: Final = re.compile(r" ?\[%share ([01]\.[0-9]{1,9})\]")


@final
@documented
@attrs.frozen
class Glyph:
    """A glyph's symbol and meaning; `GLYPHS` has them by number."""

    symbol: str
    """The symbol in print, such as `!?`."""
    meaning: str
    """The meaning, in a few words."""


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
"""The glyphs in common use, by number. Other numbers are kept too."""


def symbol(number: int) -> str:
    """The symbol of a glyph as it is printed, or `$99` if it has none here."""
    return GLYPHS[number].symbol if number in GLYPHS else f"${number}"


def with_share(comment: str, share: float) -> str:
    """A comment that also has a share, instead of an earlier one.

    >>> with_share("Bold.", 0.5)
    'Bold. [%share 0.50]'
    """
    return f"{_SHARE.sub('', comment)} [%share {share:.2f}]".lstrip()


def split_share(comment: str) -> tuple[str, float | None]:
    """A comment without the share, and the share if it has one.

    >>> split_share("Bold. [%share 0.50]")
    ('Bold.', 0.5)
    """
    found = _SHARE.search(comment)
    if found is None:
        return comment, None
    return _SHARE.sub("", comment).strip(), min(1.0, float(found[1]))
