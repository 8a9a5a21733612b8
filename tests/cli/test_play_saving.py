"""`ninetka play`: saving and resuming games."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import CTRL_C, CTRL_D, Done, run
from support.nine_states import playout
from support.posix import POSIX
from support.waiting import PATIENCE, line_of

from ninetka import NINE, Game, Move, State
from ninetka.cli.session import TerminalSession
from ninetka.records import Record, parse

QUESTION = "Save the game?\nType a file's name, or just Enter to leave without: "


def play(*lines: str, cwd: Path, options: str = "", terminal: bool = True) -> Done:
    """A session in which these lines are typed, or come from a pipe."""
    typed = "".join(f"{line}\n" for line in lines)
    return run("play", *options.split(), stdin=typed, cwd=cwd, terminal="stdin" * terminal)


def moves(path: Path) -> list[str]:
    """The moves in a file."""
    return list(parse(path.read_text("utf-8"), NINE).game.move_texts)


def record_in(path: Path, plies: int = 3, games: int = 1) -> Record[State, Move]:
    """A random game with a few comments, also written to a file `games` times."""
    game = playout(State.start(), Random(1), plies)
    record = Record(game, {"First": "Ann", "Date": "2026"}, {0: "begin", plies: "here"})
    path.write_text("\n".join([record.to_text()] * games), "utf-8")
    return record


# On leaving


@pytest.mark.parametrize("leave", [CTRL_C, CTRL_D, "quit"])
def test_leaving_offers_to_save(tmp_path: Path, leave: str) -> None:
    done = play("E5", leave, "y", "missing/g.9tka", "g.9tka", cwd=tmp_path)
    assert (done.returncode, done.stdout.count(QUESTION)) == (0, 3)  # y is not a file's name
    assert done.stderr == (
        "Error: a file's name is missing, for example game.9tka\n"
        "Error: missing/g.9tka: No such file or directory\n"
    )
    assert done.stdout.endswith("Saved to g.9tka.\n")
    assert moves(tmp_path / "g.9tka") == ["*E5"]


@pytest.mark.parametrize("answer", ["", "n", CTRL_C, CTRL_D])
def test_leaving_without_saving_writes_nothing(tmp_path: Path, answer: str) -> None:
    done = play("E5", "quit", answer, cwd=tmp_path)
    assert (done.returncode, done.stdout.count(QUESTION)) == (0, 1)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_offered_without_a_change_or_a_terminal(tmp_path: Path) -> None:
    assert QUESTION not in play("quit", cwd=tmp_path).stdout
    assert QUESTION not in play("E5", "quit", cwd=tmp_path, terminal=False).stdout


# Resuming


def test_a_resumed_game_keeps_what_was_written_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.9tka"
    record = record_in(path)
    done = play("1", CTRL_C, "", options="--resume game.9tka", cwd=tmp_path)
    assert "Save the game to game.9tka?\n[Y/n, or another name] Saved to game.9tka." in done.stdout
    after_it = parse(path.read_text("utf-8"), NINE)
    assert after_it.game.undo() == record.game.apply(after_it.game.moves[-1]).undo()
    assert (after_it.tags, after_it.comments) == (record.tags, record.comments)
    play("undo", "quit", "n", options="--resume game.9tka", cwd=tmp_path)
    assert parse(path.read_text("utf-8"), NINE) == after_it
    play("undo", "quit", "other.9tka", options="--resume game.9tka", cwd=tmp_path)
    assert parse((tmp_path / "other.9tka").read_text("utf-8"), NINE) == record


ANNOTATED = """\
[Ruleset "nestorgames"]
[Players "2"]

