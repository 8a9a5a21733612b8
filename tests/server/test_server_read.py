"""One game of a text of records, as a page needs it to show it and to go on."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from support.nine_states import games
from support.server_calls import error, result

from ninetka import Game, Move, State, kropki, morris
from ninetka.games import entry_for_name
from ninetka.protocol.forms import ParsedLine, ParsedRecord, RawRecord
from ninetka.records import MAX_VARIATION_DEPTH, Clock, Record
from ninetka.records.json import JsonForm
from ninetka.records.reader import legal_part, verdict_on
from ninetka.server import methods as server
from ninetka.simulate import random_game
from ninetka.testing import strategies

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(
    path.name for path in (ROOT / "examples").iterdir() if path.suffix in {".9tka", ".sgf"}
)


def example(name: str) -> str:
    return (ROOT / "examples" / name).read_text("utf-8")


def check_reading(text: str, number: int = 1) -> Any:
    """What is read leads from position to position, and is written so that it reads the same."""
    read = result("read", records=text, number=number)
    options, positions, moves = read["options"], read["positions"], read["moves"]
    assert (read["number"], read["error"]) == (number, None)
    assert len(positions) == len(moves) + 1
    drawn = entry_for_name(options["game"]).begin(**options).is_dealt
    reached = result("start", **options if drawn else options | {"position": positions[0]})
    assert reached["position"] == positions[0]
    for ply, (move, seat) in enumerate(zip(moves, read["seats"], strict=True)):
        assert seat == reached["to_move"]
        reached = result("apply", **options | {"position": positions[ply]}, move=move)
        assert (reached["move"], reached["position"]) == (move, positions[ply + 1])
    at_end = options | {"position": positions[-1]}
    outcome = result("outcome", **at_end, ending=read["ending"])
    assert outcome["result"] == read["result"]
    said = {name: read[name] for name in ("tags", "comments", "moves", "ending")}
    said |= {name: read[name] for name in ("glyphs", "clocks", "variations") if name in read}
    written = result("record", **options, **said)
    assert written["turns"] == read["turns"]
    assert result("read", records=written["record"]) == read | {"number": 1}
    return read


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_read(name: str) -> None:
    text = example(name)
    count = len(result("check", records=text)["games"])
    for number in {1, count // 2 + 1, count}:
        check_reading(text, number)
    refused = error("read", records=text, number=count + 1)
    assert refused["message"] == f"there is no game {count + 1}, only {count}"


@given(strategies.records(games()))
def test_records_with_all_that_is_written_on_moves(record: Record[State, Move]) -> None:
    fields = json.loads(record.to_json())
    read = check_reading(record.to_text())
    assert check_reading(record.to_json()) == read
    names = ("glyphs", "clocks", "variations")
    assert [read.get(name) for name in names] == [fields.get(name) for name in names]


def test_games_from_later_positions_are_read() -> None:
    for start in (
        kropki.State.start(kropki.TERRITORY),
        morris.State.start(morris.MILLS),
        State.start(players=3),
    ):
        game: Game[Any, Any] = random_game(start, Random(1))
        states = game.states
        half = len(states) // 2
        later = Game.from_state(states[half], game.moves[half:])
        assert check_reading(Record(later).to_text())["options"]["position"]


def test_a_game_is_read_with_all_that_is_in_it() -> None:
    record = Record(
        Game.start(kropki.TERRITORY).play("aa bb").resign(), {"First": "Ann"}, {2: "why?"}
    )
    assert check_reading(f"{record}\n{record}", 2) == {
        "game": "Kropki", "number": 2, "options": {"game": "Kropki", "ruleset": "territory"},
        "tags": {"First": "Ann"}, "moves": ["aa", "bb"], "comments": {"2": "why?"},
        "ending": "x resigns", "result": record.result, "seats": [0, 1], "turns": [1, 1],
        "positions": [state.to_text() for state in record.game.states], "error": None,
    }  # fmt: skip


BAD = """[Game "9tka"]
[Ruleset "wiki"]
[Players "2"]
[First "Ann"]
[Result "*"]

