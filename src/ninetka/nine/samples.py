"""Rulesets and moves for tests."""

from __future__ import annotations

from random import Random
from typing import Final

from ..protocol.options import sample_of
from .board import SQUARES
from .moves import PASS, Move, PlaceNeutral, PlaceStone, Slide
from .rulesets import PUBLISHED, Ruleset, some_stones

MOVES: Final[tuple[Move, ...]] = (
    PASS,
    *(kind(square) for kind in (PlaceNeutral, PlaceStone, Slide) for square in SQUARES),
)
"""All possible move objects, most of which are legal nowhere."""


def some_ruleset(rng: Random) -> Ruleset:
    """A ruleset, published or custom: few stones or many (Q4, Q7), each reading of Q1 to Q6."""
    published = rng.choice((*PUBLISHED.values(), None))
    if published is not None:
        return published
    name = rng.choice((*PUBLISHED, "custom", "v1.0-beta+x", "ż"))
    return sample_of(Ruleset(name, some_stones(rng)), rng)
