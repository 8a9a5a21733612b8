"""Resignation, loss on time and agreement in 9AM and Mills (M28)."""

from __future__ import annotations

import attrs
import pytest

from ninetka import Game, InvalidMoveError, NinetkaError
from ninetka.morris import (
    MILLS,
    MORRIS,
    NINE_AM,
    Board,
    IllegalMoveError,
    Leave,
    Outcome,
    Put,
    Reason,
    Ruleset,
    Seat,
    State,
    Stuck,
)
from ninetka.protocol.endings import AGREEMENT, Ending, EndingKind

RESIGNS, TIME = EndingKind.RESIGNATION, EndingKind.TIME
THREE = Game.start(NINE_AM, 3)
CARDLESS = attrs.evolve(NINE_AM, cards=False)
BOARD = "a..a..a..c..c..c.bbb" + "." * 16
DUE = BOARD + " 0/0/0 1/0/1 7 a remove 9am"
"""The tokens of `a` are in a mill, which was just made, and so are those of `c`."""
OVER = State.from_text("aaa" + "." * 33 + " 0/-/- 1/1/1 0 a over 9am")
FEW_CARDS = "aaa...bbb...ccc" + "." * 21 + " 0/0/0 3/1/2 40 {} move 9am"


def left(text: str, *moves: str) -> str:
    """The position text after some moves."""
    state = State.from_text(text)
    for move in moves:
        state = state.apply(move)
    return state.to_text()


# Who goes on


def test_m28_tokens_and_cards_of_a_player_who_leaves_are_out_of_the_game() -> None:
    after = "aaa.........ccc" + "." * 21 + " 0/-/0 3/0/2 0 {} move 9am"
    assert left(FEW_CARDS.format("a"), "b:resigns") == after.format("a")
    assert left(FEW_CARDS.format("b"), "b:out-of-time") == after.format("c")
    state = State.from_text(FEW_CARDS.format("c")).apply("b:resigns")
    assert (state.expelled, state.remaining) == ((1,), (0, 2))
    assert (str(state.to_move), state.quiet) == ("c", 0)


def test_m28_tokens_in_hand_go_too() -> None:
    game = THREE.play("1 2 3 4").resign(1)
    assert game.state.hands == (7, 0, 8)
    assert (str(game.state.to_move), game.move_texts[-1]) == ("c", "b:resigns")
    assert str(THREE.play("1 2 3 4").resign(0).state.to_move) == "b"


def test_m28_a_removal_stays_due_if_another_player_leaves() -> None:
    assert left(DUE, "c:resigns") == BOARD.replace("c", ".") + " 0/0/- 1/0/0 0 a remove 9am"


def test_m28_a_turn_ends_if_nothing_is_left_to_remove_or_the_remover_leaves() -> None:
    assert left(DUE, "b:resigns") == BOARD.replace("b", ".") + " 0/-/0 1/0/1 0 c move 9am"
    assert left(DUE, "a:resigns") == BOARD.replace("a", ".") + " -/0/0 0/0/1 0 b move 9am"


def test_m28_with_cards_or_without_points_are_what_those_who_stay_have() -> None:
    state = State.from_text(FEW_CARDS.format("a")).apply("a:resigns")
    assert [*map(str, state.scores)] == ["0", "10", "20"]
    assert sum(state.scores) == 30
    cardless = Game.start(CARDLESS, 3).resign(1)
    assert [*map(str, cardless.state.scores)] == ["1/2", "0", "1/2"]


# Who is left alone


def test_m28_whoever_is_left_alone_earns_two_cards() -> None:
    game = Game.from_state(State.from_text(FEW_CARDS.format("a"))).resign(0).time_out(1)
    assert (game.is_over, game.state.is_over, game.ending_text) == (True, False, "b out of time")
    outcome = game.outcome
    assert isinstance(outcome, Outcome)
    assert outcome.cards == (0, 0, 4)
    assert (str(outcome), [*map(str, outcome.winners)]) == ("-10/3:-10/3:110/3", ["c"])
    assert outcome.explanation == "Seat b ran out of time."


@pytest.mark.parametrize("stuck", [Stuck.LOSES, Stuck.STEPPED_OVER])
@pytest.mark.parametrize(
    ("ending", "result", "why"),
    [
        (Ending(RESIGNS, 0), "b+R", "Seat a has resigned."),
        (Ending(TIME, 1), "a+T", "Seat b ran out of time."),
    ],
)
def test_m28_in_a_game_of_two_the_other_wins(
    stuck: Stuck, ending: Ending, result: str, why: str
) -> None:
    game = Game.start(attrs.evolve(MILLS, stuck=stuck)).play("a1 d1").end(ending)
    outcome, winner = game.outcome, 1 - int(ending.seat or 0)
    assert isinstance(outcome, Outcome)
    assert (str(outcome), outcome.explanation) == (result, why)
    assert (outcome.winners, outcome.ranking) == ((winner,), (winner, 1 - winner))
    assert [*outcome.scores] == [1 - winner, winner]
    assert outcome.ending == game.ending
    assert len(game.state.tokens) == 2


def test_m28_two_players_with_cards() -> None:
    for stuck in Stuck:
        ruleset = Ruleset("own", {2: Board.rings(2)}, stuck=stuck)
        text = "aaa....bbb" + "." * 14 + " 0/0 5/1 3 a move own"
        outcome = Game.from_state(State.from_text(text, ruleset)).resign().outcome
        assert isinstance(outcome, Outcome)
        assert (str(outcome), outcome.winners) == ("-10:20", (1,))


