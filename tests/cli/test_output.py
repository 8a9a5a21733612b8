"""What commands write: whole or not at all, where it belongs, with an exit code that is true."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import time
from functools import cache
from pathlib import Path

import pytest
from commandline import BAD, GOOD, out, refusal, run
from systems import POSIX, SIGHUP, SIGINT, SIGTERM, skip_if_ignored

from ninetka import NinetkaError
from ninetka.records import parse

pytest.importorskip("typer", reason="the command line needs the cli extra")

from ninetka.cli.common import form_of


def test_a_failed_command_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    for arguments in (["convert", "--to", "9tka"], ["replay"], ["show", "-", "--svg"]):
        target = tmp_path / "old"
        target.write_text("old", "utf-8")
        assert "ply 2" in refusal(*arguments, "-o", target, stdin=BAD)
        assert target.read_text("utf-8") == "old"
        new = tmp_path / "new"
        assert "ply 2" in refusal(*arguments, "-o", new, stdin=BAD)
        assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_a_file_that_is_read_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "game.9tka"
    path.write_text(GOOD, "utf-8")
    assert out("convert", path, "-o", path, "--to", "json") == ""
    assert parse(path.read_text("utf-8")) == parse(GOOD)


@POSIX
def test_a_replaced_file_keeps_its_rights_and_links(tmp_path: Path) -> None:
    target, link, other = tmp_path / "real.json", tmp_path / "link.json", tmp_path / "other.json"
    target.write_text("old", "utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    other.hardlink_to(target)
    assert out("convert", "-o", link, stdin=GOOD) == ""
    assert link.is_symlink()
    assert parse(target.read_text("utf-8")) == parse(GOOD)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert other.read_text("utf-8") == "old"  # a hard link is another file from now on


@POSIX
@pytest.mark.parametrize("umask", ["022", "027", "077", "000"])
def test_a_new_file_has_the_rights_that_new_files_have(tmp_path: Path, umask: str) -> None:
    line = f'umask {umask} && "{sys.executable}" -m ninetka random -o new.9tka && touch touched'
    subprocess.run(["sh", "-c", line], timeout=60, cwd=tmp_path, check=True)
    assert (tmp_path / "new.9tka").stat().st_mode == (tmp_path / "touched").stat().st_mode


@pytest.mark.parametrize("command", [["random"], ["show"], ["replay", "-"], ["convert", "-"]])
def test_a_file_that_is_read_only_is_not_replaced(tmp_path: Path, command: list[str]) -> None:
    ending = {"replay": "html", "show": "txt"}.get(command[0], "9tka")
    target = tmp_path / f"old.{ending}"
    target.write_text("old", "utf-8")
    target.chmod(0o444)
    said = refusal(*command, "-o", target, stdin=GOOD)
    assert said == f"Error: {target}: the file is read-only, so it is not replaced\n"
    assert target.read_text("utf-8") == "old"
    target.chmod(0o644)
    assert out(*command, "-o", target, stdin=GOOD) == ""


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
def test_devices_and_pipes_are_written_to_and_not_replaced(tmp_path: Path) -> None:
    assert out("convert", "-o", "/dev/null", stdin=GOOD) == ""
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    came: list[str] = []
    reader = threading.Thread(target=lambda: came.append(pipe.read_text("utf-8")))
    reader.start()
    assert out("convert", "-o", pipe, stdin=GOOD) == ""
    reader.join(timeout=60)
    assert parse(came[0]) == parse(GOOD)


@pytest.mark.parametrize(
    ("target", "said"),
    [("missing/a.json", "No such file or directory"),
     pytest.param(".", "Is a directory", marks=POSIX), ("new/", "this is a folder's name"),
     ("/dev/full", "No space left on device")],
)  # fmt: skip
def test_output_that_cannot_be_written(tmp_path: Path, target: str, said: str) -> None:
    if target == "/dev/full" and not Path(target).exists():
        pytest.skip("there is no /dev/full here")
    done = run("convert", "-o", target, stdin=GOOD, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"Error: {target}: {said}\n")
    assert list(tmp_path.iterdir()) == []


def test_half_of_the_games_are_not_printed() -> None:
    assert refusal("convert", stdin=GOOD * 3 + BAD)


@POSIX
@pytest.mark.parametrize("command", ["convert - -o", "replay - -o", "show - -o", "check"])
def test_closed_standard_input_is_no_empty_game(tmp_path: Path, command: str) -> None:
    (tmp_path / "out").write_text("old", "utf-8")
    line = f'"{sys.executable}" -m ninetka {command} out <&-'.replace("check out", "check -")
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60, cwd=tmp_path)
    assert done.returncode == 2
    assert b"standard input is closed" in done.stderr
    assert (tmp_path / "out").read_text("utf-8") == "old"


@POSIX
@pytest.mark.parametrize("command", ["random", "show", "show --svg", "convert", "serve", "perft 1"])
def test_closed_standard_output_is_no_success(command: str) -> None:
    call = '{"jsonrpc": "2.0", "id": 1, "method": "start"}' if command == "serve" else GOOD
    line = f'"{sys.executable}" -m ninetka {command} >&-'
    done = subprocess.run(
        ["sh", "-c", line], input=call.encode(), capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (2, b"Error: standard output is closed\n")


@cache
def some_game() -> str:
    return out("random", "--seed", "1")


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line of a shell in which $NINETKA is the command."""
    return subprocess.run(
        ["sh", "-c", line.replace("$NINETKA", f'"{sys.executable}" -m ninetka')],
        capture_output=True, text=True, timeout=60, cwd=folder, check=False,
    )  # fmt: skip


