"""The colours of the two players: one dark, the other much lighter, for people with any vision."""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("#0a3a78", "#e2570e")
"""By seat: of live dots, chains and hatching."""
FADED: Final = ("#8aa3cb", "#eea67f")
"""By seat: of dead dots."""
GROUNDS: Final = ("#3d8bff", "#ff8a3d")
"""By seat: of regions, where most of the paper shows through."""
TINTS: Final = ("#b9cdf0", "#fcd9b4")
"""By seat: the ground of its points on boards of text."""
PAPER: Final = "#fdfcf8"
GRID: Final = "#a9bccb"
