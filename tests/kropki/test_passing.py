"""Passing, for single turns and for good (K24)."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from kropki.compare import point_of
from kropki.naive import Naive
from ninetka import Game
from ninetka.base.errors import InvalidRulesetError, NinetkaError
from ninetka.kropki import (
    KROPKI,
    PASS,
    STANDARD,
    AutomaticState,
    Capture,
    IllegalMoveError,
    InvalidPositionError,
    Move,
    Pass,
    Passing,
    Place,
    Problem,
    Reason,
    Ruleset,
    State,
    Symmetry,
)
from ninetka.kropki.observation import plane_names, planes
from ninetka.players import Greedy
from ninetka.protocol.endings import AGREEMENT

TURNS = Ruleset("turns", 4, 4, Capture.AUTOMATIC, passing=Passing.TURNS)
ALONE = Ruleset("alone", 5, 5, Capture.AUTOMATIC, passing=Passing.FOR_GOOD)
PASSING = pytest.mark.parametrize("passing", [Passing.TURNS, Passing.FOR_GOOD])


def start(ruleset: Ruleset) -> AutomaticState:
    return AutomaticState.start(ruleset)


def after(ruleset: Ruleset, moves: str) -> State:
    return Game.from_state(State.start(ruleset), moves).state


def test_k24_nobody_passes_unless_the_ruleset_allows_it() -> None:
    state = State.start(STANDARD)
    assert not state.is_legal(PASS)
    with pytest.raises(IllegalMoveError) as caught:
        state.apply("pass")
    assert caught.value.reason is Reason.NO_PASSING
    assert str(caught.value) == "nobody may pass here: place a dot on a free point"
    with pytest.raises(InvalidRulesetError) as refused:
        Ruleset("declared", 5, 5, passing=Passing.TURNS)
    said = "Passing=turns does not go with Capture=declared"
    assert str(refused.value) == said


def test_k24_two_passes_in_a_row_end_the_game() -> None:
    state = after(TURNS, "aa pass ba")
    assert (state.to_move, state.passes) == (1, 0)
    state = state.apply("pass")
    assert (state.to_move, state.passes, state.is_over) == (0, 1, False)
    assert state.instruction.endswith(", or pass, which ends the game.")
    over = state.apply("Pass ")
    assert (over.is_over, over.passes, over.free, over.max_plies_left) == (True, 2, (), 0)
    assert str(over.outcome) == "0-0"
    assert over.instruction == "The game is over: both players have passed."
    for move in ("ca", "pass"):
        with pytest.raises(IllegalMoveError) as caught:
            over.apply(move)
        assert caught.value.reason is Reason.GAME_OVER
        assert str(caught.value) == "the game is over: both players have passed"
    with pytest.raises(NinetkaError, match="both players have passed"):
        over.outcome_after(AGREEMENT)


def test_k24_who_has_passed_for_good_places_no_more_dots() -> None:
    state = after(ALONE, "cb cc bc pass")
    assert (state.to_move, state.passes) == (0, 1)
    state = state.apply("dc").apply("cd")
    assert (state.to_move, state.passes, state.scores) == (0, 1, (1, 0))
    over = state.apply("pass")
    assert (over.is_over, over.passes, str(over.outcome)) == (True, 2, "1-0")
    assert over.to_move == 1


def test_k24_a_player_alone_may_take_every_point() -> None:
    tiny = attrs.evolve(ALONE, columns=2, rows=1)
    state = after(tiny, "pass aa ba")
    assert (state.is_over, state.to_move, state.passes) == (True, 0, 1)
    assert state.instruction == "The game is over: no point is free."
    assert State.from_text(state.to_text(), tiny) == state
    assert state.to_board(last_move=Place("ba")).count("[") == 1


@PASSING
def test_k24_games_against_the_naive_rules(passing: Passing) -> None:
    """Each dot as the naive rules have it, with the turn given to who may place it."""
    for seed in range(5):
        rng = Random(seed)
        ruleset = attrs.evolve(ALONE, columns=rng.randint(2, 6), passing=passing)
        state, naive, passes = start(ruleset), Naive(ruleset.columns, 5, automatic=True), 0
        while not state.is_over:
            assert [move for move in state.legal_moves if isinstance(move, Place)] == [
                Place(point_of(pair)) for pair in sorted(naive.free, key=lambda each: each[::-1])
            ]
            assert [*state.legal_actions] == [*map(state.action, state.legal_moves)]
            assert [*map(state.move, state.legal_actions)] == [*state.legal_moves]
            before, left = state, state.max_plies_left
            move: Move = PASS if rng.random() < 0.15 else rng.choice([*state.legal_moves])
            state = state.apply(move)
            assert state.max_plies_left < left
            mover = naive.to_move
            if isinstance(move, Pass):
                passes, naive = passes + 1, naive.turned_to(1 - mover)
            else:
                naive = naive.play((move.point.column, move.point.row))
                if passing is Passing.TURNS:
                    passes = 0
                elif passes and not naive.over:
                    naive = naive.turned_to(mover)
            assert (state.to_move, state.passes) == (naive.to_move, passes)
            assert state.scores == naive.scores
            assert state.is_over == (naive.over or passes == 2)
            assert State.from_text(state.to_text(), ruleset) == state
            assert State.from_setup(state.to_setup()) == state
            assert Symmetry.ROTATE_180.move(move, state.board) in [
                *before.transform(Symmetry.ROTATE_180).some_moves
            ]
            assert state.exchanged().passes == state.transform(Symmetry.ROTATE_90).passes == passes
            state.to_svg(last_move=move)
            low, high = before.score_bounds
            assert low <= min(state.scores) <= max(state.scores) <= high


def test_k24_the_most_plies_are_played_in_some_game() -> None:
    for ruleset, most in ((TURNS, 2 * 16), (attrs.evolve(ALONE, columns=4, rows=4), 17)):
        state, plies = start(ruleset), 0
        assert state.max_plies_left == most
        while not state.is_over:
            passes_now = not state.passes
            state = state.apply(PASS if passes_now else state.legal_moves[0])
            plies += 1
        assert plies == most


def test_k24_codes_planes_and_clicks() -> None:
    state = start(TURNS)
    assert (state.action_count, state.action(PASS), state.move(16)) == (17, 16, PASS)
    assert start(attrs.evolve(TURNS, passing=Passing.NEVER)).action_count == 16
    assert plane_names(state)[-1] == "a player has passed"
    assert [planes(each, 0)[-1] for each in (state, state.apply(PASS))] == [0, 2**16 - 1]
    assert state.places_of(PASS) == ()
    assert (str(PASS), repr(PASS)) == ("pass", "Pass()")
    assert state.click().move == PASS
    assert len(state.click().next) == 16
    assert "pass" in state.to_dict()["legal_moves"]


def test_k24_gains_of_a_pass() -> None:
    state = State.from_text("5/2x2/1xo2/3x1/5 o alone -", ALONE)
    gains = dict(zip(state.some_moves, KROPKI.move_gains(state, state.some_moves), strict=True))
    assert gains[PASS] == (0, 0, 0)
    closing = State.from_text("5/2x2/1xox1/5/5 o alone -", ALONE)
    moves = closing.some_moves
    gains = dict(zip(moves, KROPKI.move_gains(closing, moves), strict=True))
    assert gains[PASS] == (-1, 0, 0)
    assert Greedy().choose(closing, Random(1)) == Place("cd")


def test_k24_what_can_have_been_the_last_move() -> None:
    state = after(ALONE, "cb cc pass bb")
    assert "Last move: bb" in state.to_svg(last_move=Place("bb"))
    passed = after(ALONE, "cb cc pass")
    assert "Last move: pass" in passed.to_svg(last_move=PASS)
    assert "[" not in passed.to_board(last_move=PASS)
    for made, last, said in (
        ("cb cc", PASS, "a pass is not the last move: nobody has passed"),
        ("cb pass pass", Place("cb"), "cb is not the last move: that was a pass"),
    ):
        with pytest.raises(NinetkaError, match=said):
            after(ALONE, made).to_svg(last_move=last)
    with pytest.raises(NinetkaError, match="cb is not the last move: that was a pass"):
        after(TURNS, "cb pass").to_svg(last_move=Place("cb"))


def test_k24_summaries() -> None:
    assert "Nobody may pass." in STANDARD.summary
    assert "A player may pass instead, which is written pass." in TURNS.summary
    assert "both players pass one after the other" in TURNS.summary
    assert "the opponent goes on alone until they pass too." in ALONE.summary
    assert start(TURNS).instruction == "Place a dot on a free point, for example bb, or pass."
    said = "Place a dot on a free point, for example cc, or pass to place no more dots."
    assert start(ALONE).instruction == said


@pytest.mark.parametrize(
    ("text", "ruleset", "problem", "sentence"),
    [
        ("1x/2 x never - 1", Passing.NEVER, Problem.PASSES, "nobody may pass under never"),
        ("xo/xo x turns - 2", Passing.TURNS, Problem.PASSES,
         "no point is free, so the game was over before both players had passed"),
        ("xo/xo x turns - 1", Passing.TURNS, Problem.PASSES,
         "no point is free, so nobody can have passed last"),
        ("1x/2 x turns - 3", Passing.TURNS, Problem.MALFORMED,
         "after the regions is how many players have passed, 1 or 2, not '3'"),
    ],
)  # fmt: skip
def test_k24_positions_that_cannot_be(
    text: str, ruleset: Passing, problem: Problem, sentence: str
) -> None:
    named = Ruleset(text.split()[2], 2, 2, Capture.AUTOMATIC, passing=ruleset)
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(text, named)
    assert caught.value.problems == problem
    assert sentence in str(caught.value)


def test_k24_a_number_of_passes_that_no_text_has() -> None:
    setup = attrs.evolve(start(TURNS).to_setup(), passes=-1)
    assert setup.problems == Problem.PASSES
    assert setup.findings[0][1] == "0 to 2 players have passed, not -1"
