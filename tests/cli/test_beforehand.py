"""What commands refuse before they work, and the bad games that they leave out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import BAD, GOOD, built, refusal, run

from ninetka.base.errors import RecordError
from ninetka.cli import app
from ninetka.protocol.forms import RecordContents
from ninetka.protocol.tags import POSITION
from ninetka.records import parse, read
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
        def refusing(self: TextForm, contents: RecordContents) -> str:
            line = contents.mainline
            if POSITION in contents.start if what == "starts" else getattr(line, what):
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


# Bad games


def test_bad_games_can_be_left_out(tmp_path: Path) -> None:
    path, games = tmp_path / "new.9tka", tmp_path / "games.9tka"
    games.write_text(ONE_OF_THREE, "utf-8")
    place = f"{games}, game 2, line 10, ply 2, '*D4': "
    for command in ("convert", "replay", "analyse --player none"):
        refused = refusal(*command.split(), games)
        assert refused.startswith(f"Error: {place}")
        assert refused.endswith(". With --skip-bad, bad games are left out\n")
    done = run("convert", "--skip-bad", games, "-o", path)
    assert (done.returncode, done.stdout) == (0, "")
    heading, bad = done.stderr.splitlines()
    assert heading == "Left out: 1 bad game"
    assert bad.startswith(place)
    assert [record.names[0] for record in read(path)] == ["Ann", "Ben"]
    shown = run("replay", "--skip-bad", games, "-o", tmp_path / "page.html")
    assert (shown.returncode, shown.stderr) == (0, done.stderr)
    assert "Ben" in (tmp_path / "page.html").read_text("utf-8")


def test_analysis_keeps_the_numbers_of_games(tmp_path: Path) -> None:
    arguments = ("analyse", "-", "--player", "none", "--nodes", "1")
    done = run(*arguments, "--json", "--skip-bad", stdin=ONE_OF_THREE)
    assert [json.loads(line)["number"] for line in done.stdout.splitlines()] == [1, 3]
    first, heading, _ = done.stderr.splitlines()
    assert first == "1 of 3 games are bad, and left out: they are listed at the end."
    assert (done.returncode, heading) == (0, "Left out: 1 bad game")
    path = tmp_path / "judged.9tka"
    assert run(*arguments, "--skip-bad", "-o", path, stdin=ONE_OF_THREE).returncode == 0
    assert len([*read(path)]) == 2


def test_standings_list_bad_games_at_the_end() -> None:
    shown = run("standings", stdin=ONE_OF_THREE)
    listed = run("standings", "--skip-bad", stdin=ONE_OF_THREE)
    assert (shown.returncode, listed.returncode) == (1, 0)
    assert shown.stdout == listed.stdout
    assert listed.stderr.startswith(
        "Left out: 1 bad game\n<stdin>, game 2" if False else "Left out: 1 bad game\n"
    )


def test_no_good_game_is_left(tmp_path: Path) -> None:
    for command in ("convert", "replay", "analyse"):
        done = run(command, "--skip-bad", "-o", tmp_path / "x", stdin=f"{BAD}\n{BAD}")
        assert done.returncode == 2
        assert "Left out: 2 bad games" in done.stderr
        assert done.stderr.endswith("there is no good game in it\n")
    alone = refusal("convert", stdin=BAD)
    assert "--skip-bad" not in alone
    assert [*tmp_path.iterdir()] == []


def test_games_that_the_form_cannot_hold_are_left_out(
    tmp_path: Path, lacking: Callable[[str], None]
) -> None:
    lacking("comments")
    games, path = f"{GOOD}\n{GOOD.replace(' {so}', '')}", tmp_path / "new.9tka"
    refused = refusal("convert", "-o", path, stdin=games)
    assert refused == (
        "Error: -, game 1: there are no comments in text. With --skip-bad, bad games are left out\n"
    )
    done = run("convert", "--skip-bad", "-o", path, stdin=games)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "Left out: 1 bad game\n-, game 1: there are no comments in text\n"
    assert parse(path).comments == {}
