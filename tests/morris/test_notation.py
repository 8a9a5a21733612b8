"""Moves by numbers and by names of fields, positions as texts and as plain data."""

from __future__ import annotations

import pytest

from morris.arranged import SQUARE, WALKING, after, at, mills, ruleset
from ninetka import morris
from ninetka.morris import (
    MILLS,
    NINE_AM,
    Board,
    Field,
    Move,
    Put,
    Remove,
    State,
    Step,
)
from ninetka.morris.notation import read_move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7", Put(7)),
        (" G1\n", Put(7)),
        ("7-24", Step(7, 24)),
        *((f"7{dash}24", Step(7, 24)) for dash in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"),
        ("g1-D1", Step(7, 24)),
        ("g1-24", Step(7, 24)),
        ("x7", Remove(7)),
        ("XG1", Remove(7)),
    ],
)
def test_fields_are_read_by_number_and_by_name_in_either_case(text: str, move: Move) -> None:
    assert read_move(text, MILLS.boards[2]) == move


def test_moves_are_written_with_the_names_of_fields() -> None:
    state = State.start(MILLS)
    assert state.move_text(Put(24)) == "d1"
    assert state.to_dict()["legal_moves"][23] == state.to_dict()["fields"][23] == "d1"
    state = after(state, "a1 a4 d1 a7 g1")
    assert state.move_text(Remove(13)) == "xa4"
    assert state.to_dict()["legal_moves"] == ["xa4", "xa7"]
    moving = at("a...aaa.bbb.b........... 0/0 0/0 0 a move", MILLS)
    assert moving.move_text(Step(1, 4)) == "g7-g4"


def test_fields_without_names_are_written_by_number() -> None:
    state = State.start(NINE_AM)
    assert state.move_text(Put(24)) == "24"
    named = Board(9, SQUARE.lines, names={1: "a", 2: "b2b", 3: "zx"})
    state = State.start(mills(named))
    assert [state.move_text(move) for move in state.legal_moves[:4]] == ["a", "b2b", "zx", "4"]
    assert state.parse_move("ZX") == Put(3)


def test_what_is_printed_can_be_pasted() -> None:
    assert repr(Put(7)) == "Put(7)"
    assert repr(Step(7, 10)) == "Step(7, 10)"
    assert repr(Field(7)) == "Field(7)"
    assert repr(SQUARE).startswith("Board(9, [(1, 2, 3), (4, 5, 6), ")
    assert repr(Board.rings(3)) == "Board.rings(3)"
    for thing in (SQUARE, MILLS, NINE_AM, ruleset(), State.start(MILLS), State.start(ruleset())):
        assert eval(repr(thing), vars(morris)) == thing
    assert repr(State.start(MILLS)) == f"State.from_text({State.start(MILLS).to_text()!r})"


def test_a_position_as_plain_data() -> None:
    state = after(at("aa.bb.cc. 1/1/3 0/4/0 0 a put"), "3 x5")
    assert state.to_dict() == {
        "position": "aaa...cc. 0/-/3 3/4/0 0 c put small",
        "ruleset": "small",
        "players": 3,
        "phase": "put",
        "to_move": 2,
        "is_over": False,
        "legal_moves": ["4", "5", "6", "9"],
        "scores": ["50/3", "80/3", "-40/3"],
        "fields": [*"123456789"],
        "tokens": [0, 0, 0, None, None, None, 2, 2, None],
        "hands": [0, 0, 3],
        "cards": [3, 4, 0],
        "expelled": [1],
        "stepped_over": [],
        "quiet": 0,
        "further_removals": 0,
        "marked": [],
        "steps": [],
        "outcome": None,
    }


def test_a_finished_game_has_an_outcome() -> None:
    state = after(at("aa.bb.... 1/1/- 0/0/1 0 a put"), "3 x4")
    assert state.to_dict()["outcome"] == {
        "result": "80/3:-10/3:20/3",
        "scores": ["80/3", "-10/3", "20/3"],
        "winners": [0],
        "ranking": [0, 2, 1],
    }


def test_who_was_stepped_over_is_told() -> None:
    state = at("bbbaaa..ccc 0/0/0 0/0/0 0 a move", WALKING).apply("6-7")
    assert state.to_dict()["stepped_over"] == [1]
