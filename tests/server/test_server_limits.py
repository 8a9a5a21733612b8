"""What one message to the server may cost, and what it takes no more of."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from support.clocks import Clock
from support.command_line import run
from support.nine_states import after, playout
from support.server_calls import START, endings, error, result

from ninetka import NinetkaError, Ruleset, State
from ninetka.base import deadline
from ninetka.players import trees
from ninetka.server import methods as server
from ninetka.server.methods import (
    MAX_BATCH,
    MAX_GAMES,
    MAX_MESSAGE,
    MAX_REPLY,
    MAX_SECONDS,
    METHODS,
    Server,
    answer,
)

CALL = {"jsonrpc": "2.0", "id": 1, "method": "start"}
STARTED = {
    "position": START, "players": 2, "to_move": 0, "is_over": False, **endings(State.start()),
}  # fmt: skip
FEW = {"ruleset": "few", "stones": "2:1", "edge_stop": "board", "turn_order": "continues"}


def replied(message: object) -> Any:
    text = answer(message if isinstance(message, str | bytes) else json.dumps(message))
    assert text is not None
    return json.loads(text)


def message_of(size: int, character: str = "x") -> bytes:
    """A call to `start` of so many bytes, in vain parameters of one character."""
    call = '{"jsonrpc": "2.0", "id": 1, "method": "start", "params": {"%s": null}}'
    room = size - len(call) + 2
    count, missing = divmod(room, len(character.encode()))
    return (call % (character * count + "x" * missing)).encode()


def test_the_limits_are_those_in_the_docs() -> None:
    limits = (MAX_MESSAGE, MAX_BATCH, MAX_GAMES, MAX_REPLY, MAX_SECONDS)
    assert limits == (4 * 1024 * 1024, 1000, 10_000, 32_000_000, 10)


TOO_LONG = {
    "jsonrpc": "2.0",
    "id": None,
    "error": {"code": -32600, "message": "the message is longer than 4194304 bytes"},
}
NOT_TOO_LONG = {"code": -32602, "message": f"there is no parameter '{'x' * 40}'… here"}


@pytest.mark.parametrize("character", ["x", "\u20ac"])
def test_a_message_of_exactly_the_limit_is_answered(character: str) -> None:
    longest = message_of(MAX_MESSAGE, character)
    for message in (longest, longest.decode(), longest + b"\n", longest + b"\r\n"):
        assert replied(message)["error"]["code"] == -32602
    for message in (longest + b" ", longest.decode() + " \n"):
        assert replied(message) == TOO_LONG


@pytest.mark.parametrize("digits", [310, 4301])
def test_a_long_number_fails_only_the_request_that_it_is_in(digits: int) -> None:
    number = "9" * digits
    first = '{"jsonrpc": "2.0", "id": 7, "method": "start", "params": {"players": -%s}}'
    second = '{"jsonrpc": "2.0", "id": %s, "method": "start"}'
    replies = replied(f"[{first % number}, {second % number}, {second % '8'}]")
    said = '"players" is a text or a whole number, not -inf'
    assert (replies[0]["id"], replies[0]["error"]) == (7, {"code": -32602, "message": said})
    said = "an id is a text, a number or null"
    assert (replies[1]["id"], replies[1]["error"]) == (None, {"code": -32600, "message": said})
    assert (replies[2]["id"], replies[2]["result"]) == (8, STARTED)


def test_only_one_end_of_a_line_is_no_part_of_the_message() -> None:
    room = MAX_MESSAGE - len(json.dumps(CALL))
    message = json.dumps(CALL).encode() + b" " * room
    assert replied(message + b"\r\n")["result"] == STARTED
    for end in (b"\r\r", b"\n\n", b"\r\r\n", b" \n", b"\n\r"):
        assert replied(message + end) == TOO_LONG


def test_messages_of_any_length_on_standard_input() -> None:
    room = MAX_MESSAGE - len(json.dumps(CALL))
    given = [
        (message_of(3 * MAX_MESSAGE), TOO_LONG),
        (json.dumps(CALL).encode() + b" " * room + b"\r more", TOO_LONG),
        (json.dumps(CALL).encode(), {"jsonrpc": "2.0", "id": 1, "result": STARTED}),
        (message_of(MAX_MESSAGE), {"jsonrpc": "2.0", "id": 1, "error": NOT_TOO_LONG}),
    ]
    done = run("serve", stdin=b"\n".join(message for message, _ in given).decode())
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [reply for _, reply in given]


def test_a_list_of_too_many_calls_is_refused() -> None:
    refused = "a list of requests has 1 to 1000 of them"
    for number in (0, MAX_BATCH + 1):
        reply = replied([CALL] * number)
        assert reply["error"] == {"code": -32600, "message": refused}
    for number in (1, MAX_BATCH):
        assert [reply["result"] for reply in replied([CALL] * number)] == [STARTED] * number


def test_notifications_are_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[object] = []
    monkeypatch.setitem(METHODS, "start", called.append)
    call = {"jsonrpc": "2.0", "method": "start"}
    assert answer(json.dumps(call)) is None
    assert answer(json.dumps([call] * 10)) is None
    assert not called
    assert replied([call, CALL | {"id": None}, call])[0]["id"] is None
    assert len(called) == 1


def test_a_call_with_too_many_games_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_GAMES", 20)
    assert len(result("check", records='[A "\n*\n' * 20)["games"]) == 20
    refused = error("check", records='[A "\n*\n' * 21)
    assert refused["message"] == "a call checks 20 games at most: send the rest in another"


def test_replies_to_a_list_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = [CALL | {"id": number} for number in range(4)]
    sizes = [len(json.dumps(reply)) for reply in replied(calls)]
    for limit, answered in ((sum(sizes[:2]), 2), (sum(sizes[:2]) + 1, 3), (sum(sizes[:2]) - 1, 2)):
        monkeypatch.setattr(server, "MAX_REPLY", limit)
        replies = replied(calls)
        assert [reply["id"] for reply in replies] == [0, 1, 2, 3]
        assert [reply.get("result") for reply in replies[:answered]] == [STARTED] * answered
        for reply in replies[answered:]:
            said = f"the replies are longer than {limit} characters: send this request again"
            data = {"type": "NinetkaError"}
            assert reply["error"] == {"code": 1, "message": said, "data": data}


def test_long_texts_that_say_a_start_are_refused_at_once() -> None:
    for stones in ("1:1 " * 500_000, "1 " * 1_000_000, ":" * 2_000_000):
        assert error("start", stones=stones)["message"].startswith("Stones is written 2:18 3:12")


# The memory of positions


def given(server: Server) -> Any:
    """The positions that it remembers."""
    return server._memory.positions


def made(server: Server, method: str, **params: object) -> Any:
    text = server.answer(json.dumps(CALL | {"method": method, "params": params}))
    assert text is not None
    return json.loads(text)["result"]


def test_positions_given_out_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    server, read, from_text = Server(), list[str](), State.from_text

    def reading(text: str, ruleset: Ruleset | None = None) -> State:
        read.append(text)
        return from_text(text, ruleset)

    monkeypatch.setattr(State, "from_text", reading)
    position = made(server, "start")["position"]
    for text in ("E5", "C9", "I8"):
        position = made(server, "apply", position=position, move=text)["position"]
        made(server, "legal_moves", position=position)
    made(server, "undo", position=position, move="I8")
    assert not read
    made(server, "legal_moves", position=after("*E5").to_text())
    assert not read
    made(server, "legal_moves", position=after("*E5 *E9").to_text())
    made(Server(), "legal_moves", position=position)
    assert len(read) == 2


def test_the_memory_keeps_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninetka.server.parameters._MAX_REMEMBERED", 5)
    remembering, game = Server(), playout(State.start(), Random(1), 8)
    counts = []
    for state, text in zip(game.states, game.move_texts, strict=False):
        made(remembering, "apply", position=state.to_text(), move=text)
        counts.append(len(given(remembering)))
    assert counts == [2, 3, 4, 5, 1, 2, 3, 4]


def test_what_is_long_is_not_remembered() -> None:
    position = result("start", **FEW)["position"]
    room = 10_000 - sum(map(len, [*FEW.values(), position]))
    for blanks, remembered in ((room, 1), (room + 1, 0)):
        remembering = Server()
        said = FEW | {"stones": "2:1" + " " * blanks, "position": position}
        made(remembering, "legal_moves", **said)
        assert len(given(remembering)) == remembered


def test_the_memory_keeps_its_limit_of_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [*playout(State.start(), Random(1), 5).states]
    room = sum(len(state.to_text()) for state in states[:4])
    monkeypatch.setattr("ninetka.server.parameters._MAX_CHARACTERS", room)
    remembering, counts = Server(), []
    for state in [*states, states[-1]]:
        made(remembering, "outcome", position=state.to_text())
        counts.append(len(given(remembering)))
    assert counts == [1, 2, 3, 4, 1, 2, 2]


def test_the_memory_of_one_ruleset_is_no_other_s() -> None:
    position = result("apply", position=result("start", **FEW)["position"], move="C3", **FEW)
    refused = error("legal_moves", position=position["position"])
    assert refused["data"]["problems"] == ["UNKNOWN_RULESET"]
    for stones, moves in (("2:1", 1), ("2:2", 34)):
        said = FEW | {"stones": stones}
        position = result("start", **said)["position"]
        for move in ["C3", "F3", "I3", "C6", "F6", "I6", "C9", "F9", "I9", "A5", "K2"]:
            position = result("apply", position=position, move=move, **said)["position"]
        assert len(result("legal_moves", position=position, **said)["moves"]) == moves


# Time


def choose(player: str) -> dict[str, object]:
    return CALL | {"method": "choose", "params": {"position": START, "player": player}}


def too_long(seconds: str) -> dict[str, object]:
    said = f"a message may take {seconds} seconds here, and this one takes longer"
    data = {"type": "NinetkaError"}
    return {"code": 1, "message": f"{said}: ask for less at a time", "data": data}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a millisecond at each look at it, whoever looks."""
    clock = Clock(tick=0.001)
    monkeypatch.setattr(deadline, "monotonic", clock)
    monkeypatch.setattr(trees, "perf_counter", clock)


