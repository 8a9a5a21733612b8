"""Rulesets and moves to test with."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from ..protocol import Choose
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


def some_ruleset(choose: Choose) -> Ruleset:
    """A ruleset, published or custom, on a usual or a small board."""
    published = choose((MILLS, NINE_AM, None))
    if published is not None:
        return published
    players = choose(PLAYER_COUNTS)
    board = choose((Board.rings(players), *_SMALL))
    name = choose(["mills", "9am", "custom", "v1.0-beta+x", "ż"])
    return Ruleset(
        name,
        {players: board},
        tokens=choose([3, 4, 5, 9]),
        cards=choose([True, False]),
        stuck=choose([*Stuck]) if players == 2 else Stuck.STEPPED_OVER,
        from_mills=choose([*FromMills]),
        jumping=choose([True, False]),
        quiet=choose([2, 1, 5, 20]),
    )
