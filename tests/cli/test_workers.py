"""`ninetka check --workers`: what it prints is the same, whatever happens to the workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import BAD, GOOD, out, run
from support.posix import HEARD, POSIX, SIGINT, SIGTERM
from support.waiting import PATIENCE, line_of

CHECK = [sys.executable, "-m", "ninetka", "check", "--workers"]
EXAMPLES = Path(__file__).parents[2] / "examples"
LONG = pytest.mark.long
pytestmark = HEARD


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files with good and bad records of all games in all forms, enough for several tasks."""
    place = tmp_path_factory.mktemp("records")
    texts = [path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*.9tka"))]
    wrong = [text.replace('[Result "', '[Result "9') for text in texts[:4]]
    match = (EXAMPLES / "match-of-three.9tka").read_text("utf-8")
    bad_match = match.replace('[MatchGame "4"]', '[MatchGame "3"]')
    long_one = f"{GOOD}{{{'x' * 99_999}}}\n"
    games = [BAD, *texts, GOOD, *wrong, bad_match, "[Oops]\n*\n", long_one, match]
    (place / "games.9tka").write_text("\n".join([*games, BAD]), "utf-8")
    good = [out("convert", path) for path in sorted(EXAMPLES.glob("*.9tka"))]
    damaged = [f"{{{lines}" for lines in good[:2]]
    (place / "games.jsonl").write_text("".join([*damaged, *good]), "utf-8")
    game = (EXAMPLES / "kropki.sgf").read_text("utf-8")
    (place / "games.sgf").write_text(f"{game} oops {game.replace('RE[', 'RE[x')}\n{game}", "utf-8")
    (place / "bytes.9tka").write_bytes(GOOD.encode() + b"\xff\n" + GOOD.encode())
    (place / "empty").touch()
    return place


def checked(
    workers: int, *arguments: str, folder: Path, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CHECK, str(workers), *arguments],
        input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, cwd=folder,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"}, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("workers", "option"),
    [(2, "--verbose"), pytest.param(3, "--json", marks=LONG), pytest.param(2, None, marks=LONG)],
)
def test_the_output_is_the_same(folder: Path, workers: int, option: str | None) -> None:
    files = ["games.9tka", "missing", "games.jsonl", "empty", "games.sgf", "-", "bytes.9tka"]
    arguments = [*files, *([option] if option else [])]
    stdin = (GOOD * 50 + BAD) * 20
    alone = run("check", *arguments, stdin=stdin, cwd=folder)
    shared = checked(workers, *arguments, folder=folder, stdin=stdin)
    assert shared.stdout == alone.stdout
    assert (shared.stderr, shared.returncode) == (alone.stderr, alone.returncode)
    assert (alone.returncode, len(alone.stderr.splitlines())) == (2, 2)
    if option == "--json":
        results = [json.loads(line)["ok"] for line in alone.stdout.splitlines()]
        assert (results.count(True), results.count(False)) == (1252, 34)


KILLED = """
import os
from multiprocessing import set_start_method
from ninetka.__main__ import main
from ninetka.records import reader

def killed(number, raw, *options):
    os.kill(os.getpid(), 9) if number == 1500 else None
    return verdict(number, raw, *options)

verdict, reader.verdict_on = reader.verdict_on, killed
set_start_method("fork")
main()
"""


@LONG
@POSIX
def test_killed_workers_end_the_command_with_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, "check", "--workers", "2"],
        input=GOOD * 2000, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.stderr == "Error: the worker processes were killed, maybe because memory ran out\n"
    assert (done.returncode, done.stdout) == (2, "")


KILLED_ONCE = KILLED.replace("if number == 1500", "if number == 1500 and first()").replace(
    "import os", """
import os
def first():
    try:
        os.mkdir("killed")
    except FileExistsError:
        return False
    return True
""", 1,
)  # fmt: skip


@LONG
@POSIX
def test_a_killed_worker_is_replaced_by_the_others(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED_ONCE, "check", "--workers", "2", "-"], cwd=tmp_path,
        input=GOOD * 1600 + BAD, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (tmp_path / "killed").exists()
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.endswith("1,601 games: 1,600 good, 1 bad\n")


POISONED = """
import os
from multiprocessing import set_start_method
from random import Random
from ninetka.tournament import arena
from ninetka.__main__ import main

def poisoned(opening, random):
    os.kill(os.getpid(), 9) if random.getstate() == Random("s/4").getstate() else None
    return dealt(opening, random)

dealt, arena.dealt = arena.dealt, poisoned
set_start_method("fork")
main()
"""


