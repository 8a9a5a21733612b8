"""How long games can be: the bound of law 3, against all games of tiny rulesets."""

from __future__ import annotations

from typing import Any

import pytest
from support.games import longest_game

from morris.arranged import SQUARE
from ninetka.morris import Board, FromMills, FullBoard, Removals, Ruleset, State, Stuck

SEVEN = Board(7, [(1, 2, 3), (3, 4, 5), (5, 6, 1), (1, 7, 4), (2, 7, 5)])
SIX = Board(6, [(1, 2, 3), (3, 4, 5), (5, 6, 1)])
LOSES: dict[str, Any] = {"stuck": Stuck.LOSES, "from_mills": FromMills.IF_ALL}
ALWAYS: dict[str, Any] = {"from_mills": FromMills.ALWAYS}


@pytest.mark.parametrize(
    ("board", "tokens", "quiet", "options", "longest", "bound"),
    [
        (SEVEN, 3, 1, LOSES, 9, 9),
        (SIX, 3, 1, {**LOSES, "mixed": True}, 10, 15),
        (SIX, 3, 1, {"mixed": True}, 10, 15),
        (SEVEN, 3, 2, {"stuck": Stuck.DRAWS, "mill_wins": True}, 10, 10),
        (SIX, 3, 2, {**LOSES, "full_board": FullBoard.FIRST_REMOVES}, 7, 11),
        (SEVEN, 3, 1, {**LOSES, "removals": Removals.EACH}, 9, 9),
        (SEVEN, 3, 1, {**LOSES, "fewest": 2}, 11, 14),
        (SEVEN, 3, 2, {**LOSES, "repetition": 2}, 11, 11),
        (SEVEN, 3, 1, {**LOSES, "marking": True}, 9, 9),
        (SEVEN, 3, 1, {**LOSES, "start": {2: "ab.a..."}}, 7, 7),
        (SEVEN, 3, 2, LOSES, 11, 11),
        (SQUARE, 3, 1, {**LOSES, "jumping": 0}, 9, 9),
        (SQUARE, 3, 1, {"cards": True, "start": {3: "aab.bb.cc"}}, 8, 11),
        pytest.param(SQUARE, 3, 3, {}, 13, 13, marks=pytest.mark.long),
        pytest.param(SQUARE, 4, 1, {**LOSES, **ALWAYS}, 15, 16, marks=pytest.mark.long),
        pytest.param(SQUARE, 4, 1, ALWAYS, 15, 17, marks=pytest.mark.long),
    ],
)
def test_the_longest_of_all_games(
    board: Board, tokens: int, quiet: int, options: dict[str, Any], longest: int, bound: int
) -> None:
    players = max(options.get("start", {2: ""}))
    options = {"cards": False, **options}
    start = State.start(Ruleset("tiny", {players: board}, tokens, quiet=quiet, **options))
    assert (longest_game(start), start.max_plies_left) == (longest, bound)
