"""Moves and rulesets to test with."""

from __future__ import annotations

from random import Random
from typing import Final

from .board import points_of_size
from .moves import SWAP, Move, Place
from .state import Ruleset

MOVES: Final[tuple[Move, ...]] = (*map(Place, points_of_size(4)), SWAP)


def some_ruleset(rng: Random) -> Ruleset:
    """A ruleset with a small board."""
    return Ruleset(rng.randint(2, 5), swap=rng.random() < 0.5)
