"""The commands `show`, `random` and `convert`, help and completion."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import BAD, GOOD, out, run
from support.waiting import PATIENCE

from ninetka import NINE, WIKI, State, __version__, games
from ninetka.base.messages import listed
from ninetka.cli.options import form_of
from ninetka.kropki import KROPKI
from ninetka.records import parse, read
from ninetka.server.catalogue import catalogue

EXAMPLES = Path(__file__).parents[2] / "examples"
HOME = EXAMPLES.parent / "docs/index.md"
GAME = EXAMPLES / "two-players.9tka"
TOURNAMENT = EXAMPLES / "tournament.9tka"

# show


def test_show_a_start() -> None:
    assert out("show") == State.start().to_board() + "\n"
    wiki = State.start(WIKI, 3).to_board() + "\n"
    assert out("show", "--ruleset", "Wiki", "--players", "3") == wiki
    assert out("show", "--position", State.start(WIKI, 3).to_text(), "--ruleset", "WIKI") == wiki
    assert out("show", State.start(WIKI, 3).to_text()) == wiki
    assert out("show", "--tag", "Stones=2:3").endswith(
        "nestorgames-custom, 2 players, neutrals, a to move\n"
    )


def test_show_a_game_at_a_ply() -> None:
    with GAME.open("rb") as file:
        (record,) = read(file, entry=NINE)
    moves, states = record.game.move_texts, list(record.game.states)
    for ply in (0, 30, len(moves)):
        shown = out("show", GAME, "--ply", str(ply))
        assert states[ply].to_board() in shown
        if ply:
            heading = f"after {ply} of {len(moves)} moves, the last {moves[ply - 1]}\n"
            assert shown.startswith(f"Program - Program, {heading}")
        assert shown.endswith(f"{record.comments.get(ply, 'move')}\n")
    assert out("show", GAME) == out("show", GAME, "--ply", str(record.game.ply))


def test_show_a_later_game_of_a_file_and_of_standard_input() -> None:
    first, second = out("show", TOURNAMENT), out("show", TOURNAMENT, "--game", "2")
    assert "Ann - Ben" in first
    assert "Ben - Ann" in second
    assert out("show", "-", "--game", "2", stdin=TOURNAMENT.read_text("utf-8")) == second
    assert "so" in out("show", "-", "--game", "2", "--ply", "1", stdin=BAD + GOOD)


def test_show_a_picture(tmp_path: Path) -> None:
    with GAME.open("rb") as file:
        (record,) = read(file, entry=NINE)
    marks = ["legal-moves", "blocked"]
    options = ["--mark", marks[0], "--mark", marks[1], "--size", "300"]
    title = f"Program - Program, after 57 of {record.game.ply} moves, the last "
    expected = record.game.states[57].to_svg(
        last_move=record.game.moves[56], marks=marks, names=["Program"] * 2,
        title=title + record.game.move_texts[56], size=300,
    )  # fmt: skip
    assert out("show", GAME, "--ply", "57", "--svg", *options) == expected + "\n"
    assert out("show", GAME, "--ply", "57", "-o", tmp_path / "a.svg") == ""
    assert fromstring((tmp_path / "a.svg").read_text("utf-8")).tag.endswith("svg")
    assert out("show", "-o", tmp_path / "a.txt") == ""
    assert (tmp_path / "a.txt").read_text("utf-8") == State.start().to_board() + "\n"


# random


def test_random_writes_records() -> None:
    text = out("random", "--count", "3", "--seed", "s", "--players", "4", "--ruleset", "wiki")
    records = list(read(text.splitlines(keepends=True), entry=NINE))
    assert [record.tags["Round"] for record in records] == ["1", "2", "3"]
    assert {record.tags["Seed"] for record in records} == {"s"}
    for record in records:
        assert record.game.state.is_over
        assert record.game.initial_state == State.start(WIKI, 4)
    assert len({record.game.moves for record in records}) == 3


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    five = out("random", "-n", "5", "--seed", "1")
    assert five.startswith(out("random", "-n", "2", "--seed", "1"))
    assert out("random", "-n", "5", "--seed", "2") != five
    unseeded = out("random")
    assert out("random", "--seed", parse(unseeded).tags["Seed"]) == unseeded
    assert parse(out("random", "--seed", "", "--plies", "0")).tags["Seed"] == ""
    assert (
        out("random", "--seed", "1", "--plies", "3").rstrip().endswith("1. *F7 *C4 2. *E4 *")
    )  # the same on every system and version of Python


def test_random_games_in_other_forms(tmp_path: Path) -> None:
    assert json.loads(out("random", "--json", "--plies", "0"))["moves"] == []
    assert out("random", "-n", "2", "--seed", "1", "-o", tmp_path / "a.jsonl") == ""
    as_json = out("random", "-n", "2", "--seed", "1", "--json")
    assert (tmp_path / "a.jsonl").read_text("utf-8") == as_json
    position = "11/11/2n8/11/11/11/11/11/11/11/11 b 2 nestorgames"
    game = parse(out("random", "--position", position, "--plies", "1"), NINE).game
    assert game.initial_state.to_text() == position


def test_numbers_of_games_may_have_units() -> None:
    records = out("random", "-n", "1k", "--plies", "0", "--seed", "1")
    assert records.count("[Round ") == 1000
    assert "a number here is 1 or more" in run("random", "-n", "0").stderr
    assert "not 'x'" in run("puzzles", "-n", "x").stderr
    assert "1 or more" in run("arena", "random", "random", "-n", "0k").stderr


# convert


def test_convert_by_name_or_by_option(tmp_path: Path) -> None:
    as_json, text = out("convert", stdin=GOOD), out("convert", "--to", "9tka", stdin=GOOD)
    assert json.loads(as_json)["moves"] == ["*C3", "*F3"]
    assert parse(text) == parse(GOOD)
    for name, to, expected in (
        ("a.JSONL", [], as_json), ("a.9tka", [], text), ("a", [], text),
        ("b.csv", ["--to", "json"], as_json), ("b.json", ["--to", "9tka"], text),
    ):  # fmt: skip
        assert out("convert", "-", "-o", tmp_path / name, *to, stdin=GOOD) == ""
        assert (tmp_path / name).read_text("utf-8") == expected
    assert out("convert", "-o", "-", stdin=text) == as_json


@pytest.mark.parametrize(
    ("name", "form"),
    [(None, "9tka"), ("-", "9tka"), ("a.b/x.9TKA", "9tka"), ("x.json.txt", "9tka"),
     ("a.csv/x", "9tka"), (".hidden", "9tka"), (".hidden.json", "json"), ("x.sgf", "sgf")],
)  # fmt: skip
def test_the_form_that_a_name_asks_for(name: str | None, form: str) -> None:
    assert form_of(name, KROPKI.begin()) == form


def test_records_are_utf8_whatever_the_terminal_is() -> None:
    source = GOOD.replace('"Ann"', r'"Żółw \"\\\\u2603 🐢 ☃"')
    done = run("convert", "--to", "9tka", stdin=source, encoding="ascii")
    assert parse(done.stdout.encode("ascii", "surrogateescape").decode()) == parse(source)
    done = run("random", "--seed", "Żółw", "--plies", "0", encoding="ascii")
    assert "Żółw" in done.stdout.encode("ascii", "surrogateescape").decode()


# games


def test_games_are_listed_with_rulesets_options_and_players() -> None:
    shown = out("games")
    for line in (
        "9tka", "  Ruleset: standard (for 2), territory (for 2)", "  Players: 2",
        "  EdgeStop: board or stone", "  Columns: 1 to 52", "  Komi: such as 0, 0.5, 1.5 or -0.5",
        "  Position: a text",
        "  random, greedy, easy, club, strong, mc:PLAYOUTS, search:VISITS, search:SECONDSs",
    ):  # fmt: skip
        assert line in shown.splitlines()
    listing = json.loads(out("games", "--json"))
    assert listing["games"] == catalogue()
    assert listing["players"][:2] == ["random", "greedy"]


def test_one_game_is_listed() -> None:
    assert out("games", "mills").startswith("Mills\n  Ruleset: mills (for 2), tournament-mills ")
    assert [game["name"] for game in json.loads(out("games", "mills", "--json"))["games"]] == [
        "Mills"
    ]


# Help and completion


def test_version_says_what_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    for plays, more in (("", ""), ("somehow", "Computer players play somehow.\n")):
        monkeypatch.setattr(sys.modules["ninetka.cli.app"], "missing_extra_clause", lambda _: plays)  # noqa: B023
        assert out("--version") == f"ninetka {__version__}\n{more}"


@pytest.mark.parametrize(
    "command",
    [
        "arena", "check", "convert", "games", "perft", "play", "random", "replay", "serve", "show",
        "simulate", "standings",
    ],
)  # fmt: skip
def test_help_has_examples_and_is_broken_at_the_width_of_the_terminal(command: str) -> None:
    done = run(command, "--help", COLUMNS="80")
    said, _, examples = done.stdout.partition("Examples:")
    assert f"ninetka {command}" in examples
    assert max(map(len, done.stdout.splitlines())) <= 80
    text = said.partition("\u256d")[0].rstrip()
    paragraphs = [part for part in re.split(r"\n *\n", text)[1:] if part.strip()]
    assert paragraphs
    for paragraph in paragraphs:
        lines = [line.strip() for line in paragraph.splitlines()]
        for line, after in pairwise(lines):  # the next word would not have fitted
            assert len(line) + 1 + len(after.split()[0]) > 78, (line, after)
        assert lines[-1].endswith("."), paragraph


@pytest.mark.long
def test_help_does_not_come_from_docstrings_which_python_may_take_away() -> None:
    shown = []
    for option in ("-B", "-OO"):
        command = [sys.executable, option, "-m", "ninetka", "check", "--help"]
        shown.append(
            subprocess.run(
                command, capture_output=True, check=True, text=True, timeout=PATIENCE
            ).stdout
        )
    assert "Shows each bad game" in shown[0]
    assert shown[0] == shown[1]


@pytest.mark.filterwarnings("default")
def test_a_broken_package_leaves_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "missing_package:BROKEN", "ninetka.games")
    monkeypatch.setitem(games._GAMES, "broken", broken.load)
    done = run("show", "missing.9tka")
    assert done.stderr.splitlines()[-1] == "Error: missing.9tka: No such file or directory"
    said = "Warning: the game broken cannot be loaded: No module named 'missing_package'"
    assert done.stderr.splitlines()[0] == said


def test_help_names_all_games_and_commands() -> None:
    shown = out("--help")
    names = [name for entry in games.all_games() for name in entry.names]
    assert f"The rules of {listed(names)}." in shown
    for command in re.findall(r"^\| `ninetka (\w+)", HOME.read_text("utf-8"), re.M):
        assert f" {command} " in shown


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("re", ["replay"]),
        ("random --ruleset ", ["nestorgames", "wiki", "boardgamegeek", "territory"]),
        ("random --ruleset w", ["wiki"]),
        ("play --players ", ["2", "3", "4"]),
        ("play --game K", ["Kropki"]),
        ("show --mark le", ["legal-moves"]),
        ("convert --to ", ["9tka", "json", "sgf"]),
    ],
)
def test_words_are_completed(words: str, offered: list[str]) -> None:
    done = run(
        _NINETKA_COMPLETE="complete_bash",
        COMP_WORDS=f"ninetka {words}",
        COMP_CWORD=str(words.count(" ") + 1),
    )
    assert done.returncode == 0
    assert done.stdout.split()[: len(offered)] == offered


ANNOTATED = """\
[Ruleset "nestorgames"]
[Players "2"]

1. *E5! (1. *E4 (1. *E6)) *C9 $6 $99 {[%clk 0:05:00] [%emt 0:00:07] hm} (1... *H8 2. *C3) 2. *I8 *
"""


def test_what_is_written_on_a_move_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "annotated.9tka"
    path.write_text(ANNOTATED, "utf-8")
    lines = out("show", str(path), "--ply", "2").splitlines()
    assert lines[-6:] == [
        "?! dubious move", "$99", "0:05:00 left", "took 0:00:07", "hm", "instead of *C9: *H8 *C3",
    ]  # fmt: skip
    assert out("show", str(path), "--ply", "1").splitlines()[-2:] == [
        "! good move",
        "instead of *E5: *E4",
    ]
    checked = out("check", "--verbose", str(path)).splitlines()
    assert checked[0] == f"{path}, game 1, line 1: good, 3 moves, 3 variations, not over"
