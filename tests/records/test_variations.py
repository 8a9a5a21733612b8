"""Variations, glyphs and clock times: what is made of them, kept, walked through and refused."""

from __future__ import annotations

import json
import pickle
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import after

from ninetka import NESTORGAMES, NINE, Game, Move, NinetkaError, RecordError, State
from ninetka import RecordErrorKind as Kind
from ninetka.protocol.clocks import format_time, parse_time, times_in
from ninetka.protocol.forms import ParsedLine
from ninetka.records import (
    GLYPHS,
    MAX_VARIATION_DEPTH,
    MAX_VARIATION_MOVES,
    Clock,
    Record,
    Variation,
    parse,
    verify,
)
from ninetka.records.reader import replay_variations

HEAD = '[Ruleset "nestorgames"]\n[Players "2"]\n'
START = Game.start(NESTORGAMES)
GAME = START.play("C3 F3 I3 C6")
MINUTES = Clock(timedelta(minutes=5), timedelta(seconds=7.5))


def line(moves: str, played: str = "", **written: Any) -> Variation[State, Move]:
    """A variation of these moves after those played."""
    return Variation(Game.from_state(after(played), moves), **written)


def read(body: str) -> Record[State, Move]:
    return parse(f"{HEAD}\n{body}", NINE)


def error_of(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse(text)
    return caught.value


# What a record has


def test_a_record_keeps_a_tree() -> None:
    record = read("*C3 (*D3 {so} *F3 (*I3! *F3) (*I6)) (*E3) *F3 (*G3) *I3 *")
    first, second = record.variations[1]
    assert first == line("D3 F3", comments={1: "so"}, variations={
        2: [line("I3 F3", "D3", glyphs={1: [1]}), line("I6", "D3")]
    })  # fmt: skip
    assert second == line("E3")
    assert record.variations[2] == (line("G3", "C3"),)
    assert (first.depth, second.depth, first.variations[2][0].depth) == (2, 1, 1)
    walked = [(ply, *each.game.move_texts) for ply, each in record.walk()]
    assert walked == [
        (1, "*D3", "*F3"), (2, "*I3", "*F3"), (2, "*I6"), (1, "*E3"), (2, "*G3")
    ]  # fmt: skip
    assert [ply for ply, _ in first.walk()] == [2, 2]


def test_how_all_of_it_is_written() -> None:
    record = Record(
        GAME,
        {},
        {0: "begin", 2: "then", 3: "a } b"},
        {0: [10], 1: [5, 14, 5], 2: []},
        {2: MINUTES, 3: Clock(elapsed=timedelta(seconds=1))},
        {
            1: [line("E3 C3", glyphs={0: [7]}, comments={0: "or"}), line("D3")],
            4: [line("C9 F6", "C3 F3 I3", variations={2: [line("F5", "C3 F3 I3 C9")]})],
        },
    )
    assert record.to_text().partition("\n\n")[2] == (
        "$10 {begin} 1. *C3 $5 $14 ($7 {or} 1. *E3 *C3) (1. *D3) 1... *F3 "
        "{[%clk 0:05:00] [%emt 0:00:07.5]\nthen} 2. *I3 ; [%emt 0:00:01] a } b\n"
        "*C6 (2... *C9 3. *F6 (3. *F5)) *\n"
    )
    fields = json.loads(record.to_json())
    assert fields["glyphs"] == {"0": [10], "1": [5, 14]}
    assert fields["clocks"] == {
        "2": {"remaining": "0:05:00", "elapsed": "0:00:07.5"}, "3": {"elapsed": "0:00:01"}
    }  # fmt: skip
    assert fields["variations"]["4"] == [
        {"moves": ["*C9", "*F6"], "variations": {"2": [{"moves": ["*F5"]}]}}
    ]
    assert fields["variations"]["1"][0] == (
        {"moves": ["*E3", "*C3"], "comments": {"0": "or"}, "glyphs": {"0": [7]}}
    )
    assert parse(record.to_text()) == record == parse(record.to_json())


def test_a_variation_that_ends_in_a_line_of_its_own_is_closed_on_the_next() -> None:
    record = Record(GAME, {}, {}, variations={4: [line("C9", "C3 F3 I3", comments={1: "}"})]})
    assert record.to_text().endswith("*C6 (2... *C9 ; }\n) *\n")
    assert parse(record.to_text()) == record


def test_records_with_variations_are_values() -> None:
    record = read("*C3! {[%clk 0:01:00]} (*D3 *F3 (*I3)) *F3 *")
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(record) == hash(parse(record.to_text()))
    assert len({record, read("*C3! {[%clk 0:01:00]} (*D3 *F3 (*I6)) *F3 *")}) == 2
    assert repr(record.variations[1][0]) == "<Variation *D3 *F3>"
    assert repr(line("D3 F3", glyphs={1: [1, 99]})) == "<Variation *D3 $1 $99 *F3>"


def test_what_follows_the_result_belongs_to_the_last_move() -> None:
    assert read("*C3 *F3 * $1 {so} (*G3)") == read("*C3 *F3 $1 {so} (*G3) *")


# Glyphs


def test_the_signs_of_annotators_are_glyphs() -> None:
    record = read("*C3!*F3 ? *I3!! *C6 ?? *F6!?(*F5?!)*")
    assert record.glyphs == {1: (1,), 2: (2,), 3: (3,), 4: (4,), 5: (5,)}
    assert record.variations[5][0].glyphs == {1: (6,)}
    assert "*F6 $5 (3. *F5 $6) *" in record.to_text()


def test_the_page_on_formats_has_the_known_glyphs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")
    rows = re.findall(r"^\| (`\$[^|]*) \| (\S+) \| (.*) \|$", page, re.MULTILINE)
    said = {
        int(number): (symbol, meaning)
        for numbers, symbol, meaning in rows
        for number in re.findall(r"\d+", numbers)
    }
    assert said == {number: (each.symbol, each.meaning) for number, each in GLYPHS.items()}


# Clock times


@given(st.timedeltas(timedelta(), timedelta(hours=99_999)))
def test_times_are_read_as_they_are_written(time: timedelta) -> None:
    assert parse_time(format_time(time)) == time


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00:00"), (59.5, "0:00:59.5"), (3600, "1:00:00"), (360_061.000_001, "100:01:01.000001")],
)
def test_times_are_written_with_hours(seconds: float, text: str) -> None:
    assert format_time(timedelta(seconds=seconds)) == text


