"""The order of moves, their action codes and texts, picking and taking back, plain data."""

from __future__ import annotations

import pytest

from morris.arranged import (
    JUMPING,
    MOVING,
    OVER,
    PATH,
    PUTTING,
    REMOVING,
    SQUARE,
    WALKING,
    after,
    at,
    in_names,
    mills,
    of_phase,
    ruleset,
    texts,
)
from ninetka import morris
from ninetka.base.errors import InvalidMoveError
from ninetka.morris import (
    MILLS,
    NINE_AM,
    Board,
    Field,
    IllegalMoveError,
    Move,
    Put,
    Reason,
    Remove,
    State,
    Step,
)
from ninetka.morris.notation import read_move
from ninetka.protocol.clicks import Click


@pytest.mark.parametrize(
    ("state", "moves", "actions"),
    [
        (at("a.b.c.... 2/2/2 0/0/0 0 a put"), "2 4 6 7 8 9", (1, 3, 5, 6, 7, 8)),
        (at("....a..a...a..a.b..b..b. 0/0 0/0 0 a move", MILLS),
         "f6-d6 f4-g4 f4-e4 c3-d3 c4-c5", (24 * 5 + 1, 24 * 8 + 3, 24 * 8 + 5)),
        (at("a.aa.....bb 0/1 0/0 0 a move", ruleset(PATH)),
         "1-2 1-5 1-6 1-7 1-8 1-9 3-2", (11 + 1, 11 + 4)),
        (at("aaa.bb.c. 0/3/3 1/0/0 0 a remove"), "x5 x6 x8", (4, 5, 7)),
    ],
)  # fmt: skip
def test_moves_are_ordered_by_the_fields_they_leave_then_reach(
    state: State, moves: str, actions: tuple[int, ...]
) -> None:
    assert " ".join(texts(state)).startswith(moves)
    assert state.legal_actions[: len(actions)] == actions


def test_codes() -> None:
    state = State.start(NINE_AM)
    assert state.action_count == 36 * 37
    assert [state.move(code) for code in (0, 35, 36)] == [Put(1), Put(36), Step(1, 1)]
    assert state.move(36 * 37 - 1) == Step(36, 36)
    removing = at("aaa.bb.c. 0/3/3 1/0/0 0 a remove")
    assert (removing.move(4), removing.move(9)) == (Remove(5), Step(1, 1))


# Moves made by picking fields


def test_a_field_to_put_on_or_to_remove_from() -> None:
    assert of_phase(PUTTING).click() == Click(None, ("2", "4", "6", "7", "8", "9"))
    assert of_phase(PUTTING).click(["9"]) == Click(Put(9))
    assert str(of_phase(PUTTING).click_error(["9"])) == "a legal move begins with '9'"
    assert str(of_phase(PUTTING).click_error([])) == "no place is picked"
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
        (MOVING, "2", Reason.CANNOT_MOVE),
        (MOVING, "6 9", Reason.NOT_YOUR_TOKEN),
        (MOVING, "1 9", Reason.NOT_A_NEIGHBOUR),
        (REMOVING, "4", Reason.NO_TOKEN),
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


# Moves taken back without the game's history (law 7)


@pytest.mark.parametrize(
    ("moves", "undone", "reason"),
    [
        ("1 2", Put(1), Reason.NOT_THE_LAST_MOVE),
        ("1 2", Put(3), Reason.NOT_THE_LAST_MOVE),
        ("1 2", Step(1, 2), Reason.NOT_THE_LAST_MOVE),
        ("1 2", Put(99), Reason.NOT_THE_LAST_MOVE),
        ("1 2", Step(99, 2), Reason.NOT_THE_LAST_MOVE),
        ("1 2", Step(2, 99), Reason.NOT_THE_LAST_MOVE),
        ("1 2 4 3 7", Put(3), Reason.NOT_THE_LAST_MOVE),
        ("1 2 4 3 7", Step(5, 7), Reason.NOT_THE_LAST_MOVE),
        ("1 2 4 3 7 x2", Remove(2), Reason.NOT_ENOUGH_KNOWN),
    ],
)
def test_moves_that_are_not_taken_back(moves: str, undone: Move, reason: Reason) -> None:
    state = after(State.start(MILLS), moves)
    with pytest.raises(IllegalMoveError) as caught:
        state.undo(undone)
    error = caught.value
    assert (error.reason, error.state, error.move) == (reason, state, undone)
    assert str(error) == f"{in_names(undone, state.board)} {UNDONE[reason]}"


