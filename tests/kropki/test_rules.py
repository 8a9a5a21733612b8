"""Single rules where the reference cases are silent, on positions made by hand."""

from __future__ import annotations

import attrs
import pytest

from ninetka.kropki import (
    STANDARD,
    AutomaticState,
    Capture,
    IllegalMoveError,
    Outcome,
    Place,
    Point,
    Reason,
    Region,
    Ruleset,
    Seat,
    State,
)
from ninetka.protocol.endings import Ending, EndingKind

X, O = Seat  # noqa: E741
DECLARED = Ruleset("small", 7, 7)
AUTOMATIC = Ruleset("small", 7, 7, Capture.AUTOMATIC)

# A diamond of x around cc, a dot of o in it or not.
CAPTIVE = "7/2x4/1xox3/2x4/7/7/7"
HOUSE = "7/2x4/1x1x3/2x4/7/7/7"
# A house of x with a ring of its own in it: dd is in the inner one, the outer one is around it.
RINGS = "1xxxxx1/x5x/x2x2x/x1xox1x/x2x2x/x5x/1xxxxx1"


def chains(state: State, point: str | None = None) -> list[str]:
    return [str(Place("aa", [chain]))[3:] for chain in state.legal_chains(point)]


@pytest.mark.parametrize(
    ("text", "to_move", "scores"),
    [
        (CAPTIVE, "x", (1, 0)),  # the pool is closed, though it need not have been declared
        (CAPTIVE, "o", (1, 0)),
        (HOUSE, "x", (0, 0)),  # 44 neutral points, then x plays into the house
        (HOUSE, "o", (1, 0)),  # ... or o has to
        (RINGS, "x", (11, 0)),  # of 20 turns, o has 10 and no point of its own
        ("7/7/2x4/1x1x3/2x1xo1/4o1o/5o1", "x", (0, 0)),  # a house each: both have a turn for it
        ("7/7/2x4/1x1x3/2x1xo1/4o1o/5o1", "o", (0, 0)),
        # Three turns are left after the neutral ones, and all three points are x's.
        ("7/2x4/1x1x3/2x1x2/3x1x1/4x2/7", "x", (1, 0)),
        ("7/2x4/1x1x3/2x1x2/3x1x1/4x2/7", "o", (2, 0)),
    ],
)
def test_k13_settlement(text: str, to_move: str, scores: tuple[int, int]) -> None:
    state = State.from_text(f"{text} {to_move} small -", DECLARED)
    assert state.settlement().scores == scores
    automatic = State.from_text(f"{text} {to_move} small -", AUTOMATIC)
    assert automatic.settlement().scores == automatic.scores == (0, 0)


@pytest.mark.parametrize(("to_move", "scores"), [("x", (1, 0)), ("o", (0, 1))])
def test_k13_where_pools_cross_the_seat_to_move_closes_first(
    to_move: str, scores: tuple[int, int]
) -> None:
    """x's dot on cb, in a ring of o's, is in x's ring around cc, and cc is in that of o's."""
    small = Ruleset("small", 4, 4, Capture.DECLARED)
    state = State.from_text(f"o1o1/xoxo/xxox/1ox1 {to_move} small -", small)
    assert state.settlement().scores == scores


def test_k13_pools_in_an_opposing_pool_are_its_owners() -> None:
    around = "1ooooo1/o5o/o2x2o/o1x1x1o/o2x2o/o5o/1ooooo1"
    for to_move in "xo":
        state = State.from_text(f"{around} {to_move} small -", DECLARED)
        # 4 neutral points in the corners, then 21 of o's: x has 10 or 11 turns for none of them.
        turns = 11 if to_move == "x" else 10
        assert state.settlement().scores == (0, 4 + turns)


def test_k5_tight_chains_that_can_be_declared() -> None:
    state = State.from_text("7/2x4/1xox3/7/7/7/7 x small -", DECLARED)
    assert chains(state) == []
    assert chains(state, "cd") == ["bccddccbbc"]
    state = State.from_text(f"{CAPTIVE} x small -", DECLARED)
    assert chains(state) == chains(state, "gg") == ["bccddccbbc"]
    assert chains(state.apply("gg")) == []  # they are not o's
    state = state.apply("gg.bccddccbbc").apply("aa")
    assert chains(state) == []


def test_k6_a_chain_need_not_be_tight_nor_the_first_around_its_captive() -> None:
    outer = "abacadaeafbgcgdgegfggfgegdgcgbfaeadacabaab"
    inner = "cddeeddccd"
    state = State.from_text(f"{RINGS} x small -", DECLARED)
    assert chains(state) == [inner]
    assert state.apply(f"aa.{outer}").scores == (1, 0)
    assert state.apply(f"aa.{inner}").apply("ga").scores == (1, 0)
    assert not state.is_legal(Place("aa", [inner, outer]))  # no new captive for the outer one
    assert not state.is_legal(Place("aa", [outer, inner]))  # the inner dots are dead
    # An intruder makes it one.
    state = state.apply(f"aa.{inner}").apply("bb").apply(f"ag.{outer}")
    assert state.scores == (2, 0)
    assert [region.chain[0] for region in state.regions] == [Point("cd"), Point("ab")]
    assert state.owner_of(Point("dd")) is Seat.FIRST


