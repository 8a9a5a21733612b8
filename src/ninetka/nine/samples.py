"""Rulesets and moves for tests."""

from __future__ import annotations

from random import Random
from typing import Final

from .board import SQUARES
from .moves import PASS, Move, PlaceNeutral, PlaceStone, Slide
from .rulesets import (
    PLAYER_COUNTS,
    PUBLISHED,
    RIM_SQUARES,
    EdgeStop,
    NeutralPlacement,
    Ruleset,
    Supply,
    TieBreak,
    TurnOrder,
)

MOVES: Final[tuple[Move, ...]] = (
    PASS,
    *(kind(square) for kind in (PlaceNeutral, PlaceStone, Slide) for square in SQUARES),
)
"""All possible move objects, most of which are legal nowhere."""


def some_ruleset(random: Random) -> Ruleset:
    """A ruleset, published or custom: few stones or many (Q4, Q7), each reading of Q1 to Q6."""
    published = random.choice((*PUBLISHED.values(), None))
    if published is not None:
        return published
    name = random.choice((*PUBLISHED, "custom", "v1.0-beta+x", "ż"))
    stones = {n: random.choice(range(RIM_SQUARES // n + 1)) for n in PLAYER_COUNTS}
    given = {n: _some_supply(n, each, random) for n, each in stones.items() if each}
    edge_stop, turn_order = random.choice([*EdgeStop]), random.choice([*TurnOrder])
    placement, tie_break = random.choice([*NeutralPlacement]), random.choice([*TieBreak])
    if tie_break is TieBreak.LAST_SLIDE:
        edge_stop = EdgeStop.BOARD  # always possible (Q6)
    return Ruleset(name, given or {2: 1}, edge_stop, turn_order, placement, tie_break)


def _some_supply(players: int, each: int, random: Random) -> Supply:
    """That many stones for each of some players, or up to that many by seat (Q7)."""
    differing = tuple(random.randint(1, each) for _ in range(players))
    return random.choice((each, differing))