@POSIX
@pytest.mark.parametrize(
    ("name", "stream"),
    [("/dev/stdout", 1), ("/dev/fd/1", 1), ("/proc/self/fd/1", 1), ("link", 1), ("folder/1", 1),
     ("/dev/stderr", 2), ("/dev/fd/3", 3)],
)  # fmt: skip
def test_an_open_file_is_written_to_where_it_stands(tmp_path: Path, name: str, stream: int) -> None:
    if name.startswith("/") and not os.path.exists(os.path.dirname(name)):
        pytest.skip("open files have no such names here")
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "folder").symlink_to("/dev/fd")
    made = f"$NINETKA random --seed 1 -o {name}"
    game = some_game()
    assert shell(f"echo precious >log; {made} {stream}>>log", tmp_path).returncode == 0
    assert (tmp_path / "log").read_text("utf-8") == f"precious\n{game}"
    assert (
        shell(f"(echo a >&{stream}; {made}; echo b >&{stream}) {stream}>log", tmp_path).returncode
        == 0
    )
    assert (tmp_path / "log").read_text("utf-8") == f"a\n{game}b\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "link", "log"]


@POSIX
def test_a_pipe_is_written_to_by_a_name_of_standard_output(tmp_path: Path) -> None:
    assert shell("$NINETKA random --seed 1 -o /dev/stdout | cat", tmp_path).stdout == some_game()


@POSIX
def test_a_file_that_is_not_open_cannot_be_written_to(tmp_path: Path) -> None:
    done = shell("$NINETKA random -o /dev/fd/9", tmp_path)
    assert (done.returncode, done.stderr) == (2, "Error: /dev/fd/9: Bad file descriptor\n")


