"""Records as JSON: the same content as text, both ways, by the schema, and nothing else."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import games

from ninetka import NESTORGAMES, NINE, Game, Move, NinetkaError, RecordError, State
from ninetka.base.plain_json import MAX_DEPTH, check_depth, parse_json
from ninetka.records import Record, parse, read, verify, write
from ninetka.records.json import FORMAT, schema
from ninetka.testing import strategies

EXAMPLES = Path(__file__).parents[2] / "examples"
SCHEMA = jsonschema.Draft202012Validator(json.loads(schema()))
SHORT: dict[str, Any] = {
    "format": "ninetka-record/1", "game": "9tka",
    "start": {"Ruleset": "nestorgames", "Players": "2"}, "moves": ["*C3", "*F3"], "result": "*",
}  # fmt: skip


def refusal(record: object) -> str:
    """The error for a record that cannot be read."""
    with pytest.raises(RecordError) as caught:
        parse(record if isinstance(record, str) else json.dumps(record))
    return str(caught.value)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(schema()))


@given(strategies.records(games()))
def test_json_and_text_say_the_same(record: Record[State, Move]) -> None:
    line = record.to_json()
    assert line.count("\n") == 1
    SCHEMA.validate(json.loads(line))
    from_json = parse(line, NINE)
    assert from_json == record
    assert parse(from_json.to_text(), NINE) == record
    assert parse(record.to_text(), NINE).to_json() == line
    assert list(parse(line, NINE).tags) == list(record.tags)


@pytest.mark.parametrize(
    "comment", ["x" * 80 + " \ufefffoo", "x" * 80 + ' \ufeff[Foo "a"]', "x" * 80 + ' [Foo "a"]']
)
def test_comments_that_could_be_taken_for_something_else(comment: str) -> None:
    record = Record(Game.start(NESTORGAMES), {}, {0: comment})
    assert parse(record.to_text(), NINE) == record == parse(record.to_json(), NINE)


def test_what_a_record_looks_like() -> None:
    record = parse(json.dumps(SHORT | {"tags": {"First": "Żółw"}, "comments": {"1": "so"}}))
    assert record.to_json() == (
        '{"format": "ninetka-record/1", "game": "9tka", '
        '"start": {"Ruleset": "nestorgames", "Players": "2"}, "tags": {"First": "Żółw"}, '
        '"moves": ["*C3", "*F3"], "comments": {"1": "so"}, "result": "*"}\n'
    )


@pytest.mark.parametrize("name", ["custom-ruleset", "from-a-position", "9am", "tournament"])
def test_the_examples_there_and_back(name: str) -> None:
    there = list(read(EXAMPLES / f"{name}.9tka"))
    as_json = "".join(write(there, "json"))
    back = list(read(io.BytesIO(as_json.encode())))
    assert back == there
    assert "".join(write(back)) == "".join(write(there))


def test_any_json_layout_can_be_read() -> None:
    indented = json.dumps(SHORT, indent=2)
    assert parse(indented) == parse(json.dumps(SHORT))
    source = "\n".join([indented, json.dumps(SHORT, indent=None), "", indented])
    assert len(list(read(io.StringIO(source)))) == 3
    assert len(list(read(io.StringIO(f"\ufeff\n\n  {json.dumps(SHORT)}")))) == 1
    assert len(list(read(io.StringIO(f"{indented}\n\ufeff{indented}")))) == 2


def test_a_broken_record_does_not_reach_the_next() -> None:
    good = json.dumps(SHORT)
    illegal = json.dumps(SHORT | {"moves": ["*C3", "*D4"]})
    source = "\n".join([good, good[:-30], illegal, '{"a": "', '{"', good])
    verdicts = list(verify(io.StringIO(source), "games.jsonl"))
    good_ones = [verdict.number for verdict in verdicts if verdict.error is None]
    assert (len(verdicts), good_ones) == (6, [1, 6])
    error = verdicts[2].error
    assert error is not None
    assert str(error).startswith("games.jsonl, game 3, line 3, ply 2, '*D4': a neutral cannot go")
    assert error.position is not None
    assert error.position.to_text().startswith("11/11/11/11/11/11/11/11/2n8/")


def test_the_place_of_an_error_in_an_indented_record() -> None:
    text = json.dumps(SHORT, indent=2).replace('"game":', '"game"')
    assert (
        refusal("\n" + text)
        == "game 1, line 4: this is not JSON: Expecting ':' delimiter at column 10"
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "ninetka-record/2"}, "is 'ninetka-record/2'; only 'ninetka-record/1' can be"),
        ({"format": None}, '"format" is None; only'),
        ({"game": 9}, '"game" is a text, not 9'),
        ({"start": "wiki"}, "\"start\" is an object of texts, not 'wiki'"),
        ({"start": {"Players": 2}}, "\"start\" is an object of texts, not {'Players': 2}"),
        ({"start": {"Colour": "red"}}, "\"start\" has 'Colour', not one of Ruleset, Players,"),
        ({"tags": {"Players": "2"}}, "\"tags\" has 'Players', which has a field of its own"),
        ({"tags": {"Game": "9tka"}}, "\"tags\" has 'Game', which has a field of its own"),
        ({"tags": {"Result": "*"}}, "\"tags\" has 'Result', which has a field of its own"),
        ({"start": {"Position": State.start().to_text().replace(" ", "\n")}},
         "the tag 'Position' has a character that no record can hold"),
        ({"moves": "*C3"}, "\"moves\" is a list of texts, not '*C3'"),
        ({"moves": [1]}, '"moves" is a list of texts, not [1]'),
        ({"comments": {"1": 1}}, '"comments" is an object of texts'),
        ({"comments": {"one": "a"}}, "are numbered by the moves made before them, not 'one'"),
        ({"comments": {"01": "a"}}, "are numbered by the moves made before them, not '01'"),
        ({"comments": {"3": "a"}}, "there is no ply 3 to comment on, only 0 to 2"),
        ({"result": 1}, '"result" is a text, not 1'),
        ({"result": "4-4"}, "the result is said to be '4-4', but the game is not over"),
        ({"extra": 1}, "a record has no field 'extra', only format, game,"),
    ],
)  # fmt: skip
def test_wrong_fields_are_refused(change: dict[str, Any], said: str) -> None:
    assert said in refusal(SHORT | change)


@pytest.mark.parametrize("field", ["format", "game", "start", "moves", "result"])
def test_required_fields_must_be_there(field: str) -> None:
    record = {name: value for name, value in SHORT.items() if name != field}
    assert refusal(record) == f'game 1, line 1: the record has no "{field}"'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "a": 2}', "'a' appears twice"),
        (json.dumps(SHORT).replace("[", '{"b": 1, "b": 2}, "moves": ['), "'b' appears twice"),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": -Infinity}', "-Infinity is not JSON"),
        ('{"a": ' + "[" * 200_000, "line 1: lists and objects are nested more than 100 deep"),
        ('{"start": ' + "9" * 9_999 + "}", "line 1: the record has no"),
        ('{"a": 1} {"b": 2}', "this is not JSON: Extra data at column 10"),
        ("{", "this is not JSON: Expecting property name"),
        ('{"a": "', "this is not JSON: Unterminated string starting at column 7"),
        ('{"a": "\x01"}', "this is not JSON: Invalid control character at column 8"),
        (json.dumps(SHORT)[:-1], "this is not JSON: Expecting ',' delimiter"),
        (f"[{json.dumps(SHORT)}]", "JSON records follow one another, without [ ] around them"),
        ("[\n{}]", "JSON records follow one another, without [ ] around them"),
        (" [ ]", "JSON records follow one another, without [ ] around them"),
    ],
)  # fmt: skip
def test_what_is_not_a_record(text: str, said: str) -> None:
    assert said in refusal(text)


def test_how_deep_json_may_be_nested() -> None:
    for opening, closing in (("[", "]"), ('["]",', "]"), ('["[{\\"[",\n', "]"), ('{"a":', "}")):
        parse_json(f"{opening * MAX_DEPTH}0{closing * MAX_DEPTH}")
        reopened = f"{opening * MAX_DEPTH}0{closing}{opening}"
        check_depth(reopened)
        for text in (f"{opening * MAX_DEPTH}[", f"{reopened}["):
            with pytest.raises(NinetkaError, match=r"^lists and objects are nested more than 100"):
                check_depth(text)
    check_depth("[]," * (MAX_DEPTH + 1))


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)  # fmt: skip
CHANGES = st.dictionaries(
    st.sampled_from([*SHORT, "tags", "comments", "glyphs", "clocks", "variations", "x"]),
    ANY_JSON
    | st.sampled_from([FORMAT, {"0": "a"}, {"1": "}"}, {"First": "Ann"}, [], ["*E5"], "*", {}])
    | st.sampled_from([{"0": [1]}, {"1": []}, {"2": [255, 0]}, {"1": [256]}])
    | st.sampled_from([{"1": {"elapsed": "0:00:01"}}, {"1": {}}, {"0": {"remaining": "0:00:01"}}])
    | st.sampled_from([{"1": [{"moves": ["*D3"]}]}, {"2": [{"moves": []}]}, {"1": []}])
    | st.just(SHORT["start"]),
    max_size=3,
)


@given(CHANGES)
def test_only_what_the_schema_allows_is_read(changes: dict[str, Any]) -> None:
    text = json.dumps(SHORT | changes)
    (verdict,) = verify([text])
    if verdict.error is None:
        SCHEMA.validate(json.loads(text))
        assert verdict.record is not None
        assert parse(verdict.record.to_json()) == verdict.record
