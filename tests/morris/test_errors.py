"""Every error's text, type and code, as users meet them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from morris.arranged import (
    EITHER,
    FULL,
    JUMPING,
    MARKED,
    MOVING,
    NO_MILLS,
    NO_ROWS,
    OVER,
    PUTTING,
    REMOVING,
    SQUARE,
    WALKING,
    at,
    of_phase,
    ruleset,
)
from ninetka.base.errors import InvalidMoveError, InvalidRulesetError, NinetkaError
from ninetka.morris import (
    MILLS,
    NINE_AM,
    IllegalMoveError,
    Move,
    Put,
    Reason,
    Remove,
    Ruleset,
    Setup,
    State,
    Step,
    Stuck,
)

ILLEGAL = [
    # the position, the move, why, in a sentence
    (PUTTING, "3", Reason.FIELD_TAKEN, "field 3 is taken: a token of seat b is there"),
    (PUTTING, "1-2", Reason.MUST_PUT, "seat a has tokens in hand and must put one on a free field"),
    (PUTTING, "x3", Reason.MUST_PUT, "seat a has tokens in hand and must put one on a free field"),
    (MOVING, "4", Reason.MUST_MOVE, "seat a has no tokens in hand and must move a token"),
    (MOVING, "x6", Reason.MUST_MOVE, "seat a has made no mill and must move a token"),
    (MOVING, "4-9", Reason.NOT_YOUR_TOKEN, "there is no token on 4"),
    (MOVING, "6-9", Reason.NOT_YOUR_TOKEN, "the token on 6 belongs to seat b"),
    (MOVING, "3-3", Reason.FIELD_TAKEN, "field 3 is taken: a token of seat a is there"),
    (MOVING, "3-4", Reason.NOT_A_NEIGHBOUR,
     "4 is not a neighbour of 3, and only a player with exactly three tokens left may jump"),
    (JUMPING, "1-10", Reason.FIELD_TAKEN, "field 10 is taken: a token of seat b is there"),
    (REMOVING, "4", Reason.MUST_REMOVE, "seat a has made a mill and must remove a token first"),
    (REMOVING, "1-4", Reason.MUST_REMOVE, "seat a has made a mill and must remove a token first"),
    (REMOVING, "x4", Reason.NO_TOKEN, "there is no token on 4"),
    (REMOVING, "x3", Reason.OWN_TOKEN, "the token on 3 is seat a's own: remove another player's"),
    (REMOVING, "x7", Reason.IN_A_MILL,
     "the token on 7 is in a mill of seat b and cannot be removed"),
    (EITHER, "x4", Reason.MUST_PUT_OR_MOVE, "seat a has made no mill and must put or move a token"),
    (EITHER, "3", Reason.FIELD_TAKEN, "field 3 is taken: a token of seat b is there"),
    (EITHER, "3-4", Reason.NOT_YOUR_TOKEN, "the token on 3 belongs to seat b"),
    (EITHER, "1-9", Reason.NOT_A_NEIGHBOUR, "9 is not a neighbour of 1, and only a player with an "
     "empty hand and exactly three tokens left may jump"),
    (NO_MILLS, "3", Reason.MILL_FORBIDDEN,
     "a token on 3 would make a mill, which must not be made by putting one"),
    (MARKED, "4", Reason.FIELD_MARKED,
     "field 4 is marked: nobody can use it until all hands are empty"),
    (NO_ROWS, "3", Reason.ROW_TOO_LONG,
     "a token on 3 would make a row longer than a line, which is forbidden"),
    (FULL, "1", Reason.MUST_REMOVE, "the board is full: seat a must remove a token first"),
    (OVER, "1", Reason.GAME_OVER, "the game is over"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "text", "reason", "sentence"), ILLEGAL)
def test_illegal_moves(position: str, text: str, reason: Reason, sentence: str) -> None:
    state = of_phase(position)
    with pytest.raises(IllegalMoveError) as caught:
        state.apply(text)
    error = caught.value
    assert (str(error), error.reason, str(error.move)) == (sentence, reason, text)
    assert error.state is state


@pytest.mark.parametrize(
    ("position", "move"),
    [(PUTTING, Put(10)), (MOVING, Step(10, 4)), (JUMPING, Step(1, 12)), (REMOVING, Remove(99))],
)
def test_moves_of_other_boards(position: str, move: Move) -> None:
    with pytest.raises(IllegalMoveError, match=r"^field [0-9]+ is not on the board") as caught:
        of_phase(position).apply(move)
    assert caught.value.reason is Reason.OFF_THE_BOARD


def test_where_nobody_may_jump_the_error_does_not_mention_it() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        at("a.aa.....bb 0/1 0/0 0 a move", WALKING).apply("1-5")
    assert str(caught.value) == "5 is not a neighbour of 1"


@pytest.mark.parametrize("text", ["", "1-", "-1", "x1-2", "1-2-3", "1 2", "7+10", "7-\x00", "x²"])
def test_texts_that_are_not_moves(text: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        State.start(MILLS).parse_move(text)
    said = f"{text!r} is not a move: write a7 to put, a7-d7 to move, xg7 to remove"
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("rules", "text", "sentence"),
    [
        (MILLS, "a2", "'a2' is not a field: write a name such as a7, or 1 to 24"),
        (MILLS, "07", "'07' is not a field: write a name such as a7, or 1 to 24"),
        (MILLS, "a1-8g", "'8g' is not a field: write a name such as a7, or 1 to 24"),
        (NINE_AM, "x0", "'0' is not a field: fields are 1 to 36"),
        (NINE_AM, "a1", "'a1' is not a field: fields are 1 to 36"),
        (NINE_AM, f"x{'9' * 50}", f"'{'9' * 40}'… is not a field: fields are 1 to 36"),
    ],
)
def test_texts_without_a_field(rules: Ruleset, text: str, sentence: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        State.start(rules).apply(text)
    assert str(caught.value) == sentence


def test_numbers_that_are_not_action_codes() -> None:
    with pytest.raises(InvalidMoveError, match=r"^600 is not an action: actions are 0 to 599$"):
        State.start(MILLS).move(600)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Setup({}, ()).to_text(), "9am is for 3, 4 or 5 players, not 0"),
        (lambda: State.start(MILLS).mills(2), "2 is not a seat of this game: seats are 0 to 1"),
    ],
)
def test_other_calls_that_are_refused(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        call()
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"boards": {}}, "a ruleset needs a board for 2, 3, 4 or 5 players"),
        ({"boards": {1: SQUARE}}, "boards are for 2 to 5 players, not 1"),
        ({"tokens": 2}, "each player has 3 to 999 tokens, not 2"),
        ({"quiet": 0}, "the game ends after 1 to 999 quiet turns per player, not 0"),
        ({"stuck": Stuck.LOSES}, "Stuck=loses is only for games for 2 players"),
        ({"stuck": Stuck.DRAWS}, "Stuck=draws is only for games for 2 players"),
        ({"mill_wins": True},
         "MillWins=yes is only for games for 2 players; MillWins=yes does not go with Cards=yes"),
        ({"mill_wins": True, "cards": False}, "MillWins=yes is only for games for 2 players"),
        ({"tokens": 2, "quiet": 1000, "start": {2: "a", 3: "b"}},
         "each player has 3 to 999 tokens, not 2; "
         "the game ends after 1 to 999 quiet turns per player, not 1000; "
         "there are tokens at the start for 2 players, but no board; "
         "the start for 3 players has . or one of abc for each of the 36 fields, not 'b'"),
        ({"full_board": "draw"}, "FullBoard=draw is only for games for 2 players"),
        ({"fewest": 0}, "players go on with at least 1 to 9 tokens: fewest cannot be 0"),
        ({"quiet_few": 21}, "with few tokens, 1 to 20 quiet turns per player end the game, or as "
         "many as always (0): quiet_few cannot be 21"),
        ({"repetition": 3}, "Repetition=3 is only for games for 2 players"),
        ({"quiet_few": 9, "jumping": 0},
         "QuietFew=9 does not go with Jumping=0"),
        ({"jumping": 2}, "players jump with at most 3 to 999 tokens, or never (0): jumping "
         "cannot be 2"),
        ({"jumping": "no"}, "jumping must be a whole number, not 'no'"),
        ({"start": {2: "a"}}, "there are tokens at the start for 2 players, but no board"),
        ({"start": {3: "a.b"}},
         "the start for 3 players has . or one of abc for each of the 36 fields, not 'a.b'"),
        ({"start": {3: f"{'a' * 10}{'.' * 26}"}},
         f"a player has more than 9 tokens at the start: '{'a' * 10}{'.' * 26}'"),
        ({"tokens": 12, "start": {3: "abc" * 12}},
         f"no field is free at the start: '{'abc' * 12}'"),
    ],
)  # fmt: skip
def test_rulesets_that_cannot_be_played(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        attrs.evolve(NINE_AM, **changes)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"cards": True}, "MillWins=yes does not go with Cards=yes"),
        ({"full_board": "first removes"},
         "MillWins=yes does not go with FullBoard=first removes"),
        ({"removals": "each mill"}, "MillWins=yes does not go with Removals=each mill"),
        ({"marking": True}, "MillWins=yes does not go with Marking=yes"),
        ({"repetition": 1}, "the game is drawn when a position has stood 2 to 999 times, or "
         "never (0): repetition cannot be 1"),
        ({"placing_mills": "nothing"}, "MillWins=yes does not go with PlacingMills=nothing"),
        ({"start": {2: f"a..a..a{'.' * 17}"}},
         f"if a mill wins, there can be none at the start: 'a..a..a{'.' * 17}'"),
    ],
)  # fmt: skip
def test_rulesets_in_which_a_mill_wins(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        attrs.evolve(MILLS, mill_wins=True, **changes)
    assert str(caught.value) == sentence


def test_the_most_tokens_and_quiet_turns() -> None:
    assert State.start(ruleset(tokens=999, quiet=999), 2).hands == (999, 999)
