"""What teaches players: the rules in short, for rulesets that use every option, and the lessons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

import attrs

from ninetka import BOARDGAMEGEEK, EdgeStop, NeutralPlacement, TieBreak, TurnOrder, kropki, morris
from ninetka import Ruleset as NineRuleset
from ninetka.base.errors import InvalidRulesetError
from ninetka.games import all_games
from ninetka.kropki import Capture, Passing, Start
from ninetka.morris import Board, FromMills, FullBoard, MillRule, Removals, Stuck
from ninetka.server.catalogue import catalogue

Options = Sequence[Mapping[str, Sequence[Any]]]
"""Options by whose values the same sentences change, each with its values."""

BOTH = (False, True)
NINE: Options = [
    {
        "edge_stop": [*EdgeStop],
        "turn_order": [*TurnOrder],
        "neutral_placement": [*NeutralPlacement],
        "tie_break": [*TieBreak],
        "stones": [
            *({2: 18, 3: 12, 4: 9}, {2: 9}, {3: 5, 4: 9}, {3: 1}, {2: (19, 17)}, {2: 1, 4: 2}),
            *({2: (19, 17), 3: 12, 4: 9}, {2: 18, 3: (4, 6, 8)}, {2: 3, 3: (3, 2, 1), 4: 5}),
            *({2: (2, 1), 3: (3, 2, 1), 4: (4, 3, 2, 1)}, {2: 3, 3: 1, 4: 2}, {2: 3, 4: 1}),
            {2: 1, 3: 1, 4: (1, 1, 2, 1)},  # in which another seat slides first for each number
        ],
    }
]
KROPKI: Options = [
    {"start": [*Start], "komi": [0, 1, 0.5, -3]},
    {
        "capture": [*Capture], "passing": [*Passing], "empty_areas": BOTH, "border": BOTH,
        "grounding": BOTH,
    },
]  # fmt: skip
SQUARE = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)]
ROW = Board(5, [(1, 2, 3, 4)], edges=[(4, 5), (1, 5)])
NAMED = Board(9, SQUARE, names=dict(enumerate("abcdefghi", 1)), edges=[(1, 5)])
TWO = {2: Board(9, SQUARE), 3: Board.rings(3)}
BOARDS = [
    {2: ROW}, {3: ROW}, {2: NAMED, 4: ROW}, {3: Board.rings(3), 4: Board.rings(4)},
    {2: Board(9, SQUARE), 3: NAMED, 4: Board.rings(4), 5: Board.rings(5)},
]  # fmt: skip
STARTS = [
    *({}, {2: "aaa...bbb"}, {2: ".ab......"}, {3: "........."}, {4: "abcdd...."}),
    *({3: "abc......", 4: "........."}, {2: "a........", 3: "a........", 4: "b........"}),
]
MORRIS: Options = [
    {"boards": BOARDS},
    {"stuck": [*Stuck], "mill_wins": BOTH, "quiet_few": [0, 5], "repetition": [0, 2, 3, 7]},
    {"stuck": [*Stuck], "jumping": [0, 3, 4, 7], "fewest": [2, 3, 4]},
    {"stuck": [*Stuck], "tokens": [3], "start": STARTS, "jumping": [0, 3], "mill_wins": BOTH},
    {"removals": [*Removals], "from_mills": [*FromMills], "marking": BOTH},
    {"long_rows": [*MillRule], "placing_mills": [*MillRule], "full_board": [*FullBoard]},
    {"start": STARTS, "mixed": BOTH, "jumping": [0, 3], "mill_wins": BOTH},
    {"boards": [TWO], "tokens": [3], "start": [{2: "aaa...bbb", 3: f"{'aaabbbccc':.<36}"}]},
    {"cards": BOTH, "boards": BOARDS, "quiet_few": [0, 5], "jumping": [3, 6]},
]
SMALL = morris.Ruleset("small", dict.fromkeys((2, 3, 4), Board(9, SQUARE)))
MILLS = attrs.evolve(morris.MILLS, name="small", boards={2: Board(9, SQUARE)})
VARIED: Sequence[tuple[Any, Options]] = (
    (NineRuleset("small"), NINE), (attrs.evolve(BOARDGAMEGEEK, name="small"), NINE),
    (kropki.STANDARD, KROPKI), (kropki.TERRITORY, KROPKI), (SMALL, MORRIS), (MILLS, MORRIS),
    (attrs.evolve(MILLS, cards=True), MORRIS),
)  # fmt: skip


@cache
def summaries() -> set[str]:
    """The rules in short of each ruleset that the page offers, and of many others."""
    found = {ruleset["summary"] for game in catalogue() for ruleset in game["rulesets"]}
    for ruleset, groups in VARIED:
        for options in groups:
            for values in product(*options.values()):
                with suppress(InvalidRulesetError):  # options that do not go together
                    changed = dict(zip(options, values, strict=True))
                    found.add(attrs.evolve(ruleset, **changed).summary)
    return found


def taught() -> Iterator[str]:
    """What the lessons of all games say."""
    for entry in all_games():
        for name in entry.names:
            lessons = entry.lessons(name) if entry.lessons else None
            if lessons:
                yield lessons.about
                yield from (move.text for move in lessons.first_game)
                for exercise in lessons.exercises:
                    yield from (exercise.task, exercise.reason)