UNDONE = {
    Reason.NOT_THE_LAST_MOVE: "was not the last move",
    Reason.NOT_ENOUGH_KNOWN: "does not say what was there before: take it back with Game.undo",
}


@pytest.mark.parametrize(
    ("position", "undone"),
    [
        ("aab.b.baa 0/0 0/0 0 b move", Step(6, 9)),  # there was a quiet turn at least
        ("aaa.bb.bc 0/3/3 0/0/0 0 a remove", Step(6, 3)),  # a mill earns a card
        ("aaaabb.bc 0/3/3 1/0/0 0 a remove", Step(7, 3)),  # the field is not next to it
        ("aab.b.baa 0/0 0/0 1 a move", Step(6, 9)),  # it is the turn of the same seat
        ("aab.b.baa 0/0 0/0 1 b move", Step(5, 8)),  # another token is where it would have been
        ("aa.bbab.. 0/0 0/0 2:3-6,8-7 a move", Step(9, 6)),  # it is not among the steps (M22)
    ],
)
def test_moves_that_cannot_have_led_here_are_not_taken_back(position: str, undone: Move) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        at(position, mills(repetition=2) if ":" in position else None).undo(undone)
    assert caught.value.reason is Reason.NOT_THE_LAST_MOVE


def test_a_put_where_there_is_no_room_for_all_tokens_is_not_taken_back_by_the_move() -> None:
    state = State.start(ruleset(tokens=9), 2).apply("1")
    with pytest.raises(IllegalMoveError) as caught:
        state.undo(Put(1))
    assert caught.value.reason is Reason.NOT_ENOUGH_KNOWN
    just_enough = State.start(ruleset(tokens=3), 3)
    assert just_enough.apply("1").undo(Put(1)) == just_enough


# Moves and positions as texts and plain data


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


@pytest.mark.parametrize(
    "text",
    [
        "g7g4", "G7 g4", "g7->g4", "g7 \u2192 g4", "g7 - g4", "g7\u2013g4", "g7=>g4", "g7--g4",
        "g7>g4", " 1->4 ", "g7-4",
    ],
)  # fmt: skip
def test_how_people_type_a_step(text: str) -> None:
    assert read_move(text, MILLS.boards[2]) == Step(1, 4)


@pytest.mark.parametrize("text", ["xg7", "Xg7", "\u00d7g7", "x g7", "x1"])
def test_how_people_type_a_removal(text: str) -> None:
    assert read_move(text, MILLS.boards[2]) == Remove(1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("g7xa1", "write g7, then xa1"),
        ("g7 x a1", "write g7, then xa1"),
        ("g7, \u00d7a1", "write g7, then xa1"),
        ("d6-d5xd7", "write d6-d5, then xd7"),
        ("d6d5xd7xa1", "write d6d5, then xd7 and xa1"),
        ("3-15x1", "write 3-15, then x1"),
    ],
)
def test_a_removal_joined_to_a_move_is_told_apart(text: str, said: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        State.start(MILLS).parse_move(text)
    assert str(caught.value) == f"a removal is a move of its own: {said}"


def test_names_that_can_be_read_in_two_ways_are_not_run_together() -> None:
    board = Board(9, SQUARE.lines, names={1: "a", 2: "ab", 3: "bc", 4: "c", 5: "c1x", 6: "c1xa1"})
    with pytest.raises(InvalidMoveError, match="'abc' is not a field"):
        read_move("abc", board)
    assert read_move("aab", board) == Step(1, 2)
    assert read_move("c1xa1", board) == Put(6)


def test_what_is_printed_can_be_pasted() -> None:
    assert repr(Put(7)) == "Put(7)"
    assert repr(Remove(7)) == "Remove(7)"
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
        "position": "aaa...cc. 0/-/3 3/4/0 0 c put small", "ruleset": "small", "players": 3,
        "phase": "put", "to_move": 2, "is_over": False, "legal_moves": ["4", "5", "6", "9"],
        "scores": ["50/3", "80/3", "-40/3"], "fields": [*"123456789"],
        "tokens": [0, 0, 0, None, None, None, 2, 2, None], "hands": [0, 0, 3], "cards": [3, 4, 0],
        "expelled": [1], "stepped_over": [], "quiet": 0, "further_removals": 0, "marked": [],
        "steps": [], "outcome": None,
        "notes": "",
    }  # fmt: skip


def test_who_was_stepped_over_is_told() -> None:
    state = at("bbbaaa..ccc 0/0/0 0/0/0 0 a move", WALKING).apply("6-7")
    assert state.to_dict()["stepped_over"] == [1]
