"""What the exceptions of all games have in common: kinds, copies and cut texts."""

from __future__ import annotations

import pickle

import pytest

from ninetka import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPlaceError,
    InvalidPositionError,
    InvalidRulesetError,
    InvalidSquareError,
    NinetkaError,
    Reason,
    RecordError,
    RecordErrorKind,
)
from ninetka.base.errors import did_you_mean, missing_extra, quoted


@pytest.mark.parametrize(
    ("thing", "shown"),
    [
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 40}'…"),
        (10**39, "1" + "0" * 39),
        (10**40, "1" + "0" * 39 + "…"),
        (-(10**5000), "-1" + "0" * 38 + "…"),
        (10**5000 - 1, "9" * 40 + "…"),
        (int("123" * 20) * 10**5000, "123" * 13 + "1…"),
        ([10**5000], "something of type list with a very long number"),
    ],
    ids=["longest", "cut", "number", "cut number", "negative", "nines", "digits", "within"],
)
def test_things_are_quoted_and_cut(thing: object, shown: str) -> None:
    assert quoted(thing) == shown


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("morabarba", "; did you mean morabaraba?"),
        ("PASS", "; did you mean pass or Pas?"),
        ("chess", ""),
        ("", ""),
        ("pass" * 20, ""),
        (5, ""),
    ],
)
def test_the_nearest_name_is_suggested(name: object, said: str) -> None:
    assert did_you_mean(name, ["morabaraba", "Pas", "pass"]) == said


def test_a_package_that_is_missing() -> None:
    error = missing_extra("png", ModuleNotFoundError("No module named 'a.b.c'", name="a.b.c"))
    assert str(error) == "this needs a: python -m pip install 'ninetka[png]'"
    assert str(missing_extra("cli", error)) == str(error)


def test_every_error_is_a_ninetka_error_and_a_value_error() -> None:
    for error in (
        InvalidMoveError, InvalidPlaceError, InvalidSquareError, InvalidRulesetError,
        IllegalMoveError, InvalidPositionError, RecordError,
    ):  # fmt: skip
        assert issubclass(error, NinetkaError)
    assert issubclass(NinetkaError, ValueError)


def test_errors_of_records_survive_pickling() -> None:
    """As those of moves and positions do, which test_errors_of_games.py has."""
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
