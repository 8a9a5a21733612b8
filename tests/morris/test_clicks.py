"""Moves made by picking fields."""

from __future__ import annotations

import pytest

from morris.arranged import JUMPING, MOVING, OVER, PUTTING, REMOVING, of_phase
from ninetka.base.errors import InvalidMoveError
from ninetka.morris import IllegalMoveError, Put, Reason, Remove, Step
from ninetka.protocol.picking import Click


def test_a_field_to_put_on_or_to_remove_from() -> None:
    assert of_phase(PUTTING).click() == Click(None, ("2", "4", "6", "7", "8", "9"))
    assert of_phase(PUTTING).click(["9"]) == Click(Put(9))
    assert of_phase(REMOVING).click() == Click(None, ("5", "9"))
    assert of_phase(REMOVING).click(["9"]) == Click(Remove(9))
    assert of_phase(OVER).click() == Click(None)


def test_where_a_step_starts_and_then_where_it_ends() -> None:
    state = of_phase(JUMPING)
    assert state.click() == Click(None, ("1", "3", "4"))
    assert state.click(["3"]) == Click(None, ("2", "5", "6", "7", "8", "9"))
    assert state.click(["3", "9"]) == Click(Step(3, 9))


@pytest.mark.parametrize(
    ("position", "places", "reason"),
    [
        (PUTTING, "3", Reason.FIELD_TAKEN),
        (MOVING, "4", Reason.NOT_YOUR_TOKEN),
        (MOVING, "6", Reason.NOT_YOUR_TOKEN),
        (MOVING, "2", Reason.CANNOT_MOVE),
        (MOVING, "6 9", Reason.NOT_YOUR_TOKEN),
        (MOVING, "1 2", Reason.FIELD_TAKEN),
        (MOVING, "1 9", Reason.NOT_A_NEIGHBOUR),
        (REMOVING, "4", Reason.NO_TOKEN),
        (REMOVING, "3", Reason.OWN_TOKEN),
        (REMOVING, "7", Reason.IN_A_MILL),
        (OVER, "1", Reason.GAME_OVER),
    ],
)
def test_fields_that_cannot_be_picked(position: str, places: str, reason: Reason) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        of_phase(position).click(places.split())
    assert caught.value.reason is reason
    sentence = "the token on 2 cannot move: no neighbouring field is free"
    assert (str(caught.value) == sentence) == (reason is Reason.CANNOT_MOVE)


@pytest.mark.parametrize(
    ("position", "places", "sentence"),
    [
        (PUTTING, "10", "'10' is not the number of a field: those are 1 to 9"),
        (PUTTING, "x7", "'x7' is not the number of a field: those are 1 to 9"),
        (PUTTING, "2 4", "no move goes on with '4'"),
        (MOVING, "1 4 9", "no move goes on with '9'"),
    ],
)
def test_places_of_no_move(position: str, places: str, sentence: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        of_phase(position).click(places.split())
    assert str(caught.value) == sentence
