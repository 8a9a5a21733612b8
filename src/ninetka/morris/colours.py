"""The five players' colours on screen: told apart by people with any colour vision."""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("#005fae", "#f2a900", "#c82d1e", "#7fd0f0", "#1c1c1c")
"""By seat: of tokens and mills."""
INKS: Final = ("#ffffff", "#1a1a1a", "#ffffff", "#1a1a1a", "#ffffff")
"""By seat: of letters on them."""
PAPER: Final = "#fdfcf8"
LINES: Final = "#8d8679"
"""Of the board's lines and free fields."""
