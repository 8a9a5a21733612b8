"""Utilities: the worth of a finished game to each seat, for programs that learn."""

from __future__ import annotations

from enum import Enum

from ..base.errors import NinetkaError, quoted
from ..base.messages import listed
from ..base.values import as_code


class Utility(Enum):
    """The ways to measure what a finished game is worth to each seat."""

    WIN = "win"
    """1 for each winner, -1 for the others; 0 for all after a draw."""
    SHARED = "shared"
    """Shares that add up to 1: several winners share the win evenly, and so do all after a draw."""
    POINTS = "points"
    """The points of the game, as the outcome's `scores` have them."""
    MARGIN = "margin"
    """A seat's points less the most that another has."""

    __repr__ = as_code

    @classmethod
    def of(cls, given: Utility | str) -> Utility:
        """The utility of this name. Raises NinetkaError."""
        try:
            return cls(given)
        except ValueError:
            names = listed((member.value for member in cls), "or")
            raise NinetkaError(f"a utility is {names}, not {quoted(given)}") from None
