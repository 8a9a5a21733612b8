"""What the exceptions of all games have in common: kinds, copies and cut texts."""

from __future__ import annotations

import copy
import pickle

import pytest
from support.nine_states import NEUTRALS, after

from ninetka import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPlaceError,
    InvalidPositionError,
    InvalidRulesetError,
    InvalidSquareError,
    NinetkaError,
    Pass,
    Problem,
    Reason,
    RecordError,
    RecordErrorKind,
    Ruleset,
    State,
)
from ninetka.base.errors import missing_extra, quoted


@pytest.mark.parametrize(
    ("thing", "shown"),
    [
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 40}'…"),
        (10**40, "1" + "0" * 39 + "…"),
    ],
)
def test_how_things_are_quoted(thing: object, shown: str) -> None:
    assert quoted(thing) == shown


def test_a_package_that_is_missing() -> None:
    error = missing_extra("png", ModuleNotFoundError("No module named 'a.b.c'", name="a.b.c"))
    assert str(error) == "this needs a: python -m pip install 'ninetka[png]'"
    assert str(missing_extra("cli", error)) == str(error)


def test_every_error_is_a_ninetka_error_and_a_value_error() -> None:
    for error in (
        InvalidMoveError,
        InvalidPlaceError,
        InvalidSquareError,
        InvalidRulesetError,
        IllegalMoveError,
        InvalidPositionError,
        RecordError,
    ):
        assert issubclass(error, NinetkaError)
    assert issubclass(NinetkaError, ValueError)


def test_errors_survive_pickling_and_copying() -> None:
    state = after(f"{NEUTRALS} A5 K5 B1 K2", Ruleset("pairs", {2: 2}))
    with pytest.raises(IllegalMoveError) as illegal:
        state.apply(Pass())
    with pytest.raises(InvalidPositionError) as invalid:
        State.from_text("11/11 a 2 wiki")
    error = illegal.value
    for same in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (str(same), same.move, same.state) == (str(error), error.move, error.state)
        assert same.reason is error.reason
    same_invalid = pickle.loads(pickle.dumps(invalid.value))
    assert str(same_invalid) == str(invalid.value)
    assert same_invalid.sentences == invalid.value.sentences
    assert same_invalid.problems is Problem.MALFORMED
    record_error = RecordError(
        "wrong", RecordErrorKind.ILLEGAL_MOVE, "games.9tka", 3, 14, 57, "A5-F5", Reason.BLOCKED
    )
    same_record = pickle.loads(pickle.dumps(record_error))
    assert str(same_record) == "games.9tka, game 3, line 14, ply 57, 'A5-F5': wrong"
    assert same_record.kind is RecordErrorKind.ILLEGAL_MOVE
    assert same_record.position is None


@pytest.mark.parametrize(
    "kind", [IllegalMoveError, InvalidPositionError, InvalidMoveError, NinetkaError, RecordError]
)
def test_errors_can_be_made_anew_from_their_text(kind: type[NinetkaError]) -> None:
    """As frameworks do with an error of another process: `raise kind(text)`."""
    with pytest.raises(kind, match=r"^it cannot be$"):
        raise kind("it cannot be")
    assert InvalidPositionError("a; b").sentences == ("a; b",)
