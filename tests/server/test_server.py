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

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import after, games, playout
from support.server_calls import START, endings, error, result, spelled
from support.waiting import PATIENCE, line_of

from ninetka import NESTORGAMES, WIKI, Game, Move, State, kropki, morris
from ninetka.records import Record, verify
from ninetka.server.methods import METHODS, answer

WORDS = Path(morris.__file__).parent / "words/fr.json"

ROOT = Path(__file__).parents[2]


def test_start_gives_the_first_position() -> None:
    begun = {"position": START, "players": 2, "to_move": 0, "is_over": False}
    assert result("start") == {**begun, **endings(State.start())}
    assert result("start") == result("start", ruleset=NESTORGAMES.name, players=2)
    wiki = result("start", ruleset="wiki", players=4, game="9tka")
    assert wiki["position"] == State.start(WIKI, 4).to_text()
    assert result("start", players="3")["players"] == 3


@given(games(), st.data())
def test_calls_say_what_the_library_does(game: Game[State, Move], data: st.DataObject) -> None:
    """Each call says what the library does, whether or not the server knows the position."""
    ruleset, states = game.initial_state.ruleset, list(game.states)
    said = {"ruleset": ruleset.name, **spelled(ruleset)}
    begin = data.draw(st.integers(0, game.ply - 1))
    for ply in range(begin, min(begin + 4, game.ply)):
        state, after, text = states[ply], states[ply + 1], game.move_texts[ply]
        call = {"position": state.to_text(), "move": text, **said}
        legal = [state.move_text(each) for each in state.legal_moves]
        assert result("legal_moves", position=state.to_text(), **said)["moves"] == legal
        reached = {
            "move": text, "position": after.to_text(), "players": state.players,
            "to_move": after.to_move, "is_over": after.is_over, **endings(after),
        }  # fmt: skip
        assert result("apply", **call) == reached
        alone = answer(json.dumps(CALL | {"method": "apply", "params": call}))
        assert json.loads(alone or "")["result"] == reached
        view = {**after.to_dict(), **endings(after)}
        assert result("apply", **call, view=True) == {**reached, "view": view}
        undone = result("undo", move=text, position=after.to_text(), **said)
        assert (undone["move"], undone["position"]) == (text, state.to_text())
    end = {"position": game.state.to_text(), **said}
    assert result("legal_moves", **end) == {"moves": []}
    outcome = game.state.outcome
    assert outcome is not None
    assert result("outcome", **end) == {
        "is_over": True, "result": str(outcome), "scores": list(outcome.scores),
        "winners": [outcome.winner], "ranking": list(outcome.ranking),
        "explanation": outcome.explanation,
    }  # fmt: skip


def test_a_computer_player_chooses() -> None:
    state = after("E5 C9", players=3)
    call = {"position": state.to_text(), "player": "mc:60", "seed": 1}
    chosen = result("choose", **call)
    assert chosen == result("apply", position=state.to_text(), move=chosen["move"])
    assert chosen == result("choose", **call | {"seed": "1"})
    assert len({result("choose", **call | {"seed": seed})["move"] for seed in range(9)}) > 1
    assert len({result("choose", **call | {"seed": None})["move"] for _ in range(9)}) > 1
    seen = result("choose", **call, view=True)
    reached = state.apply(chosen["move"])
    assert seen == {**chosen, "view": {**reached.to_dict(), **endings(reached)}}


def test_a_computer_player_tells_what_it_expects() -> None:
    state = after("E5 C9", players=3)
    call = {"position": state.to_text(), "player": "search:200", "seed": 1}
    known = result("analyse", **call)
    chosen = result("choose", **call, analysis=True)
    assert {**chosen["analysis"], "seconds": 0} == {**known, "seconds": 0}
    assert chosen["move"] == known["moves"][0]["move"] == known["line"][0]
    assert known["seat"] == 2
    assert known["playouts"] >= 200
    assert len(known["moves"]) == 10
    assert all(0 <= each["share"] <= 1 for each in known["moves"])
    assert len(result("analyse", **call, most=3)["moves"]) == 3
    for move in known["line"]:
        state = state.apply(move)
    greedy = {**call, "player": "greedy"}
    assert result("choose", **greedy, analysis=True)["analysis"] is None
    assert "analysis" not in result("choose", **greedy)


