"""Rulesets and moves for tests."""

from __future__ import annotations

from random import Random
from typing import Final

from .board import SQUARES
from .moves import PASS, Move, PlaceNeutral, PlaceStone, Slide
from .rulesets import PLAYER_COUNTS, PUBLISHED, RIM_SQUARES, EdgeStop, Ruleset, TurnOrder

MOVES: Final[tuple[Move, ...]] = (
    PASS,
    *(kind(square) for kind in (PlaceNeutral, PlaceStone, Slide) for square in SQUARES),
)
"""All possible move objects, most of which are legal nowhere."""


def some_ruleset(random: Random) -> Ruleset:
    """A ruleset, published or custom: few stones or many (Q4), each reading of Q1 and Q2."""
    published = random.choice((*PUBLISHED.values(), None))
    if published is not None:
        return published
    name = random.choice((*PUBLISHED, "custom", "v1.0-beta+x", "ż"))
    stones = {n: random.choice(range(RIM_SQUARES // n + 1)) for n in PLAYER_COUNTS}
    given = {players: each for players, each in stones.items() if each}
    return Ruleset(name, given or {2: 1}, random.choice([*EdgeStop]), random.choice([*TurnOrder]))
