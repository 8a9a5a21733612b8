"""Boards of text: every stone is in its place, in ASCII, Unicode and colour."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.colour_vision import painted
from support.nine_states import after, games, playout, states

from ninetka import (
    NESTORGAMES,
    Game,
    IllegalMoveError,
    Move,
    Pass,
    PlaceNeutral,
    Ruleset,
    Slide,
    Square,
    State,
)
from ninetka.base.texts import printable
from ninetka.nine.board import COLUMNS, SIZE, SQUARES
from ninetka.nine.look.text_board import LINES_AND_DOTS


def test_what_could_command_a_terminal_is_made_visible() -> None:
    assert printable("Żółw \u2028\n\x1b[1m\ud800") == r"Żółw \u2028\n\x1b[1m\ud800"


@given(states(), st.booleans(), st.booleans())
def test_a_board_of_text_has_every_stone(state: State, colour: bool, unicode: bool) -> None:
    board = state.to_board(paint=painted if colour else None, unicode=unicode)
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


def test_a_board_has_the_players_names() -> None:
    state = after("E5")
    *_, players, end = state.to_board(names=["Ann", "Jos\u00e9"], unicode=True).split("\n")
    assert players == "Ann (a), Jos\u00e9 (b)"
    assert end == "nestorgames, 2 players, neutrals, Jos\u00e9 (b) to move"
    assert state.to_board(names=["", "Jos\u00e9"]).split("\n")[-2:] == [
        r"a, Jos\xe9 (b)",
        r"nestorgames, 2 players, neutrals, Jos\xe9 (b) to move",
    ]
    assert state.to_board(names=["", ""]) == state.to_board(names=[]) == state.to_board()
    over = playout(State.start(players=3), Random(1)).state
    assert over.outcome is not None
    names = ["Ann", "Ben", "Cy"]
    won = f"won by {names[over.outcome.winner]} ({over.outcome.winner})"
    assert over.to_board(names=names).endswith(f"over, {over.outcome}, {won}")
    hostile = state.to_board(names=["\x1b[31m\n\u202ered"], unicode=True)
    assert r"\x1b[31m\n\u202ered (a), b" in hostile


def test_a_board_in_ascii_has_the_ruleset_s_name_so_too() -> None:
    state = State.start(Ruleset("żółw", {2: 1}))
    assert r"\u017c\xf3\u0142w, 2 players" in state.to_board()
    assert "żółw, 2 players" in state.to_board(unicode=True)


@given(games(), st.data(), st.booleans())
def test_the_last_move_s_stone_stands_in_brackets(
    game: Game[State, Move], data: st.DataObject, unicode: bool
) -> None:
    ply = data.draw(st.integers(1, game.ply))
    before, state = game.states[ply - 1 : ply + 1]
    move = game.moves[ply - 1]
    board = state.to_board(last_move=move, unicode=unicode)
    plain = state.to_board(unicode=unicode)
    if isinstance(move, Pass):
        assert board == plain
        return
    square = before.target(move.square) if isinstance(move, Slide) else move.square
    assert square is not None
    marks = {at: each for at, each in enumerate(board) if each in "[]"}
    assert list(marks.values()) == ["[", "]"]
    left, right = marks
    assert plain[left] == plain[right] == " "
    assert right == left + 2
    assert board.replace("[", " ").replace("]", " ") == plain
    line = board[:left].count("\n")
    rows = [at for at, text in enumerate(board.split("\n")) if re.match(r" *\d+ ", text)]
    assert rows.index(line) == SIZE - 1 - square.row
    heading = board.split("\n")[0]
    assert heading[left - board.rfind("\n", 0, left)] == COLUMNS[square.column]


def test_a_last_move_that_was_not_made_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="cannot be taken back"):
        State.start().to_board(last_move=PlaceNeutral(Square("E5")))


def test_a_coloured_board_has_the_mark_around_the_colours() -> None:
    state = after("E5")
    board = state.to_board(last_move=PlaceNeutral(Square("E5")), paint=painted)
    assert re.search(r"\[\x1b\[[0-9;]+mn\x1b\[0m\]", board)
