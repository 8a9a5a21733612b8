"""`ninetka serve`: JSON-RPC 2.0 over a pipe, for programs in other languages."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play import games, playout, starts

from ninetka import NESTORGAMES, WIKI, Game, Move, Ruleset, State
from ninetka.nine.rulesets import PUBLISHED
from ninetka.records import Record, verify
from ninetka.server import _GIVEN, MAX_GAMES, MAX_REPLY, METHODS, answer

ROOT = Path(__file__).parents[1]
START = State.start().to_text()


def ask(method: str, /, **params: object) -> Any:
    """The reply to a call, which must be one to it."""
    request = {"jsonrpc": "2.0", "id": "x", "method": method, "params": params}
    text = answer(json.dumps(request))
    assert text is not None
    assert "\n" not in text
    reply = json.loads(text)
    assert (reply["jsonrpc"], reply["id"]) == ("2.0", "x")
    return reply


def result(method: str, /, **params: object) -> Any:
    return ask(method, **params)["result"]


def error(method: str, /, **params: object) -> Any:
    return ask(method, **params)["error"]


def spelled(ruleset: Ruleset) -> dict[str, str]:
    """What a call says of a ruleset that is not published."""
    if PUBLISHED.get(ruleset.name) == ruleset:
        return {}
    return {
        "stones": " ".join(f"{players}:{each}" for players, each in ruleset.stones.items()),
        "edge_stop": ruleset.edge_stop.value,
        "turn_order": ruleset.turn_order.value,
    }


def test_start() -> None:
    assert result("start") == {"position": START, "players": 2, "to_move": 0, "is_over": False}
    wiki = result("start", ruleset="wiki", players=4, game="9tka")
    assert wiki["position"] == State.start(WIKI, 4).to_text()
    assert result("start", players="3")["players"] == 3
    custom = result(
        "start", ruleset="short", stones="2:1", edge_stop="stone", turn_order="restarts"
    )
    assert custom["position"].endswith(" a 2 short")


@given(games())
def test_a_whole_game(game: Game[State, Move]) -> None:
    start = game.initial_state
    said = {"ruleset": start.ruleset.name, **spelled(start.ruleset)}
    reached = result("start", players=start.players, **said)
    for state, after, move in zip(game.states(), list(game.states())[1:], game.moves, strict=False):
        text = state.move_text(move)
        given = said | {"position": reached["position"]}
        assert result("legal_moves", **given)["moves"] == [
            state.move_text(each) for each in state.legal_moves
        ]
        reached = result("apply", move=text, **given)
        assert reached == {
            "move": text,
            "position": after.to_text(),
            "players": state.players,
            "to_move": after.to_move,
            "is_over": after.is_over,
        }
        before = result("undo", move=text, position=reached["position"], **said)
        assert before["position"] == state.to_text()
    assert result("legal_moves", position=reached["position"], **said) == {"moves": []}
    outcome = game.state.outcome
    assert outcome is not None
    assert result("outcome", position=reached["position"], **said) == {
        "is_over": True,
        "result": str(outcome),
        "scores": list(outcome.scores),
        "winners": [outcome.winner],
        "ranking": list(outcome.ranking),
    }


@given(games())
def test_what_it_remembers_changes_no_answer(game: Game[State, Move]) -> None:
    start = game.initial_state
    said = {"ruleset": start.ruleset.name, **spelled(start.ruleset)}
    for state, text in zip(game.states(), game.move_texts(), strict=False):
        call = said | {"position": state.to_text(), "move": text}
        remembered = ask("apply", **call)
        _GIVEN.clear()
        assert ask("apply", **call) == remembered


def test_a_last_move_ends_where_it_says() -> None:
    after = playout(State.start(), Random(1), 60)
    (last,) = after.move_texts()[-1:]
    start, _, end = last.partition("-")
    wrong = "J5" if end != "J5" else "J6"
    refused = error("undo", position=after.state.to_text(), move=f"{start}-{wrong}")
    assert refused["data"] == {"type": "IllegalMoveError", "reason": "NOT_THE_LAST_MOVE"}


def test_the_same_name_for_another_ruleset_is_no_confusion() -> None:
    few = {"ruleset": "short", "stones": "2:1", "edge_stop": "board", "turn_order": "continues"}
    position = result("start", **few)["position"]
    for move in ["C3", "F3", "I3", "C6", "F6", "I6", "C9", "F9", "I9"]:
        position = result("apply", position=position, move=move, **few)["position"]
    position = result("apply", position=position, move="A5", **few)["position"]
    for stones, moves in (("2:1", ["A5-J5"]), ("2:2", None)):
        said = few | {"stones": stones, "position": position}
        after = result("apply", **said, move="K2")
        legal = result("legal_moves", **(said | {"position": after["position"]}))["moves"]
        assert (legal == moves) if moves else (len(legal) == 34)


def test_what_it_remembers_stays_small_and_to_itself() -> None:
    few = {"ruleset": "short", "stones": "2:1", "edge_stop": "board", "turn_order": "continues"}
    position = result("apply", position=result("start", **few)["position"], move="C3", **few)
    refused = error("legal_moves", position=position["position"])
    assert refused["data"]["problems"] == ["UNKNOWN_RULESET"]
    _GIVEN.clear()
    long = few | {"stones": "2:1" + " " * 2000}
    result("apply", position=result("start", **long)["position"], move="C3", **long)
    assert not _GIVEN
    for seed in range(20):
        for state, text in zip(
            (game := playout(State.start(), Random(seed))).states(), game.move_texts(), strict=False
        ):
            result("apply", position=state.to_text(), move=text)
            assert len(_GIVEN) <= 1000
    assert _GIVEN


def test_check() -> None:
    good = Record(playout(State.start(), Random(1))).to_text()
    as_json = Record(playout(State.start(), Random(1))).to_json()
    for text in (good, as_json, f"{good}\n{good}"):
        verdicts = result("check", records=text)
        assert verdicts["ok"] is True
        assert all(game["ok"] for game in verdicts["games"])
    bad = good.replace("1. *", "1. @")
    verdicts = result("check", records=f"{good}\n{bad}")
    (expected,) = [each.summary() for each in verify(io.StringIO(f"{good}\n{bad}")) if each.error]
    assert verdicts["ok"] is False
    assert verdicts["games"][1] == expected
    assert expected["code"] == "WRONG_PHASE"
    refused = error("check", records="hello")
    assert (refused["code"], refused["data"]["type"]) == (1, "RecordError")


def test_svg() -> None:
    game = playout(State.start(), Random(1), 50)
    last = game.moves[-1]
    picture = result(
        "svg", position=game.state.to_text(), last_move=list(game.move_texts())[-1],
        legal_moves=True, blocked=True, legend=False, names=["Ann"], title="T", size=300,
    )["svg"]  # fmt: skip
    assert picture == game.state.to_svg(
        last_move=last, legal_moves=True, blocked=True, legend=False, names=["Ann"], title="T",
        size=300,
    )  # fmt: skip
    assert result("svg", position=START)["svg"] == State.start().to_svg()


@pytest.mark.parametrize(
    ("method", "params", "said", "data"),
    [
        ("apply", {"position": START, "move": "A5"}, "a neutral cannot go to A5: it is not on",
         {"type": "IllegalMoveError", "reason": "NOT_ON_THE_CORE"}),
        ("apply", {"position": START, "move": "Z9"}, "'Z9' is not a move",
         {"type": "InvalidMoveError"}),
        ("undo", {"position": START, "move": "E5"}, "*E5 cannot be taken back: it was not the last",
         {"type": "IllegalMoveError", "reason": "NOT_THE_LAST_MOVE"}),
        ("start", {"players": 7}, "nestorgames is for 2, 3 or 4 players, not 7",
         {"type": "InvalidRulesetError"}),
        ("start", {"ruleset": "short"}, "the ruleset 'short' is not published",
         {"type": "InvalidRulesetError"}),
        ("start", {"game": "chess"}, "there is no game 'chess' here, only 9tka",
         {"type": "NinetkaError"}),
        ("svg", {"position": START, "size": 0}, "a picture is 1 to 10000 pixels wide, not 0",
         {"type": "NinetkaError"}),
        ("svg", {"position": START, "names": list("abc")}, "there are 3 names for 2 players",
         {"type": "NinetkaError"}),
        ("svg", {"position": START, "names": [1]}, "names are a text for each seat",
         {"type": "NinetkaError"}),
        ("svg", {"position": START, "last_move": "E5"}, "*E5 cannot be taken back",
         {"type": "IllegalMoveError", "reason": "NOT_THE_LAST_MOVE"}),
        ("svg", {"position": START, "last_move": ""}, "'' is not a move: moves are written E5",
         {"type": "InvalidMoveError"}),
    ],
)  # fmt: skip
def test_the_library_s_errors(
    method: str, params: dict[str, object], said: str, data: dict[str, str]
) -> None:
    refused = error(method, **params)
    assert refused["code"] == 1
    assert said in refused["message"]
    assert refused["data"] == data


def test_every_problem_of_a_position() -> None:
    position = "a10/n10/11/11/11/11/11/11/11/11/11 b 2 nestorgames"
    refused = error("legal_moves", position=position)
    names = ["STONE_ON_CORNER", "NEUTRAL_OFF_CORE", "TOO_EARLY"]
    assert refused["data"]["problems"] == names
    assert len(refused["data"]["sentences"]) == len(names)


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        ("apply", {"move": "E5"}, '"position" is needed'),
        ("apply", {"position": START}, '"move" is needed'),
        ("apply", {"position": START, "move": 5}, '"move" is a text, not 5'),
        ("apply", {"position": [], "move": "E5"}, '"position" is a text or a whole number, not []'),
        ("legal_moves", {}, '"position" is needed'),
        ("legal_moves", {"position": START, "depth": 2}, "there is no parameter 'depth' here"),
        ("start", {"players": True}, '"players" is a text or a whole number, not true'),
        ("start", {"players": 2.0}, '"players" is a text or a whole number, not 2.0'),
        ("start", {"Players": 2}, "there is no parameter 'Players' here"),
        ("check", {}, '"records" is needed'),
        ("svg", {"position": START, "size": "big"}, '"size" is a whole number, not "big"'),
        ("svg", {"position": START, "blocked": 1}, '"blocked" is true or false, not 1'),
        ("svg", {"position": START, "names": "x" * 99}, f'"names" is a list, not "{"x" * 39}…'),
    ],
)
def test_parameters_that_make_no_sense(method: str, params: dict[str, object], said: str) -> None:
    refused = error(method, **params)
    assert refused["code"] == -32602
    assert said in refused["message"]
    assert "data" not in refused


CALL = {"jsonrpc": "2.0", "id": 1, "method": "start"}


@pytest.mark.parametrize(
    ("message", "code", "number"),
    [
        ("", -32700, None),
        ("hello", -32700, None),
        ("{", -32700, None),
        ('{"jsonrpc": "2.0", "id": NaN}', -32700, None),
        ("[" * 100_000, -32700, None),
        ("9" * 10_000, -32700, None),
        (b"\xff\xfe\xfd", -32700, None),
        ("5", -32600, None),
        ("null", -32600, None),
        ("[]", -32600, None),
        ("{}", -32600, None),
        (CALL | {"jsonrpc": "1.0"}, -32600, 1),
        (CALL | {"method": 5}, -32600, 1),
        (CALL | {"method": None, "id": "x"}, -32600, "x"),
        (CALL | {"id": []}, -32600, None),
        (CALL | {"id": True}, -32600, None),
        ('{"jsonrpc": "2.0", "id": 1e999, "method": "start"}', -32600, None),
        (CALL | {"method": "jump"}, -32601, 1),
        (CALL | {"method": "__class__"}, -32601, 1),
        (CALL | {"params": [2]}, -32602, 1),
        (CALL | {"params": None}, -32602, 1),
        (CALL | {"params": "a"}, -32602, 1),
    ],
)
def test_messages_that_are_no_calls(message: object, code: int, number: object) -> None:
    text = answer(message if isinstance(message, str | bytes) else json.dumps(message))
    assert text is not None
    reply = json.loads(text)
    assert (reply["error"]["code"], reply["id"]) == (code, number)
    assert reply["error"]["message"]


@pytest.mark.parametrize("depth", range(900, 1100, 4))
def test_nesting_of_any_depth_is_answered(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for field in ("position", "names", "move"):
        call = '{"jsonrpc": "2.0", "id": 1, "method": "svg", "params": {"%s": %s}}'
        text = answer(call % (field, nested))
        assert text is not None
        assert "error" in json.loads(text)
    list(verify([f'{{"format": {nested}}}']))


def test_a_list_of_too_many_calls_is_refused() -> None:
    text = answer(json.dumps([{}] * 1001))
    assert text is not None
    assert json.loads(text)["error"]["message"] == "a list of requests has 1 to 1000 of them"
    text = answer(json.dumps([CALL] * 1000))
    assert text is not None
    assert len(json.loads(text)) == 1000


def bad(games: int) -> str:
    return "[A\n" + "\n[\n" * (games - 1)


def test_a_call_to_check_too_many_games_is_refused() -> None:
    reply = ask("check", records=bad(MAX_GAMES))
    assert len(reply["result"]["games"]) == MAX_GAMES
    reply = ask("check", records=bad(MAX_GAMES + 1))
    said = "a call checks 10000 games at most: send the rest in another"
    assert reply["error"]["message"] == said


def test_replies_to_a_list_come_to_an_end() -> None:
    call = {"jsonrpc": "2.0", "method": "check", "params": {"records": bad(MAX_GAMES)}}
    text = answer(json.dumps([{**call, "id": number} for number in range(25)]))
    assert text is not None
    assert MAX_REPLY < len(text) < 1.1 * MAX_REPLY
    replies = json.loads(text)
    assert [reply["id"] for reply in replies] == list(range(25))
    refused = ["error" in reply for reply in replies]
    assert any(refused)
    assert sorted(refused) == refused
    said = "the replies are longer than 32000000 characters: send this one again"
    assert replies[-1]["error"]["message"] == said


def test_what_is_no_message_at_all() -> None:
    assert json.loads(answer(5) or "")["error"]["code"] == -32700  # type: ignore[arg-type]


def test_notifications_have_no_reply() -> None:
    call = {"jsonrpc": "2.0", "method": "start"}
    assert answer(json.dumps(call)) is None
    assert answer(json.dumps(call | {"method": "jump"})) is None
    assert answer(json.dumps(call | {"params": {"players": 9}})) is None
    assert answer(json.dumps([call, call])) is None


def test_several_calls_in_one_message() -> None:
    text = answer(json.dumps([CALL, 1, {"jsonrpc": "2.0", "method": "start"}, CALL | {"id": None}]))
    assert text is not None
    first, second, third = json.loads(text)
    assert first["result"] == third["result"] == result("start")
    assert (first["id"], third["id"]) == (1, None)
    assert second["error"]["code"] == -32600


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = """position move records players ruleset stones edge_stop turn_order game size names title
    last_move legal_moves blocked legend other"""
PARAMS = st.dictionaries(
    st.sampled_from(NAMES.split()),
    ANY_JSON | st.sampled_from([START, "E5", "--", "2:9", "stone", "wiki", 3, True, ["Ann"]]),
    max_size=5,
)


@given(st.sampled_from(sorted(METHODS)), PARAMS, ANY_JSON)
def test_any_call_is_answered(method: str, params: dict[str, Any], number: object) -> None:
    call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    text = answer(json.dumps(call))
    assert text is not None
    reply = json.loads(text, parse_constant=pytest.fail)
    assert ("result" in reply) != ("error" in reply)


@given(ANY_JSON)
def test_any_json_is_answered(message: object) -> None:
    text = answer(json.dumps(message))
    assert text is None or json.loads(text)


@given(st.binary(max_size=80))
def test_any_bytes_are_answered(message: bytes) -> None:
    text = answer(message)
    assert text is None or json.loads(text)


@given(starts())
def test_starts_of_any_ruleset(state: State) -> None:
    said = {"ruleset": state.ruleset.name, **spelled(state.ruleset)}
    assert result("start", players=state.players, **said)["position"] == state.to_text()


@contextmanager
def server() -> Iterator[tuple[IO[bytes], IO[bytes], subprocess.Popen[bytes]]]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "ninetka", "serve"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdin, process.stdout, process


def test_over_a_pipe_each_answer_comes_at_once() -> None:
    with server() as (to, come, process):
        for message, expected in [
            (b'{"jsonrpc": "2.0", "id": 1, "method": "start"}\n', b'"result"'),
            (b"what\n", b"-32700"),
            (b"\xff\x00\n", b"-32700"),
            (b"\n", b"-32700"),
            (b'{"jsonrpc": "2.0", "id": 2, "method": "start"}\r\n', b'"id": 2, "result"'),
            (b'"' + b"x" * (5 << 20) + b'"\n', b"longer than 4194304 bytes"),
            (b'{"jsonrpc": "2.0", "method": "start"}\n{"jsonrpc": "2.0", "id": 3, '
             b'"method": "jump"}\n', b'"id": 3, "error"'),
        ]:  # fmt: skip
            to.write(message)
            to.flush()
            assert expected in come.readline()
        to.write(b'{"jsonrpc": "2.0", "id": 4, "method": "start"}')  # without an end of line
        to.close()
        assert b'"id": 4, "result"' in come.read()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_a_client_that_goes_away() -> None:
    with server() as (to, come, process):
        come.close()
        to.write(b'{"jsonrpc": "2.0", "id": 1, "method": "start"}\n' * 10)
        to.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 2


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js (node) here")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_client_in_javascript(players: int) -> None:
    client = ROOT / "examples" / "javascript" / "random-game.mjs"
    environment = os.environ | {"NINETKA": f"{sys.executable} -m ninetka"}

    def played(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = ["node", str(client), *map(str, arguments)]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=60, env=environment, check=False
        )

    done = played(players, 7)
    assert (done.returncode, done.stderr) == (0, "")
    (verdict,) = verify(io.StringIO(done.stdout))
    assert verdict.record is not None
    assert verdict.record.game.state.is_over
    assert verdict.record.game.state.players == players
    assert played(players, 7).stdout == done.stdout
    assert played(players, 8).stdout != done.stdout
    refused = played(9)
    assert refused.returncode == 1
    assert refused.stderr == "Error: nestorgames is for 2, 3 or 4 players, not 9\n"


def test_the_nestorgames_start_is_what_is_meant_without_more() -> None:
    assert result("start") == result("start", ruleset=NESTORGAMES.name, players=2)