@pytest.mark.parametrize("text", ["", "5:00", "0:60:00", "0:00:60", "0:00:00.", "-0:00:01", "1"])
def test_what_is_not_a_time(text: str) -> None:
    with pytest.raises(NinetkaError, match=r"^a time is written 0:05:00 or 0:05:00\.25, not "):
        parse_time(text)


@pytest.mark.parametrize(
    ("comment", "rest", "clock"),
    [
        ("[%clk 0:05:00]", "", Clock(timedelta(minutes=5))),
        ("a [%emt 0:00:07.5]b [%clk 0:05:00] c", "a b c", MINUTES),
        ("[%clk 0:05:00] [%clk 0:04:00]", "[%clk 0:04:00]", Clock(timedelta(minutes=5))),
        ("[%emt [%clk 0:05:00] 0:00:07.5]", "", MINUTES),
        ("[%clk 5:00] [%eval 0.5] [%clk]", "[%clk 5:00] [%eval 0.5] [%clk]", None),
    ],
)
def test_times_in_comments_become_clocks(comment: str, rest: str, clock: Clock | None) -> None:
    assert times_in(comment, None) == (rest, clock)
    record = Record(GAME, {}, {2: comment})
    assert record.comments == ({2: rest} if rest else {})
    assert record.clocks == ({2: clock} if clock else {})
    assert record == parse(record.to_text()) == parse(record.to_json())
    assert Record(GAME, {}, {0: comment}).comments == {0: comment}  # no move took that time


