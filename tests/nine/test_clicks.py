"""Moves made by picking a square."""

from __future__ import annotations

import pytest
from support.nine_states import NEUTRALS, after

from ninetka import IllegalMoveError, InvalidMoveError, Pass, Reason, Ruleset, State
from ninetka.protocol.clicks import Click

PAIRS = Ruleset("pairs", {2: 2})


def test_a_pass_has_no_places_and_a_square_without_a_move_is_refused() -> None:
    assert after(f"{NEUTRALS} A10 K10 B1 J11 A10-J10", PAIRS).click() == Click(Pass())
    with pytest.raises(IllegalMoveError) as caught:
        after(f"{NEUTRALS} A5 K5 B1 K2", PAIRS).click(["K5"])
    assert caught.value.reason is Reason.NOT_YOUR_STONE


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