def test_a_search_is_planned_for_others_and_what_they_find_is_played() -> None:
    call = {"position": START, "player": "search:3", "seed": 1}
    plan = result("plan", **call, facts={}, view=True)["plan"]
    assert (plan["file"], plan["playouts"], plan["seconds"]) == ("nine.wasm", 3, None)
    assert plan == result("plan", **call)["plan"] | {"limit": plan["limit"]}
    assert 0 < plan["limit"] <= 86_400
    assert (plan["keeps"], plan["actions"]) == (False, None)
    move = result("legal_moves", position=START)["moves"][7]
    action = State.from_text(START).legal_actions[7]
    found = {"moves": [[action, 3, 0.5]]}
    assert result("choose", **call, found=found) == result("apply", position=START, move=move)
    assert result("plan", **call | {"player": "greedy"}) == {"plan": None}


def test_a_plan_says_how_to_go_on_from_what_was_found() -> None:
    begun, moves = State.from_text(START), ["*E5", "*H8"]
    after = begun.apply(moves[0]).apply(moves[1])
    codes = [begun.action(begun.parse_move(text)) for text in moves]
    call = {"position": after.to_text(), "player": "search:1s", "seed": 1}
    since = {"position": START, "moves": moves}
    plan = result("plan", **call, since=since)["plan"]
    assert (plan["keeps"], plan["actions"]) == (True, codes)
    assert result("plan", **call)["plan"]["actions"] is None
    assert result("plan", **call | {"player": "search:9"}, since=since)["plan"]["actions"] is None
    for wrong, why in (
        (since | {"moves": moves[:1]}, "the moves since the earlier position do not lead to this"),
        (since | {"moves": ["?"]}, "is not a move"),
        ({"moves": moves}, '"position" is needed in "since"'),
    ):
        assert why in error("plan", **call, since=wrong)["message"]


def test_check_gives_verdicts() -> None:
    for text in (GOOD, GAME.to_json(), f"{GOOD}\n{GOOD}"):
        verdicts = result("check", records=text)
        assert verdicts["ok"] is True
        assert all(game["ok"] for game in verdicts["games"])
    text = f"{GOOD}\n{GOOD.replace('1. *', '1. @')}"
    verdicts = result("check", records=text)
    assert verdicts["games"] == [each.summary() for each in verify(io.StringIO(text))]
    assert (verdicts["ok"], verdicts["games"][1]["reason"]) == (False, "WRONG_PHASE")


@given(games(), st.data())
def test_a_record_of_a_start_and_moves(game: Game[State, Move], data: st.DataObject) -> None:
    ply = data.draw(st.integers(0, game.ply))
    begun = game.states[ply]
    game = Game.from_state(begun, game.moves[ply : data.draw(st.integers(ply, game.ply))])
    tags, comments = {"First": "Ann", "Event": 'q"ż'}, {game.ply: "the end", 0: "so"}
    expected = Record(game, tags, comments)
    said = {
        "ruleset": begun.ruleset.name, **spelled(begun.ruleset), "position": begun.to_text(),
        "moves": list(game.move_texts), "tags": tags,
        "comments": {str(number): text for number, text in comments.items()},
    }  # fmt: skip
    turns = list(game.turns)
    assert result("record", **said) == {"record": expected.to_text(), "turns": turns}
    as_json = {"record": expected.to_json(), "turns": turns}
    assert result("record", **said, form="json") == as_json


def test_record_needs_no_parameters() -> None:
    assert result("record") == {"record": Record(Game.start(NESTORGAMES)).to_text(), "turns": []}
    game = Game.start(WIKI, 3)
    short = result("record", ruleset="wiki", players=3, moves=["E5", "*c9"])["record"]
    assert short == Record(game.play("E5 C9")).to_text()


GAME = Record(playout(State.start(), Random(1), 50))
GOOD = GAME.to_text()


