"""The text, type and code of every error of 9tka."""

from __future__ import annotations

from typing import Any

import pytest
from support.nine_states import NEUTRALS, after, moves_of

from ninetka import (
    EdgeStop,
    IllegalMoveError,
    InvalidMoveError,
    InvalidRulesetError,
    InvalidSquareError,
    NinetkaError,
    Pass,
    PlaceNeutral,
    PlaceStone,
    Reason,
    Ruleset,
    Seat,
    Slide,
    Square,
    State,
)

PAIRS = Ruleset("pairs", {2: 2})
STONE_PAIRS = Ruleset("stone-pairs", {2: 2}, EdgeStop.STONE)
OVER = f"{NEUTRALS} A10 K10 B1 J11 A10"
MOVING = f"{NEUTRALS} A5 K5 B1 K2"

ILLEGAL = [
    # The moves so far, the move, its reason and the sentence
    ("F6", "*E5", Reason.SECTION_HAS_ITS_NEUTRAL,
     "a neutral cannot go to E5: the centre section has its neutral on F6"),
    ("F6", "*F6", Reason.SQUARE_TAKEN, "a neutral cannot go to F6: it is taken"),
    ("F6", "*B2", Reason.NOT_ON_THE_CORE,
     "a neutral cannot go to B2: it is not on the core, C3 to I9"),
    ("F6", "*A5", Reason.NOT_ON_THE_CORE,
     "a neutral cannot go to A5: it is not on the core, C3 to I9"),
    ("F6", "@A5", Reason.WRONG_PHASE, "a stone cannot go to A5: the neutrals are placed first"),
    ("F6", "A5", Reason.WRONG_PHASE, "A5 cannot slide: all stones are placed first"),
    ("F6", "--", Reason.MUST_NOT_PASS,
     "seat b cannot pass: every turn of this phase places a stone"),
    (NEUTRALS, "*E5", Reason.WRONG_PHASE, "a neutral cannot go to E5: all neutrals are placed"),
    (f"{NEUTRALS} A5", "@A5", Reason.SQUARE_TAKEN, "a stone cannot go to A5: it is taken"),
    (f"{NEUTRALS} A5", "@E5", Reason.NOT_ON_THE_RIM,
     "a stone cannot go to E5: it is not on the rim"),
    (f"{NEUTRALS} A5", "@A1", Reason.NOT_ON_THE_RIM,
     "a stone cannot go to A1: it is not on the rim"),
    (MOVING, "@A6", Reason.WRONG_PHASE, "a stone cannot go to A6: all stones are placed"),
    (MOVING, "E5", Reason.NOT_ON_THE_RIM, "E5 cannot slide: it is not on the rim"),
    (MOVING, "A6", Reason.NOT_YOUR_STONE, "A6 cannot slide: no stone is there"),
    (MOVING, "K5", Reason.NOT_YOUR_STONE, "K5 cannot slide: the stone there belongs to seat a"),
    (MOVING, "--", Reason.MUST_SLIDE, "seat b cannot pass: it can slide, for example A5-J5"),
    (f"{NEUTRALS} A5 K5 A10 K10 A5", "K5", Reason.BLOCKED, "K5 cannot slide: J5 is taken"),
    (f"{NEUTRALS} A5 K2 A6 K4", "A5", Reason.NOTHING_TO_STOP_IT,
     "A5 cannot slide: no stone on its line would stop it"),
    (OVER, "*E5", Reason.GAME_OVER, "the game is over: no stone can slide"),
    (OVER, "--", Reason.GAME_OVER, "the game is over: no stone can slide"),
]  # fmt: skip


@pytest.mark.parametrize(("played", "move", "reason", "text"), ILLEGAL)
def test_illegal_moves(played: str, move: str, reason: Reason, text: str) -> None:
    state = after(played, STONE_PAIRS)
    (tried,) = moves_of(move)
    for attempt in (state.apply, state.action, state.move_text):
        with pytest.raises(IllegalMoveError) as caught:
            attempt(tried)
        assert str(caught.value) == text
        assert caught.value.reason is reason
        assert caught.value.move == tried
        assert caught.value.state is state


@pytest.mark.parametrize(
    ("placed", "text", "sentence"),
    [
        ("A5 K5", "A5-F5", "A5 stops on J5, not on F5: the stone on K5 stops it"),
        ("A5 K2", "a5-k5", "A5 stops on J5, not on K5: the board's edge stops it"),
        ("C1 K2", "C1-C9", "C1 stops on C2, not on C9: the stone on C3 stops it"),
        ("C1 K2", "C1-E5", "C1 stops on C2, not on E5: the stone on C3 stops it"),
    ],
)
def test_wrong_end(placed: str, text: str, sentence: str) -> None:
    state = after(f"{NEUTRALS} {placed}", Ruleset("duel", {2: 1}))
    with pytest.raises(IllegalMoveError) as caught:
        state.parse_move(text)
    assert str(caught.value) == sentence
    assert caught.value.reason is Reason.WRONG_END
    assert (caught.value.move, caught.value.state) == (Slide(text[:2]), state)


