"""How long messages take that are made to take long: no longer than the limit."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

import pytest
from support.calls import counted_calls
from support.clocks import Clock
from support.server_calls import START

from ninetka import kropki
from ninetka.base import deadline
from ninetka.kropki.board import LETTERS
from ninetka.players import trees
from ninetka.server import methods
from ninetka.server.methods import METHODS, Server

LENGTHS = {1: 18, 2: 26, 4: 37, 8: 52}
"""The sides of boards with one, two, four and eight times as many points."""
Params = dict[str, object]


def board(length: int, share: float = 0.75) -> str:
    """The rows of a board full of random dots, two of three of them of the first player."""
    rng = Random(length)
    rows = [
        "".join(rng.choice("xxo") if rng.random() < share else "." for _ in range(length))
        for _ in range(length)
    ]
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))


def crowded(size: int) -> Params:
    """A position with many rings that are closed and not yet declared."""
    length = LENGTHS[size]
    position = f"{board(length)} x territory -"
    return {"game": "kropki", "columns": length, "rows": length, "position": position}


def overdrawn(size: int) -> Params:
    """A position with thousands of regions, hardly any of which can be there."""
    rng, length = Random(1), 52
    regions = []
    for _ in range(1000 * size):
        column, row = rng.randrange(1, length - 1), rng.randrange(1, length - 1)
        steps = [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 0)]
        ring = "".join(LETTERS[column + x] + LETTERS[row + y] for x, y in steps)
        regions.append(f"x:{ring}")
    position = f"{board(length)} x territory {','.join(regions)}"
    return {"game": "kropki", "columns": length, "rows": length, "position": position}


def finished(size: int) -> list[str]:
    """The dots of a game that fills a board."""
    letters = LETTERS[: LENGTHS[size]]
    dots = [column + row for column in letters for row in letters]
    Random(1).shuffle(dots)
    return dots


def records(size: int) -> str:
    """Games of Kropki, which are read one after another."""
    tags = '[Game "Kropki"]\n[Ruleset "territory"]\n[Columns "52"]\n[Rows "52"]\n'
    return f"{tags}\n{' '.join(finished(8)[:1000])} *\n\n" * size


def started(size: int) -> Params:
    length = LENGTHS[size]
    return {"game": "kropki", "ruleset": "territory", "columns": length, "rows": length}


RINGS = "".join(f".{ring}" for ring in ("bbbccdccbb", "ddeeffeedd"))

RULESET = '[Ruleset "standard"]\n'


def in_a_game(size: int) -> Params:
    """A record of a game in which what is surrounded is captured at once."""
    tags = f'[Columns "{LENGTHS[size]}"]\n[Rows "{LENGTHS[size]}"]\n'
    return {"records": f'[Game "Kropki"]\n{RULESET}{tags}\n{" ".join(finished(size))}\n'}


def in_many_games(size: int) -> Params:
    """Records that are short and good."""
    return {"records": f'[Game "Kropki"]\n{RULESET}\naa bb *\n\n' * 100 * size}


def listed(size: int) -> Params:
    """A position whose legal moves can be listed."""
    return {**crowded(size), "position": f"{board(LENGTHS[size])} x standard -"}


def redrawn(size: int) -> Params:
    """A picture, and another from which it is to be made."""
    before = {"position": crowded(size)["position"], "legend": False}
    return {**crowded(size), "since": before}


HOSTILE: dict[str, list[Callable[[int], Params]]] = {
    "start": [lambda size: {"stones": "2:1 " * 10_000 * size, "ruleset": "x"}, overdrawn],
    "view": [crowded, overdrawn],
    "legal_moves": [crowded, overdrawn, listed],
    "some_moves": [crowded, overdrawn, listed],
    "apply": [
        lambda size: {**crowded(size), "move": "aa stop all"},
        lambda size: {**crowded(8), "move": "aa stop " + "1 " * 20_000 * size},
        lambda size: {**crowded(8), "move": "aa" + RINGS * 1000 * size},
        lambda size: {**crowded(8), "move": "aa." + "bbccddcc" * 10_000 * size + "bb"},
    ],
    "choose": [
        lambda size: {**crowded(size), "player": "greedy"},
        lambda size: {**crowded(size), "player": "random"},
        lambda size: {**crowded(8), "player": "search:1", "found": {"moves": [[0, 1, 1]] * size}},
    ],
    "plan": [lambda size: {**crowded(size), "player": "search:9"}],
    "analyse": [lambda size: {**crowded(size), "player": "mc:1"}],
    "value": [lambda size: {**crowded(size), "nodes": 10}],
    "undo": [
        lambda size: {**crowded(size), "move": "aa"},
        lambda size: {"position": START, "move": "A1-" * 10_000 * size},
    ],
    "perft": [lambda size: {**listed(size), "depth": 2}],
    "facts": [
        lambda size: {**crowded(size), "moves": True, "board": True, "picture": {}},
        overdrawn,
        lambda size: {"position": START, "ply": 12_500 * size},
    ],
    "outcome": [lambda size: {**crowded(size), "ending": "agreement"}, overdrawn],
    "check": [lambda size: {"records": records(size)}, in_many_games, in_a_game],
    "read": [in_a_game, lambda size: {**in_many_games(size), "number": 100 * size}],
    "record": [
        lambda size: {**started(size), "moves": finished(size)},
        lambda size: {"comments": {str(ply): "x" for ply in range(1000 * size)}},
        lambda size: {"tags": {f"T{number}": "x" for number in range(1000 * size)}},
        lambda size: {"moves": ["E5"], "variations": {"1": [{"moves": ["E4"]}] * 100 * size}},
        lambda size: {"moves": ["E5"], "glyphs": {"1": [7] * 1000 * size}},
    ],
    "svg": [
        crowded,
        redrawn,
        lambda size: {**crowded(1), "title": "x" * 10_000 * size, "names": ["<" * 9_999 * size]},
        lambda size: {**crowded(1), "marks": ["legal-moves"] * 1000 * size},
    ],
    "click": [
        lambda size: {**crowded(size), "places": [first_free(size)]},
        lambda size: {**crowded(8), "places": [first_free(8), *["ab", "ac"] * 1000 * size]},
    ],
    "images": [crowded, lambda size: {**crowded(1), "moves": ["aa"] * 1000 * size}],
    "guide": [crowded, overdrawn],
    "games": [lambda size: {}],
    "lessons": [lambda size: {"game": "Mills"}],
    "arrange": [
        lambda size: {**crowded(size), "picture": {"targets": True}},
        overdrawn,
        lambda size: {**crowded(size), "clear": True},
        lambda size: {"game": "kropki", "put": dict.fromkeys(finished(size), "x")},
    ],
}
CASES = [
    pytest.param(method, given, id=f"{method}-{number}")
    for method, cases in HOSTILE.items()
    for number, given in enumerate(cases, start=1)
]


def first_free(size: int) -> str:
    """A point without a dot."""
    ruleset = kropki.Ruleset("any", LENGTHS[size], LENGTHS[size], capture=kropki.Capture.DECLARED)
    state = kropki.State.from_text(f"{board(LENGTHS[size])} x any -", ruleset)
    return state.free[0].name


def message(method: str, params: Params) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def asked(server: Server, text: str) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(server.answer(text) or "")
    return reply


@pytest.fixture(autouse=True)
def without_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which takes longer at its first use."""
    monkeypatch.setenv("NINETKA_BACKEND", "objects")


