"""`ninetka play` at a terminal: the screen at each prompt."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import CTRL_D, run

from ninetka import kropki, morris
from ninetka.drawing import visible_part
from ninetka.kropki import Place

SIZE_ASKED = "How large shall the board be? 20 x 20, 30 x 30 or 39 x 32?\n[20 x 20] "
PART = "Part of the board; type board to see all of it."


def screens(
    options: str, *lines: str, size: tuple[int, int] = (80, 24), stdout: bool = True
) -> list[list[str]]:
    """What a terminal of this size shows at each prompt, without colours."""
    done = run(
        "play", *options.split(), "--seed", "s", stdin="".join(f"{line}\n" for line in lines),
        terminal="stdin stdout" if stdout else "stdin", COLUMNS=str(size[0]), LINES=str(size[1]),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    prompts = re.finditer(r"^(?:Seat \w|\w+ \(\w\)|game over)> ", plain, re.MULTILINE)
    return [plain[: prompt.end()].split("\n")[-size[1] :] for prompt in prompts]


def played(screen: Sequence[str]) -> list[str]:
    return [line for line in screen if " played " in line]


@pytest.mark.parametrize("size", [(80, 24), (80, 40), (60, 24), (40, 19), (200, 60)])
@pytest.mark.parametrize(
    ("options", "move"),
    [
        ("--game kropki --tag Columns=39 --tag Rows=32 --players me,random", "aa"),
        ("--game 9am --players me,random,random", "4"),
        ("--game mills --players me,random", "d6"),
    ],
)
def test_the_last_move_is_on_the_screen(options: str, move: str, size: tuple[int, int]) -> None:
    *_, screen, _ = screens(options, move, "board", size=size)
    assert max(map(len, screen)) <= size[0]
    *_, last = played(screen)
    assert last.startswith("random (")
    if "mills" in options and size[1] < 20:
        return  # its board is never cut into columns and rows
    *_, marked = re.findall(r"\[(\S+)\]", "\n".join(screen))
    if "9am" in options:
        assert marked[:-1] == last.split()[-1].removesuffix(".")


def test_every_move_of_two_computers_is_on_the_screen() -> None:
    begin, mine, again, _ = screens("--game 9am --players me,random,random", "1", "undo", "2")
    assert played(begin) == []
    assert [line.split()[0] for line in played(mine)] == ["Seat", "random", "random"]
    assert "Taken back: " in "\n".join(again)
    piped = run("play", "--game", "9am", "--players", "me,random,random", stdin="1\n").stdout
    assert piped.count(" played ") == 3  # nothing scrolls away in a pipe


def test_a_part_of_the_board_is_shown_unless_all_of_it_is_asked_for() -> None:
    options = "--game kropki --tag Columns=39 --tag Rows=32"
    first, board = screens(options, "board", size=(80, 24))
    assert PART in first
    assert "Type help to see what you can type." in first
    assert len(board) == 24
    assert PART not in board
    whole = screens(options, "board", size=(80, 60))
    assert all(PART not in screen for screen in whole)
    assert PART not in screens(options, size=(80, 24), stdout=False)[0]
    assert PART not in screens("", size=(80, 12))[0]  # boards of 9tka are never cut
    small = ["--game", "9am", "--tag", "Quiet=1", "--players", "random,random,random"]
    alone = run("play", *small, terminal="stdout", COLUMNS="80", LINES="20").stdout
    assert "The game is over" in alone
    assert PART not in alone  # nobody is there to type


def test_parts_of_boards_have_their_coordinates() -> None:
    state = kropki.State.start(kropki.STANDARD).apply("Kb")
    rows = state.to_board(last_move=Place("Kb"), room=(20, 12)).splitlines()
    assert rows[0] == rows[-3] == "  E F G H I J K L M"
    assert [row[0] for row in rows[1:-3]] == [*"abcdefgh"]
    assert rows[2] == "b . . . . . .[x]. ."
    assert rows[-1] == "standard, 39 x 32, o to move"
    assert state.to_board(room=(80, 36)) == state.to_board()
    nine_am = morris.State.start(morris.NINE_AM, 5).apply("57")
    rows = nine_am.to_board(last_move=morris.Put(57), room=(30, 20)).split("\n\n")[0].splitlines()
    assert len(rows) == 20 - 8
    assert max(map(len, rows)) <= 30
    assert sum("[57a]" in row for row in rows) == 1
    whole = str(nine_am).splitlines()
    assert all(any(row.strip() in line for line in whole) for row in rows if "[" not in row)
    # Some rows are shown even where there is no room
    assert [*visible_part(9, 4, 0)] == [*range(5)]


def test_long_lists_are_cut() -> None:
    options = "--game kropki --tag Columns=39 --tag Rows=32 --ruleset territory"
    shown = run("play", *options.split(), stdin="list\nlist t\nlist 7\nlist tq\n").stdout
    some, column, none, one = shown.split("Seat x> ")[1:5]
    assert some.startswith("Some moves; there may be more:\n")
    assert "\n114 of 1248 moves; list TEXT shows those that begin with a text:\n" in f"\n{some}"
    assert len(re.findall(r"\d \w\w\b", some.split(":\n")[-1])) == 114
    assert re.findall(r"\d+ (\w\w)\b", column) == [f"t{row}" for row in kropki.board.LETTERS[:32]]
    assert none == "There are no moves to list.\n"
    assert re.findall(r"(\d+) (\w\w)\b", one) == [(str(16 * 39 + 20), "tq")]
    assert "list TEXT" not in run("play", stdin="list\n").stdout


def test_lists_without_numbers_are_sorted() -> None:
    for game, expected in (("mills", "a1 a4 a7 b2"), ("9am", "1 2 3 4 5 6 7 8 9 10 11")):
        shown = run("play", "--game", game, stdin="list\n").stdout.split("Seat a> ")[1]
        assert " ".join(shown.split()).startswith(expected)


@pytest.mark.parametrize(
    ("answers", "size"),
    [
        ([""], "20 x 20"),
        (["30 x 30"], "30 x 30"),
        (["15x10"], "15 x 10"),
        (["large", "12", "39 32"], "39 x 32"),
    ],
)
def test_kropki_asks_for_a_size(answers: list[str], size: str) -> None:
    shown = run(
        "play", "--game", "kropki", stdin="\n".join([*answers, ""]), terminal="stdin stdout"
    )
    assert shown.stdout.count(SIZE_ASKED) == len(answers)
    assert shown.stdout.count("Type a size such as 20 x 20, or just Enter.\n") == len(answers) - 1
    assert f"standard, {size}, x to move" in shown.stdout


def test_the_question_for_a_size_may_be_left() -> None:
    done = run("play", "--game", "kropki", stdin=f"{CTRL_D}\n", terminal="stdin stdout")
    assert (done.returncode, done.stdout, done.stderr) == (0, SIZE_ASKED, "")


@pytest.mark.parametrize(
    ("options", "terminal", "size"),
    [
        ("", "stdin", "standard, 39 x 32"),
        ("--ruleset standard", "stdin stdout", "standard, 39 x 32"),
        ("--tag Ruleset=territory", "stdin stdout", "territory, 30 x 30"),
        ("--tag Rows=20", "stdin stdout", "standard, 39 x 20"),
        ("--position 3/3/3 x standard -", "stdin stdout", "standard, 3 x 3"),
    ],
)
def test_kropki_does_not_ask_for_a_size_that_is_given(
    options: str, terminal: str, size: str
) -> None:
    given = options.split(maxsplit=1)
    shown = run("play", "--game", "kropki", *given, stdin=f"{CTRL_D}\n", terminal=terminal).stdout
    assert "How large" not in shown
    assert size in shown


def test_suggested_moves_are_near_the_middle_of_the_play() -> None:
    state = kropki.State.start(kropki.Ruleset("empty", 20, 20, start=kropki.Start.EMPTY))
    assert state.instruction.startswith("Place a dot on a free point, for example jj")
    assert "for example ab" in state.apply("aa").apply("ac").apply("bc").instruction


def test_a_move_may_be_one_of_the_words_that_can_be_typed() -> None:
    names = "--tag FieldNames=2:h,q,board,list,e,f,g,i,j"
    lines = "2:1-2-3,4-5-6,7-8-9,1-4-7,2-5-8,3-6-9"
    options = f"--game mills --tag Boards={lines} {names}"
    shown = run("play", *options.split(), stdin="h\nq\nboard\nlist\nh\n").stdout
    assert [line for line in shown.splitlines() if " played " in line] == [
        "Seat a played h.", "Seat b played q.", "Seat a played board.", "Seat b played list."
    ]  # fmt: skip
    assert shown.count("Type a move") == 2