{so} 1. *E5 *C9 {then}
2. *E5 {not this} *A1 *
"""


def test_a_record_that_breaks_the_rules_is_read_as_far_as_it_keeps_them() -> None:
    read = result("read", records=BAD)
    said = "game 1, line 8, ply 3, '*E5': "
    assert read["error"].pop("message").startswith(said)
    assert read["error"] == {"kind": "illegal move", "ply": 3, "line": 8}
    assert (read["moves"], len(read["positions"]), read["result"]) == (["*E5", "*C9"], 3, "*")
    assert read["tags"] == {"First": "Ann"}
    assert read["comments"] == {"0": "so", "2": "then"}
    good = result("read", records=BAD.partition("\n2.")[0] + " *")
    assert read | {"error": None} == good


@pytest.mark.parametrize(
    ("body", "good"),
    [
        ("*E5! (*D5 *D6) *C9 *C9 {so} $1 (*I3) *", "*E5! (*D5) *C9 *"),
        ("*E5 (*D5) (*E4 {a} *C9 {b} (*C7 *D6)) *C9 (*E5) (*H8 (*H7)) *",
         "*E5 (*D5) (*E4 {a} *C9 {b} (*C7)) *C9 (*H8 (*H7)) *"),
        ("*E5 *C9 (*H8 *Z1 {b} $1 (*I3)) {c} *", "*E5 *C9 (*H8) {c} *"),
        ("{[%clk 0:01:00] a} *E5 {[%clk 0:01:00]} *E5 {[%clk 0:01:00]} *",
         "{[%clk 0:01:00] a} *E5 {[%clk 0:01:00]} *"),
    ],
)  # fmt: skip
def test_what_is_written_is_read_as_far_as_it_is_about_legal_moves(body: str, good: str) -> None:
    head = '[Ruleset "wiki"]\n[Players "2"]\n\n'
    read = result("read", records=head + body)
    assert read.pop("error")["kind"] in ("illegal move", "move text")
    assert read == {k: v for k, v in result("read", records=head + good).items() if k != "error"}


def test_a_mistake_in_a_variation_changes_no_ending() -> None:
    record = Record(Game.start(kropki.TERRITORY).play("aa bb").resign())
    read = result("read", records=record.to_text().replace("bb", "bb (aa)"))
    assert (read["moves"], read["ending"], read["result"]) == (["aa", "bb"], "x resigns", "o+R")
    assert "variations" not in read
    assert "in a variation, ply 2, 'aa'" in read["error"]["message"]


@attrs.define
class Given(JsonForm):
    """A form whose records say what they are given."""

    said: ParsedRecord

    def read(self, raw: RawRecord) -> ParsedRecord:
        return self.said


def test_what_no_record_can_hold_is_left_out() -> None:
    line = ParsedLine(
        [(1, "bb"), (1, "bb")],
        {0: "\ud800", 1: "a", 2: "b"},
        {0: [255], 1: [256], 2: [1]},
        {1: Clock(timedelta(1)), 2: Clock(timedelta(2))},
    )
    record = ParsedRecord(
        {"Game": "Kropki", "Ruleset": "territory"},
        ParsedLine([(1, "aa")], variations={1: [ParsedLine([]), line], 2: [line], 0: [line]}),
        [(1, "*")],
    )  # fmt: skip
    deepest = line
    for _ in range(MAX_VARIATION_DEPTH):
        deepest = ParsedLine([(1, "bb")], variations={1: [deepest]})
    mainline = record.mainline
    for variations, depth in ((mainline.variations, 1), ({1: [deepest]}, MAX_VARIATION_DEPTH)):
        line = attrs.evolve(mainline, variations=variations)
        raw = RawRecord(Given(attrs.evolve(record, mainline=line)), 1)
        error = verdict_on(1, raw).error
        assert error is not None
        kept = legal_part(raw, error).variations
        assert [(ply, each.depth) for ply, lines in kept.items() for each in lines] == [(1, depth)]
        if depth == 1:
            (first,) = kept[1]
            assert (first.comments, first.glyphs) == ({1: "a"}, {0: (255,)})
            assert first.clocks == {1: Clock(timedelta(1))}


def test_variations_that_are_too_many_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("reader", "variations"):
        monkeypatch.setattr(f"ninetka.records.{module}.MAX_VARIATION_MOVES", 20)
    text = f'[Ruleset "wiki"]\n[Players "2"]\n\n*E5 {"(*D5)" * 21} *'
    read = result("read", records=text)
    assert (read["moves"], read["error"]["kind"]) == (["*E5"], "size")
    assert "variations" not in read


def test_a_part_of_a_file_is_read_as_the_whole() -> None:
    """The same is said of it in either way, and when it is checked."""
    lines = [*example("tournament.9tka").split("\n"), *BAD.split("\n")]
    whole = "\n".join(lines)
    *_, before, last = result("check", records=whole)["games"]
    at = before["begins"]
    part = {"records": "\n".join(lines[at - 1 :]), "line": at, "first": before["game"]}
    good, bad = (result("read", **part, number=game["game"]) for game in (before, last))
    assert good == result("read", **part) == result("read", records=whole, number=before["game"])
    assert bad == result("read", records=whole, number=last["game"])
    assert (good["number"], bad["number"]) == (before["game"], last["game"])
    assert bad["error"]["line"] == last["line"]
    where = f"game {last['game']}, line {last['line']}, ply 3, "
    assert bad["error"]["message"].startswith(where)


def test_a_wrong_result_or_ending_is_an_error_after_the_moves() -> None:
    record = Record(Game.start(kropki.TERRITORY).play("aa").resign())
    for wrong in (record.to_text().replace("x+R", "o+R"), record.to_json().replace("x+R", "o+R")):
        read = result("read", records=wrong)
        assert "the result is said to be" in read["error"]["message"]
        assert (read["moves"], read["ending"], read["error"]["ply"]) == (["aa"], "o resigns", None)
    wrong = record.to_text().replace("o resigns", "o sleeps")
    read = result("read", records=wrong)
    assert "an ending is one of" in read["error"]["message"]
    assert (read["moves"], read["ending"], read["result"]) == (["aa"], None, "*")
    comments = record.to_json().replace('"comments": {}', '"comments": {"0": "\\ud800", "9": "a"}')
    read = result("read", records=comments)
    assert (read["moves"], read["comments"]) == (["aa"], {})


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"records": ""}, "there is no game in it"),
        ({"records": BAD, "first": 3, "number": 2}, "there is no game 2, only 3 to 3"),
        ({"records": "hello"}, "line 1: a record begins with a tag"),
        ({"records": BAD.replace("wiki", "x")}, "game 1, line 1: the ruleset 'x' is not"),
        ({"records": BAD.replace("[First", "[F irst")}, "game 1, line 4: a tag is written"),
    ],
)
def test_wrong_parameters_are_refused(params: dict[str, Any], said: str) -> None:
    refused = error("read", **params)
    assert (refused["code"], refused["message"][: len(said)]) == (1, said)


def test_games_before_it_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    start = State.start

    def noted(*arguments: Any) -> State:
        read.append("")
        return start(*arguments)

    monkeypatch.setattr(State, "start", noted)
    result("read", records=example("ludii.9tka"), number=1)
    count = len(read)
    result("read", records=example("ludii.9tka"), number=90)
    assert len(read) == 2 * count


def test_too_many_positions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = example("two-players.9tka")
    size = sum(map(len, result("read", records=text)["positions"]))
    monkeypatch.setattr(server, "MAX_REPLY", size)
    assert not result("read", records=text)["error"]
    monkeypatch.setattr(server, "MAX_REPLY", size - 1)
    said = f"the positions of this game have more than {size - 1} characters"
    assert error("read", records=text)["message"] == said
