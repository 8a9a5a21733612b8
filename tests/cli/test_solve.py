"""The commands `solve`, `analyse` and `puzzles`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import out, refusal, run
from support.waiting import PATIENCE

from ninetka.morris import MILLS, State
from ninetka.records import parse, read
from ninetka.solve import Budget, Value, value

WON = "aa.a...b...b...b........ 0/0 0/0 0 a move mills"
ENDING = """[Game "Mills"]
[Ruleset "mills"]
[Players "2"]
[Position "aa.a...b...b...b........ 0/0 0/0 0 a move mills"]

1. 2-7 x8 1-0
"""
BLUNDER = """[Game "Mills"]
[Ruleset "tapatan"]
[Players "2"]
[Position "..aaa.b.b 0/1 0/0 0 b put tapatan"]

1. a3 *
"""


def test_the_value_of_a_position() -> None:
    assert (
        out("solve", "--position", WON, "--nodes", "10000")
        == "Seat a wins in 2 plies.\nBest: d6-g1\n"
    )
    data = json.loads(out("solve", "--position", WON, "--nodes", "10000", "--json"))
    assert data == {
        "position": WON, "payoffs": [1.0, 0.0], "distance": 2, "moves": ["d6-g1"], "proven": True,
        "why_unproven": "",
    }  # fmt: skip


def test_a_budget_that_is_too_small_says_so() -> None:
    assert out("solve", "mills", "--nodes", "10") == (
        "Not decided: the budget of 10 positions was not enough.\n"
        "No move has turned out better than another.\n"
        "What may help: --nodes 100 or --tables DIR with tables made by solve -o DIR.\n"
    )
    shown = out("solve", "Kropki", "--nodes", "10")
    assert shown.splitlines()[0].startswith("Not decided: ")
    assert "--tables" not in shown


def test_what_is_known_of_a_position_that_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    threatened = ("--position", "a.....ab. 1/2 0/0 0 b put tapatan")
    assert out("solve", *threatened, "--nodes", "20").splitlines()[1:-1] == ["Best so far: a2"]
    found: list[Value[Any]] = []
    monkeypatch.setattr(sys.modules["ninetka.cli.solve"], "value", lambda *_: found[-1])
    moves, quarter = State.start(MILLS).legal_moves, Fraction(1, 4)
    for start, shares, known in (
        ("mills", (3 * quarter, quarter), "Seat a wins or draws."),
        ("9am", (2 * quarter, 2 * quarter, 0 * quarter), "Cannot win: seat c."),
    ):
        found.append(Value(shares, None, moves[:12], proven=False, why_unproven="why not"))
        first, said, best = out("solve", start).splitlines()
        assert (first, said) == ("Not decided: why not.", known)
        assert re.fullmatch(r"Best so far:(?: \w+){10} and 2 more", best)


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
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], check=False, timeout=PATIENCE
    )
    assert done.returncode == -signal.SIGKILL
    assert len([*tmp_path.glob("*.table")]) == 2
    out("solve", "tapatan", "-o", str(tmp_path))
    made = {path.name: path.read_bytes() for path in tables.iterdir()}
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.table")} == made


def test_mistakes_in_a_table_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="the extra batch is not installed")
    from ninetka.morris.compiled import retrograde

    monkeypatch.setattr(retrograde, "schedule_predecessors", lambda *_: None)
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


TAPATAN = ("--ruleset", "tapatan", "--nodes", "30", "--seed", "1")


def test_interrupted_puzzles_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command_puzzles = sys.modules["ninetka.cli.puzzles"]
    searched, games = command_puzzles.searched, []

    def interrupted(*given: Any) -> Any:
        games.append(given)
        if len(games) == 9:
            raise KeyboardInterrupt
        return searched(*given)

    command = ("puzzles", "-n", "3", *TAPATAN)
    file = tmp_path / "puzzles.9tka"
    with monkeypatch.context() as patched:
        patched.setattr(command_puzzles, "searched", interrupted)
        printed = run(*command)
        games.clear()
        done = run(*command, "-o", str(file))
    assert (done.returncode, printed.returncode, done.stdout) == (130, 130, "")
    assert " in " in done.stderr
    part = tmp_path / "puzzles.9tka.part"
    assert part.read_text("utf-8") == printed.stdout != ""
    assert "games with the seed '1', not '2'" in refusal(*command[:-1], "2", "--resume", str(file))
    other = refusal("puzzles", "--ruleset", "achi", *command[5:], "--resume", str(file))
    assert "was begun from another start" in other
    out(*command, "--resume", str(file))
    out(*command, "-o", str(tmp_path / "whole.9tka"))
    assert file.read_bytes() == (tmp_path / "whole.9tka").read_bytes()
    assert not part.exists()


def test_fewer_puzzles_than_asked_for_are_no_success(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.9tka"
    done = run("puzzles", "--depth", "19", *TAPATAN, "-o", str(file))
    assert (done.returncode, done.stdout, file.exists()) == (1, "", False)
    assert done.stderr == (
        "0 of 1 were found in 20 games. Try --nodes 300, --tables DIR with tables made by solve -o "
        "DIR, another --player or --seed or a lower --depth.\n"
    )


def test_mistakes_are_shown_as_they_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command_analyse = sys.modules["ninetka.cli.analyse"]
    judgements = command_analyse.judgements

    def interrupted(*given: Any) -> Any:
        yield next(judgements(*given))
        raise KeyboardInterrupt

    options = ("analyse", "-", "--player", "none", "--nodes", "1000")
    shown = out(*options, stdin=BLUNDER)
    mistake = "  1. b a3?? a loss instead of a win: best b1\n"
    assert shown == f"Game 1\n{mistake}  1 move judged, 1 of them for certain\n"
    monkeypatch.setattr(command_analyse, "judgements", interrupted)
    begun = f"Game 1\n{mistake}  1 move judged so far, of {parse(BLUNDER).game.ply}\n"
    done = run(*options, stdin=BLUNDER)
    assert (done.returncode, done.stdout) == (130, begun)
    for other in (("-o", tmp_path / "judged.9tka"), ("--json",)):
        done = run(*options, *other, stdin=BLUNDER)
        assert (done.returncode, done.stdout) == (130, "")
        assert done.stderr.startswith(begun)


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
