"""How the page asks the server that sent it (rules.js), in a browser."""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from socket import SHUT_RDWR
from typing import Any

import pytest
from support.browser import NEEDED
from support.waiting import PATIENCE, wait_until

from ninetka.games import entry_for_name
from ninetka.server import answer
from ninetka.server.methods import MAX_MESSAGE
from ninetka.web.server import PageServer

pytestmark = [*NEEDED, pytest.mark.long]

CALL = '{"jsonrpc": "2.0", "id": 1, "method": "start"}'
SHOWN = """const done = arguments[arguments.length - 1];
import(new URL("rules.js", document.baseURI)).then(({ rules }) => {}).then(
    done, error => done(error.name === "Error" ? error.message : error.name))"""

SIGNALLED = """(async (line) => {
    const stopping = [1, 2, 3].map(() => new AbortController());
    const thoughts = stopping.map(({ signal }) => rules.think(line, signal));
    stopping[1].abort();
    const settled = await Promise.allSettled(thoughts);
    return settled.map(({ value, reason }) => value ?? reason.name);
})(arguments[0])"""


def chosen(game: str, player: str) -> str:
    """A line that asks for a computer player's move, and what it expects."""
    position = entry_for_name(game).begin(game=game).to_text()
    params = {"game": game, "position": position, "player": player, "seed": 3, "analysis": True}
    return json.dumps({"jsonrpc": "2.0", "id": 2, "method": "choose", "params": params})


def result(reply: str | None) -> Any:
    """What a reply says, but for how long it took."""
    said = json.loads(reply or "")["result"]
    del said["analysis"]["seconds"]
    return said


def shown(driver: Any, promise: str, *arguments: object) -> Any:
    """What comes of a promise: its value, or the text that is shown of an error."""
    return driver.execute_async_script(SHOWN.replace("{}", promise, 1), *arguments)


def test_the_page_asks_the_server_that_sent_it(driver: Any) -> None:
    others = threading.active_count()
    with PageServer(players=["me", "greedy"]) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
        thread.start()
        driver.get(server.address)
        assert shown(driver, "rules.start()") is None
        assert shown(driver, "rules.given()") == {
            "record": None, "players": ["me", "greedy"], "line": 1, "number": 1,
        }  # fmt: skip
        assert shown(driver, "rules.ask(arguments[0])", CALL) == answer(CALL)
        assert shown(driver, "rules.think(arguments[0])", CALL) == answer(CALL)
        thinkers = len(server.player_processes.processes)
        for game in ("9tka", "kropki", "mills"):
            line = chosen(game, "search:300")
            thought = shown(driver, "rules.think(arguments[0])", line)
            assert result(thought) == result(answer(line))
        assert len(server.player_processes.processes) == thinkers  # the page has found them itself
        stopped = (
            "(() => { const thought = rules.think('{}'); rules.stopThinking(); return thought })()"
        )
        assert shown(driver, stopped) == "AbortError"
        assert shown(driver, SIGNALLED, CALL) == [answer(CALL), "AbortError", answer(CALL)]
        long = shown(driver, "rules.ask('x'.repeat(arguments[0]))", 10 * MAX_MESSAGE)
        assert long == f"the message is longer than {MAX_MESSAGE} bytes"
        server.shutdown()
        thread.join(PATIENCE)
        for connection in [*server.connections._strangers, *server.connections._known]:
            with suppress(OSError):
                connection.shutdown(SHUT_RDWR)  # which the browser keeps open
    wait_until(lambda: threading.active_count() <= others)
    ended = "The program that knows the rules has ended: start ninetka play --browser again."
    assert shown(driver, "rules.ask(arguments[0])", CALL) == ended
