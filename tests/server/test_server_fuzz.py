"""Parameters of any kind: every method answers with a result or an error."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.server_calls import START

from ninetka.server.methods import METHODS, Server, answer

KROPKI = "3/1xo/3 x territory -"
MILLS = "a..a....b.b............. 1/1 0/0 0 a put mills"
TEXTS = [
    "", " ", "\0", "\ud800", "\u202e", "x" * 5000, "-" * 5000, "[" * 5000, "9" * 5000, "1e9999999",
    "nan", START, KROPKI, MILLS, "E5", "aa", "aa stop all", "aa.bbccbb", "d6", "agreement",
    "x resigns", "search:1s", "search:1e999s", "mc:-1", "greedy", "random", "mc:9" + "9" * 400,
    "9tka", "kropki", "9AM", "mills", "../../etc/passwd", "sgf", "json", "2:1", "2:rings",
    "(;GM[40]FF[4]SZ[3];B[bb])", '[Ruleset "wiki"]\n\n*\n', '{"tags": {}, "moves": []}',
]  # fmt: skip
NUMBERS: list[Any] = [0, -1, 1, 3, 10**300, -(10**300), 2**63, 0.5, -0.0, 1e308]
NAMES = [
    "game", "position", "move", "ruleset", "players", "player", "seed", "view", "places",
    "apply", "ending", "records", "number", "first", "line", "column", "seconds", "more",
    "moves", "tags", "comments", "glyphs", "clocks", "variations", "form",
    "last_move", "previous", "marks", "legend", "names",
    "title", "size", "targets", "since", "facts", "ply", "picture", "marks_for", "stones",
    "edge_stop", "turn_order", "board", "columns", "rows", "nodes",
    "cross", "capture", "boards", "cards", "jumping", "stuck", "from_mills", "quiet", "tokens",
    "nonsense",
]  # fmt: skip


def anything(rng: Random, depth: int = 0) -> Any:
    """A value of any kind that JSON has."""
    kind = rng.randrange(10)
    if kind < 5:
        return rng.choice(TEXTS)
    if kind < 7:
        return rng.choice(NUMBERS)
    if kind == 7 or depth > 2:
        return rng.choice([None, True, False])
    if kind == 8:
        return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]
    names = [*NAMES, "0", "1", "9" * 400]
    return {rng.choice(names): anything(rng, depth + 1) for _ in range(rng.randrange(4))}


def likely(rng: Random) -> dict[str, Any]:
    """Parameters of which some are as they should be."""
    game, position, move = rng.choice(
        [
            ("9tka", START, "E5"),
            ("kropki", KROPKI, "aa"),
            ("mills", MILLS, "g1"),
            (None, START, "E5"),
        ]
    )
    good = {
        "game": game, "position": position, "move": move, "player": "random", "columns": "3",
        "rows": "3", "records": rng.choice(TEXTS), "places": [move],
    }  # fmt: skip
    return {name: value for name, value in good.items() if rng.random() < 0.8}


def check(server: Server, method: str, params: Any) -> str:
    """Send a call and check the form of the reply; returns the message of its error, if any."""
    if method == "value" and isinstance(params, dict):
        params = {"nodes": 10} | params
    call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    text = server.answer(json.dumps(call))
    assert text is not None
    reply = json.loads(text)
    assert ("result" in reply) != ("error" in reply)
    message = reply["error"]["message"] if "error" in reply else ""
    assert isinstance(message, str)
    assert bool(message) == ("error" in reply), call
    return message


def server_for(method: str) -> Server:
    """A server with a limit of a second, or less where all of it would be taken."""
    return Server(0.05 if method == "value" else 1)


@pytest.mark.parametrize("method", METHODS)
def test_parameters_of_any_kind_are_answered(method: str) -> None:
    rng, server = Random(method), server_for(method)
    calls = 5 if method == "games" else 100
    for _ in range(calls):
        params = likely(rng)
        for _ in range(rng.randrange(3)):
            params[rng.choice(NAMES)] = anything(rng)
        check(server, method, params)
    for params in (anything(rng) for _ in range(calls // 4)):
        check(server, method, params)


@pytest.mark.parametrize("method", [method for method in METHODS if method != "games"])
def test_each_parameter_of_every_kind(method: str) -> None:
    server, rng = server_for(method), Random(1)
    for name in NAMES:
        for value in ["x" * 5000, 10**300, -1, True, [], {}, [None], {"a": None}, [[[]]], 0.5]:
            message = check(server, method, likely(rng) | {name: value})
            if message == f"there is no parameter '{name}' here":
                break  # whatever its value is


@given(st.binary(max_size=80))
def test_bytes_of_any_kind_are_answered(message: bytes) -> None:
    text = answer(message)
    assert text is None or json.loads(text)


def test_requests_of_any_kind_are_answered() -> None:
    rng, server = Random(1), Server(1)
    for _ in range(500):
        request = anything(rng)
        text = server.answer(json.dumps(request))
        assert text is None or json.loads(text)
    for text in ("[" * 100_000, '{"a":' * 100_000, "9" * 100_000, '"' + "\\u0000" * 10_000 + '"'):
        assert json.loads(server.answer(text) or "")["error"]["code"] in (-32700, -32600)
