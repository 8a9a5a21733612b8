"""The colours of players, told apart by people with any colour vision, and of the board."""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("#005fae", "#f2a900", "#c82d1e", "#7fd0f0", "#1c1c1c")
"""By seat: of tokens and mills."""
PAPER: Final = "#fdfcf8"
LINES: Final = "#8d8679"
"""Of the board's lines and free fields."""
