"""Rulesets and moves to test with."""

from __future__ import annotations

from random import Random
from typing import Final

import attrs

from ..protocol.options import sample_of
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


def some_ruleset(rng: Random) -> Ruleset:
    """A ruleset with a small board, where captures happen soon."""
    published = rng.choice([*PUBLISHED.values()])
    columns, rows = rng.choice([5, 7]), rng.choice([5, 6])
    small = attrs.evolve(published, columns=columns, rows=rows)
    name = rng.choice(["territory", "standard", "custom", "v1.0-beta+x", "ż"])
    return attrs.evolve(sample_of(small, rng), name=name)
