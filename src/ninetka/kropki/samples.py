"""Rulesets and moves to test with."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Final

from .board import POINTS
from .moves import PASS, Move, Place
from .rulesets import Capture, Passing, Ruleset, Start

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
    capture = random.choice([*Capture])
    columns, rows = random.choice([5, 4, 3, 1, 7]), random.choice([5, 4, 3, 1, 6])
    starts = [Start.EMPTY, Start.DOT]
    if min(columns, rows) > 1:
        starts += [Start.CROSS, Start.RIGHT_CROSS]
    if columns > 3 and rows > 1:
        starts += [Start.TWO_CROSSES]
    if columns > 3 and rows > 3:
        starts += [Start.FOUR_CROSSES]
    name = random.choice(["territory", "standard", "custom", "v1.0-beta+x", "ż"])
    komi = Fraction(random.choice([0, 0, 13, -2]), 2)
    passing = random.choice([*Passing]) if capture is Capture.AUTOMATIC else Passing.NEVER
    grounding = capture is Capture.AUTOMATIC and random.random() < 0.3
    empty_areas = random.random() < 0.3
    has_room = capture is Capture.AUTOMATIC and min(columns, rows) > 1
    border = has_room and not grounding and random.random() < 0.4
    start = random.choice(starts)
    return Ruleset(
        name, columns, rows, capture, start, passing, komi, grounding, empty_areas, border
    )