@LONG
@POSIX
def test_a_game_that_kills_every_worker_costs_an_arena_one_game(tmp_path: Path) -> None:
    command = ["arena", "random", "greedy", "-n", "12", "--seed", "s"]
    done = subprocess.run(
        [sys.executable, "-c", POISONED, *command, "--workers", "2", "-o", "games.jsonl"],
        capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout.splitlines()[-1] == "11 games, seed s"
    stopped, error = done.stderr.splitlines()
    assert stopped == (
        "Stopped with 11 games in games.jsonl.part. "
        "To go on: the same command, --resume games.jsonl"
    )
    assert error.startswith("Error: the executor takes no more tasks: BrokenExecutor: the worker")
    assert out(*command, "--resume", tmp_path / "games.jsonl").endswith("12 games, seed s\n")


HALF_WRITTEN = """
import os, threading
from multiprocessing import set_start_method
from pathlib import Path
from ninetka.simulate.workers import started

def kill():
    place = Path(f"/proc/self/task/{os.getpid()}/wchan")
    while not any(name in place.read_text() for name in ("pipe_write", "sock", "unix")):
        pass
    os.kill(os.getpid(), 9)

def result():
    threading.Thread(target=kill, daemon=True).start()
    return bytes(200_000_000)

set_start_method("fork")
with started(1) as executor:
    executor.submit(result).result()
"""


@LONG
@pytest.mark.skipif(not Path("/proc/self/wchan").exists(), reason="there is no /proc here")
def test_a_worker_killed_while_it_writes_a_result_does_not_hang_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HALF_WRITTEN], capture_output=True, text=True, timeout=PATIENCE,
        check=False,
    )  # fmt: skip
    assert "NinetkaError: the worker processes were killed" in done.stderr


@pytest.mark.parametrize("number", ["0", "62", "two"])
def test_how_many_workers_there_can_be(number: str) -> None:
    assert run("check", "--workers", number, stdin=GOOD).returncode == 2


@LONG
@POSIX
@pytest.mark.parametrize(
    ("number", "everyone", "code"),
    [(SIGINT, True, 130), (SIGINT, False, 130), (SIGTERM, True, 143), (SIGTERM, False, 143),
     (getattr(signal, "SIGKILL", 0), False, -9)],
)  # fmt: skip
def test_a_signal_ends_the_workers_too(
    tmp_path: Path, number: int, everyone: bool, code: int
) -> None:
    (tmp_path / "games.9tka").write_text(GOOD * 200_000, "utf-8")
    with subprocess.Popen(
        [*CHECK, "2", "--verbose", "games.9tka"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=tmp_path, start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        line_of(process.stdout)
        (os.killpg if everyone else os.kill)(process.pid, number)
        _, said = process.communicate(timeout=PATIENCE)  # also waits until no worker has it open
    assert (process.returncode, said) == (code, b"")


PRESSED = """
import os, signal, sys
from contextlib import contextmanager
from multiprocessing import set_start_method
from multiprocessing.process import BaseProcess
from ninetka.__main__ import main

def press(pressed=[]):
    if not pressed:
        pressed.append(True)
        os.killpg(0, signal.SIGINT)

class Importing:
    def find_spec(self, name, *_):
        if name == "ninetka.simulate.workers":
            press()

def pressing(function):
    def pressed(*given):
        result = function(*given)
        press()
        return result
    return pressed

def pressing_after(manager):
    @contextmanager
    def pressed():
        with manager():
            yield
        press()
    return pressed

if __name__ == "__main__":
    start, moment = sys.argv.pop(), sys.argv.pop()
    set_start_method(start)
    if moment == "importing":
        sys.meta_path.insert(0, Importing())
    elif moment == "starting":
        BaseProcess.start = pressing(BaseProcess.start)
    else:
        from ninetka.simulate import workers
        workers._without_ctrl_c = pressing_after(workers._without_ctrl_c)
    main()
"""


@LONG
@POSIX
@pytest.mark.parametrize("start", ["fork", "spawn", "forkserver"])
@pytest.mark.parametrize(("moment", "code"), [("importing", 130), ("starting", 0), ("begun", 130)])
def test_ctrl_c_while_workers_start(tmp_path: Path, start: str, moment: str, code: int) -> None:
    """It is ignored while processes start, which inherit that."""
    (tmp_path / "start.py").write_text(PRESSED, "utf-8")
    done = subprocess.run(
        [sys.executable, "start.py", "check", "--workers", "2", "-", moment, start],
        input=(GOOD * 10).encode(), capture_output=True, timeout=PATIENCE, cwd=tmp_path,
        start_new_session=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (code, b"")


@LONG
@POSIX
def test_output_that_nobody_reads_ends_the_workers(tmp_path: Path) -> None:
    (tmp_path / "games.9tka").write_text(GOOD * 20_000, "utf-8")
    with subprocess.Popen(
        [*CHECK, "2", "--verbose", "games.9tka"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        line_of(process.stdout)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
