"""Rulesets and moves to test with."""

from __future__ import annotations

from random import Random
from typing import Final

from .board import POINTS
from .moves import Place
from .rulesets import Capture, Ruleset, Start

_SMALL: Final = [point for point in POINTS.values() if max(point.column, point.row) < 5]

MOVES: Final = (
    *map(Place, _SMALL),
    Place("ZZ"),
    Place("aa", ["bacbbcabba"]),  # a ring, if the dots are there
    Place("aa", ["bacbbcab", "bacbbcabba"]),  # the same twice
    Place("aa", ["caadba"]),  # with gaps
    Place("aa", ["aabaababaa"]),  # a dot twice
    Place("aa", ["aabbabbaaa"]),  # a step across another
    Place("aa", ["aaba"]),
)
"""Dots alone, and some with chains, most of which are never legal."""


def some_ruleset(random: Random) -> Ruleset:
    """A ruleset with a small board, where captures happen soon."""
    capture = random.choice([*Capture])
    columns, rows = random.choice([5, 4, 3, 1, 7]), random.choice([5, 4, 3, 1, 6])
    start = random.choice([*Start]) if min(columns, rows) > 1 else Start.EMPTY
    name = random.choice(["territory", "standard", "custom", "v1.0-beta+x", "ż"])
    return Ruleset(name, columns, rows, capture, start)
