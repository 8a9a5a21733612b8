"""Taking moves back without the game's history: `State.undo` (law 7)."""

from __future__ import annotations

import pytest

from morris.arranged import PATH, SQUARE, after, at, ruleset
from ninetka.morris import MILLS, Board, IllegalMoveError, Move, Put, Reason, Remove, State, Step


@pytest.mark.parametrize(
    ("moves", "undone", "reason", "sentence"),
    [
        ("1 2", Put(1), Reason.NOT_THE_LAST_MOVE, "g7 was not the last move"),
        ("1 2", Put(3), Reason.NOT_THE_LAST_MOVE, "e5 was not the last move"),
        ("1 2", Step(1, 2), Reason.NOT_THE_LAST_MOVE, "g7-d6 was not the last move"),
        ("1 2", Put(99), Reason.NOT_THE_LAST_MOVE, "99 was not the last move"),
        ("1 2", Step(99, 2), Reason.NOT_THE_LAST_MOVE, "99-d6 was not the last move"),
        ("1 2", Step(2, 99), Reason.NOT_THE_LAST_MOVE, "d6-99 was not the last move"),
        ("1 2 4 3 7", Put(3), Reason.NOT_THE_LAST_MOVE, "e5 was not the last move"),
        ("1 2 4 3 7", Step(5, 7), Reason.NOT_THE_LAST_MOVE, "f6-g1 was not the last move"),
        ("1 2 4 3 7 x2", Remove(2), Reason.NOT_ENOUGH_KNOWN,
         "xd6 does not say what was there before: take it back with Game.undo"),
    ],
)  # fmt: skip
def test_moves_that_are_not_taken_back(
    moves: str, undone: Move, reason: Reason, sentence: str
) -> None:
    state = after(State.start(MILLS), moves)
    with pytest.raises(IllegalMoveError) as caught:
        state.undo(undone)
    assert (str(caught.value), caught.value.reason) == (sentence, reason)
    assert caught.value.state is state
    assert caught.value.move == undone


@pytest.mark.parametrize(
    ("position", "undone"),
    [
        ("aab.b.baa 0/0 0/0 0 b move", Step(6, 9)),  # there was a quiet turn at least
        ("aaa.bb.bc 0/3/3 0/0/0 0 a remove", Step(6, 3)),  # a mill earns a card
        ("aaaabb.bc 0/3/3 1/0/0 0 a remove", Step(7, 3)),  # the field is not next to it
        ("aab.b.baa 0/0 0/0 1 a move", Step(6, 9)),  # it is the turn of the same seat
        ("aab.b.baa 0/0 0/0 1 b move", Step(5, 8)),  # another token is where it would have been
    ],
)
def test_moves_that_cannot_have_led_here_are_not_taken_back(position: str, undone: Move) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        at(position).undo(undone)
    assert caught.value.reason is Reason.NOT_THE_LAST_MOVE


def test_a_put_where_there_is_no_room_for_all_tokens_is_not_taken_back_by_the_move() -> None:
    state = State.start(ruleset(tokens=9), 2).apply("1")
    with pytest.raises(IllegalMoveError, match="1 does not say what was there before") as caught:
        state.undo(Put(1))
    assert caught.value.reason is Reason.NOT_ENOUGH_KNOWN
    just_enough = State.start(ruleset(tokens=3), 3)
    assert just_enough.apply("1").undo(Put(1)) == just_enough


@pytest.mark.parametrize(
    ("board", "position", "move"),
    [
        (SQUARE, "aaaa.b..b 2/3 1/0 0 a put", Put(7)),
        (SQUARE, "aa.bbab.a 0/3 2/0 5 a move", Step(6, 3)),
        (PATH, "aa.abbb.ccc 0/0/0 0/4/0 5 a move", Step(4, 3)),
    ],
)
def test_m11_cards_are_taken_back_with_the_move(board: Board, position: str, move: Move) -> None:
    state = at(position, ruleset(board))
    made = state.apply(move)
    assert made.cards[0] > state.cards[0]
    assert made.undo(move) == state
