"""The colours of the two players on screen: told apart by people with any colour vision.

One is dark and the other much lighter, so they differ in shades of grey too.
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("#0a3a78", "#e2570e")
"""By seat: of live dots, chains and hatching."""
FADED: Final = ("#8aa3cb", "#eea67f")
"""By seat: of dead dots."""
GROUNDS: Final = ("#3d8bff", "#ff8a3d")
"""By seat: of regions, most of it paper."""
TINTS: Final = ("#b9cdf0", "#fcd9b4")
"""By seat, for the terminal: the ground of what belongs to it."""
PAPER: Final = "#fdfcf8"
GRID: Final = "#a9bccb"