def test_times_that_are_known_stay_in_comments_otherwise() -> None:
    record = Record(GAME, {}, {1: "[%clk 0:01:00] [%emt 0:00:02]"}, clocks={1: MINUTES})
    assert record.comments == {1: "[%clk 0:01:00] [%emt 0:00:02]"}
    assert record == parse(record.to_text()) == parse(record.to_json())


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ({}, "a clock has the time that remains, the time that elapsed or both"),
        ({"remaining": timedelta(-1)}, "a clock cannot show '-1 day, 0:00:00'"),
        ({"elapsed": timedelta(hours=100_000)}, "a clock cannot show '4166 days, 16:00:00'"),
        ({"remaining": 5}, "remaining must be of type timedelta, not 5"),
    ],
)
def test_what_a_clock_cannot_show(times: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError) as caught:
        Clock(**times)
    assert (str(caught.value), caught.value.kind) == (said, Kind.COMMENT)


# What is refused


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"glyphs": {1: [256]}}, "a glyph is a number from 0 to 255, not 256"),
        ({"glyphs": {1: [-1]}}, "a glyph is a number from 0 to 255, not -1"),
        ({"glyphs": {1: 1}}, "glyphs[1] must be a series, not 1"),
        ({"glyphs": {5: [1]}}, "there is no ply 5 for a glyph, only 0 to 4"),
        ({"clocks": {0: MINUTES}}, "there is no ply 0 for a clock, only 1 to 4"),
        ({"clocks": {1: "0:05:00"}}, "clocks[1] must be of type Clock, not '0:05:00'"),
        ({"variations": {0: [line("C3")]}}, "there is no ply 0 for a variation, only 1 to 4"),
        ({"variations": {5: [line("C3")]}}, "there is no ply 5 for a variation, only 1 to 4"),
        ({"variations": {1: GAME}}, "variations[1] must be a series, not <Game from"),
        ({"variations": {1: [GAME]}}, "variations[1][0] must be of type Variation, not <Game"),
        ({"variations": {2: [line("C3")]}}, "a variation at ply 2 begins with another position"),
    ],
)
def test_what_no_record_can_hold(written: dict[str, Any], said: str) -> None:
    for hold in (Record, Variation):
        with pytest.raises(RecordError) as caught:
            hold(GAME, **written)
        assert str(caught.value).startswith(said)
        assert caught.value.kind is Kind.COMMENT


def test_a_variation_has_moves() -> None:
    with pytest.raises(RecordError, match=r"^a variation has moves, and no other ending$"):
        Variation(START)
    with pytest.raises(
        RecordError, match=r"^there is no ply 1 for a clock, as there are no moves$"
    ):
        Record(START, clocks={1: MINUTES})


def test_variations_stand_so_deep_in_one_another_and_no_deeper() -> None:
    nested = line("C3")
    for _ in range(MAX_VARIATION_DEPTH - 1):
        nested = line("C3", variations={1: [nested]})
    record = Record(GAME, variations={1: [nested]})
    assert parse(record.to_text()) == record == parse(record.to_json())
    said = "variations stand more than 32 deep in one another"
    with pytest.raises(RecordError, match=f"^{said}$"):
        line("C3", variations={1: [nested]})
    text = f"{HEAD}\n*C3 {'(*D3 ' * 33}{')' * 33} *"
    assert str(error_of(text)) == f"game 1, line 4: {said}"
    written = ParsedLine([(1, "*C3")])
    for _ in range(MAX_VARIATION_DEPTH):
        written = ParsedLine([(1, "*C3")], variations={1: [written]})
    with pytest.raises(RecordError, match=f"^in a variation: {said}$"):
        replay_variations(GAME, {1: [written]})


