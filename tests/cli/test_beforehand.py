"""What commands refuse before they work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import BAD, GOOD, built, refusal

from ninetka.base.errors import RecordError
from ninetka.cli import app
from ninetka.protocol.forms import Contents
from ninetka.protocol.tags import POSITION
from ninetka.records.text import TextForm

WON = ".ab..b.ab.........ba..bb 0/0 0/0 1 b move mills"
ONE_OF_THREE = f"{GOOD}\n{BAD}\n{GOOD.replace('Ann', 'Ben')}"

WRITING = {
    "analyse": ("analyse", "-", "--player", "none"),
    "arena": ("arena", "random", "random", "-n", "1"),
    "convert": ("convert", "-"),
    "puzzles": ("puzzles",),
    "random": ("random",),
    "replay": ("replay", "-"),
    "show": ("show",),
    "simulate": ("simulate", "-n", "10"),
    "standings": ("standings", "-"),
}
"""The commands that write a file of `-o`, with what else they need."""
ENDINGS = {"replay": ".html", "show": ".svg", "simulate": ".svg", "standings": ".csv"}


def test_all_commands_with_an_output_are_listed() -> None:
    checked = {
        name
        for name, command in built(app).commands.items()
        if any("-o" in param.opts for param in command.params)
    }
    assert checked == {*WRITING, "solve"}


@pytest.mark.parametrize("command", WRITING)
@pytest.mark.parametrize("option", ["-o", "--resume"])
def test_an_output_that_cannot_be_written(tmp_path: Path, command: str, option: str) -> None:
    (params,) = (each.params for name, each in built(app).commands.items() if name == command)
    callbacks = [param.callback for param in params if option in param.opts]
    if not callbacks or (command, option) == ("simulate", "--resume"):
        return  # which writes its file before the first game
    ending = ENDINGS.get(command, ".9tka")
    folder, old = tmp_path / f"folder{ending}", tmp_path / f"old{ending}"
    folder.mkdir()
    old.write_text("old", "utf-8")
    old.chmod(0o444)
    for path, said in (
        (tmp_path / "missing" / f"x{ending}", "No such file or directory"),
        (old / f"x{ending}", "Not a directory"),
        (folder, "Is a directory"),
        (old, "the file is read-only, so it is not replaced"),
    ):
        assert refusal(*WRITING[command], option, path, stdin=GOOD) == f"Error: {path}: {said}\n"
    assert {*tmp_path.iterdir()} == {folder, old}


def test_tables_cannot_be_made_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old", "utf-8")
    assert refusal("solve", "tapatan", "-o", path) == f"Error: {path}: File exists\n"


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes records of text unable to hold something."""
    write = TextForm.write

    def lack(what: str) -> None:
        def refusing(self: TextForm, contents: Contents) -> str:
            found = POSITION in contents.start if what == "starts" else getattr(contents, what)
            if found:
                raise RecordError(f"there are no {what} in text")
            return write(self, contents)

        monkeypatch.setattr(TextForm, "write", refusing)

    return lack


@pytest.mark.parametrize(
    ("arguments", "what", "work"),
    [
        ("analyse - --player none", "glyphs", "ninetka.cli.analyse.judgements"),
        ("analyse - --player none", "comments", "ninetka.cli.analyse.judgements"),
        ("arena random random --clock 60", "clocks", "ninetka.tournament.arena._play_round"),
        ("arena random random --position", "starts", "ninetka.tournament.arena._play_round"),
        ("arena random engine:none", "comments", "ninetka.cli.arena.EnginePlayer.__init__"),
        ("puzzles --game mills", "starts", "ninetka.cli.puzzles.searched"),
        ("puzzles --game mills", "comments", "ninetka.cli.puzzles.searched"),
        ("random --position", "starts", "ninetka.cli.random.random_game"),
    ],
)
@pytest.mark.parametrize("option", ["-o", "--resume"])
def test_what_a_form_cannot_hold_is_said_before_the_work(
    tmp_path: Path,
    lacking: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    arguments: str,
    what: str,
    work: str,
    option: str,
) -> None:
    lacking(what)
    worked = Mock(side_effect=AssertionError)
    monkeypatch.setattr(work, worked)
    words, path = arguments.split(), tmp_path / "games.9tka"
    words += [WON] if words[-1] == "--position" else []
    said = refusal(*words, option, path, stdin=GOOD)
    assert said == f"Error: {path}: there are no {what} in text\n"
    assert not worked.called
    assert [*tmp_path.iterdir()] == []


def test_the_arena_checks_all_else_before_engines_start(tmp_path: Path) -> None:
    """An engine may take a quarter of an hour to load what it needs."""
    players = ("random", "engine:no-such-program")
    part = tmp_path / "games.9tka.part"
    part.write_text("x", "utf-8")
    for arguments, said in (
        (("--sprt", "x"), "--sprt is two numbers of Elo points"),
        (("--players", "3"), "this game has 3 players, not 2"),
        (("-o", tmp_path / "games.9tka"), "has the games of a run that was stopped"),
        (("-o", tmp_path / "games.xyz"), "the output's name can end in"),
        (("search:x",), "search:x"),
        ((), "no-such-program cannot be started"),
    ):
        assert said in refusal("arena", *players, *arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("tapatan -o x --nodes 9", "--nodes mean nothing with -o, which makes tables"),
        ("tapatan -o x --json --sample 1", "--json and --sample mean nothing with -o, which makes"),
        ("--verify x -o y", "-o mean nothing with --verify, which checks tables"),
        ("--sample 3", "--sample mean nothing with the search of a position"),
    ],
)
def test_options_of_solve_that_contradict_each_other(arguments: str, said: str) -> None:
    assert said in " ".join(refusal("solve", *arguments.split()).split())
