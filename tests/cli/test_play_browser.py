"""`ninetka play --browser`: what the page is given, and the command as a process."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from commandline import BAD, GOOD, Done, run
from systems import POSIX, SIGINT, skip_if_ignored

from ninetka.browser import PageServer
from ninetka.forms import MAX_RECORD
from ninetka.kropki import KROPKI
from ninetka.records import parse, read

EXAMPLES = Path(__file__).parents[2] / "examples"
ADDRESS = re.compile(r"Open (http://127\.0\.0\.1:\d+/[\w-]{22}/) in a web browser; Ctrl-C ends\.\n")

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
    assert given == {"record": None, "players": None}
    assert done.stdout.endswith("Ctrl-C ends.\n\n")


@pytest.mark.parametrize(
    ("options", "players", "tags"),
    [
        ("--game mills", None, {}),
        ("--players 3", ["me", "me", "me"], {}),
        ("--players me,Search:2.0s,mc:10", ["me", "search:2s", "mc:10"],
         {"Second": "search:2s", "Third": "mc:10"}),
        ("--ruleset wiki --name Ann", None, {"First": "Ann"}),
        ("--tag Stones=2:9 --players greedy,me --name Ann", ["greedy", "me"], {"First": "Ann"}),
    ],
)  # fmt: skip
def test_a_start_is_given_as_a_record(
    browse: Browse, options: str, players: list[str] | None, tags: dict[str, str]
) -> None:
    _, given = browse(*options.split())
    record = parse(given["record"])
    assert given["players"] == players
    assert record.tags == tags
    text = run("show", *re.sub("--name Ann|--players .*,.*", "", options).split()).stdout
    assert text == f"{record.game.state}\n" or record.game.state.players == 3


def test_a_game_of_a_file_is_given_as_text(browse: Browse) -> None:
    for file in ("tournament.9tka", "kropki.sgf"):
        with (EXAMPLES / file).open("rb") as source:
            records = list(read(source))
        _, given = browse(EXAMPLES / file, "--players", "greedy,me")
        assert parse(given["record"]) == records[0]
        assert given["players"] == ["greedy", "me"]
    _, given = browse("-", "--game", "2", stdin=BAD + GOOD)
    assert given == {"record": parse(GOOD).to_text(), "players": None}


def test_a_game_that_breaks_the_rules_is_given_as_it_is_written(browse: Browse) -> None:
    assert browse("-", stdin=BAD + GOOD)[1]["record"] == BAD