def test_how_many_moves_variations_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_VARIATION_MOVES == 32_768
    for module in ("reader", "variations"):
        monkeypatch.setattr(f"ninetka.records.{module}.MAX_VARIATION_MOVES", 20)
    one = line("C3")
    record = Record(GAME, variations={1: [one] * 20})
    said = "the variations have more than 20 moves"
    with pytest.raises(RecordError, match=f"^{said}$") as caught:
        Record(GAME, variations={1: [*record.variations[1], one]})
    assert caught.value.kind is Kind.SIZE
    error = error_of(f"{HEAD}\n*C3 {'(*D3)' * 21} *")
    assert (str(error), error.kind) == (f"game 1, line 1: {said}", Kind.SIZE)


def test_the_place_of_a_mistake_in_a_variation() -> None:
    error = error_of(f"{HEAD}\n*C3 *F3\n(*I3 *C6 (*F6\n*D4)) *")
    assert (error.line, error.ply, error.text, error.in_variation) == (6, 4, "*D4", True)
    assert error.game is not None
    assert error.game.moves == START.play("C3 I3 F6").moves
    assert error.game.state == after("C3 I3 F6")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    (verdict,) = verify(f"{HEAD}\n*C3 (*F3 *E4) *".split("\n"))
    summary = verdict.summary()
    assert (summary["plies"], summary["ply"], summary["move"]) == (1, 2, "*E4")
    assert summary["position"] == after("F3").to_text()
    good = error_of(f"{HEAD}\n*C3 *D4 (*F3 *E4) *")  # the game comes first
    assert (good.ply, good.in_variation) == (2, False)


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"glyphs": [1]}, '"glyphs" is an object, not [1]'),
    ({"glyphs": {"1": 1}}, '"glyphs" has a list of whole numbers for a ply, not 1'),
    ({"glyphs": {"1": [True]}}, '"glyphs" has a list of whole numbers for a ply, not [True]'),
    ({"glyphs": {"1": [256]}}, "a glyph is a number from 0 to 255, not 256"),
    ({"glyphs": {"x": [1]}}, "\"glyphs\" are numbered by ply, not 'x'"),
    ({"glyphs": {"9": [1]}}, "there is no ply 9 for a glyph, only 0 to 1"),
    ({"clocks": {"1": "1:00"}}, '"clocks" has an object with "remaining", "elapsed" or both for a'),
    ({"clocks": {"1": {"left": "0:01:00"}}}, '"clocks" has an object with "remaining", "elapsed"'),
    ({"clocks": {"1": {"remaining": 60}}}, '"remaining" is a text, not 60'),
    ({"clocks": {"1": {"elapsed": "1"}}}, "a time is written 0:05:00 or 0:05:00.25, not '1'"),
    ({"clocks": {"1": {}}}, "a clock has the time that remains, the time that elapsed or both"),
    ({"clocks": {"0": {"elapsed": "0:00:01"}}}, "there is no ply 0 for a clock, only 1 to 1"),
    ({"variations": {"1": {}}}, '"variations" has a list of objects for a ply, not {}'),
    ({"variations": {"1": ["*E5"]}}, "a variation is an object with \"moves\", not '*E5'"),
    ({"variations": {"1": [{}]}}, 'a variation is an object with "moves", not {}'),
    ({"variations": {"1": [{"moves": [], "tags": {}}]}}, 'a variation is an object with "moves"'),
    ({"variations": {"1": [{"moves": []}]}}, "a variation has moves, and no other ending"),
    ({"variations": {"1": [{"moves": [5]}]}}, '"moves" is a list of texts, not [5]'),
    ({"variations": {"1": [{"moves": ["*Z1"]}]}}, "in a variation, ply 1, '*Z1': '*Z1' is not a"),
    ({"variations": {"9": [{"moves": ["*E5"]}]}}, "there is no ply 9 for a variation, only 1 to 1"),
]


@pytest.mark.parametrize(("wrong", "said"), CHANGES)
def test_what_json_cannot_say(wrong: dict[str, Any], said: str) -> None:
    record = json.loads(read("*C3 (*D3) *").to_json())
    inner = {"moves": ["*D3"], **wrong}
    for changed in ({**record, **wrong}, {**record, "variations": {"1": [inner]}}):
        assert said in str(error_of(json.dumps(changed)))
