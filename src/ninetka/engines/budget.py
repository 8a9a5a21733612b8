"""How long to think about a move, given the clocks."""

from __future__ import annotations

from math import inf
from typing import Final

from .messages import Limit

_MOVES: Final = 25
"""Among how many moves the time on a clock is divided."""
_OVERHEAD: Final = 0.05
"""The seconds of each move that are kept for what is not thinking."""
_LEAST: Final = 0.01
"""The seconds that a move takes at least."""


def budget(limit: Limit, seat: int) -> float:
    """The seconds to think about a move of a seat; infinitely many if no time is limited.

    Of a clock, a move takes a twenty-fifth and most of the increment, but never more than half.
    """
    most = inf if limit.seconds is None else limit.seconds
    if seat < len(limit.clocks):
        clock = limit.clocks[seat]
        increment = limit.increments[seat] if seat < len(limit.increments) else 0.0
        most = min(most, clock / 2, clock / _MOVES + 0.8 * increment)
    return max(_LEAST, most - _OVERHEAD)
