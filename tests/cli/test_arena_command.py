"""`ninetka arena`: tables, records, and what ends it early."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import Done, out, refusal, run

from ninetka import NINE, WIKI, Game, NinetkaError, games
from ninetka.base.tasks import ExecutorError
from ninetka.cli.journal import Journal, game_output
from ninetka.players import parse_player
from ninetka.records import parse, read
from ninetka.tournament import arena

pytestmark = pytest.mark.usefixtures("toys")

RACES = ("--game", "race", "--tag", "Goal=1")
"""Whoever moves first is at the goal at once."""
RANDOM = parse_player("random")
TABLE = """\
player     wins  draws  % won (95 % interval)  as x  as y  points  Elo (95 % interval)
random        2      0          50 (15 to 85)   2/2   0/2    0.50      0 (-301 to 301)
random #2     2      0          50 (15 to 85)   2/2   0/2    0.50      0 (-301 to 301)
4 games, seed s
"""


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int, *arguments: str | Path) -> Done:
    """Run an arena in which Ctrl-C is pressed after `after` games."""
    begun = count()
    play = arena._play_round

    def stopped(*given: Any) -> Any:
        if next(begun) == after:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(arena, "_play_round", stopped)
    return run("arena", "random", "random", "-n", "9", "--seed", "s", *arguments)


def test_a_table_for_two_is_not_cut() -> None:
    """On a narrow terminal its figures are not cut."""
    command = ("arena", "random", "random", "-n", "4", "--seed", "s", *RACES)
    assert out(*command) == run(*command, COLUMNS="40").stdout == TABLE


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


def test_all_games_begin_from_a_position(tmp_path: Path) -> None:
    state, path = Game.start(WIKI, 3).play("E5 C9").state, tmp_path / "games.9tka"
    players = ("random", "random", "random")
    out("arena", *players, "-n", "3", "--seed", "s", "--position", state.to_text(), "-o", path)
    with path.open("rb") as file:
        assert [record.game.initial_state for record in read(file)] == [state] * 3


def test_records_and_json_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "games.9tka"
    command = ("arena", "random", "mc:1", "-n", "5", "--seed", "s", "--json")
    lines = out(*command, "-o", path).splitlines()
    table = arena.ArenaTable()
    with path.open("rb") as file:
        for record in read(file, entry=NINE):
            table = table.add(record)
    for player, line in zip(table.players, lines, strict=True):
        data, elo = json.loads(line), player.elo
        assert elo is not None
        assert (data["name"], data["games"], data["wins"]) == (player.name, 5, sum(player.wins))
        assert (data["draws"], data["score"]) == (sum(player.draws), sum(player.shares))
        assert data["share"] == attrs.asdict(player.share)
        assert data["points"] == attrs.asdict(player.mean_points)
        assert data["elo"] == attrs.asdict(elo)
        assert [seat["seat"] for seat in data["seats"]] == ["a", "b"]
        assert tuple(seat["games"] for seat in data["seats"]) == player.games
        assert tuple(seat["wins"] for seat in data["seats"]) == player.wins
        assert tuple(seat["draws"] for seat in data["seats"]) == player.draws
        assert tuple(seat["score"] for seat in data["seats"]) == player.shares
    assert out(*command) == "".join(f"{line}\n" for line in lines)


def test_no_game_is_counted_twice_when_other_workers_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a file for the games, and with the games written to standard output."""
    command = ("arena", "random", "random", "-n", "4", "--seed", "s", *RACES)
    wanted = run(*command, "-o", "-")
    for output in ([], ["-o", "-"]):
        tries = count()

        def breaking(*given: Any, tries: count[int] = tries, **rest: Any) -> Iterator[Any]:
            number = next(tries)
            yield from islice(arena.numbered_games(*given, **rest), number)
            if number < 3:
                raise ExecutorError("the executor takes no more tasks")

        with monkeypatch.context() as patched:
            patched.setattr(sys.modules["ninetka.cli.arena"], "numbered_games", breaking)
            done = run(*command, *output)
        assert (done.returncode, next(tries)) == (0, 4)
        if output:
            assert (done.stdout, done.stderr) == (wanted.stdout, wanted.stderr)
        else:
            assert done.stdout == TABLE


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


# Each game is written as it ends


@pytest.mark.parametrize("after", [0, 3])
def test_ctrl_c_shows_the_games_so_far_and_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    path, part = tmp_path / "games.jsonl", tmp_path / "games.jsonl.part"
    path.write_text("old", "utf-8")
    done = interrupted(monkeypatch, after, "-o", path)
    assert done.returncode == 130
    assert done.stdout.splitlines()[-1].startswith(f"{after} game")
    assert path.read_text("utf-8") == "old"
    assert part.exists() == bool(after)
    if after:
        assert len(part.read_text("utf-8").splitlines()) == after
        assert done.stderr == (
            f"Stopped with 3 games in {part}. To go on: the same command, --resume {path}\n"
        )
    else:
        assert done.stderr == ""