def test_svg_draws_with_every_option() -> None:
    state = GAME.game.state
    options: dict[str, Any] = {
        "marks": ["legal-moves", "blocked"], "legend": False, "names": ["Ann"], "title": "T",
        "size": 300,
    }  # fmt: skip
    last = GAME.game.move_texts[-1]
    picture = result("svg", position=state.to_text(), last_move=last, **options)["svg"]
    assert picture == state.to_svg(last_move=GAME.game.moves[-1], **options)
    assert result("svg", position=START)["svg"] == State.start().to_svg()


@pytest.mark.parametrize(
    ("method", "params", "said", "data"),
    [
        ("apply", {"position": START, "move": "A5"}, "a neutral cannot go to A5: it is not on",
         {"type": "IllegalMoveError", "reason": "NOT_ON_THE_CORE"}),
        ("apply", {"position": START, "move": "Z9"}, "'Z9' is not a move",
         {"type": "InvalidMoveError"}),
        ("start", {"players": 7}, "nestorgames is for 2, 3 or 4 players, not 7",
         {"type": "InvalidRulesetError"}),
        ("start", {"game": "chess"}, "there is no game 'chess' here, only 9tka",
         {"type": "NinetkaError"}),
        ("analyse", {"position": START, "player": "greedy"},
         "greedy plays out no games and so cannot analyse a position: ask mc:PLAYOUTS, search:",
         {"type": "NinetkaError"}),
        ("choose", {"position": START, "player": "me"}, "'me' is not a computer player: write ran",
         {"type": "NinetkaError"}),
        ("plan", {"position": START, "player": "search:86400s"}, "a move may take 8.64e+04 seconds",
         {"type": "NinetkaError"}),
        ("choose", {"position": START, "player": "search:3", "found": {"moves": [[1, 2, 3]]}},
         "for each move a search has found the code of a legal action, its games and the share of",
         {"type": "NinetkaError"}),
        ("choose", {"position": START, "player": "search:3", "found": {}},
         "the search has found no moves", {"type": "NinetkaError"}),
        ("choose", {"position": START, "player": "search:3", "found": {"moves": [[24, 2, 0.5]]}},
         "a move may take 8.64e+04 seconds here", {"type": "NinetkaError"}),
        ("choose", {"position": START, "player": "greedy", "found": {"moves": [[24, 2, 0.5]]}},
         "only Python finds a move for greedy here", {"type": "NinetkaError"}),
        ("check", {"records": "hello"}, "line 1: a record begins with a tag",
         {"type": "RecordError", "kind": "syntax"}),
        ("check", {"records": " \n\t\r\n"}, "there is no game in it",
         {"type": "RecordError", "kind": "count"}),
        ("record", {"moves": ["E5", "A5"]},
         "ply 2, 'A5': a neutral cannot go to A5: it is not on the core, C3 to I9",
         {"type": "RecordError", "kind": "illegal move", "ply": 2, "reason": "NOT_ON_THE_CORE"}),
        ("record", {"moves": ["hello", "E5"]}, "ply 1, 'hello': ",
         {"type": "RecordError", "kind": "move text", "ply": 1}),
        ("record", {"tags": {"Ruleset": "wiki"}}, "the tag Ruleset is set by the game itself",
         {"type": "RecordError", "kind": "tag"}),
        ("record", {"comments": {"01": "a"}, "moves": ["E5"]},
         "\"comments\" are numbered by the moves made before them, not '01'",
         {"type": "RecordError", "kind": "comment"}),
    ],
)  # fmt: skip
def test_what_the_library_refuses_is_an_error(
    method: str, params: dict[str, object], said: str, data: dict[str, object]
) -> None:
    refused = error(method, **params)
    assert refused["code"] == 1
    assert said in refused["message"]
    assert refused["data"] == data


