"""Moves and rulesets to test with."""

from __future__ import annotations

from random import Random
from typing import Final

from .moves import SQUARES
from .state import CLASSIC, Ruleset

MOVES: Final = SQUARES


def some_ruleset(rng: Random) -> Ruleset:
    """A ruleset: there is only one."""
    return CLASSIC
