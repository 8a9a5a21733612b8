"""Rulesets and moves of 9AM and Mills that the test kit tries."""

from __future__ import annotations

from itertools import permutations
from math import cos, sin
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
    Board(5, [(1, 2, 3), (3, 4, 5)], names={1: "left", 5: "h"}),
    Board(
        9,
        [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)],
        names={at: f"{'cab'[at % 3]}{(12 - at) // 3}" for at in range(1, 10)},
        places={at: ((at - 1) % 3 - 1, (at - 1) // 3 - 1) for at in range(1, 10)},
    ),
    Board(
        7,
        [(1, 7, 4), (2, 7, 5), (3, 7, 6), (1, 2, 3)],
        places={at: (sin(at) * (at < 7), -cos(at) * (at < 7)) for at in range(1, 8)},
    ),
)
"""Boards that fill up soon, with and without names and places."""


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
