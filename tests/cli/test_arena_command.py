"""`ninetka arena`: tables, records, and what ends it early."""

from __future__ import annotations

import json
import re
from itertools import count
from pathlib import Path
from typing import Any

import attrs
import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from commandline import Done, out, run
from race import RACE

from ninetka import NINE, arena, games
from ninetka.records import parse, read

RACES = ("--game", "race", "--tag", "Goal=1")
"""Whoever moves first is at the goal at once."""
TABLE = """\
player     % won (95 % interval)  as x  as y  points  Elo (95 % interval)
random             50 (15 to 85)   2/2   0/2    0.50      0 (-301 to 301)
random #2          50 (15 to 85)   2/2   0/2    0.50      0 (-301 to 301)
4 games, seed s
"""


@pytest.fixture(autouse=True)
def race_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, RACE.identifier, RACE)


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int, *arguments: str | Path) -> Done:
    """What the command does if Ctrl-C is pressed after so many games."""
    begun = count()
    play = arena.play

    def stopped(*given: Any) -> Any:
        if next(begun) == after:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(arena, "play", stopped)
    return run("arena", "random", "random", "-n", "9", "--seed", "s", *arguments)


def test_a_table_for_two() -> None:
    assert out("arena", "random", "random", "-n", "4", "--seed", "s", *RACES) == TABLE


def test_the_table_that_the_docs_show() -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")
    command, shown = re.findall(r"^\$ ninetka (arena .*)\n((?:.+\n)+?)```", page, re.MULTILINE)[0]
    assert out(*command.split()) == shown


def test_a_table_for_three_has_intervals_of_points() -> None:
    shown = out("arena", "random", "greedy", "random", "-n", "3", "--seed", "s", *RACES)
    head, *_, seed, last = shown.splitlines()
    assert head.split("  ")[-1].strip() == "points (95 % interval)"
    assert "as z" in head
    assert "random #2" in shown
    assert seed == "3 games, seed s"
    assert last == "Equal players would each win 33.3 %."


def test_figures_are_not_cut_on_a_narrow_terminal() -> None:
    done = run("arena", "random", "random", "-n", "4", "--seed", "s", *RACES, COLUMNS="40")
    assert done.stdout == TABLE


def test_records_and_json_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "games.9tka"
    command = ("arena", "random", "mc:1", "-n", "5", "--seed", "s", "--json")
    lines = out(*command, "-o", path).splitlines()
    table = arena.Table()
    with path.open("rb") as file:
        for record in read(file, rules=NINE):
            table = table.add(record)
    for player, line in zip(table.players, lines, strict=True):
        data, elo = json.loads(line), player.elo
        assert elo is not None
        assert (data["name"], data["games"], data["won"]) == (player.name, 5, sum(player.wins))
        assert data["share"] == attrs.asdict(player.share)
        assert data["points"] == attrs.asdict(player.mean_points)
        assert data["elo"] == attrs.asdict(elo)
        assert [seat["seat"] for seat in data["seats"]] == ["a", "b"]
        assert tuple(seat["games"] for seat in data["seats"]) == player.games
        assert tuple(seat["won"] for seat in data["seats"]) == player.wins
    assert out(*command) == "".join(f"{line}\n" for line in lines)


def test_what_is_infinite_is_null_in_json() -> None:
    first, _ = out("arena", "random", "random", "-n", "1", *RACES, "--json").splitlines()
    assert json.loads(first)["points"] == {"value": 1, "low": None, "high": None}
    elo = json.loads(first)["elo"]
    assert (elo["value"], elo["high"]) == (None, None)
    assert elo["low"] < 0


def test_records_on_standard_output_stand_alone() -> None:
    done = run("arena", "random", "random", "-n", "1", "--seed", "s", "-o", "-")
    assert parse(done.stdout).names == ("random", "random #2")
    assert done.stderr.endswith("1 game, seed s\n")


@pytest.mark.parametrize("after", [0, 3])
def test_ctrl_c_shows_the_games_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    path = tmp_path / "games.jsonl"
    done = interrupted(monkeypatch, after, "-o", path)
    assert (done.returncode, done.stderr) == (130, "")
    assert done.stdout.splitlines()[-1].startswith(f"{after} game")
    assert len(path.read_text("utf-8").splitlines()) == after
