"""Malformed input of any kind raises NinetkaError and nothing else."""

from __future__ import annotations

import io
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st
from play import RULESETS, playout, states

from ninetka import (
    NESTORGAMES,
    NINE,
    WIKI,
    EdgeStop,
    Game,
    NinetkaError,
    Ruleset,
    Square,
    State,
    TurnOrder,
)
from ninetka.nine.tags import from_tags
from ninetka.records import Record, parse, read, verify
from ninetka.strategies import damaged

RECORDS = [
    Record(playout(State.start(ruleset, players), Random(players), plies), tags, {0: "c", 3: "d e"})
    for ruleset, players, plies, tags in [
        (NESTORGAMES, 2, None, {"Event": 'q"q\\', "Name": "ąę"}),
        (WIKI, 3, 50, {}),
        (Ruleset("tiny", {4: 2}, EdgeStop.STONE, TurnOrder.RESTARTS), 4, None, {"A": "b"}),
    ]
]
VALID = [record.to_text() for record in RECORDS]


def check_records(source: str | bytes) -> None:
    for reading in (read, verify):
        lines = io.BytesIO(source) if isinstance(source, bytes) else io.StringIO(source)
        try:
            for _ in reading(lines):
                pass
        except NinetkaError as error:
            assert str(error)


@given(st.text())
@example("\x1c[")
@example('[A "\u2028"]\n*')
def test_any_text_as_records(text: str) -> None:
    check_records(text)


@given(st.binary())
def test_any_bytes_as_records(data: bytes) -> None:
    check_records(data)


@given(damaged(st.sampled_from(VALID)))
def test_mutated_records(text: str) -> None:
    check_records(text)
    check_records(text.encode("utf-8", "surrogateescape" if "\udcff" in text else "replace"))
    try:
        record = parse(text, NINE)
    except NinetkaError:
        return
    assert parse(record.to_text(), NINE) == record


@given(
    st.lists(st.sampled_from(VALID), min_size=2, max_size=3).map("\n".join), st.binary(max_size=9)
)
def test_spliced_records(text: str, junk: bytes) -> None:
    data = text.encode()
    check_records(data[: len(data) // 2] + junk + data[len(data) // 3 :])


@given(st.text() | damaged(states().map(State.to_text)), st.none() | RULESETS)
def test_any_text_as_a_position(text: str, ruleset: Ruleset | None) -> None:
    try:
        state = State.from_text(text, ruleset)
    except NinetkaError as error:
        assert str(error)
        return
    assert State.from_text(state.to_text(), state.ruleset) == state
    if state.legal_moves:
        state.apply(state.legal_moves[0])


MOVE_LIKE = st.from_regex(r"\A[*@]?[A-La-l]1?[0-9](-[A-La-l]1?[0-9])?\Z")


@given(states(), st.text() | MOVE_LIKE | damaged(st.sampled_from(["*E5", "@A5", "A5-F5", "--"])))
def test_any_text_as_a_move(state: State, text: str) -> None:
    try:
        move = state.parse_move(text)
    except NinetkaError as error:
        assert str(error)
    else:
        assert move in state.legal_moves


@given(st.text() | st.from_regex(r"\A[A-La-l]1?[0-9]\Z"))
def test_any_text_as_a_square(text: str) -> None:
    try:
        square = Square(text)
    except NinetkaError as error:
        assert str(error)
    else:
        assert square.name == text.upper()


TAG_VALUES = st.text(max_size=8) | st.sampled_from(
    ["2", "3", "9", "wiki", "nestorgames", "custom", "2:1", "2:9 3:9", "board", "stone", "restarts",
     State.start().to_text(), State.start(WIKI, 3).to_text()]
)  # fmt: skip
TAG_NAMES = ["Ruleset", "Players", "Stones", "EdgeStop", "TurnOrder", "Position"]


@given(st.dictionaries(st.sampled_from(TAG_NAMES), TAG_VALUES))
def test_any_tags(tags: dict[str, str]) -> None:
    try:
        state = from_tags(tags)
    except NinetkaError as error:
        assert str(error)
    else:
        assert Game.from_state(state).state == state


@given(st.text(), st.dictionaries(st.integers(), st.integers()))
def test_any_ruleset(name: str, stones: dict[int, int]) -> None:
    try:
        ruleset = Ruleset(name, stones)
    except NinetkaError as error:
        assert str(error)
    else:
        state = State.start(ruleset, next(iter(ruleset.stones)))
        assert State.from_text(state.to_text(), ruleset) == state