@pytest.fixture
def without_what_other_tests_have_left() -> Iterator[None]:
    """Of which there may be so much that to look for garbage in it takes most of the time."""
    gc.freeze()
    yield
    gc.unfreeze()


def test_every_method_is_tried() -> None:
    assert HOSTILE.keys() == METHODS.keys()


@pytest.mark.load  # what takes long may be a single call in C, whose time alone tells
@pytest.mark.long
@pytest.mark.usefixtures("without_what_other_tests_have_left")
@pytest.mark.parametrize(("method", "given"), CASES)
def test_time_grows_no_faster_than_a_message(method: str, given: Callable[[int], Params]) -> None:
    def seconds(size: int) -> float:
        text = message(method, given(size))
        start = process_time()
        asked(Server(), text)
        return process_time() - start

    seconds(1)  # what is loaded at the first call
    # The lesser of two, as the other one may have stopped to collect garbage
    times = {size: min(seconds(size), seconds(size)) for size in (1, 2, 4, 8)}
    least = max(times[1], times[2] / 2, 0.01)
    for size, taken in times.items():
        if method != "some_moves":  # which offers more with each free point and each ring
            assert taken < 0.1 + 3 * size * least, times
        assert taken < 5, times


@pytest.mark.parametrize(("method", "given"), CASES)
def test_a_short_limit_ends_every_method(
    method: str, given: Callable[[int], Params], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is one of calls of functions, some ten of which take a microsecond."""
    text = message(method, given(8))
    with counted_calls() as calls:
        for module, clock in ((deadline, "monotonic"), (trees, "perf_counter")):
            monkeypatch.setattr(module, clock, calls)
        reply = asked(Server(20_000), text)
    assert calls.number < 1_000_000
    if "error" in reply:
        assert reply["error"]["message"]


ENDED = [
    ("some_moves", crowded), ("view", overdrawn), ("start", overdrawn), ("guide", overdrawn),
    ("choose", lambda size: {**crowded(size), "player": "mc:1000000000"}),
    ("analyse", lambda size: {**crowded(size), "player": "search:1000000000"}),
    ("check", lambda size: {"records": records(size)}),
    ("record", lambda size: {**started(size), "moves": finished(size)}),
    ("apply", lambda size: {**crowded(8), "move": "aa" + RINGS * 1000 * size}),
]  # fmt: skip


@pytest.mark.parametrize(("method", "given"), ENDED)
def test_what_takes_longer_than_the_limit_is_told_so(
    method: str, given: Callable[[int], Params], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline, "monotonic", Clock(tick=0.0001))
    monkeypatch.setattr(trees, "perf_counter", Clock())
    reply = asked(Server(0.001), message(method, given(8)))
    assert reply["error"]["message"].startswith("a message may take 0.001 seconds here, and this")


def test_no_time_left_for_a_value_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "time_left", lambda: 0.0)
    reply = asked(Server(), message("value", {"position": START}))
    assert reply["error"]["message"].startswith("a message may take 10 seconds here, and this one")


@pytest.mark.parametrize("size", [1, 8])
def test_some_moves_are_legal_and_few_enough(size: int) -> None:
    given = crowded(size)
    server = Server()
    text = server.answer(message("some_moves", given)) or ""
    assert len(text) < 300_000
    moves = json.loads(text)["result"]["moves"]
    assert any("." in move for move in moves)
    assert max(move.count(".") for move in moves) <= 20
    for move in moves[:: 50 * size]:
        assert "result" in asked(server, message("apply", {**given, "move": move}))