def test_sentences_come_in_a_language_and_errors_with_codes() -> None:
    known = "9tka, Kropki, 9AM et Mills"
    refused = error("start", game="chess", language="fr", codes=True)
    assert refused["message"] == f"il n'y a pas de jeu 'chess' ici, seulement {known}"
    message = refused["data"]["message"]
    assert message["code"] == "protocol.no_such_game"
    assert message["values"]["name"] == "'chess'"
    assert message["values"]["known"]["values"] == {
        "others": ["9tka", "Kropki", "9AM"], "last": "Mills",
    }  # fmt: skip
    unknown = error("start", language="xx")
    assert unknown["code"] == -32602
    assert unknown["message"] == "there is no language 'xx', only en, fr, pl and ru"
    assert error("start", game="chess")["message"].startswith("there is no game 'chess' here")


def test_what_was_made_before_the_call_is_said_in_its_language() -> None:
    labels = {}
    for language in ("en", "fr"):
        games = result("games", language=language)["games"]
        mills = next(game for game in games if game["name"] == "Mills")
        labels[language] = mills["options"]["repetition"]["label"]
    assert labels["en"] == "Times a position may return"
    assert labels["fr"] == json.loads(WORDS.read_text("utf-8"))["label_repetition"]
    assert labels["fr"] != labels["en"]


def test_a_call_can_ask_for_the_codes_of_sentences() -> None:
    (game,) = result("check", records='[Game "9tka"]\n\n1. E5 *', codes=True)["games"]
    assert game["codes"]["message"]["code"] == "protocol.record_lacks"
    (plain,) = result("check", records='[Game "9tka"]\n\n1. E5 *')["games"]
    assert {**plain, "codes": game["codes"]} == game


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
        ("apply", {"position": START, "move": "E5", "facts": {"depth": 1}},
         """there is no parameter 'depth' in "facts\""""),
        ("choose", {"position": START}, '"player" is needed'),
        ("choose", {"position": START, "player": "random", "seed": 0.5},
         '"seed" is a text or a whole number, not 0.5'),
        ("view", {}, '"position" is needed'),
        ("facts", {}, '"position" is needed'),
        ("facts", {"position": START, "facts": {}}, "there is no parameter 'facts' here"),
        ("facts", {"position": START, "picture": 1}, '"picture" is an object, not 1'),
        ("facts", {"position": START, "picture": {"position": START}},
         """there is no parameter 'position' in "picture\""""),
        ("facts", {"position": START, "picture": {"since": {}}},
         '"position" is needed in "since"'),
        ("legal_moves", {"position": START, "depth": 2}, "there is no parameter 'depth' here"),
        ("start", {"players": True}, '"players" is a text or a whole number, not True'),
        ("start", {"Players": 2}, "there is no parameter 'Players' here; did you mean players?"),
        ("start", {"view": 1}, '"view" is true or false, not 1'),
        ("check", {}, '"records" is needed'),
        ("check", {"records": "", "line": 0}, '"line" is counted from 1, not 0'),
        ("check", {"records": "", "column": -1}, '"column" is counted from 1, not -1'),
        ("check", {"records": "", "number": 1.5}, '"number" is a whole number, not 1.5'),
        ("check", {"records": "", "seconds": "1"}, "\"seconds\" is a number, not '1'"),
        ("check", {"records": "", "more": 1}, '"more" is true or false, not 1'),
        ("read", {}, '"records" is needed'),
        ("read", {"records": "", "first": 0}, '"first" is counted from 1, not 0'),
        ("read", {"records": "", "line": 0}, '"line" is counted from 1, not 0'),
        ("read", {"records": "", "number": 0}, '"number" is counted from 1, not 0'),
        ("read", {"records": GOOD, "game": "9tka"}, "there is no parameter 'game' here"),
        ("svg", {"position": START, "size": "big"}, "\"size\" is a whole number, not 'big'"),
        ("svg", {"position": START, "marks": 1}, '"marks" is a list of texts, not 1'),
        ("svg", {"position": START, "targets": 1}, '"targets" is true or false, not 1'),
        ("svg", {"position": START, "since": 1}, '"since" is an object, not 1'),
        ("svg", {"position": START, "since": {"position": START, "since": {}}},
         """there is no parameter 'since' in "since\""""),
        ("svg", {"position": START, "since": {"position": START}, "depth": 1},
         "there is no parameter 'depth' here"),
        ("record", {"tags": {"A": 1}}, "\"tags\" is an object of texts, not {'A': 1}"),
    ],
)  # fmt: skip
def test_parameters_that_make_no_sense(method: str, params: dict[str, object], said: str) -> None:
    assert error(method, **params) == {"code": -32602, "message": said}


