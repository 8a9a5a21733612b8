"""Boards of text."""

from __future__ import annotations

import re

import pytest
from support.colour_vision import painted

from kropki.picture import played
from ninetka.kropki import STANDARD, Place, State

BOARD = """\
  a b c d e f g h i j
a . . . . o . . . .[o]
b . . . o X o . . . .
c . . o X O X o . . .
d . o = = X = = o . .
e . . o = = = o . . .
f . . . o = o . x . .
g . x x . o . x o x .
h x O X x . . . x . .
i . x x . . . . . . .
  a b c d e f g h i j
x 1, o 4
ten, 10 x 9, x to move"""


def test_boards_of_text() -> None:
    state, move = played()
    assert state.to_board(last_move=move) == BOARD
    assert str(state) == state.to_board() == BOARD.replace("[o]", " o")
    assert state.to_board(unicode=True).splitlines()[8:10] == [
        "h ● ▫ ▪ ● · · · ● · ·",
        "i · ● ● · · · · · · ·",
    ]
    assert state.to_board(unicode=True).splitlines()[4] == "d · ○ ═ ═ ▪ ═ ═ ○ · ·"
    lines = state.to_board(names=["Ann", "\u5c71\x1b"]).splitlines()
    assert lines[-2:] == [r"Ann (x) 1, \u5c71\x1b (o) 4", "ten, 10 x 9, Ann (x) to move"]


@pytest.mark.parametrize(
    ("position", "ended"),
    [
        ("xxx/xox/oxo x territory x:abbccbbaab", "over, 1-0, won by x"),
        ("xo/ox x standard -", "over, 0-0, drawn"),
    ],
)
def test_boards_of_finished_games(position: str, ended: str) -> None:
    assert str(State.from_text(position)).endswith(f", {ended}")


def test_boards_in_colour_say_the_same() -> None:
    state, move = played()
    coloured = state.to_board(last_move=move, paint=painted)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == BOARD
    looks = {(symbol, look) for look, symbol in re.findall(r"\x1b\[([\d;]+)m(.)\x1b\[0m", coloured)}
    assert len(looks) >= 6  # live dots, dead ones in either's regions, o's points
    assert coloured.count("\x1b[0m") == sum(map(BOARD.split("\n  a")[0][20:].count, "xoXO="))


def test_a_board_of_39_columns_fits_a_terminal() -> None:
    state = State.start(STANDARD).apply("Ma")
    for last in (None, Place("Ma")):
        lines = state.to_board(last_move=last).splitlines()
        assert len(lines) == 36
        assert max(map(len, lines[:34])) <= 80
        assert len(lines[1]) == (79 if last is None else 80)
