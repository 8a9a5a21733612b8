"""`ninetka play --browser`: what the page is given, and the command as a process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import BAD, GOOD, Done, run
from support.posix import HEARD, POSIX, SIGINT
from support.waiting import PATIENCE, line_of, wait_until

from ninetka.records import parse, read
from ninetka.server import answer
from ninetka.web.server import PageServer

EXAMPLES = Path(__file__).parents[2] / "examples"
ADDRESS = re.compile(r"Open (http://127\.0\.0\.1:\d+/[\w-]{22}/) in a web browser; Ctrl-C ends\.\n")

CALL = '{"jsonrpc": "2.0", "id": 1, "method": "start"}'
JSON = "application/json"
PLAYED = "11/11/11/11/11/11/4n6/11/11/11/11 b 2 wiki"

Browse = Callable[..., tuple[Done, dict[str, Any]]]


@pytest.fixture
def browse(monkeypatch: pytest.MonkeyPatch) -> Browse:
    """Runs the command until it serves, and gives what the page is given then."""
    given: list[bytes] = []
    opened: list[str] = []

    def interrupted(server: PageServer) -> None:
        given.append(server.files["given"][1])
        raise KeyboardInterrupt

    monkeypatch.setattr(PageServer, "serve_forever", interrupted)
    monkeypatch.setattr(PageServer, "open", lambda server: opened.append(server.address))

    def browsed(*arguments: str | Path, stdin: str = "") -> tuple[Done, dict[str, Any]]:
        done = run("play", "--browser", *arguments, stdin=stdin)
        assert (done.returncode, done.stderr) == (0, "")
        shown = ADDRESS.match(done.stdout)
        assert shown
        assert opened == [shown[1]]
        opened.clear()
        data: dict[str, Any] = json.loads(given.pop())
        return done, data

    return browsed


def test_nothing_is_given_unless_a_game_is_asked_for(browse: Browse) -> None:
    done, given = browse()
    assert (given["record"], given["players"]) == (None, None)
    assert done.stdout.endswith("Ctrl-C ends.\n\n")


@pytest.mark.parametrize(
    ("options", "players", "start", "tags"),
    [
        ("--game mills", None, "mills", {}),
        ("--players 3", ["me", "me", "me"], "3 nestorgames", {}),
        ("--players me,Search:2.0s,mc:10", ["me", "search:2s", "mc:10"], "3 nestorgames",
         {"Second": "search:2s", "Third": "mc:10"}),
        ("--ruleset wiki --name Ann", None, "2 wiki", {"First": "Ann"}),
        ("--players greedy,me --name Ann", ["greedy", "me"], "2 nestorgames", {"First": "Ann"}),
        (["--position", PLAYED], None, PLAYED, {}),
    ],
)  # fmt: skip
def test_a_start_is_given_as_a_record(
    browse: Browse,
    options: str | list[str],
    players: list[str] | None,
    start: str,
    tags: dict[str, str],
) -> None:
    _, given = browse(*(options.split() if isinstance(options, str) else options))
    record = parse(given["record"])
    assert record.game.state.to_text().endswith(start)
    assert (given["players"], record.tags, record.game.ply) == (players, tags, 0)


def test_a_game_of_a_file_is_given_as_a_record(browse: Browse) -> None:
    for file in ("tournament.9tka", "kropki.sgf"):
        with (EXAMPLES / file).open("rb") as source:
            wanted = next(read(source))
        _, given = browse(EXAMPLES / file, "--players", "greedy,me")
        assert parse(given["record"]) == wanted
        assert given["players"] == ["greedy", "me"]
    _, given = browse("-", "--game", "2", stdin=BAD + GOOD)
    record = parse(GOOD).to_text()
    line = BAD.count("\n") + 1
    assert given == {"record": record, "players": None, "line": line, "number": 2}


def test_a_game_that_breaks_the_rules_is_given_as_it_is_written(browse: Browse) -> None:
    _, given = browse("-", "--players", "me,greedy", "--game", "2", stdin=GOOD + BAD)
    place = {"line": GOOD.count("\n") + 1, "number": 2}
    assert given == {"record": BAD.rstrip(), "players": ["me", "greedy"], **place}


def test_a_bad_record_that_is_not_text_is_refused() -> None:
    done = run("play", "--browser", "-", stdin=BAD.encode() + b"{\xff}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: -, game 1: the record is not UTF-8 text\n"


def test_a_system_without_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(PageServer, "server_bind", refused)
    done = run("play", "--browser")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: the page cannot be served: Permission denied\n"


@HEARD
@POSIX
def test_the_command_opens_the_browser_serves_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    note = tmp_path / "address"
    browser = f"{sys.executable} -c \"open({str(note)!r}, 'x').write('%s')\""
    with subprocess.Popen(
        [sys.executable, "-m", "ninetka", "play", "--browser"],
        env={**os.environ, "BROWSER": browser}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        shown = ADDRESS.fullmatch(line_of(process.stdout))
        assert shown
        parts = urlsplit(shown[1])
        with closing(HTTPConnection(parts.netloc, timeout=PATIENCE)) as connection:
            for name in ("answer", "think"):  # here and in another process, which holds the streams
                connection.request("POST", f"{parts.path}{name}", CALL, {"Content-Type": JSON})
                assert connection.getresponse().read().decode() == answer(CALL)
        wait_until(lambda: note.exists() and note.read_text("utf-8"))
        process.send_signal(SIGINT)
        rest = process.communicate(timeout=PATIENCE)
    assert (process.returncode, *rest) == (0, "\n", "")
    opened = urlsplit(note.read_text("utf-8"))
    assert (opened.netloc, len(opened.path)) == (parts.netloc, len(parts.path))