def test_m28_the_last_player_need_not_be_able_to_move() -> None:
    board = Board(5, [(1, 2, 3), (3, 4, 5)])
    ruleset = Ruleset("own", {2: board}, 3, cards=False, stuck=Stuck.LOSES, jumping=False)
    state = State.from_text("aaa.b 0/2 0/0 0 b put own", ruleset)
    assert str(state.outcome_after(Ending(RESIGNS, 1))) == "a+R"


# Agreement


def test_m28_agreement_is_a_draw_without_cards() -> None:
    outcome = Game.start(MILLS).play("a1 d1").agree().outcome
    assert isinstance(outcome, Outcome)
    assert (str(outcome), outcome.winners) == ("1/2-1/2", ())
    assert outcome.explanation == "The players agreed to stop."
    shared = Game.start(CARDLESS, 4).resign(2).agree().outcome
    assert isinstance(shared, Outcome)
    assert (str(shared), shared.winners) == ("1/3-1/3-0-1/3", (0, 1, 3))


def test_m28_agreement_leaves_the_points_as_they_stand() -> None:
    state = State.from_text(FEW_CARDS.format("b"))
    outcome = Game.from_state(state).agree().outcome
    assert isinstance(outcome, Outcome)
    assert (outcome.scores, outcome.cards) == (state.scores, state.cards)
    assert [*map(str, outcome.winners)] == ["a"]


# What cannot be


@pytest.mark.parametrize(
    ("start", "text", "reason", "said"),
    [
        (THREE.state, "d:resigns", Reason.NOT_IN_THE_GAME, "seat d is not in the game"),
        (THREE.resign(1).state, "b:resigns", Reason.NOT_IN_THE_GAME, "seat b is not in the game"),
        (THREE.resign(1).state, "c:out-of-time", Reason.ENDS_THE_GAME,
         "the game ends when seat c leaves: the ending 'c out of time', not a move"),
        (State.start(MILLS), "a:resigns", Reason.ENDS_THE_GAME,
         "the game ends when seat a leaves: the ending 'a resigns', not a move"),
        (OVER, "a:resigns", Reason.GAME_OVER, "the game is over"),
    ],
)  # fmt: skip
def test_m28_who_cannot_leave_by_a_move(start: State, text: str, reason: Reason, said: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        start.apply(text)
    assert (caught.value.reason, str(caught.value)) == (reason, said)
    assert caught.value.move not in start.legal_moves


@pytest.mark.parametrize(
    ("game", "ending", "said"),
    [
        (THREE, Ending(RESIGNS, 1), "the game goes on without seat b: make the move b:resigns"),
        (THREE, Ending(TIME, 3), "3 is not a seat of this game: seats are 0 to 2"),
        (THREE.resign(1), Ending(TIME, 1), "seat b is not in the game any more"),
        (THREE.agree(), Ending(RESIGNS, 0), "the game is over already"),
        (Game.from_state(OVER), Ending(TIME, 0), "the game is over already"),
    ],
)
def test_m28_endings_that_cannot_be(game: Game[State, object], ending: Ending, said: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        game.end(ending)
    assert str(caught.value) == said


def test_leaving_is_a_move_that_is_never_offered() -> None:
    state = THREE.state
    move = Leave(Seat.THIRD, TIME)
    assert state.leaving(Ending(TIME, 2)) == move == state.parse_move(" C:Out-Of-Time ")
    assert repr(move) == "Leave(Seat.THIRD, EndingKind.TIME)"
    assert state.places_of(move) == ()
    with pytest.raises(InvalidMoveError, match=r"^c:out-of-time has no action code: nobody choos"):
        state.action(move)
    assert state.leaving(AGREEMENT) is None


def test_a_player_leaves_by_resigning_or_on_time() -> None:
    with pytest.raises(NinetkaError, match=r"^a player leaves by resigning or on time, not by"):
        Leave(Seat.FIRST, EndingKind.AGREEMENT)
    with pytest.raises(NinetkaError, match=r"^7 is not a seat"):
        Leave(7)  # type: ignore[arg-type]


def test_what_leaving_is_worth_at_once() -> None:
    state = THREE.play("1 10 22 4 13 25").state
    gains = MORRIS.move_gains(state, [Put(7), Leave(Seat.SECOND)])
    assert gains == [(1, -2, 0), (0, -1, 1)]


# Pictures


def test_pictures_show_who_has_left_and_how_a_game_ended() -> None:
    game = THREE.play("1 2 3").resign(1)
    board = game.state.to_board(last_move=game.moves[-1], names=["Ann", "Ben", "Cy"])
    assert "b    -" in board
    assert "Ben, out" in board
    svg = game.state.to_svg(last_move=game.moves[-1])
    assert "Last move: b:resigns" in svg
    assert "out of the game" in svg
    assert "cards 2, points" in game.resign(2).state.to_svg(ending=Ending(TIME, 0))
    ended = Game.start(MILLS).play("a1 d1").resign()
    assert "mills, 2 players, over, b+R, won by Seat b" in ended.state.to_svg(ending=ended.ending)
    assert ended.state.to_board(ending=ended.ending).endswith("over, b+R, won by Seat b")


@pytest.mark.parametrize(
    "state",
    [
        THREE.state,
        THREE.resign(0).state,
        State.from_text("aaa...ccc" + "." * 27 + " 0/-/0 0/1/0 0 a move 9am"),  # b was expelled
    ],
)
def test_leaving_that_cannot_have_been_the_last_move_is_not_shown(state: State) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        state.to_svg(last_move=Leave(Seat.SECOND))
    assert caught.value.reason is Reason.NOT_THE_LAST_MOVE
