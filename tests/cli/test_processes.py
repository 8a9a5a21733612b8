"""Commands as processes of their own: entry points, pipes, closed streams, signals, a terminal."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import BAD, GOOD, out
from support.posix import HEARD, POSIX, SIGHUP, SIGINT, SIGTERM, pseudo_terminal
from support.waiting import PATIENCE, line_of, wait_until

import ninetka
from ninetka.morris import MILLS, State
from ninetka.simulate import results

COMMAND = [sys.executable, "-m", "ninetka"]
CALL = '{"jsonrpc": "2.0", "id": 1, "method": "start"}'
LONG = pytest.mark.long
pytestmark = HEARD


def shell(line: str, folder: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A line of a shell in which $NINETKA is the command."""
    return subprocess.run(
        ["sh", "-c", line.replace("$NINETKA", f'"{sys.executable}" -m ninetka')],
        input=stdin, capture_output=True, text=True, timeout=PATIENCE, cwd=folder, check=False,
    )  # fmt: skip


def test_the_command_writes_to_a_pipe_until_nobody_reads() -> None:
    with subprocess.Popen(
        [*COMMAND, "random", "-n", "1000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert line_of(process.stdout) == b'[Game "9tka"]\n'
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 141


def has_begun(process: subprocess.Popen[bytes], condition: Callable[[], object]) -> None:
    """Wait until a condition holds, while a process runs."""
    wait_until(lambda: condition() or process.poll() is not None)
    assert process.poll() is None


def _has_size(path: Path) -> bool:
    return path.stat().st_size > 0


@LONG
def test_the_installed_command_runs() -> None:
    command = shutil.which("ninetka", path=sysconfig.get_path("scripts"))
    if command is None:
        pytest.skip("ninetka is not installed here, only on the path")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.startswith(f"ninetka {ninetka.__version__}\n")


@LONG
@POSIX
@pytest.mark.parametrize(
    "arguments", ["--help", "--version", "check --help", "check -", "convert -", "serve", "play"]
)
def test_output_that_nobody_reads_ends_as_sigpipe_does(arguments: str) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [*COMMAND, *arguments.split()], input=(CALL if arguments == "serve" else GOOD).encode(),
        stdout=theirs, stderr=subprocess.PIPE, timeout=PATIENCE, check=False,
    )  # fmt: skip
    os.close(theirs)
    assert (done.returncode, done.stderr) == (141, b"")


@LONG
@POSIX
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams_are_an_error(tmp_path: Path, closed: str) -> None:
    done = shell(f"$NINETKA check - {closed}", tmp_path, BAD)
    assert (done.returncode, done.stderr) == (2, "Error: standard input or output is closed\n")


@LONG
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", ["--help", "check -", "convert -", "serve"])
def test_standard_output_that_is_full(tmp_path: Path, command: str) -> None:
    stdin = CALL if command == "serve" else GOOD
    done = shell(f"$NINETKA {command} >/dev/full", tmp_path, stdin)
    assert done.stderr == "Error: standard output: No space left on device\n"
    assert done.returncode == 2


@LONG
@POSIX
@pytest.mark.parametrize("name", ["/dev/stdout", "link"])
def test_dev_stdout_is_standard_output(tmp_path: Path, name: str) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    made = f"$NINETKA random --seed 1 -o {name}"
    game = out("random", "--seed", "1")
    assert shell(f"echo a >log; {made} >>log; echo b >>log", tmp_path).returncode == 0
    assert (tmp_path / "log").read_text("utf-8") == f"a\n{game}b\n"
    assert shell(f"{made} | cat", tmp_path).stdout == game


@LONG
@POSIX
@pytest.mark.parametrize("number", [SIGTERM, SIGHUP, SIGINT])
def test_a_signal_leaves_no_scratch_files(tmp_path: Path, number: int) -> None:
    command, pipe = [*COMMAND, "convert", "-", "-o", "games.json"], subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, stdin=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        process.stdin.write(GOOD.encode() * 1000)  # and more to come
        process.stdin.flush()
        has_begun(process, lambda: [*tmp_path.iterdir()])
        process.send_signal(number)
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (128 + number, b"")
    assert not [*tmp_path.iterdir()]


KILL = getattr(signal, "SIGKILL", 0)
HELD = """
import sys, time
from itertools import count
from ninetka.__main__ import main
from ninetka.cli import journal, simulate

most, calls = int(sys.argv.pop()), count(1)

def holding(write):
    def written(*given):
        is_last = next(calls) == most  # also if it is interrupted as soon as it can be seen
        write(*given)
        if is_last:
            time.sleep(1e6)
    return written

journal.Journal.add = holding(journal.Journal.add)
simulate._Keeper.write = holding(simulate._Keeper.write)
if __name__ == "__main__":
    main()
"""
"""The command, which stops for ever after it has written so many times."""
HOLDING = [sys.executable, "-c", HELD]
PLAYED = {
    "arena": ["arena", "random", "greedy", "random"],
    "random": ["random", "--ruleset", "mills"],
}


@LONG
@POSIX
@pytest.mark.parametrize(
    ("name", "workers", "numbers"),
    [
        ("arena", 2, [SIGTERM, KILL, SIGHUP, SIGINT]),
        ("arena", 1, [KILL, SIGHUP, SIGTERM]),
        ("random", None, [SIGHUP, KILL, SIGTERM, SIGINT]),
    ],
)
def test_games_are_kept_whatever_ends_the_command(
    tmp_path: Path, name: str, workers: int | None, numbers: list[int]
) -> None:
    path, part = tmp_path / "games.jsonl", tmp_path / "games.jsonl.part"
    path.write_text("an old file", "utf-8")
    given = [*PLAYED[name], "-n", "200", "--seed", "s"]
    command = [*COMMAND, *given]
    shared = [] if workers is None else ["--workers", str(workers)]
    option = "-o"
    for number in numbers:
        most = played(part) + 7  # with those that it takes over
        with subprocess.Popen(
            [*HOLDING, *given, *shared, option, "games.jsonl", str(most)], cwd=tmp_path,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            has_begun(process, lambda: played(part) == most)  # noqa: B023
            process.send_signal(number)
            process.communicate(timeout=PATIENCE)
        assert process.returncode in (128 + number, -number)
        assert played(part) == most
        assert path.read_text("utf-8") == "an old file"
        option = "--resume"
    end = [*command, *shared, "--resume", "games.jsonl"]
    done = subprocess.run(
        end, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    whole = subprocess.run(
        [*command, "-o", "whole.jsonl"], cwd=tmp_path, capture_output=True, text=True, check=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (whole.stdout, "")
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert played(path) == 200
    assert {each.name for each in tmp_path.iterdir()} == {"games.jsonl", "whole.jsonl"}


def played(path: Path) -> int:
    """How many games are in a file, with one record on each line."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


# Workers

ARENA = ["arena", "random", "greedy", "--seed", "s", "--json", "-o", "games.9tka"]


@LONG
@POSIX
@pytest.mark.parametrize("number", [SIGINT, SIGTERM])
def test_workers_end_with_the_command(tmp_path: Path, number: int) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*COMMAND, *ARENA, "-n", "10000", "--workers", "2"], cwd=tmp_path, stdout=pipe, stderr=pipe
    ) as process:
        has_begun(process, lambda: any(map(_has_size, tmp_path.iterdir())))
        workers = children(process.pid)
        process.send_signal(number)
        shown, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number
    assert len(shown.splitlines()) == (2 if number == SIGINT else 0)
    assert [path.name for path in tmp_path.iterdir()] == ["games.9tka.part"]
    assert len(workers) == 2
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


WAITING = """
import os, time
from collections import defaultdict
from itertools import count
from multiprocessing import set_start_method
from ninetka.tournament import arena
from ninetka.__main__ import main

def waiting(opening, rng):
    while next(games[os.getpid()]) and not os.path.exists("killed"):
        time.sleep(0.01)
    return dealt(opening, rng)

dealt, arena.dealt, games = arena.dealt, waiting, defaultdict(count)
set_start_method("fork")
main()
"""
"""The command, whose workers play one game each, and more once some of them have been killed."""


@LONG
@POSIX
@pytest.mark.parametrize("killed", [1, 2])
def test_killed_workers_cost_an_arena_no_game(tmp_path: Path, killed: int) -> None:
    """One worker's games are played by the other; without any, new ones are started."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, *ARENA, "-n", "100", "--workers", "2"], cwd=tmp_path,
        stdout=pipe, stderr=pipe,
    ) as process:  # fmt: skip
        has_begun(process, lambda: any(map(_has_size, tmp_path.iterdir())))
        for worker in children(process.pid)[:killed]:
            os.kill(worker, signal.SIGKILL)
        (tmp_path / "killed").touch()
        shown, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, b"")
    assert shown.decode() == out(*ARENA[:-2], "-n", "100", "-o", tmp_path / "other.9tka")
    assert (tmp_path / "games.9tka").read_bytes() == (tmp_path / "other.9tka").read_bytes()


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    if shutil.which("pgrep") is None:
        pytest.skip("pgrep is not installed here")
    pgrep = ["pgrep", "-P", str(process)]
    listed = subprocess.run(pgrep, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return list(map(int, listed.stdout.split()))


AT_THE_END = """
import os
class Late:
    def __del__(self, kill=os.kill, itself=os.getpid()):
        kill(itself, {number})
late = Late()
from ninetka.__main__ import main
main()
"""


@LONG
@POSIX
@pytest.mark.parametrize("number", [SIGTERM, SIGINT])
def test_a_signal_while_python_ends_is_no_failure(tmp_path: Path, number: int) -> None:
    command = [sys.executable, "-c", AT_THE_END.format(number=int(number)), "show", "-o", "board"]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")


IN_A_CALLBACK = """
import ctypes, os, time
import ninetka.cli
from ninetka.__main__ import main

def waiting(**_):
    ctypes.CFUNCTYPE(None)(lambda: os.kill(os.getpid(), {number}))()
    while True:
        time.sleep(0.1)

ninetka.cli.app = waiting
main()
"""


@POSIX
@pytest.mark.parametrize("number", [SIGINT, SIGTERM])
def test_signals_reach_a_command_whose_c_code_drops_exceptions(number: signal.Signals) -> None:
    """As LLVM does when it loads what was compiled before."""
    command = [sys.executable, "-c", IN_A_CALLBACK.format(number=int(number))]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, b"", b"")


AT_IMPORT = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
"""


@LONG
@POSIX
@pytest.mark.parametrize("module", ["attrs", "typer"])
@pytest.mark.parametrize("started", ["-m ninetka", "ninetka"])
def test_ctrl_c_while_modules_are_imported(tmp_path: Path, module: str, started: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(AT_IMPORT.format(module=module), "utf-8")
    (tmp_path / "ninetka").write_text("from ninetka.__main__ import main\nmain()\n", "utf-8")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, *started.split(), "--version"], capture_output=True, timeout=PATIENCE,
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (b"", b"")
    assert done.returncode in (130, -signal.SIGINT)  # both are 130 to a shell


@LONG
@POSIX
def test_an_interrupted_and_a_killed_simulation_go_on(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    options = ["--game", "mills", "--seed", "s", "--workers", "2", "--resume", str(file)]
    given = ["simulate", "-n", "1m", *options]

    def played() -> int:
        counted = json.loads(file.read_text("utf-8"))["results"]["games"] if file.exists() else 0
        assert isinstance(counted, int)
        return counted

    for number, code in ((SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
        before = played()
        pipe = subprocess.PIPE
        with subprocess.Popen([*HOLDING, *given, "2"], stdout=pipe, stderr=pipe) as process:
            has_begun(process, lambda: played() > before)  # noqa: B023
            process.send_signal(number)
            said = process.communicate(timeout=PATIENCE)[1].decode()  # the workers have ended too
        assert process.returncode == code, said
        if number == SIGINT:
            assert re.fullmatch("(ninetka compiles .*\n)?Stopped after .*\n", said)
        assert before < played() < 1_000_000
    done = subprocess.run(
        [*COMMAND, *given, "--json"], capture_output=True, text=True, timeout=PATIENCE
    )
    found = results(State.start(MILLS), 1_000_000, "s").to_dict()
    assert {name: json.loads(done.stdout)[name] for name in found} == found


@LONG
def test_play_works_at_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pseudo_terminal()
    with subprocess.Popen(
        [*COMMAND, "play"], stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path,
        env=os.environ | {"TERM": "xterm", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    ) as process:  # fmt: skip
        os.close(theirs)
        shown = ""
        for prompt, typed in (
            ("Seat a> ", "E5\n"), ("Seat b> ", "quit\n"), ("without: ", "game.9tka\n"),
            ("Saved to game.9tka.", ""),
        ):  # fmt: skip
            while prompt not in shown:
                shown += os.read(ours, 4096).decode("utf-8", "replace")
            shown = shown.partition(prompt)[2]
            os.write(ours, typed.encode())
        assert process.wait(timeout=PATIENCE) == 0
    os.close(ours)
    assert (tmp_path / "game.9tka").exists()
