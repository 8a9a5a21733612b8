"""Commands at a terminal: progress bars, nothing that waits silently, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile

import pytest
from commandline import BAD, GOOD
from systems import POSIX, pseudo_terminal

pytest.importorskip("typer", reason="the command line needs the cli extra")

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMAND = ("-m", "ninetka")
AT_ONCE = "import ninetka.cli.progress as p; p._LONG = -1; import ninetka.__main__ as m; m.main()"
"""The command line, but all work counts as long."""


def in_a_terminal(*arguments: str | Path) -> tuple[str, str, int]:
    """What Python prints with standard error, and only that, on a terminal."""
    ours, theirs = pseudo_terminal()
    with TemporaryFile("w+", encoding="utf-8") as printed:
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=printed,
            stderr=theirs, env={**os.environ, "TERM": "xterm"},
        )  # fmt: skip
        os.close(theirs)
        shown = read_all(ours)
        code = process.wait(timeout=60)
        printed.seek(0)
        return printed.read(), shown, code


def read_all(ours: int) -> str:
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    return shown.decode()


def test_a_progress_bar_shows_only_if_the_input_is_long(tmp_path: Path) -> None:
    long, short = tmp_path / "long.9tka", tmp_path / "short.9tka"
    long.write_text(((EXAMPLES / "ludii.9tka").read_text("utf-8") + BAD) * 60, "utf-8")
    printed, shown, code = in_a_terminal(*COMMAND, "check", long)
    assert code == 1
    assert printed.endswith("6060 games: 6000 good, 60 bad\n")
    assert printed.count("nestorgames, 2 players") == 60
    assert "MB" in shown
    short.write_text(GOOD, "utf-8")
    printed, shown, code = in_a_terminal(*COMMAND, "check", short)
    assert (printed, shown, code) == ("1 game: 1 good, 0 bad\n", "", 0)


@pytest.mark.parametrize(
    ("command", "amount"),
    [("random -n 3 --plies 1", "3/3"), ("perft 1", "49/49"), ("convert FILE", "kB"),
     ("convert FILE -o new.json", "kB"), ("random -n 3 -o new.9tka", "3/3"),
     ("replay FILE --game 2", "kB"), ("standings FILE", "kB"), ("check --json FILE", "kB")],
)  # fmt: skip
def test_whatever_takes_long_shows_progress(tmp_path: Path, command: str, amount: str) -> None:
    words = command.replace("FILE", str(EXAMPLES / "tournament.9tka")).split()
    words = [str(tmp_path / word) if word.startswith("new") else word for word in words]
    printed, shown, code = in_a_terminal("-c", AT_ONCE, *words)
    assert code == 0
    assert amount in shown
    assert bool(printed) == ("-o" not in words)
    plain = subprocess.run(
        [sys.executable, "-c", AT_ONCE, *words], capture_output=True, timeout=60, check=True
    )
    assert plain.stderr == b""  # which is no terminal here


@POSIX
def test_check_shows_boards_in_colour_in_a_terminal() -> None:
    ours, theirs = pseudo_terminal()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    subprocess.run(
        [sys.executable, *COMMAND, "check", "-"], input=BAD.encode(), stdout=theirs, timeout=60,
        env=environment | {"TERM": "xterm"}, check=False,
    )  # fmt: skip
    os.close(theirs)
    assert "\x1b[1;38;5;" in read_all(ours)


def typed_at(*arguments: str) -> tuple[int, str]:
    """How a command ends and what it says if Ctrl-D is typed at the terminal it reads from."""
    ours, theirs = pseudo_terminal()
    os.write(ours, b"\x04")
    done = subprocess.run(
        [sys.executable, *COMMAND, *arguments], stdin=theirs, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    return done.returncode, " ".join(done.stderr.replace("\u2502", " ").split())


@POSIX
@pytest.mark.parametrize("command", ["check", "convert", "replay", "standings"])
def test_nothing_waits_silently_for_a_terminal(command: str) -> None:
    code, said = typed_at(command)
    assert code == 2
    assert "name a record file, or - for standard input" in said


@POSIX
def test_a_terminal_can_be_asked_for() -> None:
    assert typed_at("convert", "-") == (2, "Error: -: there is no game in it")


@POSIX
def test_serve_says_at_a_terminal_what_it_waits_for() -> None:
    code, said = typed_at("serve")
    assert (code, said) == (0, "Waiting for JSON-RPC calls, one message a line; Ctrl-D ends.")


@POSIX
def test_interrupting_leaves_no_traceback() -> None:
    command = [sys.executable, "-m", "ninetka", "check", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        process.stdin.write(BAD.encode() * 1000)
        process.stdin.flush()
        assert process.stdout is not None
        process.stdout.readline()  # it is at work
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert b"Traceback" not in said
    assert process.returncode == 130


@POSIX
@pytest.mark.parametrize("module", ["attrs", "typer", "ninetka.nine.registration"])
@pytest.mark.parametrize("started", [["-m", "ninetka"], ["ninetka"]])
def test_interrupting_while_modules_are_imported(
    tmp_path: Path, module: str, started: list[str]
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        f"""
import os, signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
""",
        "utf-8",
    )
    (tmp_path / "ninetka").write_text("from ninetka.__main__ import main\nmain()\n", "utf-8")
    if started == ["ninetka"]:
        started = [str(tmp_path / "ninetka")]
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, *started, "--version"], capture_output=True, timeout=60,
        env={**os.environ, "PYTHONPATH": path}, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (b"", b"")
    assert done.returncode in (130, -signal.SIGINT)  # both are 130 to a shell


@POSIX
def test_interrupting_another_program_is_its_own_business() -> None:
    code = "import os, signal, ninetka; os.kill(os.getpid(), signal.SIGINT)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert b"KeyboardInterrupt" in done.stderr
