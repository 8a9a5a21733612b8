"""Malformed input of any kind raises NinetkaError and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import fuzz_targets
from support.fuzz_targets import RECORDS, TARGETS
from support.nine_states import RULESETS, states

from ninetka import WIKI, Game, NinetkaError, Ruleset, Square, State
from ninetka.nine.tags import from_tags
from ninetka.testing.strategies import damaged

KEPT = Path(__file__).parents[1] / "data" / "fuzzed"
VALID = [record.to_text() for record in RECORDS]


def encoded(text: str) -> bytes:
    """As a file may hold it: lone surrogates stand for bytes that are not UTF-8."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_right_is_read(target: str) -> None:
    assert all(TARGETS[target](data) for data in fuzz_targets.real(target))


@pytest.mark.parametrize("target", TARGETS)
def test_inputs_that_fuzzing_kept_are_still_refused_well(target: str) -> None:
    lines = (KEPT / f"{target}.jsonl").read_text("utf-8").splitlines()
    assert len(lines) > 10
    for line in lines:
        TARGETS[target](json.loads(line).encode("latin-1"))


@given(st.text())
@example("\x1c[")
@example('[A "\u2028"]\n*')
def test_any_text_is_read_or_refused(text: str) -> None:
    fuzz_targets.records(encoded(text))


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for check in TARGETS.values():
        check(data)


@pytest.mark.parametrize("target", ["records", "json", "lists", "sgf", "kropki"])
@given(data=st.data())
def test_mutated_texts(target: str, data: st.DataObject) -> None:
    texts = [each.decode("utf-8", "surrogateescape") for each in fuzz_targets.real(target)]
    TARGETS[target](encoded(data.draw(damaged(st.sampled_from(texts)))))


@given(
    st.lists(st.sampled_from(VALID), min_size=2, max_size=3).map("\n".join), st.binary(max_size=9)
)
def test_spliced_records_are_read_or_refused(text: str, junk: bytes) -> None:
    data = text.encode()
    fuzz_targets.records(data[: len(data) // 2] + junk + data[len(data) // 3 :])


@given(st.text() | damaged(states().map(State.to_text)), st.none() | RULESETS)
def test_any_text_as_a_position(text: str, ruleset: Ruleset | None) -> None:
    fuzz_targets.position(text, ruleset)


MOVE_LIKE = st.from_regex(r"\A[*@]?[A-La-l]1?[0-9](-[A-La-l]1?[0-9])?\Z")


@given(states(), st.text() | MOVE_LIKE | damaged(st.sampled_from(["*E5", "@A5", "A5-F5", "--"])))
def test_any_text_as_a_move(state: State, text: str) -> None:
    fuzz_targets.move(state, text)


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
def test_any_tags_are_read_or_refused(tags: dict[str, str]) -> None:
    try:
        state = from_tags(tags)
    except NinetkaError as error:
        assert str(error)
    else:
        assert Game.from_state(state).state == state


@given(st.text(), st.dictionaries(st.integers(), st.integers()))
def test_any_ruleset_is_playable_or_refused(name: str, stones: dict[int, int]) -> None:
    try:
        ruleset = Ruleset(name, stones)
    except NinetkaError as error:
        assert str(error)
    else:
        state = State.start(ruleset, next(iter(ruleset.stones)))
        assert State.from_text(state.to_text(), ruleset) == state
