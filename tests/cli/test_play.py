"""`ninetka play`: what players see and what they can type."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import run
from support.nine_states import after, playout

from ninetka import NESTORGAMES, Move, State
from ninetka.records import Record

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "play.md"


def play(*lines: str, options: str = "", columns: int = 80) -> str:
    """The output of a session in which these lines are typed."""
    typed = "".join(f"{line}\n" for line in lines)
    done = run("play", *options.split(), stdin=typed, COLUMNS=str(columns))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def answers(*lines: str, options: str = "", columns: int = 80) -> list[str]:
    """The output before the first prompt and after each of these lines."""
    prompt = r"^(?:\w+ \([a-d]\)|Seat [a-d]|game over)> "
    return re.split(prompt, play(*lines, options=options, columns=columns), flags=re.MULTILINE)


def test_moves_by_typing_and_from_the_list() -> None:
    shown, board, listed, third = answers("e5", "list", "3")[:4]
    assert "nestorgames, 2 players, neutrals, a to move\nPlace a neutral stone on a core" in shown
    assert board.startswith("\n     A   B C D")
    assert "b to move\nSeat a played *E5.\nPlace a neutral stone" in board
    assert "5  . | . . . |[n]. . | . . . | .  5" in board
    legal = after("E5").legal_moves
    numbered = re.findall(r"(\d+) (\*[A-K]\d+)", listed)
    assert numbered == [(str(n), str(move)) for n, move in enumerate(legal, start=1)]
    assert f"a to move\nSeat b played {legal[2]}.\n" in third


@pytest.mark.parametrize(("columns", "each"), [(60, 6), (80, 9), (120, 13)])
def test_lists_and_sentences_fit_the_terminal(columns: int, each: int) -> None:
    help_, moves, rules, end = answers("moves", "rules", columns=columns)
    assert len(re.findall(r"\d+ \*", moves.splitlines()[0])) == each
    width = min(columns, 100)
    assert width - 15 < max(map(len, rules.splitlines())) <= width
    assert rules.split() == NESTORGAMES.summary.split()
    assert rules.count("\n\n") == NESTORGAMES.summary.count("\n")
    assert max(map(len, f"{help_}{moves}{end}".splitlines())) <= columns


def test_a_whole_game_fits_a_narrow_terminal() -> None:
    game = playout(State.start(players=4), Random(7))
    shown = play(*game.move_texts, options="--players 4", columns=60)
    for state, text in zip(game.states, game.move_texts, strict=False):
        assert f"\nSeat {state.to_move} played {text}.\n" in shown
    assert max(map(len, shown.replace("> ", "\n").splitlines())) <= 60


def test_the_turn_that_the_docs_show() -> None:
    (turn,) = re.findall("^```text\n(.*?)\n```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert turn in play("E5", options="--players 3 --name Ann --name Ben --name Cleo")


def test_the_list_has_no_numbers_where_they_are_moves() -> None:
    shown = play("list", "3", options="--game 9am")
    assert shown.startswith("Type a move. You can also type:\n")
    assert "  list [TEXT]  the legal moves, or some of them\n" in shown
    assert "Seat a> 1   2   3 " in shown
    assert "Seat a played 3." in shown
    shown = play()
    assert "Type a move, or its number in the list." in shown
    assert "  list [TEXT]  the legal moves, numbered, or some of them\n" in shown


def test_a_wrong_move_says_why_and_costs_nothing() -> None:
    wrong = {
        "F6": "a neutral cannot go to F6: the centre section has its neutral on E5.",
        "--": "seat b cannot pass: every turn of this phase places a stone.",
        "hello": "'hello' is not a move: moves are written E5, *E5, @A5, A5-F5 or --; or type help",
        "41": "'41' is not a move", "9" * 5000: "is not a move", "\u00b2": "is not a move",
        "undo 2": "'undo 2' is not a move", "quit now": "'quit now' is not a move",
    }  # fmt: skip
    _, _, *said, last, _ = answers("E5", *wrong, "C9")
    for answer, expected in zip(said, wrong.values(), strict=False):
        assert expected in answer
    assert "\nSeat b played *C9.\n" in last


def test_removals_may_be_typed_with_the_move() -> None:
    typed = ("a7", "d7xa7", "a1", "d7", "d1", "g7 x a1", "quit")
    said = answers(*typed, options="--ruleset mills")
    assert said[2].startswith("a removal is a move of its own: write d7, then xa7; or type help")
    assert "b to put a token\nSeat a played xa1." in said[6]


def test_lines_that_are_not_text() -> None:
    done = run("play", stdin=b"\xff\xfe\x00\n\nE5\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "b to move" in done.stdout


def test_moves_are_undone_and_redone() -> None:
    lines = ("undo", "redo", "E5", "C9", "undo", "u", "redo", "I9", "redo")
    _, no_undo, no_redo, _, _, undone, again, redone, _, no_more, _ = answers(*lines)
    assert no_undo == "nothing to undo: the game is at its start.\n"
    assert no_redo == no_more.strip() + "\n" == "nothing to redo: no move has been taken back.\n"
    assert "\nTaken back: *C9.\n" in undone
    assert after("E5").to_board(last_move=after("").parse_move("E5")) in undone
    assert "\nTaken back: *E5.\n" in again
    assert "\nMade again: *E5.\n" in redone


def test_help_and_board_are_shown_again() -> None:
    begin, *helps, board, _ = answers("help", "h", "?", "board")
    assert begin.startswith("Type a move, or its number in the list. You can also type:\n  rules  ")
    for shown in helps:
        assert begin.startswith(shown)
    assert board.startswith("\n     A   B C D")


def test_the_end_is_told_with_the_reason(tmp_path: Path) -> None:
    game = playout(State.start(players=4), Random(5))
    assert str(game.outcome) == "2-1-2-1"
    (tmp_path / "end.9tka").write_text(Record(game.undo()).to_text(), "utf-8")
    lines = (game.move_texts[-1], "list", "A5")
    _, end, listed, move, _ = answers(*lines, options=f"--resume {tmp_path / 'end.9tka'}")
    assert "The game is over, 2-1-2-1: Seat c won.\n" in end
    assert "Seats a and c are tied at 2 points: the later in turn order wins.\n" in end
    assert listed == "There are no moves to list.\n"
    assert move == "the game is over: no stone can slide.\n"


def test_a_forced_pass_is_said() -> None:
    game = playout(State.start(), Random(3))
    passed = next(at for at, text in enumerate(game.move_texts) if text == "--")
    state = game.states[passed]
    done = run("play", "--position", state.to_text(), stdin="pass\n")
    told, _, after_it = done.stdout.partition("There is only one move: --\n")
    assert told.endswith("None of your stones can slide, so you must pass: --.\n")
    assert " played --.\n" in after_it


def test_points_are_shown_as_they_stand() -> None:
    state = playout(State.start(), Random(1), 65).state
    a, b = state.scores
    done = run("play", "--position", state.to_text(), stdin="quit\n")
    assert f"Points: Seat a {a}, Seat b {b}\n" in done.stdout


def test_the_board_of_a_resumed_game_has_names_comment_and_last_move(tmp_path: Path) -> None:
    game = playout(State.start(), Random(1), 40)
    record = Record(game, {"First": "Ann"}, {40: "here"})
    (tmp_path / "game.9tka").write_text(record.to_text(), "utf-8")
    shown = play(options=f"--resume {tmp_path / 'game.9tka'}")
    assert game.state.to_board(last_move=game.moves[-1], names=["Ann", ""]) in shown
    assert "\nhere\n" in shown
    assert shown.endswith("Ann (a)> \n")


def test_a_typed_move_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    parse = State.parse_move

    def noted(state: State, text: str) -> Move:
        read.append(text)
        return parse(state, text)

    monkeypatch.setattr(State, "parse_move", noted)
    play("E5", options="--ruleset wiki")
    assert read == ["1", "E5"]  # the first to tell in the help whether moves have numbers