CALL = {"jsonrpc": "2.0", "id": 1, "method": "start"}
PARSE = (-32700, "the line is not JSON")
DEEP = (-32700, "lists and objects are nested more than 100 deep")
NO_REQUEST = (
    -32600, 'a request is an object with "jsonrpc": "2.0" and a "method", which is a text'
)  # fmt: skip
BAD_ID = (-32600, "an id is a text, a number or null")
BAD_PARAMS = (-32602, '"params" are given by name, as an object')
ONLY = f"only {', '.join(METHODS)}"


@pytest.mark.parametrize(
    ("message", "said", "number"),
    [
        ("", PARSE, None),
        ("{", PARSE, None),
        ("{} {}", PARSE, None),
        (b"\xff\xfe\xfd", PARSE, None),
        ('"\ud800"', PARSE, None),
        (json.dumps(CALL).encode("utf-16"), PARSE, None),
        ('{"jsonrpc": "2.0", "id": NaN}', (-32700, "NaN is not JSON"), None),
        ("[" * 101, DEEP, None),
        (f"{'[' * 100_000}{']' * 100_000}", DEEP, None),
        ("null", NO_REQUEST, None),
        ("[]", (-32600, "a list of requests has 1 to 1000 of them"), None),
        ({"id": 7}, NO_REQUEST, 7),
        (CALL | {"jsonrpc": "1.0"}, NO_REQUEST, 1),
        (CALL | {"jsonrpc": 2.0}, NO_REQUEST, 1),
        ({"jsonrpc": "2.0", "id": "y"}, NO_REQUEST, "y"),
        (CALL | {"method": 5}, NO_REQUEST, 1),
        (CALL | {"method": ["start"], "id": None}, NO_REQUEST, None),
        (CALL | {"id": []}, BAD_ID, None),
        (CALL | {"id": True}, BAD_ID, None),
        ('{"jsonrpc": "2.0", "id": -1e999, "method": "start"}', BAD_ID, None),
        (CALL | {"method": "jump"}, (-32601, f"there is no method 'jump', {ONLY}"), 1),
        (CALL | {"params": [2]}, BAD_PARAMS, 1),
        (CALL | {"params": {"depth": 2, "b": 1, "size": 0}},
         (-32602, "there is no parameter 'b' here"), 1),
    ],
)  # fmt: skip
def test_messages_that_are_not_calls(
    message: object, said: tuple[int, str], number: object
) -> None:
    expected = {
        "jsonrpc": "2.0",
        "id": number,
        "error": dict(zip(("code", "message"), said, strict=True)),
    }
    if isinstance(message, str | bytes):
        assert json.loads(answer(message) or "") == expected
    else:
        assert json.loads(answer(json.dumps(message)) or "") == expected
        assert json.loads(answer(json.dumps([message])) or "") == [expected]


@pytest.mark.parametrize("number", ["", "x", "\ud800", 0, -1, 1.5, 1e300, 10**299, None])
def test_an_id_comes_back(number: object) -> None:
    for method, key in (("start", "result"), ("jump", "error")):
        reply = json.loads(answer(json.dumps(CALL | {"id": number, "method": method})) or "")
        assert list(reply) == ["jsonrpc", "id", key]
        assert (reply["id"], type(reply["id"])) == (number, type(number))


def test_a_message_is_utf_8_with_or_without_a_mark() -> None:
    text = json.dumps(CALL | {"id": "ż"}, ensure_ascii=False)
    for message in (text, text.encode(), "\ufeff" + text, text.encode("utf-8-sig")):
        assert json.loads(answer(message) or "")["id"] == "ż"
    assert (answer(text) or "").isascii()


def test_several_calls_in_one_message() -> None:
    text = answer(json.dumps([CALL, 1, {"jsonrpc": "2.0", "method": "start"}, CALL | {"id": None}]))
    assert text is not None
    first, second, third = json.loads(text)
    assert first["result"] == third["result"] == result("start")
    assert (first["id"], second["id"], third["id"]) == (1, None, None)
    assert second["error"]["code"] == -32600