def test_k9_nothing_is_done_of_a_turn_with_one_bad_chain() -> None:
    state = State.from_text(f"{CAPTIVE} x small -", DECLARED)
    for chains in (["bccddccbbc", "aabaababaa"], ["aabaababaa", "bccddccbbc"]):
        move = Place("gg", chains)
        assert not state.is_legal(move)
        with pytest.raises(IllegalMoveError) as caught:
            state.apply(move)
        assert (caught.value.reason, caught.value.state) == (Reason.DOT_REPEATED, state)
    assert state.apply("gg.bccddccbbc").scores == (1, 0)


def test_k10_a_dot_that_closes_a_group_around_another_draws_the_inner_first() -> None:
    text = "1xxxxx1/xo4x/x2x2x/x1xo2x/x2x2x/x5x/1xxxxx1 x small -"
    state = State.from_text(text, AUTOMATIC).apply("ed")
    outer = "abacadaeafbgcgdgegfggfgegdgcgbfaeadacaba"
    assert state.regions == (Region(Seat.FIRST, "cddeeddc"), Region(Seat.FIRST, outer))
    assert state.scores == (2, 0)


def test_k8_a_swallowed_region_counts_for_its_new_owner() -> None:
    """Its own captive, a dot of the new owner's, stops counting."""
    text = "2ooo3/1o3o2/o2x2o1/o1xox1o1/o2x2o1/1o3o2/2oo4/8 x small -"
    state = State.from_text(text, Ruleset("small", 8, 8)).apply("hh.cddeeddccd")
    assert state.scores == (1, 0)
    state = state.apply("eg.acadaebfcgdgegffgegdgcfbeadacabbac")
    assert state.scores == (0, 4)
    assert state.owner_of("dd") is Seat.SECOND


def test_k10_an_intruder_is_caught_unless_it_captures() -> None:
    state = State.from_text("7/2x4/1x1x3/oxox3/1ox4/7/7 o small -", AUTOMATIC).apply("cc")
    assert state.scores == (2, 0)  # with the one that was there before
    state = State.from_text("7/1ox4/ox1x3/1ox4/7/7/7 o small -", AUTOMATIC).apply("cc")
    assert state.scores == (0, 1)
    state = State.from_text("7/1oxo3/ox1xo2/1oxo3/7/7/7 o small -", AUTOMATIC).apply("cc")
    assert state.scores == (0, 2)


def test_k8_points_off_the_board_belong_to_nobody() -> None:
    state = State.from_text(f"{CAPTIVE} x small -", DECLARED)
    assert state.owner_of(Point("ZZ")) is None
    assert not state.is_dead(Point("ZZ"))


@pytest.mark.parametrize(
    ("scores", "ending", "winner", "text", "explanation"),
    [
        ((4, 1), None, X, "4-1", ""),
        ((1, 4), None, O, "1-4", ""),
        ((3, 3), None, None, "3-3", ""),
        ((4, 1), Ending(EndingKind.RESIGNATION, 0), O, "o+R", "Seat x has resigned."),
        ((4, 1), Ending(EndingKind.RESIGNATION, 1), X, "x+R", "Seat o has resigned."),
        ((1, 1), Ending(EndingKind.TIME, 0), O, "o+T", "Seat x ran out of time."),
        ((1, 1), Ending(EndingKind.TIME, 1), X, "x+T", "Seat o ran out of time."),
    ],
)
def test_k11_outcomes(
    scores: tuple[int, int], ending: Ending | None, winner: Seat | None, text: str, explanation: str
) -> None:
    outcome = Outcome(scores, ending)
    assert outcome.scores == scores
    assert outcome.winner is winner
    assert outcome.winners == (() if winner is None else (winner,))
    assert outcome.ranking == ((O, X) if winner is O else (X, O))
    assert str(outcome) == text
    assert outcome.explanation == explanation


def test_k11_the_most_points_that_a_seat_can_have() -> None:
    state = AutomaticState.start(attrs.evolve(STANDARD, columns=5, rows=5))
    assert state.score_bounds == (0, 2 + 11)  # its opponent's two dots, and every second free point
    assert state.apply("aa").score_bounds == (0, 3 + 10)


def test_k12_a_cross_can_fill_the_board() -> None:
    state = State.from_text("xo/ox x standard -")
    assert state.is_over
    assert state.outcome is not None
    assert state.outcome.winner is None
    assert state.outcome.ranking == (Seat.FIRST, Seat.SECOND)