{so} 1. *E5! (1. *E4) *C9 {[%clk 0:05:00] hm} (1... *H8) 2. *I8 (2. *I9) *
"""


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ([], "*E5! (*E4) *C9 {[%clk 0:05:00] hm} (*H8) *I8 (*I9) *"),
        (["*C3"], "*E5! (*E4) *C9 {[%clk 0:05:00] hm} (*H8) *I8 (*I9) *C3 *"),
        (["undo", "undo"], "*E5! (*E4) *"),
        (["undo", "undo", "redo"], "*E5! (*E4) *C9 {[%clk 0:05:00] hm} (*H8) *"),
        (["undo", "undo", "*D9"], "*E5! (*E4) *D9 *"),
    ],
)
def test_what_is_written_on_moves_stays_with_them(
    tmp_path: Path, typed: list[str], kept: str
) -> None:
    (tmp_path / "old.9tka").write_text(ANNOTATED, "utf-8")
    done = play(*typed, cwd=tmp_path, options="--resume old.9tka --save new.9tka")
    assert done.returncode == 0
    expected = parse(f"{ANNOTATED.partition(' 1.')[0]} {kept}")
    assert parse((tmp_path / "new.9tka").read_text("utf-8")) == expected


def test_a_file_with_other_games_is_not_replaced_unasked(tmp_path: Path) -> None:
    path = tmp_path / "many.9tka"
    record_in(path, games=2)
    text = path.read_text("utf-8")
    options = "--resume many.9tka --game 2"
    done = play("1", "quit", "many.9tka", CTRL_C, options=options, cwd=tmp_path)
    assert f"{QUESTION}many.9tka already exists. Replace it?\n[y/N] " in done.stdout
    done = play(options=f"{options} --save many.9tka", cwd=tmp_path)
    assert done.stderr == (
        "Error: many.9tka has other games too, which would be lost: save this one elsewhere\n"
    )
    record_in(tmp_path / "other.9tka")
    done = play(options=f"{options} --save other.9tka", cwd=tmp_path)
    assert done.stderr == ("Error: other.9tka already exists: resume it, or save elsewhere\n")
    assert path.read_text("utf-8") == text


@POSIX
def test_a_game_can_be_resumed_from_a_pipe(tmp_path: Path) -> None:
    record_in(tmp_path / "game.9tka")
    os.mkfifo(tmp_path / "pipe")
    text = (tmp_path / "game.9tka").read_text("utf-8")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text(text, "utf-8"))
    writer.start()
    done = play("quit", options="--resume pipe", cwd=tmp_path)
    writer.join(timeout=PATIENCE)
    assert "b to move" in done.stdout


# save FILE


def test_save_asks_before_it_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "old.9tka"
    path.write_text("old", "utf-8")
    question = "old.9tka already exists. Replace it?\n[y/N] "
    done = play("E5", "save old.9tka", "", "quit", "", cwd=tmp_path)
    assert done.stdout.count(question) == 1
    assert path.read_text("utf-8") == "old"
    lines = ("save", "E5", "save old.9tka", "y", "C9", "save", "quit")
    done = play(*lines, cwd=tmp_path)
    assert done.stderr == "Error: a file's name is missing, for example game.9tka\n"
    assert done.stdout.count(question) == 1
    assert done.stdout.count("Saved to old.9tka.\n") == 2
    assert moves(path) == ["*E5", "*C9"]


def test_a_record_can_be_saved_to_standard_output(tmp_path: Path) -> None:
    assert "\n1. *E5 *\n" in play("E5", "save -", cwd=tmp_path, terminal=False).stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("save missing/x.9tka", "missing/x.9tka: No such file or directory"),
        ("save", "a file's name is missing, for example game.9tka"),
        ("save old.9tka", "old.9tka already exists"),
        ("save a\0b", "'a\\x00b' is not a file's name: it has a null character"),
    ],
)
def test_a_save_that_fails_in_a_pipe(tmp_path: Path, line: str, why: str) -> None:
    (tmp_path / "old.9tka").write_text("old", "utf-8")
    done = play("E5", line, "y", "save new.9tka", cwd=tmp_path, terminal=False)
    assert (done.returncode, done.stderr) == (2, f"Error: {why}\n")
    assert (tmp_path / "old.9tka").read_text("utf-8") == "old"
    assert moves(tmp_path / "new.9tka") == ["*E5"]


# --save FILE


def test_a_game_is_saved_after_every_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[list[str]]()
    replace: Callable[[Path, str], Path] = Path.replace

    def noted(scratch: Path, target: str) -> Path:
        path = replace(scratch, target)
        written.append(moves(path))
        return path

    monkeypatch.setattr(Path, "replace", noted)
    done = play("E5", "list", "C9", "undo", "quit", options="--save new.9tka", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Saved to new.9tka.\n")
    assert written == [[], ["*E5"], ["*E5", "*C9"], ["*E5"]]


@pytest.mark.parametrize("name", ["game.9tka", "./game.9tka", "new.9tka"])
def test_a_resumed_game_is_saved_where_it_was_or_elsewhere(tmp_path: Path, name: str) -> None:
    before = record_in(tmp_path / "game.9tka").game.ply
    options = f"--resume game.9tka --save {name}"
    assert play("1", options=options, cwd=tmp_path, terminal=False).returncode == 0
    assert len(moves(tmp_path / name)) == before + 1
    if name == "new.9tka":
        assert len(moves(tmp_path / "game.9tka")) == before


def test_a_game_is_also_saved_elsewhere(tmp_path: Path) -> None:
    lines = ("E5", "save x.9tka", "C9", "save y.9tka", "save x.9tka", "I9")
    done = play(*lines, options="--save x.9tka", cwd=tmp_path, terminal=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert moves(tmp_path / "x.9tka") == ["*E5", "*C9", "*I9"]
    assert moves(tmp_path / "y.9tka") == ["*E5", "*C9"]


@POSIX
@pytest.mark.parametrize(
    "options",
    [
        "--resume game.9tka",
        pytest.param("--save game.9tka --resume game.9tka", marks=pytest.mark.long),
    ],
)
def test_a_game_is_resumed_by_one_process_at_a_time(tmp_path: Path, options: str) -> None:
    before = record_in(tmp_path / "game.9tka").game.ply
    command = [sys.executable, "-m", "ninetka", "play", *options.split()]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path, text=True
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        first.stdin.write("1\n")
        first.stdin.flush()
        while " played " not in line_of(first.stdout):
            pass
        refused = play("1", options=options, cwd=tmp_path, terminal=False)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr == (
            "Error: game.9tka is in use by another ninetka: "
            "wait until it has ended, or use another file\n"
        )
        first.communicate("save game.9tka\n")
    assert len(moves(tmp_path / "game.9tka")) == before + 1
    assert [path.name for path in tmp_path.iterdir()] == ["game.9tka"]
    again = play("1", "save game.9tka", options=options, cwd=tmp_path, terminal=False)
    assert (again.returncode, again.stderr) == (0, "")
    assert len(moves(tmp_path / "game.9tka")) == before + 2


@pytest.mark.parametrize("terminal", [False, True])
def test_what_another_program_writes_meanwhile_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    path = tmp_path / "game.9tka"
    record_in(path)
    make = TerminalSession.make

    def make_and_interfere(session: TerminalSession, game: Game[State, Move]) -> None:
        make(session, game)
        if "theirs" not in path.read_text("utf-8"):
            path.write_text("theirs", "utf-8")

    monkeypatch.setattr(TerminalSession, "make", make_and_interfere)
    options = "--resume game.9tka --save game.9tka"
    done = play("1", "1", "1", "quit", options=options, cwd=tmp_path, terminal=terminal)
    assert done.stderr == (
        "Error: game.9tka was changed by another program, so it is left as it is: "
        "what should have replaced it is in game-2.9tka\n"
    )
    assert path.read_text("utf-8") == "theirs"
    assert len(moves(tmp_path / "game-2.9tka")) == 6
    assert done.stdout.endswith("Saved to game-2.9tka.\n")
    assert done.returncode == (0 if terminal else 2)


@pytest.mark.parametrize("terminal", [False, True])
def test_a_disk_that_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    def full(_: int) -> None:
        if (tmp_path / "x.9tka").exists():
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    lines = ("E5", "quit", "n")
    done = play(*lines, options="--save x.9tka", cwd=tmp_path, terminal=terminal)
    assert done.stderr == "Error: x.9tka: No space left on device\n"
    assert ("Save the game to x.9tka?" in done.stdout) is terminal
    assert done.returncode == (0 if terminal else 2)
    assert moves(tmp_path / "x.9tka") == []  # what was there is whole
