"""Rulesets and moves to test with."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Final

from .board import FIELDS, PLAYER_COUNTS, Board
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

_SMALL: Final = (
    Board(5, [(1, 2, 3), (3, 4, 5)]),
    Board(9, [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)]),
    Board(7, [(1, 7, 4), (2, 7, 5), (3, 7, 6), (1, 2, 3)]),
)
"""Boards that fill up soon."""


def some_ruleset(random: Random) -> Ruleset:
    """A ruleset, published or custom, on a usual or a small board."""
    published = random.choice((MILLS, NINE_AM, None))
    if published is not None:
        return published
    players = random.choice(PLAYER_COUNTS)
    board = random.choice((Board.rings(players), *_SMALL))
    name = random.choice(["mills", "9am", "custom", "v1.0-beta+x", "ż"])
    return Ruleset(
        name,
        {players: board},
        tokens=random.choice([3, 4, 5, 9]),
        cards=random.choice([True, False]),
        stuck=random.choice([*Stuck]) if players == 2 else Stuck.STEPPED_OVER,
        from_mills=random.choice([*FromMills]),
        jumping=random.choice([True, False]),
        quiet=random.choice([2, 1, 5, 20]),
    )
