"""Rulesets and moves to test with."""

from __future__ import annotations

from random import Random
from typing import Final

import attrs

from ..protocol.spec import sample_of
from .board import POINTS
from .moves import PASS, Move, Place
from .rulesets import PUBLISHED, Ruleset

_SMALL: Final = [point for point in POINTS.values() if max(point.column, point.row) < 5]

MOVES: Final[tuple[Move, ...]] = (
    *map(Place, _SMALL),
    Place("ZZ"),
    Place("aa", ["bacbbcabba"]),  # a ring, if the dots are there
    Place("aa", ["bacbbcab", "bacbbcabba"]),  # the same twice
    Place("aa", ["caadba"]),  # with gaps
    Place("aa", ["aabaababaa"]),  # a dot twice
    Place("aa", ["aabbabbaaa"]),  # a step across another
    Place("aa", ["aaba"]),
    PASS,
)
"""Dots alone, some with chains, most of which are never legal, and a pass."""


def some_ruleset(random: Random) -> Ruleset:
    """A ruleset with a small board, where captures happen soon."""
    published = random.choice([*PUBLISHED.values()])
    columns, rows = random.choice([5, 7]), random.choice([5, 6])
    small = attrs.evolve(published, columns=columns, rows=rows)
    name = random.choice(["territory", "standard", "custom", "v1.0-beta+x", "ż"])
    return attrs.evolve(sample_of(small, random), name=name)
