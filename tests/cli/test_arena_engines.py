"""`ninetka arena` with engines, clocks, openings, ratings and a sequential test."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import out, refusal, run
from support.engines import acting, stand_in
from support.waiting import PATIENCE

from ninetka.base import programs
from ninetka.cli import arena as command
from ninetka.engines import Limit
from ninetka.records import read

pytestmark = pytest.mark.usefixtures("toys")

ROOT = Path(__file__).parents[2]
RACES = ("--game", "race", "--tag", "Goal=9")
JAVASCRIPT = ROOT / "examples" / "javascript" / "engine.mjs"


def engine(*answers: str) -> str:
    return f"engine:{' '.join(acting(*answers))}"


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js (node) here")
def test_engines_in_two_languages_play_a_rated_match_by_one_command(tmp_path: Path) -> None:
    path, python = tmp_path / "games.9tka", f"{sys.executable} -m ninetka engine"
    done = run(
        "arena", f"engine[seed=1]:node {JAVASCRIPT}", f"engine:{python} --player greedy",
        "--game", "mills", "-n", "2", "--seed", "1", "--clock", "600+1", "--ratings", "--cross",
        "--workers", "2", "-o", path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    with path.open("rb") as file:
        records = [*read(file)]
    names = ("Mills in JavaScript", "ninetka greedy")
    assert [record.names for record in records] == [names, names[::-1]]
    for record in records:
        assert record.game.ending is None  # nobody has broken a rule
        assert record.tags["TimeControl"] == "600+1"
        assert [*record.clocks] == [*range(1, record.game.ply + 1)]
    assert re.search(r"^player +rating \(95 % interval\)\n", done.stdout, re.MULTILINE)
    assert re.search(r"^seat +worth \(95 % interval\)\na +", done.stdout, re.MULTILINE)
    assert re.search(r"^ +player +1 +2\n1 +\w", done.stdout, re.MULTILINE)


def test_an_engine_that_fails_costs_one_game_and_not_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "_GRACE", PATIENCE)
    path = tmp_path / "games.9tka"
    players = (engine("+9", "+9", "die"), "random", "--seconds", "600")
    done = run("arena", *players, *RACES, "-n", "5", "--seed", "s", "-o", path)
    assert done.returncode == 0
    assert re.fullmatch(r"Game 3: y: .* has ended with exit code 7: farewell .*\n", done.stderr)
    assert "5 games, seed s" in done.stdout
    with path.open("rb") as file:
        lost = [record for record in read(file) if "Termination" in record.tags]
    assert [record.tags["Termination"] for record in lost] == ["abandoned"]
    shown = out("arena", *players, *RACES, "-n", "5", "--seed", "s", "--resume", path)
    assert shown == done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["engine:no-such-program", "random"], "no-such-program cannot be started: No such file"),
        ([f"sanmill:{' '.join(stand_in('sanmill'))}", "random"],
         "plays Mills alone: mills and tournament-mills"),
        (["random", "random", "--clock", "5:00"], "a clock is written SECONDS+INCREMENT, 60+1"),
        (["random", "random", "--openings", "missing.txt"],
         "missing.txt: No such file or directory"),
        (["random", "--players", "2"], "this game has 2 players, not 1"),
        (["random", "random", "--sprt", "5"], "--sprt is two numbers of Elo points, 0,20, not '5'"),
        (["random", "random", "--sprt", "20,0"], "two differences from -1000 to 1000 Elo points"),
        (["random", "random", "random", "--players", "2", "--sprt", "0,5"],
         "--sprt tests the first of as many players as play in a game"),
        (["random", "random", "--seconds", "0"], "seconds of a limit are more than 0, not 0.0"),
    ],
)  # fmt: skip
def test_what_cannot_be_played(arguments: list[str], sentence: str) -> None:
    words = re.sub(r"[│╭╮╰╯─\s]+", " ", refusal("arena", *arguments, *RACES))
    assert sentence in words


def test_engines_are_limited_as_asked() -> None:
    """Without a clock a move may take a second, unless it's told otherwise."""
    cases: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        ((), {"seconds": 1}),
        (("--seconds", "3"), {"seconds": 3}),
        (("--nodes", "5"), {"seconds": None, "nodes": 5}),
        (("--clock", "9"), {"seconds": None}),
    ]
    for options, limit in cases:
        given: dict[str, Any] = {}

        def noting(given: dict[str, Any] = given, **said: Any) -> Limit:
            given.update(said)
            return Limit(**said)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(command, "Limit", noting)
            out("arena", "random", "random", "-n", "1", *RACES, *options)
        assert given == {"seconds": None, "nodes": None} | limit


def test_each_selection_of_players_with_a_cross_table() -> None:
    shown = out(
        "arena", "random", "greedy", "mc:20", "--players", "2", "-n", "12", *RACES,
        "--seed", "s", "--ratings", "--cross",
    )  # fmt: skip
    table, rated, crossed = shown.split("\n\n")
    assert table.splitlines()[0].split()[-1] == "interval)"
    assert {line.split()[0] for line in rated.splitlines()[1:4]} == {"random", "greedy", "mc:20"}
    assert crossed.count("(4)") == 6


def test_openings_from_a_file_are_on_record_and_gone_on_with(tmp_path: Path) -> None:
    lines, path = tmp_path / "openings.txt", tmp_path / "games.9tka"
    lines.write_text("# first moves\n+2 +3\n\n4,4 y 9\n", "utf-8")
    arguments = ("arena", "random", "greedy", *RACES, "--seed", "s", "--openings", lines)
    shown = out(*arguments, "-n", "8", "-o", path)
    with path.open("rb") as file:
        begun = [(r.game.initial_state.to_text(), r.game.move_texts[:2]) for r in read(file)]
    assert [start for start, _ in begun] == ["0,0 x 9"] * 4 + ["4,4 y 9"] * 4
    assert {moves for start, moves in begun if start == "0,0 x 9"} == {("+2", "+3")}
    assert out(*arguments, "-n", "8", "--resume", path) == shown
    lines.write_text("+2 +2\n4,4 y 9\n", "utf-8")
    assert "was begun from another start" in refusal(*arguments, "-n", "8", "--resume", path)


def test_a_test_ends_when_it_is_decided(tmp_path: Path) -> None:
    """And a file that has it decided is not gone on with."""
    path = tmp_path / "games.9tka"
    arguments = ("arena", "mc:30", "random", *RACES, "--seed", "s", "-n", "400", "--sprt", "0,300")
    shown = out(*arguments, "-o", path)
    assert "SPRT, mc:30 is 300 rather than 0 Elo stronger: 300 accepted" in shown
    with path.open("rb") as file:
        played = len([*read(file)])
    assert played < 100
    again = out(*arguments, "--resume", path, "--json")
    first, second = map(json.loads, again.splitlines())
    assert first["games"] == played
    assert first["sprt"]["accepted"] == 300
    assert first["sprt"]["ratio"]["value"] > first["sprt"]["ratio"]["high"] > 2.9
    assert "sprt" not in second
    assert first["rating"]["value"] == pytest.approx(-second["rating"]["value"])
    assert {"value", "low", "high"} == {*first["seats"][0]["worth"]}


def test_a_test_that_is_not_decided_says_so() -> None:
    shown = out("arena", "random", "random", *RACES, "-n", "4", "--sprt", "0,10", "--seed", "s")
    assert "SPRT, random is 10 rather than 0 Elo stronger: undecided" in shown