@contextmanager
def serving() -> Iterator[tuple[IO[bytes], IO[bytes], subprocess.Popen[bytes]]]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "ninetka", "serve"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdin, process.stdout, process


def test_over_a_pipe_each_answer_comes_at_once() -> None:
    with serving() as (to, come, process):
        for message, expected in [
            (b'{"jsonrpc": "2.0", "id": 1, "method": "start"}\n', b'"result"'),
            (b"\xff\x00\n", b"-32700"),
            (b"\n", b"-32700"),
            (b'{"jsonrpc": "2.0", "id": 2, "method": "start"}\r\n', b'"id": 2, "result"'),
            (b'"' + b"x" * (5 << 20) + b'"\n', b"longer than 4194304 bytes"),
            (b'{"jsonrpc": "2.0", "method": "start"}\n{"jsonrpc": "2.0", "id": 3, '
             b'"method": "jump"}\n', b'"id": 3, "error"'),
        ]:  # fmt: skip
            to.write(message)
            to.flush()
            assert expected in line_of(come)
        to.write(b'{"jsonrpc": "2.0", "id": 4, "method": "start"}')  # without an end of line
        to.close()
        assert b'"id": 4, "result"' in come.read()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=PATIENCE) == 0


@pytest.mark.long
def test_a_client_that_goes_away() -> None:
    with serving() as (to, come, process):
        come.close()
        to.write(b'{"jsonrpc": "2.0", "id": 1, "method": "start"}\n' * 10)
        to.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=PATIENCE) == 141


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js (node) here")
@pytest.mark.parametrize(
    ("game", "players"),
    [("9tka", 2), ("", 3), ("ninetka", 4), ("Kropki", 2), ("9am", 5), ("mills", 2)],
)
def test_the_client_in_javascript_plays(game: str, players: int) -> None:
    client = ROOT / "examples" / "javascript" / "random-game.mjs"
    environment = os.environ | {"NINETKA": f"{sys.executable} -m ninetka"}

    def played(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = ["node", str(client), *map(str, arguments)]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, env=environment, check=False
        )

    named = [game] if game else []
    done = played(*named, players, 7)
    assert (done.returncode, done.stderr) == (0, "")
    (verdict,) = verify(io.StringIO(done.stdout))
    assert verdict.record is not None
    assert verdict.record.game.state.is_over
    assert verdict.record.game.state.players == players
    names = {"ninetka": "9tka", "9am": "9AM", "mills": "Mills"}
    assert done.stdout.startswith(f'[Game "{names.get(game, game or "9tka")}"]\n')
    if game != "Kropki":  # whose games are the longest by far
        assert played(*named, players, 7).stdout == done.stdout
        assert played(*named, players, 8).stdout != done.stdout
    refused = played(9)
    assert refused.returncode == 1
    assert refused.stderr == "Error: nestorgames is for 2, 3 or 4 players, not 9\n"


@pytest.mark.parametrize(
    ("game", "moves", "then"),
    [
        (Game.start(NESTORGAMES), "*C3", "*F3"),
        (Game.start(morris.MILLS), "g7 d6", "a1"),
        (Game.start(attrs.evolve(kropki.STANDARD, columns=7, rows=6)), "aa", "bb"),
    ],
)
def test_images_of_positions_and_moves(game: Game[Any, Any], moves: str, then: str) -> None:
    state = game.play(moves).state
    here = {"position": state.to_text(), **({"columns": 7, "rows": 6} if then == "bb" else {})}
    found = result("images", **here, moves=[then])["images"]
    assert found[0] == {"position": state.to_text(), "moves": [then]}
    assert len(found) == len(state.symmetries)
    for image in found:
        turned = type(state).from_text(image["position"], state.ruleset)
        (move,) = image["moves"]
        assert turned.canonical()[0] == state.canonical()[0]
        assert turned.apply(move).canonical()[0] == state.apply(then).canonical()[0]
