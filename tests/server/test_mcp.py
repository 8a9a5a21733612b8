"""Tools for language models, called by the client of the package `mcp` over standard input."""

from __future__ import annotations

import json
import re
import sys
from base64 import b64decode
from collections.abc import Iterator, Mapping
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters, types
from support.command_line import out
from support.games import ENTRIES
from support.posix import HEARD, POSIX, SIGINT, SIGTERM
from support.waiting import PATIENCE, line_of

from ninetka.server.mcp import TOOLS
from ninetka.server.methods import MAX_SECONDS

PAGE = Path(__file__).parents[2] / "docs/howto/language-models.md"
COMMAND = [sys.executable, "-m", "ninetka", "mcp"]
WON = "aa..b.b.. 1/1 0/0 0 a put three-mens-morris"
"""A position of Three Men's Morris in which c3 makes a mill and wins."""
EMPTY = "11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames"


class Talk:
    """A conversation with the tools, from code that is not asynchronous."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal, self._client = portal, client

    def tools(self) -> list[types.Tool]:
        return self._portal.call(self._client.list_tools).tools

    def call(self, name: str, **given: object) -> types.CallToolResult:
        result = self._portal.call(self._client.call_tool, name, given)
        assert isinstance(result, types.CallToolResult)
        return result

    def told(self, name: str, **given: object) -> dict[str, Any]:
        """What a tool tells, which it also gives as JSON."""
        result = self.call(name, **given)
        assert not result.is_error, texts(result)
        told: dict[str, Any] = result.structured_content
        *boards, data = texts(result)
        assert boards == ([told["board"]] if "board" in told else [])
        assert json.loads(data) == {key: each for key, each in told.items() if key != "board"}
        return told

    def refused(self, name: str, **given: object) -> str:
        result = self.call(name, **given)
        assert result.is_error
        (sentence,) = texts(result)
        assert "\n" not in sentence
        return sentence


def texts(result: types.CallToolResult) -> list[str]:
    return [each.text for each in result.content if isinstance(each, types.TextContent)]


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    program = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:])
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(program)) as client,
    ):
        yield Talk(portal, client)


def test_the_command_says_how_long_a_call_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    monkeypatch.setattr("ninetka.server.mcp.serve", asked.append)
    out("mcp", "--seconds", "0.5")
    out("mcp")
    assert asked == [0.5, MAX_SECONDS]


def test_the_page_describes_every_tool_with_its_parameters(talk: Talk) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\|", PAGE.read_text("utf-8"), re.M)
    described = {name: re.sub(r"[`\[\] ]", "", given) for name, given in rows}
    named = {tool.name: [*tool.input_schema["properties"]] for tool in talk.tools()}
    assert all(names[-2:] == ["language", "codes"] for names in named.values())
    known = {tool: ",".join(names[:-2]) for tool, names in named.items()}
    assert described == known
    assert [*known] == [*TOOLS]


@pytest.mark.parametrize("game", ENTRIES)
def test_every_game_is_played_by_tools(talk: Talk, game: str) -> None:
    entry = ENTRIES[game]
    for name in entry.names:
        named, start = {"game": name}, entry.begin(game=name)
        assert talk.told("rules", **named)["summary"] == start.ruleset.summary
        told = talk.told("start", **named)
        assert told["position"] == start.to_text()
        assert told["board"] == str(start)
        (text, *_) = talk.told("legal_moves", position=told["position"], **named)["moves"]
        told = talk.told("move", position=told["position"], move=text, **named)
        state = start.apply(text)
        assert told["position"] == state.to_text()
        assert told["board"] == state.to_board(last_move=start.parse_move(text))
        assert "click" not in told
        chosen = talk.told("choose", position=told["position"], player="greedy", **named)
        after, last = (
            state.apply(chosen["move"]),
            {"last_move": chosen["move"], "previous": told["position"]},
        )
        seen = talk.told("look", position=chosen["position"], **last, **named)
        assert seen["board"] == chosen["board"]
        assert seen["instruction"] == after.instruction


def test_games_are_listed_without_their_rules(talk: Talk) -> None:
    games = {game["name"]: game for game in talk.told("games")["games"]}
    assert {*games} >= {"9tka", "Kropki", "9AM", "Mills"}
    assert {"name": "nestorgames", "players": [2, 3, 4]} in games["9tka"]["rulesets"]


def test_custom_starts_have_options_of_their_own(talk: Talk) -> None:
    custom = {"ruleset": "short", "stones": "2:9", "edge_stop": "stone", "turn_order": "restarts"}
    start = talk.told("start", players=2, **custom)
    assert talk.told("move", position=start["position"], move="E5", **custom)["to_move"] == 1


def test_analysis_finds_the_best_moves(talk: Talk) -> None:
    found = talk.told("analyse", position=WON, player="mc:60", most=3)
    best = found["moves"][0]
    assert (best["move"], best["share"]) == ("c3", 1)
    assert len(found["moves"]) == 3


def test_pictures_are_png_or_svg(talk: Talk) -> None:
    (image,) = talk.call("picture", position=EMPTY).content
    assert isinstance(image, types.ImageContent)
    assert image.mime_type == "image/png"
    png = b64decode(image.data)
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == 600
    (svg,) = texts(talk.call("picture", position=EMPTY, format="svg", size=300))
    assert svg.startswith("<svg")
    assert 'width="300"' in svg


def test_records_are_checked(talk: Talk) -> None:
    good = '[Ruleset "wiki"]\n[Players "2"]\n\n1. *E5 *C9 *\n'
    assert talk.told("check", records=good)["ok"]
    (game,) = talk.told("check", records=good.replace("*C9", "*E5"))["games"]
    assert game["message"] == "a neutral cannot go to E5: it is taken"


@pytest.mark.parametrize(
    ("tool", "given", "sentence"),
    [
        ("move", {"position": EMPTY, "move": "A5"},
         "a neutral cannot go to A5: it is not on the core, C3 to I9"),
        ("move", {"position": EMPTY}, '"move" is needed'),
        ("look", {"position": EMPTY, "colour": 1}, "there is no parameter 'colour' here"),
        ("analyse", {"position": EMPTY, "player": "greedy"}, None),
        ("picture", {"position": EMPTY, "format": "gif"}, "\"format\" is png or svg, not 'gif'"),
        ("picture", {"position": EMPTY, "size": 2001}, '"size" is at most 2000, not 2001'),
        ("picture", {"position": EMPTY, "size": "wide"}, None),
        ("start", {"players": 9}, None),
        ("resign", {}, f"there is no tool 'resign', only {', '.join(TOOLS)}"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(
    talk: Talk, tool: str, given: Mapping[str, object], sentence: str | None
) -> None:
    assert talk.refused(tool, **given) == sentence or sentence is None


def test_a_reason_comes_with_its_code(talk: Talk) -> None:
    data = talk.call("move", position=EMPTY, move="A5").structured_content
    assert data == {"type": "IllegalMoveError", "reason": "NOT_ON_THE_CORE"}


@HEARD
@POSIX
@pytest.mark.parametrize("number", [SIGINT, SIGTERM])
def test_a_signal_ends_the_command_while_it_waits(number: int) -> None:
    with Popen(COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE) as server:
        assert server.stdin
        assert server.stdout
        assert server.stderr
        server.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        server.stdin.flush()
        assert line_of(server.stdout)
        server.send_signal(number)
        assert server.wait(PATIENCE) == 128 + number
        assert server.stderr.read() == b""
