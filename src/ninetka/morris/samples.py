"""Rulesets and moves of 9AM and Mills that the test kit tries."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Final

from ..protocol.options import sample_of
from .board import FIELDS, PLAYER_COUNTS, some_boards
from .moves import Move, Put, Remove, Step
from .rulesets import MILLS, NINE_AM, FromMills, Ruleset, Stuck

_FIRST: Final = FIELDS[:24]

MOVES: Final[tuple[Move, ...]] = (
    *map(Put, _FIRST),
    *map(Remove, _FIRST),
    *(Step(start, end) for start, end in permutations(_FIRST, 2)),
    Put(99),
    Step(1, 1),
)
"""All moves on the board for two, and two that are never legal."""


def some_ruleset(rng: Random) -> Ruleset:
    """A ruleset, published or custom, on a usual or a small board."""
    published = rng.choice((MILLS, NINE_AM, None))
    if published is not None:
        return published
    players = rng.choice(PLAYER_COUNTS)
    plain = Ruleset(
        rng.choice(["mills", "9am", "custom", "v1.0-beta+x", "ż"]),
        some_boards(rng, [players]),
        tokens=rng.choice([3, 4, 5, 9]),
        cards=rng.choice([True, False]),
        stuck=rng.choice([*Stuck]) if players == 2 else Stuck.STEPPED_OVER,
        from_mills=rng.choice([*FromMills]),
        jumping=rng.choice([0, 3]),
        quiet=rng.choice([2, 1, 5, 20]),
    )
    return sample_of(plain, rng)