@pytest.mark.usefixtures("clock")
def test_all_that_a_message_asks_for_takes_no_longer_than_the_limit() -> None:
    said = "a move may take 10 seconds here, and this player takes longer"
    refused = {"code": 1, "message": said, "data": {"type": "NinetkaError"}}
    assert replied(choose("search:10.1s"))["error"] == refused
    calls = map(choose, ("search:0.1s", "search:0.3s", "mc:1000000000", "greedy"))
    replies = json.loads(Server(0.2).answer(json.dumps([*calls, CALL])) or "")
    assert "result" in replies[0]
    first, second = (each["error"]["message"] for each in replies[1:3])
    assert first.startswith("a move may take 0.")
    assert second.startswith(("a move may take 0.", "a message may take 0.2 "))  # as the kernel is
    assert [each["error"] for each in replies[3:]] == [too_long("0.2")] * 2


@pytest.mark.usefixtures("clock")
def test_the_limit_of_each_message_is_its_own() -> None:
    server = Server(0.4)
    for _ in range(3):
        assert "result" in json.loads(server.answer(json.dumps(choose("search:0.2s"))) or "")


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 86_401])
def test_limits_that_are_not_taken(seconds: float) -> None:
    with pytest.raises(NinetkaError) as caught:
        Server(seconds)
    limits = "a message takes more than 0 and at most 86400 seconds"
    assert str(caught.value) == f"{limits}, not {seconds!r}"


@pytest.mark.usefixtures("clock")
def test_the_command_takes_a_limit_for_all_messages() -> None:
    call = json.dumps(choose("search:1s"))
    done = run("serve", "--seconds", "0.5", stdin=f"{call}\n{json.dumps(CALL)}\n")
    refused, started = map(json.loads, done.stdout.splitlines())
    said = r"a move may take 0\.[345]\d* seconds here, and this player takes longer"
    assert re.fullmatch(said, refused["error"]["message"])
    assert started["result"] == STARTED
    done = run("serve", "--seconds", "0")
    assert (done.returncode, done.stdout) == (2, "")
    said = "Error: a message takes more than 0 and at most 86400 seconds, not 0.0\n"
    assert done.stderr == said


def test_the_command_s_help_names_every_method() -> None:
    words = run("serve", "--help").stdout.replace(",", " ").replace(".", " ").split()
    assert METHODS.keys() <= {*words}
