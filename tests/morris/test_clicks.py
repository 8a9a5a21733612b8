"""Moves made by picking fields."""

from __future__ import annotations

import pytest

from morris.arranged import PATH, SHORT, SQUARE, at, ruleset
from ninetka.base.errors import InvalidMoveError
from ninetka.morris import Board, IllegalMoveError, Put, Reason, Remove, State, Step
from ninetka.protocol.picking import Click

PUTTING = "a.b.c.... 2/2/2 0/0/0 0 a put"
MOVING = "aaa.abbb. 0/3/3 0/0/0 0 a move"
JUMPING = "a.aa.....bb 0/1 0/0 0 a move"
REMOVING = "aaa.bbbbc 0/3/3 1/0/0 0 a remove"
OVER = "abab 1/1 0/0 0 a over"
BOARDS = {JUMPING: PATH, OVER: SHORT, REMOVING: Board(9, [*SQUARE.lines, (6, 7, 8)])}
STEP_TOO_FAR = (
    "9 is not a neighbour of 1, and only a player with exactly three tokens left may jump"
)


def placed(position: str) -> State:
    board = BOARDS.get(position, SQUARE)
    return at(position, ruleset(board, tokens=3 if board is SHORT else 9))


def test_a_field_to_put_on_or_to_remove_from() -> None:
    assert placed(PUTTING).click() == Click(None, ("2", "4", "6", "7", "8", "9"))
    assert placed(PUTTING).click(["9"]) == Click(Put(9))
    assert placed(REMOVING).click() == Click(None, ("5", "9"))
    assert placed(REMOVING).click(["9"]) == Click(Remove(9))
    assert placed(OVER).click() == Click(None)


def test_where_a_step_starts_and_then_where_it_ends() -> None:
    state = placed(JUMPING)
    assert state.click() == Click(None, ("1", "3", "4"))
    assert state.click(["3"]) == Click(None, ("2", "5", "6", "7", "8", "9"))
    assert state.click(["3", "9"]) == Click(Step(3, 9))


@pytest.mark.parametrize(
    ("position", "places", "reason", "sentence"),
    [
        (PUTTING, "3", Reason.FIELD_TAKEN, "field 3 is taken: a token of seat b is there"),
        (MOVING, "4", Reason.NOT_YOUR_TOKEN, "there is no token on 4"),
        (MOVING, "6", Reason.NOT_YOUR_TOKEN, "the token on 6 belongs to seat b"),
        (MOVING, "2", Reason.CANNOT_MOVE,
         "the token on 2 cannot move: no neighbouring field is free"),
        (MOVING, "6 9", Reason.NOT_YOUR_TOKEN, "the token on 6 belongs to seat b"),
        (MOVING, "1 2", Reason.FIELD_TAKEN, "field 2 is taken: a token of seat a is there"),
        (MOVING, "1 9", Reason.NOT_A_NEIGHBOUR, STEP_TOO_FAR),
        (REMOVING, "4", Reason.NO_TOKEN, "there is no token on 4"),
        (REMOVING, "3", Reason.OWN_TOKEN,
         "the token on 3 is seat a's own: remove another player's"),
        (REMOVING, "7", Reason.IN_A_MILL,
         "the token on 7 is in a mill of seat b and cannot be removed"),
        (OVER, "1", Reason.GAME_OVER, "the game is over"),
    ],
)  # fmt: skip
def test_fields_that_cannot_be_picked(
    position: str, places: str, reason: Reason, sentence: str
) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        placed(position).click(places.split())
    assert (str(caught.value), caught.value.reason) == (sentence, reason)


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ("10", "'10' is not the number of a field: those are 1 to 9"),
        ("x7", "'x7' is not the number of a field: those are 1 to 9"),
        ("2 4", "no move goes on with '4'"),
    ],
)
def test_places_of_no_move(places: str, sentence: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        placed(PUTTING).click(places.split())
    assert str(caught.value) == sentence
