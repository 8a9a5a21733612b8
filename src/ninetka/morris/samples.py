"""Rulesets and moves of 9AM and Mills that the test kit tries."""

from __future__ import annotations

from itertools import permutations
from math import cos, sin
from random import Random
from typing import Any, Final

import attrs

from ..base.errors import InvalidRulesetError
from .board import FIELDS, FREE, PLAYER_COUNTS, SEATS, Board
from .moves import Move, Put, Remove, Step
from .rulesets import MILLS, NINE_AM, FromMills, FullBoard, MillRule, Removals, Ruleset, Stuck

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
    Board(8, [(1, 2, 3, 4), (2, 3, 4, 5), (5, 6, 7)], edges=[(7, 8), (8, 1), (2, 6)]),
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
    rules = Ruleset(
        name,
        {players: board},
        tokens=random.choice([3, 4, 5, 9]),
        cards=random.choice([True, False]),
        stuck=random.choice([*Stuck]) if players == 2 else Stuck.STEPPED_OVER,
        from_mills=random.choice([*FromMills]),
        jumping=random.choice([0, 3]),
        quiet=random.choice([2, 1, 5, 20]),
    )
    return random.choice((rules, with_options(random, rules)))


def with_options(random: Random, rules: Ruleset) -> Ruleset:
    """The ruleset with some of the options of M17 to M27 that fit it, changed one by one."""
    fewest = random.randint(2, min(4, rules.tokens))
    jumping = random.choice([0, fewest, fewest + 1])
    options: list[dict[str, Any]] = [
        {"mixed": True},
        {"mill_wins": True, "cards": False},
        {"full_board": random.choice([*FullBoard])},
        {"fewest": fewest, "jumping": jumping},
        {"removals": random.choice([*Removals])},
        {"quiet_few": random.randint(1, rules.quiet)},
        {"marking": True},
        {"repetition": random.choice([2, 3])},
        {"long_rows": random.choice([*MillRule])},
        {"placing_mills": random.choice([*MillRule])},
        {"start": {players: _some_start(random, rules, players) for players in rules.boards}},
    ]
    for option in random.sample(options, random.randint(1, len(options))):
        try:
            rules = attrs.evolve(rules, **option)
        except InvalidRulesetError:
            continue  # it does not fit the others
    return rules


def _some_start(random: Random, rules: Ruleset, players: int) -> str:
    """A few tokens on the board (M27): as many of each player, or as it comes."""
    text = [FREE] * rules.boards[players].fields
    each = random.randint(0, min(rules.tokens, (len(text) - 1) // players))
    even = random.choice((True, False))
    letters = [str(seat) for seat in SEATS[:players] for _ in range(each)]
    fields = random.sample(range(len(text)), len(letters))
    for field, letter in zip(fields, letters, strict=True):
        if even or random.random() < 0.7:
            text[field] = letter
    return "".join(text)
