"""The command line, through its real entry point, as a person or a script uses it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from systems import POSIX

import ninetka

pytest.importorskip("typer", reason="the command line needs the cli extra")

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOD = '[Ruleset "nestorgames"]\n[Players "2"]\n\n*C3 *F3 *\n'
BAD = '[Ruleset "nestorgames"]\n[Players "2"]\n\n*C3 *D4 *\n'
BOARD_BEFORE = """\
  3  . | . n . | . . . | . . . | .  3
  2  . | . . . | . . . | . . . | .  2
       +-------+-------+-------+
  1      . . .   . . .   . . .      1
     A   B C D   E F G   H I J   K
nestorgames, 2 players, neutrals, b to move
"""


def run(*arguments: str | Path, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    environment = {**os.environ, "COLUMNS": "200", "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "ninetka", *map(str, arguments)]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, env=environment)
    said = [stream.decode().replace(os.linesep, "\n") for stream in (done.stdout, done.stderr)]
    return subprocess.CompletedProcess(command, done.returncode, *said)


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"ninetka {ninetka.__version__}\n")


def test_the_installed_command() -> None:
    command = shutil.which("ninetka", path=sysconfig.get_path("scripts"))
    if command is None:
        pytest.skip("ninetka is not installed here, only on the path")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, timeout=60)
    assert done.stdout == f"ninetka {ninetka.__version__}\n"


def test_all_examples_are_good() -> None:
    files = sorted(EXAMPLES.glob("*.9tka"))
    assert len(files) == 12
    done = run("check", *files)
    assert (done.returncode, done.stdout) == (0, "117 games: 117 good, 0 bad\n")


def test_a_bad_game_is_shown_with_its_place_and_board(tmp_path: Path) -> None:
    path = write(tmp_path, "games.9tka", GOOD + BAD + GOOD)
    done = run("check", path)
    assert done.returncode == 1
    place = f"{path}, game 2, line 8, ply 2, '*D4': "
    sentence = "a neutral cannot go to D4: the bottom left section has its neutral on C3\n"
    assert done.stdout.startswith(place + sentence)
    assert done.stdout.endswith(f"{BOARD_BEFORE}\n3 games: 2 good, 1 bad\n")
    assert done.stderr == ""


def test_several_files_and_standard_input(tmp_path: Path) -> None:
    path = write(tmp_path, "games.9tka", GOOD)
    assert run("check", path, "-", stdin=GOOD).stdout == "2 games: 2 good, 0 bad\n"
    assert run("check", stdin=GOOD).stdout == "1 game: 1 good, 0 bad\n"
    assert run("check", "-", stdin=BAD).returncode == 1


def test_json(tmp_path: Path) -> None:
    text = GOOD + BAD + '[Players "2"]\n*\n' + BAD.replace("*D4 *", "4-4")
    path = write(tmp_path, "games.9tka", text)
    done = run("check", "--json", path, "-", stdin=GOOD)
    assert done.returncode == 1
    good, illegal, no_ruleset, wrong_result, other = map(json.loads, done.stdout.splitlines())
    start = "11/11/11/11/11/11/11/11/"
    assert good == {
        "file": str(path),
        "game": 1,
        "begins": 1,
        "ok": True,
        "plies": 2,
        "result": "*",
        "ending": None,
        "line": None,
        "ply": None,
        "move": None,
        "reason": None,
        "code": None,
        "position": f"{start}2n2n5/11/11 a 2 nestorgames",
    }
    assert illegal == {
        "file": str(path),
        "game": 2,
        "begins": 5,
        "ok": False,
        "plies": 1,
        "result": None,
        "ending": None,
        "line": 8,
        "ply": 2,
        "move": "*D4",
        "reason": "a neutral cannot go to D4: the bottom left section has its neutral on C3",
        "code": "SECTION_HAS_ITS_NEUTRAL",
        "position": f"{start}2n8/11/11 b 2 nestorgames",
    }
    assert no_ruleset["line"] == 9
    assert no_ruleset["reason"].startswith("the record does not say which ruleset")
    assert no_ruleset["plies"] is no_ruleset["position"] is no_ruleset["move"] is None
    assert wrong_result["reason"] == ("the result is said to be '4-4', but the game is not over")
    assert (wrong_result["ply"], wrong_result["move"], wrong_result["plies"]) == (None, None, 1)
    assert (other["file"], other["ok"]) == ("-", True)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "there is no game in it"),
        ("\n \n", "there is no game in it"),
        ("hello", "line 1: a record begins with a tag, [Name \"value\"], not with 'hello'"),
        (b"\x89PNG\r\n\x1a\n\x00", "line 1: a record begins with a tag, [Name"),
        (b"\xff" * 3_000_000, "line 1: a record begins with a tag, [Name"),
    ],
    ids=["nothing", "blank", "a word", "a picture", "bytes"],
)
def test_unusable_content(tmp_path: Path, content: str | bytes, said: str) -> None:
    path = write(tmp_path, "what.9tka", content)
    good = write(tmp_path, "good.9tka", GOOD)
    done = run("check", path, good)
    assert done.returncode == 2
    assert done.stdout == "1 game: 1 good, 0 bad\n"
    assert said in done.stderr
    assert str(path) in done.stderr
    assert "Traceback" not in done.stderr


@POSIX
def test_unusable_files(tmp_path: Path) -> None:
    missing, good = tmp_path / "missing.9tka", write(tmp_path, "good.9tka", GOOD)
    done = run("check", missing, tmp_path, good)
    assert done.returncode == 2
    assert done.stderr == f"{missing}: No such file or directory\n{tmp_path}: Is a directory\n"
    assert "File name too long" in run("check", "x" * 300, good).stderr
    assert done.stdout == "1 game: 1 good, 0 bad\n"


def test_good_games_are_listed_if_asked_for(tmp_path: Path) -> None:
    finished = (EXAMPLES / "tournament.9tka").read_text("utf-8")
    path = write(tmp_path, "games.9tka", f"{finished}\n{GOOD}{BAD}{GOOD.replace('*F3 ', '')}")
    done = run("check", "--verbose", path)
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert lines[0] == f"{path}, game 1, line 1: good, Ann - Ben, 76 moves, 3-5"
    assert lines[1] == f"{path}, game 2, line 18: good, Ben - Ann, 75 moves, 4-4"
    assert lines[2] == f"{path}, game 3, line 37: good, 2 moves, not over"
    assert lines[3].startswith(f"{path}, game 4, line 44, ply 2, '*D4'")
    assert lines[-2] == f"{path}, game 5, line 45: good, 1 move, not over"
    assert lines[-1] == "5 games: 4 good, 1 bad"
    assert run("check", "-v", "-", stdin=BAD).stdout == run("check", "-", stdin=BAD).stdout


def test_unusable_input_outweighs_a_bad_game(tmp_path: Path) -> None:
    bad = write(tmp_path, "bad.9tka", BAD)
    assert run("check", bad, tmp_path / "missing.9tka").returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [["check", "--nonsense"], ["nonsense"], ["perft"], ["perft", "zero"], ["perft", "0"],
     ["perft", "1", "--tag", "Players"], ["perft", "1", "--tag", "Players=2", "--players", "2"]],
)  # fmt: skip
def test_wrong_usage(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "Usage:" in done.stderr
    assert "Traceback" not in done.stderr


def test_hostile_text_is_shown_as_text(tmp_path: Path) -> None:
    path = write(tmp_path, "games.9tka", BAD.replace("*D4", "[red]\x1b[31m\u2603[/red]"))
    done = run("check", path)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    assert "Traceback" not in done.stderr


def test_perft() -> None:
    done = run("perft", "2")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0] == "*C3 45"
    assert len(lines) == 50
    assert lines[-1] == "49 moves, 2112 sequences"


def test_perft_of_other_starts() -> None:
    moves = "C3 F3 I3 C6 F6 I6 C9 F9 I9 A6 K2"
    done = run("perft", "1", "--tag", "Stones=2:1", "--tag", "EdgeStop=stone", "--moves", moves)
    assert done.stdout == "A6-B6 1\n1 moves, 1 sequences\n"
    wiki = run("perft", "1", "--players", "4", "--ruleset", "wiki")
    assert wiki.stdout.endswith("49 moves, 49 sequences\n")
    position = ninetka.State.start(ninetka.WIKI, 3).to_text()
    assert run("perft", "1", "--position", position).stdout.endswith("49 sequences\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "7"], "nestorgames is for 2, 3 or 4 players, not 7"),
        (["--ruleset", "short"], "the ruleset 'short' is not published"),
        (["--position", "11 a 2 wiki"], "a board has 11 rows"),
        (["--moves", "A5"], "a neutral cannot go to A5: it is not on the core"),
        (["--tag", "Foo=bar"], "no tag 'Foo' says how a game starts: EdgeStop, Players,"),
        (["--tag", "Game=chess"], "there is no game 'chess' here, only 9tka"),
    ],
)
def test_perft_of_what_cannot_be(arguments: list[str], said: str) -> None:
    done = run("perft", "1", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr


@POSIX
def test_a_reader_that_stops_listening_is_no_bad_input(tmp_path: Path) -> None:
    path = write(tmp_path, "games.9tka", BAD * 2000)
    command = [sys.executable, "-m", "ninetka", "check", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(str(path).encode())
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_output_that_cannot_be_written() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "ninetka", "check", "-"]
        done = subprocess.run(
            command, input=BAD.encode(), stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert done.stderr == b"Error: standard output: No space left on device\n"
    assert done.returncode == 2


@POSIX
@pytest.mark.parametrize(
    ("closed", "code"), [("<&-", 2), (">&-", 2), ("2>&-", 1), ("<&- >&- 2>&-", 2)]
)
def test_closed_streams(tmp_path: Path, closed: str, code: int) -> None:
    path = write(tmp_path, "games.9tka", BAD)
    file = "-" if "<" in closed else str(path)
    command = f'"{sys.executable}" -m ninetka check {file} {closed}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    assert done.returncode == code


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_the_extra_the_command_names_it(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import ninetka.__main__ as m; m.main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr == "the ninetka command needs its extra: pip install 'ninetka[cli]'\n"
    assert done.returncode == 2
