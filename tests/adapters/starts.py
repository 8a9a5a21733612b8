"""Start positions to try the adapters with."""

from __future__ import annotations

from typing import Any

from ninetka import NESTORGAMES, WIKI, State, kropki, morris
from ninetka.morris import MILLS, NINE_AM, FromMills, Ruleset

TWO_WIN = "a...a...a...b...b...b...c...c...c... 0/0/0 5/5/2 59 a move 9am"
"""By 9AM; a step ends the game, the limit of quiet turns, and two of three have won."""
STARTS: list[Any] = [
    State.start(NESTORGAMES, 2),
    State.start(WIKI, 3),
    kropki.State.start(kropki.Ruleset("small", 6, 5, kropki.Capture.AUTOMATIC)),
    morris.State.start(MILLS),
    morris.State.start(NINE_AM, 3),
    morris.State.start(
        Ruleset("short", NINE_AM.boards, tokens=4, from_mills=FromMills.ALWAYS, quiet=2), 5
    ),
]

EVERY_OPTION: list[dict[str, Any]] = [
    {"channels": "first", "dtype": "float32", "utility": "shared", "max_plies": 30},
    {"game": "kropki", "columns": 6, "rows": 5, "dtype": "uint8", "utility": "points"},
    {"game": "mills", "grid": True, "channels": "first", "max_plies": 50},
    {"game": "9am", "players": 5, "grid": True, "utility": "points", "max_plies": 50},
]


def two_win() -> Any:
    state = morris.State.from_text(TWO_WIN)
    return next(after for after in map(state.apply, state.legal_moves) if after.is_over)