@pytest.mark.parametrize(
    ("played", "move"),
    [
        ("F6", "*C3"),  # legal, but not made yet
        ("", "--"),
        ("", "*F6"),
        (NEUTRALS, "@A5"),
        (f"{NEUTRALS} A5", "*I9"),  # the ninth neutral, but a stone has been placed since
        (f"{NEUTRALS} A5 K5", "@A5"),
        (f"{NEUTRALS} A5 K5", "A5"),
        (MOVING, "--"),
        (MOVING, "@B1"),
        (f"{MOVING} A5", "@K2"),
        (f"{MOVING} A5", "B1"),
        (f"{MOVING} A5", "E5"),
        (f"{MOVING} A5", "A6"),  # an empty rim square; row 6 has a neutral
        (f"{MOVING} A5 K2", "A5"),
        (f"{MOVING} A5 K2", "A2"),  # the stone on row 2 came from the other side
        (f"{MOVING} A5 K2", "@K5"),
    ],
)
def test_undo_of_what_was_not_the_last_move(played: str, move: str) -> None:
    state = after(played, PAIRS)
    (tried,) = moves_of(move)
    with pytest.raises(IllegalMoveError) as caught:
        state.undo(tried)
    assert str(caught.value) == f"{tried} cannot be taken back: it was not the last move"
    assert caught.value.reason is Reason.NOT_THE_LAST_MOVE
    assert (caught.value.move, caught.value.state) == (tried, state)


def test_undo_takes_back_any_move_that_can_have_been_the_last() -> None:
    # A state has no history: which of two neutrals came last cannot be told.
    assert after("F6 C3").undo(PlaceNeutral(Square("F6"))) == after("C3")
    assert after("F6 C3").undo(PlaceNeutral(Square("C3"))) == after("F6")


def test_undo_of_a_placement_is_refused_once_somebody_has_passed() -> None:
    neutrals = "D3 F3 I3 C6 F6 I6 C9 F9 I9"
    passed = after(f"{neutrals} A5 C1 A7 K2 --", STONE_PAIRS)
    for move in moves_of("@A7 @A5 @K2"):
        with pytest.raises(IllegalMoveError):
            passed.undo(move)
    assert passed.undo(Pass()) == after(f"{neutrals} A5 C1 A7 K2", STONE_PAIRS)


def test_moves_take_squares_or_their_names() -> None:
    for kind in (PlaceNeutral, PlaceStone, Slide):
        assert kind("a5") == kind(Square("A5"))
        assert repr(kind("a5")) == f"{kind.__name__}('A5')"
        with pytest.raises(InvalidSquareError, match="'Z9' is not a square"):
            kind("Z9")


@pytest.mark.parametrize(
    "text",
    ["", " ", "E", "5", "L5", "A0", "A12", "A05", "A111", "*", "@", "**E5", "*@E5", "E5*", "-",
     "---", "passs", "*E5-F5", "@A5-F5", "A5-", "-F5", "A5-F5-G5", "A5 F5", "A5~F5", "A\u0665",
     "\u212a5", "e5\x00", "4-4", "*pass", "E5,", "0-0", "A5-F5!", "1.A5", "\uff21\uff15"],
)  # fmt: skip
def test_texts_that_are_not_moves(text: str) -> None:
    for state in (State.start(), after(NEUTRALS), after(MOVING, PAIRS)):
        with pytest.raises(InvalidMoveError) as caught:
            state.parse_move(text)
        assert str(caught.value) == (
            f"{text!r} is not a move: moves are written E5, *E5, @A5, A5-F5 or --"
        )


@pytest.mark.parametrize("name", ["", "A", "5", "A0", "A12", "L1", "AA1", "A-1", "A1 ", "\u212a5"])
def test_names_that_are_not_squares(name: str) -> None:
    with pytest.raises(InvalidSquareError) as caught:
        Square(name)
    assert str(caught.value) == f"{name!r} is not a square: squares are A1 to K11"


@pytest.mark.parametrize("action", [-1, 86, 1000])
def test_codes_that_are_not_actions(action: int) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        State.start().move(action)
    assert str(caught.value) == f"{action!r} is not an action: actions are 0 to 85"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"stones": {}}, "a ruleset needs a number of stones for 2, 3 or 4 players"),
        ({"stones": {5: 7}}, "9tka is played by 2 to 4, not by 5"),
        ({"stones": {2: 0}}, "each of 2 players needs at least 1 stone, not 0"),
        ({"stones": {3: 13}}, "3 players with 13 stones each do not fit on the rim of 36"),
        ({"stones": {2: (30, 7)}}, "2 players with 30 and 7 stones do not fit on the rim of 36"),
        ({"stones": {2: (1, 2, 3)}}, "2 players need 2 numbers of stones, not 3"),
        ({"stones": {2: ()}}, "2 players need 2 numbers of stones, not 0"),
        ({"stones": {2: (5, 0)}}, "each of 2 players needs at least 1 stone, not 0"),
        ({"colours": ("red",)},
         "a ruleset has the name of a colour for each of 4 seats, not ('red',)"),
        ({"stones": {2: 5, 4: 8}, "edge_stop": "stone", "tie_break": "last-slide"},
         "ties go to the last to slide only where a player who has passed cannot slide again: "
         "give 2 or 4 players 36 stones in all, or use the edge_stop board"),
        ({"stones": {4: 0, 2: (5,)}, "colours": ()},
         "2 players need 2 numbers of stones, not 1; each of 4 players needs at least 1 stone, not "
         "0; a ruleset has the name of a colour for each of 4 seats, not ()"),
    ],
)  # fmt: skip
def test_rulesets_that_cannot_be(arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        Ruleset(**{"name": "test", **arguments})
    assert str(caught.value) == text


def test_seats_that_do_not_play() -> None:
    with pytest.raises(NinetkaError, match=r"Seat\.THIRD is not a seat of this game: "):
        State.start().stones_left(Seat.THIRD)