def test_a_record_is_not_replaced_by_its_picture(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text(GOOD, "utf-8")
    for arguments in (["replay"], ["show"], ["show", "--svg"]):
        assert "is the record itself" in refusal(*arguments, path, "-o", path)
    assert path.read_text("utf-8") == GOOD


@POSIX
@pytest.mark.parametrize("number", [SIGTERM, SIGHUP, SIGINT])
def test_a_signal_leaves_no_scratch_files(tmp_path: Path, number: int) -> None:
    skip_if_ignored(number)
    command = [sys.executable, "-m", "ninetka", "random", "-n", "1000000", "-o", "games.9tka"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        while not any(path.stat().st_size for path in tmp_path.iterdir()):
            time.sleep(0.01)
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert b"Traceback" not in said
    assert list(tmp_path.iterdir()) == []


AT_THE_RENAME = """
import os, signal
replace = os.replace
def replace_at_a_signal(*names):
    if {before}:
        os.kill(os.getpid(), {number})
    replace(*names)
    os.kill(os.getpid(), {number})
os.replace = replace_at_a_signal
from ninetka.__main__ import main
main()
"""


@POSIX
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("number", [SIGTERM, SIGHUP, SIGINT])
def test_a_signal_while_a_file_gets_to_its_place_is_no_failure(
    tmp_path: Path, number: int, before: bool
) -> None:
    skip_if_ignored(number)
    code = AT_THE_RENAME.format(number=int(number), before=before)
    command = [sys.executable, "-c", code, "random", "--seed", "1", "-o", "game.9tka"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "game.9tka").read_text("utf-8") == some_game()
    assert [path.name for path in tmp_path.iterdir()] == ["game.9tka"]


AT_THE_END = """
import os
class Late:
    def __del__(self, kill=os.kill, itself=os.getpid()):
        kill(itself, {number})
late = Late()
from ninetka.__main__ import main
main()
"""


@POSIX
@pytest.mark.parametrize("number", [SIGTERM, SIGHUP, SIGINT])
def test_a_signal_while_python_ends_is_no_failure(tmp_path: Path, number: int) -> None:
    skip_if_ignored(number)
    code = AT_THE_END.format(number=int(number))
    command = [sys.executable, "-c", code, "random", "--seed", "1", "-o", "game.9tka"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "game.9tka").read_text("utf-8") == some_game()


def test_a_file_that_cannot_get_to_its_place_is_reported(tmp_path: Path) -> None:
    code = """
import os
def replace(*names):
    raise PermissionError(13, "Permission denied")
os.replace = replace
from ninetka.__main__ import main
main()
"""
    command = [sys.executable, "-c", code, "random", "-o", "game.9tka"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "Error: game.9tka: Permission denied\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_errors_that_nobody_hears_still_count(tmp_path: Path) -> None:
    for line in ("check missing", "random -o missing/x", "--help >/dev/full"):
        shell = f'"{sys.executable}" -m ninetka {line} 2>/dev/full'
        done = subprocess.run(["sh", "-c", shell], timeout=60, cwd=tmp_path, check=False)
        assert done.returncode == 2, line


# Endings of names


@pytest.mark.parametrize(
    ("command", "endings"),
    [(["convert", "-"], ".9tka, .txt, .json, .jsonl or .sgf"),
     (["random"], ".9tka, .txt, .json, .jsonl or .sgf"),
     (["replay", "-"], ".html or .htm")],
)  # fmt: skip
def test_an_ending_that_asks_for_something_else_is_refused(
    tmp_path: Path, command: list[str], endings: str
) -> None:
    said = refusal(*command, "-o", tmp_path / "x.csv", stdin=GOOD)
    assert said.startswith(f"Error: {tmp_path}/x.csv: the output's name can end in {endings}")
    assert said.endswith(", not in .csv\n")
    assert list(tmp_path.iterdir()) == []


def test_the_form_that_a_name_asks_for() -> None:
    for name in (None, "-", "x", "x.9tka", "a.b/x.9TKA", "x.json.txt", "a.csv/x", ".hidden"):
        assert form_of(name) == "9tka"
    for name in ("x.json", "x.JSONL", ".hidden.json"):
        assert form_of(name) == "json"
    for name in ("x.csv", "x.9tka.gz", "x.", "x.html", "x.9tka "):
        with pytest.raises(NinetkaError, match="can end in"):
            form_of(name)


def test_the_form_can_be_said_whatever_the_ending_is(tmp_path: Path) -> None:
    assert out("convert", "--to", "json", "-o", tmp_path / "x.csv", stdin=GOOD) == ""
    assert (tmp_path / "x.csv").read_text("utf-8") == out("convert", stdin=GOOD)
    assert out("random", "--json", "--seed", "1", "-o", tmp_path / "x.dat") == ""
    assert (tmp_path / "x.dat").read_text("utf-8").startswith("{")


@pytest.mark.parametrize("name", ["page", "page.HTM"])
def test_names_of_pages(tmp_path: Path, name: str) -> None:
    assert out("replay", "-", "-o", tmp_path / name, stdin=GOOD) == ""
    assert (tmp_path / name).read_text("utf-8").startswith("<!doctype html>")


# Names that could command a terminal


@POSIX
@pytest.mark.parametrize(
    "arguments",
    [["check", "{}"], ["convert", "{}"], ["replay", "-", "-o", "{}.pdf"],
     ["random", "-o", "missing/{}"], ["random", "-o", "{}/"]],
)  # fmt: skip
def test_names_of_files_cannot_command_the_terminal(tmp_path: Path, arguments: list[str]) -> None:
    name = "\x1b[31mred\u202e\udcff"
    done = run(*(each.format(name) for each in arguments), stdin=GOOD, cwd=tmp_path)
    assert done.returncode == 2
    assert "\x1b" not in done.stdout + done.stderr
    assert "\\x1b[31mred\\u202e\\udcff" in done.stderr


@POSIX
def test_a_bad_game_in_a_file_whose_name_could_command_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "\x1b[31m").write_text(BAD + GOOD, "utf-8")
    done = run("check", "-v", "\x1b[31m", cwd=tmp_path)
    assert done.stdout.startswith("'\\x1b[31m', game 1, line 4, ply 2")
    assert "'\\x1b[31m', game 2, line 5: good" in done.stdout


# A reader that goes away


@POSIX
@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["check", "--help"], ["check", "-"], ["convert", "-"],
     ["random", "-n", "1000"], ["serve"], ["random", "-o", "/dev/fd/1"]],
)  # fmt: skip
def test_output_that_nobody_reads_ends_as_sigpipe_does(arguments: list[str]) -> None:
    call = '{"jsonrpc": "2.0", "id": 1, "method": "start"}' if arguments == ["serve"] else GOOD
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [sys.executable, "-m", "ninetka", *arguments], input=call.encode(), stdout=theirs,
        stderr=subprocess.PIPE, timeout=60, check=False,
    )  # fmt: skip
    os.close(theirs)
    assert (done.returncode, done.stderr) == (141, b"")
