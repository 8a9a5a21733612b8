"""The commands but `check`, `perft` and `play`, through the real entry point."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from commandline import BAD, GOOD, out, refusal, run
from systems import POSIX

from ninetka import NINE, WIKI, State
from ninetka.records import parse, read

pytest.importorskip("typer", reason="the command line needs the cli extra")

EXAMPLES = Path(__file__).parents[2] / "examples"
HOME = EXAMPLES.parent / "docs/index.md"
GAME = EXAMPLES / "two-players.9tka"
TOURNAMENT = EXAMPLES / "tournament.9tka"

# show


def test_show_a_start() -> None:
    assert out("show") == State.start().to_board() + "\n"
    wiki = State.start(WIKI, 3).to_board() + "\n"
    assert out("show", "--ruleset", "wiki", "--players", "3") == wiki
    assert out("show", "--position", State.start(WIKI, 3).to_text()) == wiki
    assert out("show", State.start(WIKI, 3).to_text()) == wiki
    assert out("show", "--tag", "Stones=2:3").endswith(
        "nestorgames-custom, 2 players, neutrals, a to move\n"
    )


def test_a_published_ruleset_is_known_in_either_case() -> None:
    wiki = State.start(WIKI, 3)
    assert out("show", "--ruleset", "Wiki", "--players", "3") == wiki.to_board() + "\n"
    assert out("show", "--position", wiki.to_text(), "--ruleset", "WIKI") == wiki.to_board() + "\n"
    assert "the ruleset 'Wikis' is not published" in refusal("random", "--ruleset", "Wikis")


@pytest.mark.parametrize("arguments", [["show"], ["show", "--position"], ["random", "--position"]])
@pytest.mark.parametrize("left_out", [1, 2, 3])
def test_a_position_with_parts_missing(arguments: list[str], left_out: int) -> None:
    text = " ".join(State.start().to_text().split()[:-left_out])
    said = refusal(*arguments, text)
    assert said.startswith("Error: a position is board, seat, players and ruleset, not '11/11/")
    assert said.endswith("write 'BOARD a 2 nestorgames', for example\n")


def test_show_a_game_at_a_ply() -> None:
    with GAME.open("rb") as file:
        (record,) = read(file, rules=NINE)
    moves = record.game.move_texts()
    for ply, state in enumerate(record.game.states()):
        if ply in (0, 9, 30, 57, len(moves)):
            shown = out("show", GAME, "--ply", str(ply))
            assert state.to_board() in shown
            if ply:
                heading = f"after {ply} of {len(moves)} moves, the last {moves[ply - 1]}\n"
                assert shown.startswith(f"Program - Program, {heading}")
            end = record.comments.get(ply, "move")
            assert shown.endswith(f"{end}\n")
    assert out("show", GAME) == out("show", GAME, "--ply", str(record.game.ply))


def test_show_a_later_game_of_a_file_and_of_standard_input() -> None:
    first, second = out("show", TOURNAMENT), out("show", TOURNAMENT, "--game", "2")
    assert "Ann - Ben" in first
    assert "Ben - Ann" in second
    assert out("show", "-", "--game", "2", stdin=TOURNAMENT.read_text("utf-8")) == second
    assert "so" in out("show", "-", "--game", "2", "--ply", "1", stdin=BAD + GOOD)


def test_show_a_picture(tmp_path: Path) -> None:
    with GAME.open("rb") as file:
        (record,) = read(file, rules=NINE)
    state, move = list(record.game.states())[57], record.game.moves[56]
    printed = out(
        "show",
        GAME,
        "--ply",
        "57",
        "--svg",
        "--mark",
        "legal-moves",
        "--mark",
        "blocked",
        "--size",
        "300",
    )
    title = f"Program - Program, after 57 of {record.game.ply} moves, the last "
    title += record.game.move_texts()[56]
    expected = state.to_svg(
        last_move=move,
        marks=["legal-moves", "blocked"],
        names=["Program"] * 2,
        title=title,
        size=300,
    )
    assert printed == expected + "\n"
    assert out("show", GAME, "--ply", "57", "-o", tmp_path / "a.svg") == ""
    assert fromstring((tmp_path / "a.svg").read_text("utf-8")).tag.endswith("svg")
    assert out("show", "-o", tmp_path / "a.txt") == ""
    assert (tmp_path / "a.txt").read_text("utf-8") == State.start().to_board() + "\n"
    assert out("show", "--svg") == State.start().to_svg(names=["", ""]) + "\n"


def test_comments_and_names_cannot_command_the_terminal() -> None:
    record = GOOD.replace("{so}", "{\x1b[31m\x07red\u202e}")
    record = record.replace('[First "Ann"]', '[First "An\u202en"]\n[Second "Ben"]')
    shown = out("show", "-", "--ply", "1", stdin=record)
    assert "\x1b" not in shown
    assert shown.startswith("An\\u202en - Ben")
    assert "\\x1b[31m\\x07red\\u202e" in shown


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (["show", "missing.9tka"], "", "Error: missing.9tka: No such file or directory\n"),
        (["show", "a b c d"], "", "Error: a board has 11 rows with / between, not 1; the number"),
        (["show", ""], "", "Error: '': No such file or directory\n"),
        (["show", "-", "-o", ""], GOOD, "Error: the output's name is empty\n"),
        (["show", "a b"], "", "Error: a b: No such file or directory\n"),
        pytest.param(["show", "/"], "", "Error: /: Is a directory\n", marks=POSIX),
        (["show", "-"], "", "Error: -: there is no game in it\n"),
        (["show", "-"], "hello", "a record begins with a tag"),
        (["show", "-"], BAD, "Error: -, game 1, line 4, ply 2, '*D4': a neutral cannot go to D4"),
        (["show", "-", "--game", "3"], GOOD, "Error: -: there is no game 3, only 1\n"),
        (["show", "-", "--ply", "3"], GOOD, "Error: there is no ply 3: the game has 2 moves\n"),
        (["show", "--players", "5"], "", "Error: nestorgames is for 2, 3 or 4 players, not 5\n"),
        (["show", "--svg", "--size", "20000"], "", "Error: a picture is 1 to 10000 pixels wide"),
        (["convert", "missing"], "", "Error: missing: No such file or directory\n"),
        (["convert"], GOOD + BAD, "Error: -, game 2, line 9, ply 2, '*D4'"),
        (["convert"], "", "Error: -: there is no game in it\n"),
        (["random", "--seed", "\udcff"], "", "the tag 'Seed' has a character that no record can"),
        (["convert"], '{"format": "ninetka-record/9"}', "only 'ninetka-record/1' can be read here"),
        (["random", "--ruleset", "short"], "", "Error: the ruleset 'short' is not published"),
        (["random", "--position", "11 a"], "", "Error: a position is board, seat, players"),
        (["replay"], BAD, "Error: -, game 1, line 4, ply 2"),
        (["replay", "missing"], "", "Error: missing: No such file or directory\n"),
        (["play", "--players", "5"], "", "Error: nestorgames is for 2, 3 or 4 players, not 5\n"),
        (["play", "--resume", "missing"], "", "Error: missing: No such file or directory\n"),
        (["play", "--name", "A", "--name", "B", "--name", "C"], "", "3 names for 2 players"),
        (["play", "--save", "x.csv"], "quit\n", "Error: x.csv: the output's name can end in .9tka"),
        (["play", "--name", "\x07"], "", "has a character that no record can hold"),
    ],
)  # fmt: skip
def test_input_that_cannot_be_used(arguments: list[str], stdin: str, said: str) -> None:
    assert said in refusal(*arguments, stdin=stdin)


@pytest.mark.parametrize(
    "arguments",
    [["show", "x", "--players", "2"], ["show", "--ply", "-1"], ["show", "x", "--game", "0"],
     ["show", "--size", "0"], ["show", "--mark", "blocked"], ["show", "--size", "9"],
     ["show", "--tag", "Players"],
     ["random", "--count", "0"], ["random", "--plies", "-1"], ["random", "x"], ["serve", "x"],
     ["play", "--resume", "x", "--players", "2"], ["play", "--resume", "x", "--name", "Ann"]],
)  # fmt: skip
def test_wrong_usage(arguments: list[str]) -> None:
    assert "Usage:" in refusal(*arguments)


# random


def test_random_games() -> None:
    text = out("random", "--count", "3", "--seed", "s", "--players", "4", "--ruleset", "wiki")
    records = list(read(text.splitlines(keepends=True), rules=NINE))
    assert [record.tags["Round"] for record in records] == ["1", "2", "3"]
    assert {record.tags["Seed"] for record in records} == {"s"}
    for record in records:
        assert record.game.state.is_over
        assert record.game.initial_state == State.start(WIKI, 4)
    assert len({record.game.moves for record in records}) == 3


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    five = out("random", "-n", "5", "--seed", "1")
    assert out("random", "-n", "5", "--seed", "1") == five
    assert five.startswith(out("random", "-n", "2", "--seed", "1"))
    assert out("random", "-n", "5", "--seed", "2") != five
    unseeded = out("random")
    assert parse(unseeded).tags["Seed"]
    assert out("random", "--seed", parse(unseeded).tags["Seed"]) == unseeded
    assert (
        out("random", "--seed", "1", "--plies", "3").rstrip().endswith("1. *F7 *C4 2. *E4 *")
    )  # the same on every system and version of Python


def test_the_empty_seed_is_a_seed_too() -> None:
    empty = out("random", "--seed", "")
    assert parse(empty).tags["Seed"] == ""
    assert out("random", "--seed", "") == empty


def test_random_games_in_other_forms(tmp_path: Path) -> None:
    assert json.loads(out("random", "--json", "--plies", "0"))["moves"] == []
    assert out("random", "-n", "2", "--seed", "1", "-o", tmp_path / "a.jsonl") == ""
    assert (tmp_path / "a.jsonl").read_text("utf-8") == out(
        "random", "-n", "2", "--seed", "1", "--json"
    )
    position = "11/11/2n8/11/11/11/11/11/11/11/11 b 2 nestorgames"
    game = parse(out("random", "--position", position), NINE).game
    assert game.initial_state.to_text() == position
    few = parse(out("random", "--tag", "Stones=2:1"), NINE).game
    assert few.ply <= 9 + 2 + 3


# convert


def test_convert_there_and_back(tmp_path: Path) -> None:
    for path in (GAME, TOURNAMENT, EXAMPLES / "custom-ruleset.9tka"):
        as_json, back = tmp_path / f"{path.stem}.jsonl", tmp_path / path.name
        assert out("convert", path, "-o", as_json) == ""
        assert out("convert", as_json, "-o", back) == ""
        assert out("convert", path) == as_json.read_text("utf-8")
        with path.open("rb") as one, back.open("rb") as other:
            assert list(read(one)) == list(read(other))
        assert out("check", as_json) == out("check", path)


def test_convert_by_name_or_by_option(tmp_path: Path) -> None:
    as_json = out("convert", stdin=GOOD)
    assert json.loads(as_json)["moves"] == ["*C3", "*F3"]
    text = out("convert", "--to", "9tka", stdin=as_json)
    assert parse(text) == parse(GOOD)
    assert out("convert", "-", "--to", "json", stdin=text) == as_json
    for name, to, expected in (
        ("a.json", None, as_json), ("a.JSONL", None, as_json), ("a.9tka", None, text),
        ("a", None, text), ("b.json", "9tka", text), ("b.9tka", "json", as_json),
        ("-", None, as_json),
    ):  # fmt: skip
        options = ["--to", to] if to else []
        done = subprocess.run(
            [sys.executable, "-m", "ninetka", "convert", "-o", name, *options],
            input=GOOD, text=True, capture_output=True, timeout=60, cwd=tmp_path, check=True,
        )  # fmt: skip
        written = done.stdout if name == "-" else (tmp_path / name).read_text("utf-8")
        assert written == expected


def test_nothing_is_lost_in_converting(tmp_path: Path) -> None:
    source = GOOD.replace('"Ann"', r'"Żółw \"\\\\u2603 🐢 ☃"')
    as_json = out("convert", stdin=source)
    assert parse(out("convert", "--to", "9tka", stdin=as_json)) == parse(source)
    assert json.loads(as_json)["comments"] == {"1": "so"}


def test_records_are_utf8_whatever_the_terminal_is() -> None:
    source = GOOD.replace("Ann", "Żółw 🐢")
    for arguments in (["convert"], ["convert", "--to", "9tka"], ["random", "--seed", "Żółw"]):
        command = [sys.executable, "-m", "ninetka", *arguments]
        done = subprocess.run(
            command, input=source.encode(), capture_output=True, timeout=60, check=True,
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
        )  # fmt: skip
        assert "Żółw" in str(parse(done.stdout.decode()).tags)


# Help and completion


@pytest.mark.parametrize(
    "command",
    ["check", "convert", "perft", "play", "random", "replay", "serve", "show", "standings"],
)
def test_help_has_examples(command: str) -> None:
    shown = out(command, "--help")
    assert "Examples:" in shown
    assert f"ninetka {command}" in shown.partition("Examples:")[2] or "| ninetka" in shown


def test_every_command_is_listed() -> None:
    shown = out("--help")
    for command in re.findall(r"^\| `ninetka (\w+)", HOME.read_text("utf-8"), re.M):
        assert f" {command} " in shown


def complete(words: str) -> list[str]:
    done = run(
        _NINETKA_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(words.count(" "))
    )
    assert done.returncode == 0
    return done.stdout.split()


def test_completion() -> None:
    assert complete("ninetka re") == ["replay"]
    assert complete("ninetka random --ruleset ")[:3] == ["nestorgames", "wiki", "territory"]
    assert complete("ninetka random --ruleset w") == ["wiki"]
    assert complete("ninetka play --players ")[:3] == ["2", "3", "4"]
    assert "--resume" in complete("ninetka play --re")
    assert complete("ninetka convert --to ") == ["9tka", "json", "sgf"]
