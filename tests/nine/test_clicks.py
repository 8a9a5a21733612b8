"""Moves made by picking a square."""

from __future__ import annotations

import pytest
from support.nine_states import NEUTRALS, after

from ninetka import IllegalMoveError, InvalidMoveError, Pass, Reason, Ruleset, Slide, State
from ninetka.protocol.picking import Click

PAIRS = Ruleset("pairs", {2: 2})
MOVING = f"{NEUTRALS} A5 K5 B1 K2"


def test_a_square() -> None:
    start, moving = State.start(), after(MOVING, PAIRS)
    assert len(start.click().next) == 49
    assert start.click(["E5"]) == Click(start.parse_move("E5"))
    assert moving.click(["A5"]) == Click(Slide("A5"))


def test_a_pass_has_no_places() -> None:
    state = after(f"{NEUTRALS} A10 K10 B1 J11 A10-J10", PAIRS)
    assert state.click() == Click(Pass())


@pytest.mark.parametrize(
    ("moves", "places", "sentence"),
    [
        ("", "A5", "a neutral cannot go to A5: it is not on the core, C3 to I9"),
        (MOVING, "K5", "K5 cannot slide: the stone there belongs to seat a"),
        (f"{MOVING} A5", "E5", "E5 cannot slide: it is not on the rim"),
    ],
)
def test_squares_that_cannot_be_picked(moves: str, places: str, sentence: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{sentence}$") as caught:
        after(moves, PAIRS).click([places])
    assert isinstance(caught.value.reason, Reason)


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        (["e5"], "no move begins with 'e5'"),
        (["E5", "F6"], "no move goes on with 'F6'"),
        (["Z5"], "'Z5' is not a move: moves are written E5, *E5, @A5, A5-F5 or --"),
    ],
)
def test_places_of_no_move(places: list[str], sentence: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        State.start().click(places)
    assert str(caught.value) == sentence
