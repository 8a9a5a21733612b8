"""The commands `solve`, `analyse` and `puzzles`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import out, refusal, run

from ninetka.records import parse, read
from ninetka.solve import Budget, value

WON = "aa.a...b...b...b........ 0/0 0/0 0 a move mills"
ENDING = """[Game "Mills"]
[Ruleset "mills"]
[Players "2"]
[Position "aa.a...b...b...b........ 0/0 0/0 0 a move mills"]

1. 2-7 x8 1-0
"""


def test_the_value_of_a_position() -> None:
    assert (
        out("solve", "--position", WON, "--nodes", "10000")
        == "Seat a wins in 2 plies.\nBest: d6-g1\n"
    )
    data = json.loads(out("solve", "--position", WON, "--nodes", "10000", "--json"))
    assert data == {
        "position": WON,
        "payoffs": [1.0, 0.0],
        "distance": 2,
        "moves": ["d6-g1"],
        "proven": True,
        "reason": "",
    }


def test_a_budget_that_is_too_small_says_so() -> None:
    shown = out("solve", "mills", "--nodes", "10")
    assert shown.startswith("Not decided: the budget of 10 positions was not enough.\nBest: ")
    assert out("solve", "Kropki", "--nodes", "10").startswith("Not decided: ")


def test_the_value_of_a_start() -> None:
    start = ("--game", "kropki", "--ruleset", "standard", "--players", "2")
    small = ("--tag", "Columns=2", "--tag", "Rows=3")
    shown = out("solve", *start, *small, "--seconds", "60")
    assert shown == "A draw.\nBest: ac bc\n"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of Tapatan."""
    pytest.importorskip("numba", reason="the extra batch is not installed")
    folder = tmp_path_factory.mktemp("tables")
    made = out("solve", "tapatan", "-o", str(folder)).splitlines()
    assert len(made) == 7
    assert made[0].startswith("3 against 3: ")
    return folder


def test_tables_are_looked_up_and_checked(tables: Path) -> None:
    shown = out("solve", "tapatan", "--tables", str(tables))
    assert shown == "Seat a wins in 9 plies.\nBest: b2\n"
    first, second, *_ = sorted(tables.iterdir())
    checked = out("solve", "--verify", str(first), "--verify", str(second), "--sample", "5")
    assert checked.count(": 5 positions checked, 0 mistakes") == 2
    of_the_folder = out("solve", "--verify", str(tables))
    assert of_the_folder.startswith(f"{first}: ")
    assert of_the_folder.count(" 0 mistakes") == 7


KILLED = """
import os, signal, sys
written, fsync = 0, os.fsync
def kill(file):
    global written
    written += 1
    if written == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    fsync(file)
os.fsync = kill
from ninetka.cli import app
app(["solve", "tapatan", "-o", sys.argv[1]])
"""
"""The command, killed while it writes the third of its tables."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_after_a_kill_the_same_tables_are_made(tmp_path: Path, tables: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len([*tmp_path.glob("*.table")]) == 2
    out("solve", "tapatan", "-o", str(tmp_path))
    made = {path.name: path.read_bytes() for path in tables.iterdir()}
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.table")} == made


def test_mistakes_in_a_table_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="the extra batch is not installed")
    from ninetka.morris.compiled import passes

    monkeypatch.setattr(passes, "tell", lambda *_: None)
    out("solve", "tapatan", "-o", str(tmp_path))
    done = run("solve", "--verify", str(tmp_path / "tapatan-0-0-3-3.table"))
    assert done.returncode == 1
    assert ": the table has Entry(" in done.stderr
    assert " positions checked, " in done.stdout


def test_what_cannot_be_solved_so(tmp_path: Path) -> None:
    assert "there are no tables of kropki" in refusal("solve", "Kropki", "-o", str(tmp_path))
    assert "is not a table that can be used" in refusal("solve", "--verify", str(tmp_path / "none"))
    assert "has no tables" in refusal("solve", "--verify", str(tmp_path))
    assert "--tokens" in run("solve", "mills", "--tokens", "7").stderr


def test_games_are_judged(tmp_path: Path) -> None:
    file, judged = tmp_path / "game.9tka", tmp_path / "judged.9tka"
    file.write_text(ENDING, "utf-8")
    options = ("--player", "none", "--nodes", "1000")
    (line,) = out("analyse", str(file), *options, "--json").splitlines()
    moves = json.loads(line)["moves"]
    assert all(move["proven"] for move in moves)
    out("analyse", str(file), *options, "-o", str(judged))
    with judged.open("rb") as source:
        (record,) = read(source)
    assert record.game.move_texts == ("d6-g1", "xf4")
    assert "has other games than" in refusal(
        "analyse", str(_another(tmp_path)), *options, "--resume", str(judged)
    )
    assert out("analyse", str(file), *options, "--resume", str(judged)) == ""


def test_games_are_judged_by_tables(tmp_path: Path, tables: Path) -> None:
    file = tmp_path / "game.9tka"
    file.write_text('[Game "Mills"]\n[Ruleset "tapatan"]\n[Players "2"]\n\n1. 5 1 *\n', "utf-8")
    budget = ("--player", "none", "--seconds", "0.01")
    for options, proven in (((), []), (("--tables", str(tables)), [True, True])):
        (line,) = out("analyse", str(file), *budget, *options, "--json").splitlines()
        assert [move["proven"] for move in json.loads(line)["moves"]] == proven


def _another(folder: Path) -> Path:
    path = folder / "another.9tka"
    path.write_text(ENDING.replace(" x8 1-0", " *"), "utf-8")
    return path


def test_puzzles_are_records_with_one_good_move(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="the extra batch is not installed")
    file = tmp_path / "puzzles.9tka"
    out("puzzles", "-n", "2", "--seed", "1", "--nodes", "100000", "-o", str(file))
    with file.open("rb") as source:
        found = [*read(source)]
    assert len(found) == 2
    depths = [int(record.tags["Depth"]) for record in found]
    assert depths == sorted(depths)
    for record in found:
        state = record.game.initial_state
        best = value(state, Budget(nodes=100_000))
        assert best.proven
        assert best.moves == record.game.moves[:1]


def test_puzzles_of_a_start_are_looked_up_in_tables(tables: Path) -> None:
    start = ("--game", "mills", "--ruleset", "tapatan", "--players", "2", "--seed", "1")
    games = ("--player", "greedy", "--depth", "2", "--seconds", "0.01")
    puzzle = parse(out("puzzles", *start, *games, "--tables", str(tables)))
    assert "tapatan" in puzzle.game.initial_state.to_text()
    assert int(puzzle.tags["Depth"]) > 1


def test_puzzles_from_a_position_under_custom_rules() -> None:
    position = "o1xx/1xoo/xox1/xoo1 x standard -"
    start = ("--position", position, "--tag", "Columns=4", "--tag", "Rows=4")
    puzzle = parse(out("puzzles", *start, "--nodes", "1000"))
    assert puzzle.game.initial_state.to_text() == position
