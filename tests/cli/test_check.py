"""`ninetka check` and `ninetka perft`."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from unittest.mock import Mock

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import BAD, GOOD, out, run
from support.nine_states import after

from ninetka import WIKI, State
from ninetka.play.perft import perft
from ninetka.records import verify

EXAMPLES = Path(__file__).parents[2] / "examples"


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_all_examples_are_good() -> None:
    files = sorted(EXAMPLES.glob("*.9tka"))
    assert len(files) == 12
    assert out("check", *files) == "117 games: 117 good, 0 bad\n"


def test_a_bad_game_is_shown_with_its_place_and_board(tmp_path: Path) -> None:
    path = written(tmp_path / "games.9tka", GOOD + BAD + GOOD)
    done = run("check", path)
    assert (done.returncode, done.stderr) == (1, "")
    place = f"{path}, game 2, line 9, ply 2, '*D4': "
    sentence = "a neutral cannot go to D4: the bottom left section has its neutral on C3\n"
    assert done.stdout.startswith(place + sentence)
    assert done.stdout.endswith(f"{after('C3').to_board()}\n\n3 games: 2 good, 1 bad\n")


def test_several_files_and_standard_input(tmp_path: Path) -> None:
    path = written(tmp_path / "games.9tka", GOOD)
    assert out("check", path, "-", stdin=GOOD) == "2 games: 2 good, 0 bad\n"
    assert out("check", stdin=GOOD) == "1 game: 1 good, 0 bad\n"
    assert run("check", "-", stdin=BAD).returncode == 1


def test_verdicts_are_printed_as_json(tmp_path: Path) -> None:
    path = written(tmp_path / "games.9tka", GOOD + BAD)
    done = run("check", "--json", path, "-", stdin=GOOD)
    assert done.returncode == 1
    good, bad = ({"file": str(path), **verdict.summary()} for verdict in verify(path))
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    assert shown == [good, bad, {**good, "file": "-"}]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\n \n", "there is no game in it"),
        (b"hello", "line 1: a record begins with a tag"),
        (b"\x89PNG\r\n\x1a\n\x00", "line 1: a record begins with a tag"),
        (b"\xff" * 3_000_000, "line 1: a record begins with a tag"),
    ],
    ids=["blank", "a word", "a picture", "bytes"],
)
def test_other_files_are_checked_after_an_unusable_one(
    tmp_path: Path, content: bytes, said: str
) -> None:
    path, good = tmp_path / "what.9tka", written(tmp_path / "good.9tka", GOOD)
    path.write_bytes(content)
    done = run("check", path, "missing", good, "-", stdin=BAD, cwd=tmp_path)
    assert done.returncode == 2  # which outweighs a bad game
    assert done.stdout.endswith("2 games: 1 good, 1 bad\n")
    first, second = done.stderr.splitlines()
    assert first.startswith(str(path))
    assert said in first
    assert second == "missing: No such file or directory"


def test_good_games_are_listed_if_asked_for(tmp_path: Path) -> None:
    finished = (EXAMPLES / "tournament.9tka").read_text("utf-8")
    unnamed = GOOD.replace('[First "Ann"]\n', "").replace("*F3 ", "")
    path = written(tmp_path / "games.9tka", f"{finished}\n{GOOD}{BAD}{unnamed}")
    done = run("check", "--verbose", path)
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert lines[0] == f"{path}, game 1, line 1: good, Ann - Ben, 76 moves, 3-5"
    assert lines[2] == f"{path}, game 3, line 37: good, Ann - , 2 moves, not over"
    assert lines[3].startswith(f"{path}, game 4, line 45, ply 2, '*D4'")
    assert lines[-2] == f"{path}, game 5, line 46: good, 1 move, not over"
    assert lines[-1] == "5 games: 4 good, 1 bad"


def test_perft_lists_the_moves() -> None:
    lines = out("perft", "2").splitlines()
    assert lines[0] == "*C3 45"
    assert len(lines) == 50
    assert lines[-1] == "49 moves, 2112 sequences"


def test_perft_counts_from_any_start() -> None:
    moves = "C3 F3 I3 C6 F6 I6 C9 F9 I9 A6 K2"
    few = ("--tag", "Stones=2:1", "--tag", "EdgeStop=stone")
    assert out("perft", "1", *few, "--moves", moves) == "A6-B6 1\n1 move, 1 sequence\n"
    wiki = "49 moves, 49 sequences\n"
    assert out("perft", "1", "--players", "4", "--ruleset", "wiki").endswith(wiki)
    assert out("perft", "1", "--position", State.start(WIKI, 3).to_text()).endswith(wiki)


@pytest.mark.parametrize(("plies", "is_compiled"), [(2, False), (3, True)])
def test_perft_counts_with_compiled_code_where_that_is_faster(
    monkeypatch: pytest.MonkeyPatch, plies: int, is_compiled: bool
) -> None:
    module = import_module("ninetka.cli.perft")
    expected = out("perft", str(plies))
    kernel = Mock()
    kernel.perft.side_effect = perft
    monkeypatch.setattr(module, "kernel_for", lambda _: kernel)
    monkeypatch.setattr(module, "_MANY", 100)  # 49 sequences of one ply, 2112 of two
    assert out("perft", str(plies)) == expected
    assert kernel.perft.call_count == (49 if is_compiled else 0)


def test_perft_of_a_game_without_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("ninetka.cli.perft"), "_MANY", 0)
    assert out("perft", "2", "--game", "mills").endswith("24 moves, 552 sequences\n")