def test_an_interrupted_arena_goes_on_with_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, path = tmp_path / "whole.9tka", tmp_path / "games.9tka"
    command = ("arena", "random", "random", "-n", "9", "--seed", "s", "--json")
    wanted = out(*command, "-o", whole)
    with monkeypatch.context() as patched:
        interrupted(patched, 4, "-o", path)
    refused = refusal(*command, "-o", path)
    assert refused == (
        f"Error: {path}.part has the games of a run that was stopped: "
        f"go on with --resume {path}, or delete it\n"
    )
    play = Mock(side_effect=arena._play_round)
    monkeypatch.setattr(arena, "_play_round", play)
    assert out(*command[:5], "--json", "--resume", path) == wanted
    assert play.call_count == 5
    assert path.read_bytes() == whole.read_bytes()
    assert {each.name for each in tmp_path.iterdir()} == {"whole.9tka", "games.9tka"}


def test_a_finished_file_is_shown_or_goes_on_with_more_games(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "games.jsonl"
    command = ("arena", "random", "greedy", "--seed", "s")
    out(*command, "-n", "6", "-o", whole)
    five = out(*command, "-n", "5", "--resume", path)  # a new file
    assert out(*command, "-n", "5", "--resume", path) == five
    assert out(*command, "-n", "6", "--resume", path) == out(*command, "-n", "6")
    assert path.read_bytes() == whole.read_bytes()


def test_a_game_that_was_cut_off_or_is_missing_is_played_again(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "games.jsonl"
    command = ("arena", "random", "greedy", "--seed", "s", "-n", "4")
    shown = out(*command, "-o", whole)
    games = whole.read_text("utf-8").splitlines(keepends=True)
    for changed in ("".join(games)[:-9], "".join([games[0], *games[2:]]), "".join(games[::-1])):
        (tmp_path / "games.jsonl.part").write_text(changed, "utf-8")
        assert out(*command, "--resume", path) == shown
        assert path.read_bytes() == whole.read_bytes()
        path.unlink()


def test_what_does_not_agree_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.9tka"
    out("arena", "random", "greedy", "--seed", "s", "-n", "3", "-o", path)
    before = path.read_bytes()
    for arguments, said in (
        ("greedy random --seed s", "game 1 in {} is between 'random' and 'greedy', not 'greedy'"),
        ("random greedy --seed t", "{} is of games with the seed 's', not 't'"),
        ("random greedy -n 2", "{} has game 3: -n must be at least that"),
        ("random greedy --ruleset wiki", "{} was begun from another start: Game 9tka, Ruleset nes"),
        ("random greedy -o x.9tka", "name the file once: with --resume to go on, or else with -o"),
    ):
        words = re.sub(r"[│╭╮╰╯─\s]+", " ", refusal("arena", *arguments.split(), "--resume", path))
        assert said.format(path) in words
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["games.9tka"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "games.9tka.part"),
        ('[Game "9tka"]\n[Ruleset "x"]\n\n*\n\n', "game 1"),
        ("{0}\n{0}", "has game 1 twice"),
    ],
)
def test_a_file_that_cannot_be_gone_on_with(tmp_path: Path, text: str, said: str) -> None:
    path, part = tmp_path / "games.9tka", tmp_path / "games.9tka.part"
    command = ("arena", "random", "greedy", "--seed", "s", "-n", "1")
    out(*command, "-o", path)
    part.write_text(text.format(path.read_text("utf-8")) + path.read_text("utf-8"), "utf-8")
    before = part.read_bytes()
    assert said in refusal(*command, "--resume", path)
    assert part.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_shows_the_table_all_the_same() -> None:
    command = ("arena", "random", "random", "-n", "4", "--seed", "s", *RACES)
    done = run(*command, "-o", "/dev/full")
    assert (done.returncode, done.stdout) == (2, TABLE)
    assert done.stderr == "Error: /dev/full: No space left on device\n"


def test_a_disk_that_gets_full_shows_the_games_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.9tka"
    command = ("arena", "random", "random", "-n", "4", "--seed", "s", *RACES)
    add, added = Journal.add, count()

    def full(self: Journal, number: int, record: Any) -> None:
        if next(added) == 2:
            raise NinetkaError("games.9tka.part: No space left on device")
        add(self, number, record)

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "add", full)
        done = run(*command, "-o", path)
    assert done.returncode == 2
    assert done.stdout.splitlines()[-1] == "2 games, seed s"
    assert done.stderr == (
        f"Stopped with 2 games in {path}.part. To go on: the same command, --resume {path}\n"
        "Error: games.9tka.part: No space left on device\n"
    )
    assert out(*command, "--resume", path) == TABLE


def test_a_write_that_fails_leaves_whole_games(tmp_path: Path) -> None:
    record = next(arena.games(games.entry_for_name("race").begin(goal=1), [RANDOM] * 2, 1, 1))
    with game_output(str(tmp_path / "games.9tka"), None, [record], lambda _: 0) as journal:
        assert isinstance(journal, Journal)
        journal.add(1, record)
        before = (tmp_path / "games.9tka.part").read_bytes()
        journal._file = Full(journal._file)  # type: ignore[assignment]
        with pytest.raises(NinetkaError, match=r"games\.9tka\.part: No space left on device"):
            journal.add(2, record)
        assert (tmp_path / "games.9tka.part").read_bytes() == before
        journal.stop()


@attrs.define
class Full:
    """A file on a disk that gets full in the middle of a game."""

    file: Any

    left: int = 9

    def write(self, text: bytes) -> int:
        if not self.left:
            raise OSError(28, "No space left on device")
        self.left = 0
        return int(self.file.write(text[:9]))  # a part, as the system does

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)
