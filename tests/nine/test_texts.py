"""The rules in short, the task of a turn, why a tie is won: sentences that agree with the rules."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import example, given
from support.nine_states import NEUTRALS, RULESETS, after, playout, states

from ninetka import (
    BOARDGAMEGEEK,
    NESTORGAMES,
    WIKI,
    EdgeStop,
    NinetkaError,
    Outcome,
    Pass,
    Phase,
    Ruleset,
    Seat,
    Slide,
    State,
    TurnOrder,
)
from ninetka.base.messages import listed
from ninetka.nine.board import SQUARES, Square


@given(RULESETS)
def test_the_numbers_in_a_summary_are_the_ruleset_s(ruleset: Ruleset) -> None:
    summary = ruleset.summary
    counts = re.search("is a board game for (.*?) players", summary)
    assert counts is not None
    assert [int(n) for n in re.findall(r"\d+", counts[1])] == list(ruleset.player_counts)
    for players, supply in ruleset.stones.items():
        if isinstance(supply, int):
            text = f"ach of {players} players has {supply} stone{'' if supply == 1 else 's'}"
        else:
            own = listed("abcd"[:players])
            text = f"f {players} players, seats {own} have {listed(supply)} stones"
        assert text in summary
    differ = any(not isinstance(supply, int) for supply in ruleset.stones.values())
    assert ("A player who has none left to place is stepped over." in summary) is differ
    seats = re.search("take turns as seats (.*?)[.]", summary)
    assert seats is not None
    assert len(re.findall(r"\b[a-d]\b", seats[1])) == max(ruleset.player_counts)
    rim = sum(square.is_rim for square in SQUARES)
    assert f"The {rim} other squares" in summary
    full = all(sum(ruleset.stones_by_seat(players)) == rim for players in ruleset.stones)
    assert ("until the rim is full" in summary) is full
    assert ("until all players have placed all of theirs" in summary) is not full


@given(RULESETS)
@example(Ruleset("uneven", {2: (1, 3)}))  # b begins placement, and a movement
def test_q1_a_summary_says_who_begins_placement_and_movement(ruleset: Ruleset) -> None:
    stone, _, slide = ruleset.summary.partition("the first slide is ")
    stone = stone.partition("first stone on the rim is ")[2] or ruleset.summary
    openers, movers = who_begins(stone), who_begins(slide or stone)
    assert openers.keys() == movers.keys() == ruleset.stones.keys()
    for players, opener in openers.items():
        placed = after(NEUTRALS, ruleset, players)
        assert (placed.phase, str(placed.to_move)) == (Phase.PLACEMENT, opener)
        slides = playout(placed, Random(1), sum(ruleset.stones_by_seat(players))).state
        assert (slides.phase, str(slides.to_move)) == (Phase.MOVEMENT, movers[players])


def who_begins(summary: str) -> dict[int, str]:
    """By number of players: the seat that is said to begin."""
    said = re.findall(r"seat ([a-d])'s with ([\d, or]+) players", summary)
    return {int(n): seat for seat, counts in said for n in re.findall(r"\d+", counts)}


@pytest.mark.parametrize("edge_stop", EdgeStop)
def test_q2_a_summary_says_what_the_edge_does(edge_stop: EdgeStop) -> None:
    ruleset = Ruleset("one", {2: 1}, edge_stop)
    state = after(f"{NEUTRALS} B1 A2", ruleset)
    end = state.target(Square("B1"))
    assert end == {EdgeStop.BOARD: Square("B10"), EdgeStop.STONE: None}[edge_stop]
    slides = "A stone that would meet no other stops on the last square before the opposite rim."
    assert (slides in ruleset.summary) == (end is not None)
    cannot = "A stone that would meet no other cannot slide."
    assert (cannot in ruleset.summary) == (end is None)


def test_the_summary_of_a_published_ruleset() -> None:
    summary = NESTORGAMES.summary
    assert summary.startswith("9tka is a board game for 2, 3 or 4 players, who take turns as seats")
    assert (
        "Each of 2 players has 18 stones, each of 3 players has 12 stones and each of 4 players "
        "has 9 stones; nine neutral stones belong to nobody."
    ) in summary
    assert "seat b's with 2 or 4 players and seat a's with 3 players." in summary
    lines = summary.split("\n")
    assert [line.split()[0] for line in lines] == ["9tka", "First,", "A", "The", "Moves"]
    assert all(line.endswith(".") for line in lines)
    assert "{" not in summary
    assert summary.isascii()
    edge = "stops on the last square before the opposite rim"
    assert WIKI.summary.replace("cannot slide.", f"{edge}.") == summary
    restarts = Ruleset("r", turn_order=TurnOrder.RESTARTS)
    assert "first slide are seat a's with 2, 3 or 4 players." in restarts.summary
    one = Ruleset("one", {2: 1})
    assert "Each of 2 players has 1 stone; nine neutral stones belong to nobody." in one.summary


def test_moves_are_written_as_a_summary_says() -> None:
    one = Ruleset("one", {2: 1})
    neutrals = "C3 F3 I3 C6 G5 I6 C9 F9 I9"
    sliding = after(f"{neutrals} A5 K2", one)
    passing = after("D4 G3 H4 C6 E7 I5 D9 F8 H9 A10 K10 C1 J11 A10", Ruleset("pairs", {2: 2}))
    for text, meaning, state in [
        ("*E5", "place a neutral stone on E5", State.start()),
        ("@A5", "place your stone on A5", after(NEUTRALS)),
        ("A5-F5", "slide from A5, stopping on F5", sliding),
        ("--", "pass", passing),
    ]:
        assert f"{text} ({meaning})" in one.summary
        move = state.parse_move(text)
        assert state.move_text(move) == text
        if not isinstance(move, Pass):
            assert state.parse_move(str(move.square)) == move


@given(states())
def test_an_instruction_s_example_is_a_move_that_ends_as_it_says(state: State) -> None:
    said = state.instruction
    assert said.endswith(".")
    assert said.count(".") == 1
    if state.is_over:
        assert said == "The game is over: no stone can slide."
        return
    example = re.search(r"(?:for example|must pass:) ([A-K]\d+|--)", said)
    assert example is not None
    move = state.parse_move(example[1])
    if isinstance(move, Slide):
        assert said.endswith(f", which would stop on {state.target(move.square)}.")


def test_instructions() -> None:
    assert State.start().instruction == (
        "Place a neutral stone on a core square (C3 to I9) of a section that has none, "
        "for example F6."
    )
    placement = after(NEUTRALS)
    assert placement.instruction == (
        "Place one of your stones on an empty rim square, for example B1."
    )
    assert State.start(BOARDGAMEGEEK).instruction == (
        "Chance places a neutral stone on a core square (C3 to I9) of a section that has none, "
        "for example F6."
    )
    one = Ruleset("one", {2: 1})
    assert after(f"{NEUTRALS} A5 A6", one).instruction == (
        "Slide one of your stones from the rim, for example A5, which would stop on J5."
    )
    blocked = after("D4 G3 H4 C6 E7 I5 D9 F8 H9 A10 K10 C1 J11 A10", Ruleset("pairs", {2: 2}))
    assert blocked.instruction == "None of your stones can slide, so you must pass: --."


@pytest.mark.parametrize(
    ("scores", "why"),
    [
        ((4, 3), ""),
        ((3, 4, 3), ""),
        ((4, 4), "Seats a and b are tied at 4 points: the later in turn order wins."),
        ((0, 0), "Seats a and b are tied at 0 points: the later in turn order wins."),
        ((1, 0, 1), "Seats a and c are tied at 1 point: the later in turn order wins."),
        ((2, 2, 2, 1), "Seats a, b and c are tied at 2 points: the latest in turn order wins."),
    ],
)
def test_r12_why_a_tie_is_won(scores: tuple[int, ...], why: str) -> None:
    assert Outcome(scores).explanation == why


def test_q6_the_outcome_says_who_slid_last() -> None:
    outcome = Outcome((3, 4, 4), (Seat.THIRD, Seat.FIRST, Seat.SECOND))
    assert outcome.ranking == (Seat.SECOND, Seat.THIRD, Seat.FIRST)
    assert outcome.explanation == "Seats b and c are tied at 4 points: b slid last and wins."
    assert Outcome((3, 5, 4), outcome.slid).explanation == ""
    assert Outcome((0, 4, 4), (Seat.FIRST,)).explanation.endswith("the later in turn order wins.")
    for slid in ((0, 1, 1), (1, 2, 3)):
        with pytest.raises(NinetkaError, match="slid has seats that play, none of them twice"):
            Outcome((3, 4, 4), tuple(map(Seat, slid)))


def test_q5_the_summary_says_that_chance_places_the_neutrals() -> None:
    summary = BOARDGAMEGEEK.summary
    assert "Before the first turn, the neutral stones are placed at random on squares" in summary
    assert "among tied players the one who slid last wins" in summary
    assert "first neutral stone" not in summary
    assert "*E5" not in summary
