"""What commands write: whole or not at all, and what they show at a terminal."""

from __future__ import annotations

import os
import re
import signal
import stat
import sys
import threading
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import BAD, GOOD, out, refusal, run
from support.nine_states import NEUTRALS
from support.posix import POSIX, SIGHUP, SIGINT, SIGTERM
from support.waiting import PATIENCE

from ninetka import NESTORGAMES, Game
from ninetka.cli import progress
from ninetka.cli.files import whole_file
from ninetka.records import parse


@pytest.mark.parametrize("command", ["convert --to 9tka", "replay", "show - --svg"])
def test_a_failed_command_leaves_the_old_file_as_it_was(tmp_path: Path, command: str) -> None:
    target = tmp_path / "old"
    target.write_text("old", "utf-8")
    for name in (target, tmp_path / "new"):
        assert "ply 2" in refusal(*command.split(), "-o", name, stdin=BAD)
    assert target.read_text("utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_an_interrupted_command_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path, __: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", fail)
    assert run("convert", "-o", "game.json", stdin=GOOD, cwd=tmp_path).returncode == 130
    assert list(tmp_path.iterdir()) == []


def test_interrupted_random_games_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("random", "-n", "5", "--seed", "s", "--plies", "9")
    wanted = out(*command)
    command_random = sys.modules["ninetka.cli.random"]
    random_game, numbers = command_random.random_game, count(1)

    def fail(*given: Any) -> Any:
        if next(numbers) == 4:
            raise KeyboardInterrupt
        return random_game(*given)

    with monkeypatch.context() as patched:
        patched.setattr(command_random, "random_game", fail)
        done = run(*command, "-o", "games.9tka", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == (
        "Stopped with 3 games in games.9tka.part. To go on: the same command, --resume games.9tka\n"
    )
    path = tmp_path / "games.9tka"
    other = refusal(*command[:5], "--plies", "8", "--resume", path)
    assert other == f"Error: {path} has games of another length: give its --plies\n"
    assert out(*command, "--resume", path) == ""
    assert path.read_text("utf-8") == wanted
    assert [each.name for each in tmp_path.iterdir()] == ["games.9tka"]


def test_a_file_that_is_read_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "game.9tka"
    path.write_text(GOOD, "utf-8")
    assert out("convert", path, "-o", path, "--to", "json") == ""
    assert parse(path.read_text("utf-8")) == parse(GOOD)


@POSIX
def test_a_replaced_file_keeps_its_rights_and_links(tmp_path: Path) -> None:
    target, link = tmp_path / "real.json", tmp_path / "link.json"
    target.write_text("old", "utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    assert out("convert", "-o", link, stdin=GOOD) == ""
    assert link.is_symlink()
    assert parse(target.read_text("utf-8")) == parse(GOOD)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@POSIX
def test_a_new_file_has_the_rights_that_new_files_have(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        assert out("random", "--plies", "0", "-o", tmp_path / "new.9tka") == ""
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.9tka").stat().st_mode) == 0o640


def test_a_file_that_is_read_only_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "old.9tka"
    target.write_text("old", "utf-8")
    target.chmod(0o444)
    said = refusal("random", "-o", target)
    assert said == f"Error: {target}: the file is read-only, so it is not replaced\n"
    assert target.read_text("utf-8") == "old"


@POSIX
def test_a_replaced_file_keeps_its_owner_but_no_right_to_run_as_it(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    target = tmp_path / "old.9tka"
    target.write_text("old", "utf-8")
    os.chown(target, 12345, 54321)
    target.chmod(0o6755)
    assert out("random", "-o", target) == ""
    now = target.stat()
    assert (now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)) == (12345, 54321, 0o755)


@POSIX
@pytest.mark.parametrize("number", [SIGTERM, SIGHUP, SIGINT])
def test_a_signal_while_a_file_gets_to_its_place_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    replace, target = Path.replace, tmp_path / "new"

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    def interrupted(*paths: Path) -> None:
        os.kill(os.getpid(), number)
        replace(*paths)
        os.kill(os.getpid(), number)

    monkeypatch.setattr(Path, "replace", interrupted)
    before = signal.signal(number, end)
    try:
        with whole_file(str(target)) as file:
            file.write(b"new")
        assert (target.read_bytes(), [*tmp_path.iterdir()]) == (b"new", [target])
    finally:
        assert signal.signal(number, before) is end


@POSIX
def test_devices_and_pipes_are_written_to_and_not_replaced(tmp_path: Path) -> None:
    assert out("convert", "-o", "/dev/null", stdin=GOOD) == ""
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    came: list[str] = []
    reader = threading.Thread(target=lambda: came.append(pipe.read_text("utf-8")))
    reader.start()
    assert out("convert", "-o", pipe, stdin=GOOD) == ""
    reader.join(timeout=PATIENCE)
    assert parse(came[0]) == parse(GOOD)


# At a terminal


@pytest.mark.parametrize(
    ("command", "amount"),
    [("random -n 3 --plies 1", "3/3"), ("perft 1", "49/49"), ("convert FILE", "bytes"),
     ("random -n 3 --plies 1 -o new.9tka", "3/3"), ("replay FILE --game 1", "bytes"),
     ("standings FILE", "bytes"), ("check FILE", "bytes"), ("check FILE --json", "bytes"),
     ("arena random random -n 2", "2/2"), ("analyse MILLS --player none --nodes 1", "2/2"),
     ("solve tapatan --nodes 9", "searching 9 positions at most"),
     ("puzzles --ruleset tapatan --seed 1 --nodes 30", "of 1 found; game")],
)  # fmt: skip
@pytest.mark.parametrize("terminal", ["stderr", "stdout stderr"])
def test_what_takes_long_shows_progress_on_a_terminal(
    tmp_path: Path, command: str, amount: str, terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "FILE").write_text(GOOD, "utf-8")
    (tmp_path / "MILLS").write_text(
        '[Game "Mills"]\n[Ruleset "mills"]\n[Players "2"]\n\n1. 1 2 *\n', "utf-8"
    )
    words = command.split()
    monkeypatch.setattr(progress, "_DELAY_SECONDS", inf)
    short = run(*words, terminal=terminal, cwd=tmp_path)
    assert (short.returncode, short.stderr) == (0, "")
    monkeypatch.setattr(progress, "_DELAY_SECONDS", -1)
    assert amount in run(*words, terminal=terminal, cwd=tmp_path).stderr
    assert run(*words, cwd=tmp_path).stderr == ""


@pytest.mark.parametrize(("term", "colours"), [("xterm", 5), ("xterm-256color", 5), ("dumb", 0)])
def test_boards_have_lines_and_colours_on_a_terminal(term: str, colours: int) -> None:
    state = Game.start(NESTORGAMES, 4).play(f"{NEUTRALS} A5 A6 A7 A8").state
    show = ("show", state.to_text())
    shown = run(*show, terminal="stdout", TERM=term).stdout
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == state.to_board(unicode=True) + "\n"
    assert len(set(re.findall(r"\x1b\[([0-9;]+)m[abcdn]\x1b\[0m", shown))) == colours
    latin = run(*show, terminal="stdout", encoding="latin-1", NO_COLOR="1").stdout
    assert latin == f"{state}\n"
    plain = run(*show, terminal="stdout", TERM=term, NO_COLOR="1").stdout
    assert plain == state.to_board(unicode=True) + "\n"
    assert run(*show, TERM=term).stdout == f"{state}\n"


def test_serve_says_at_a_terminal_what_it_waits_for() -> None:
    done = run("serve", stdin='{"jsonrpc": "2.0", "id": 1, "method": "start"}', terminal="stdin")
    assert done.stderr == "Waiting for JSON-RPC calls, one message per line; press Ctrl-D to end.\n"
    assert '"id": 1' in done.stdout
    assert done.returncode == 0
