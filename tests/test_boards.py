"""Boards of text: what is where, for every terminal and none."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play import NEUTRALS, after, playout, states
from systems import pseudo_terminal

from ninetka import NESTORGAMES, Game, Ruleset, State
from ninetka.nine.drawing import LINES_AND_DOTS
from ninetka.nine.squares import SQUARES
from ninetka.terminal import on_colour


def in_a_terminal(code: str, **environment: str) -> str:
    """What Python code prints on a terminal."""
    ours, theirs = pseudo_terminal()
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    process = subprocess.Popen(
        [sys.executable, "-c", f"from ninetka import *; {code}"],
        stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True, env=kept | environment,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return shown.decode().replace("\r\n", "\n")


XTERM = {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
POSITION = after(f"{NEUTRALS} A5 A6").to_text()
PRINT = f"print(State.from_text({POSITION!r}))"


def test_print_in_a_terminal_has_colours_and_lines() -> None:
    shown = in_a_terminal(PRINT, **XTERM)
    assert "┌───────┬───────┬───────┐" in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert plain == State.from_text(POSITION).to_board(unicode=True) + "\n"
    codes = set(re.findall(r"\x1b\[([0-9;]+)m[abn]\x1b\[0m", shown))
    assert len(codes) == 3


@pytest.mark.parametrize(
    ("environment", "colour", "unicode"),
    [
        ({"NO_COLOR": "1"}, False, True),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, False, True),
        ({"TERM": ""}, False, True),
        ({"TERM": "vt100"}, False, True),
        ({"TERM": "", "WT_SESSION": "1"}, True, True),
        ({"PYTHONIOENCODING": "ascii"}, True, False),
        ({"PYTHONIOENCODING": "latin-1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_what_a_terminal_cannot_show_is_left_out(
    environment: dict[str, str], colour: bool, unicode: bool
) -> None:
    shown = in_a_terminal(PRINT, **(XTERM | environment))
    expected = State.from_text(POSITION).to_board(colour=colour, unicode=unicode)
    assert shown == expected + "\n"


@pytest.mark.parametrize(
    ("paper", "ink", "codes"),
    [
        ("#ffffff", "#000000", "38;5;16;48;5;231"),
        ("#5f87d7", "#1a1a1a", "38;5;16;48;5;68"),
        ("#2ff0f0", "#ffffff", "38;5;231;48;5;51"),
    ],
)
def test_the_nearest_colours_of_a_terminal(paper: str, ink: str, codes: str) -> None:
    assert on_colour("a", paper, ink) == f"\x1b[1;{codes}ma\x1b[0m"


def test_print_elsewhere_is_plain_ascii() -> None:
    command = [sys.executable, "-c", f"from ninetka import *; {PRINT}"]
    environment = os.environ | XTERM
    done = subprocess.run(command, capture_output=True, timeout=60, env=environment, check=True)
    shown = done.stdout.decode("ascii").replace(os.linesep, "\n")
    assert shown == State.from_text(POSITION).to_board() + "\n"


def test_print_with_standard_output_closed_or_replaced() -> None:
    code = "import sys; s = State.start(); out = sys.stdout; sys.stdout = None; t = str(s); "
    code += "sys.stdout = object(); u = str(s); sys.stdout = out; assert t == u == s.to_board()"
    in_a_terminal(code, **XTERM)


@given(states(), st.booleans(), st.booleans())
def test_a_board_of_text_has_every_stone(state: State, colour: bool, unicode: bool) -> None:
    board = state.to_board(colour=colour, unicode=unicode)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", board)
    assert ("\x1b" in board) == (colour and any(map(state.stone_at, SQUARES)))
    rows = [line for line in plain.split("\n") if re.match(r" *\d+ ", line)]
    for square in SQUARES:
        cells = re.findall(r"(?<= )[abcdn.·](?= |$)|  (?=  )", rows[10 - square.row][3:-3])
        stone = state.stone_at(square)
        letters = [each for each in cells if each.strip()]
        column = square.column - (1 if square.row in (0, 10) else 0)
        if not square.is_corner:
            empty = "·" if unicode else "."
            assert letters[column] == (empty if stone is None else str(stone))
    if not unicode:
        assert plain.isascii()
    assert not set(LINES_AND_DOTS) & set(plain) or unicode


def test_a_board_says_how_the_game_stands() -> None:
    game = Game.start(NESTORGAMES)
    assert game.state.to_board().endswith("\nnestorgames, 2 players, neutrals, a to move")
    over = playout(State.start(players=3), Random(1)).state
    assert over.to_board().endswith(f"\nnestorgames, 3 players, over, {over.outcome}")


def test_a_board_in_ascii_has_the_ruleset_s_name_so_too() -> None:
    state = State.start(Ruleset("żółw", {2: 1}))
    assert r"\u017c\xf3\u0142w, 2 players" in state.to_board()
    assert "żółw, 2 players" in state.to_board(unicode=True)
