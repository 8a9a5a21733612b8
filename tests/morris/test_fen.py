"""Positions as other programs write them."""

from __future__ import annotations

from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetka import Game, NinetkaError
from ninetka.morris import (
    CHENG_SAN_QI,
    LASKER,
    MILLS,
    MORRIS,
    NINE_AM,
    PUBLISHED,
    THREE_MENS,
    TOURNAMENT_MILLS,
    TWELVE_MENS,
    InvalidPositionError,
    Phase,
    Ruleset,
    Seat,
    State,
)
from ninetka.morris.position import NO_EXTRA
from ninetka.morris.turns import End, end_of
from ninetka.records import parse

MARKED = "****OO**/********/*@****X* w p p 2 7 1 7 0 0 0 0 0 0 0 0 3"
WITH_FIELDS = [
    each for each in PUBLISHED.values()
    if 2 in each.boards and {"a1", "b2", "c3", "d7"} <= each.boards[2].fields_by_name.keys()
]  # fmt: skip


def states(ruleset: Ruleset, rng: Random) -> list[State]:
    """The positions of a random game."""
    found = [State.start(ruleset)]
    while not found[-1].is_over:
        found.append(found[-1].apply_unchecked(rng.choice(found[-1].legal_moves)))
    return found


@settings(max_examples=12)
@given(st.sampled_from(WITH_FIELDS), st.randoms(use_true_random=False))
def test_what_is_written_is_read_as_the_same_position(ruleset: Ruleset, rng: Random) -> None:
    for state in rng.sample(found := states(ruleset, rng), min(9, len(found))):
        if state.steps and state.phase is Phase.REMOVE:
            read = State.from_text(state.to_fen(), ruleset)
            assert [*map(read.apply, read.legal_moves)] == [*map(state.apply, state.legal_moves)]
            continue
        if state.steps:
            with pytest.raises(NinetkaError, match="does not say the steps"):
                state.to_fen()
            continue
        assert State.from_text(state.to_fen(), ruleset) == state
        if state.is_over and end_of(state) not in (End.FEW, End.LOST):
            continue  # MFEN does not say who would be to move
        if not state.marked and state.notes.extra == NO_EXTRA:
            assert State.from_text(state.to_mfen(), ruleset) == state


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Sanmill of 2020, with Black before White and one number of removals
        ("O**O*O@*/@OOO***O/@@OO*OO@ b m s 5 0 11 0 0 1 25", (5, 11, "b")),
        # of 2022
        ("O*O@O*O@/@*@***@O/O@O@O@O* b m s 9 0 8 0 0 8 23", (8, 9, "b")),
        # of 2023, with two
        ("O*O@O*O@/@*@***@O/O@O@O@O* w m s 9 0 8 0 0 0 8 23", (8, 9, "a")),
        # of 2024
        ("****OO@@/OO@OOOOO/******** b m s 9 0 3 0 0 0 0 0 0 0 0 0 1", (3, 9, "b")),
        ("MFEN/1.0 mill24-state-v1 W.W.W.../B.B.B.../........ w m m 0,0 - 4 18 -", (3, 3, "a")),
    ],
)
def test_texts_of_all_times_are_read(text: str, expected: tuple[int, int, str]) -> None:
    state = State.from_text(text, TWELVE_MENS if expected[1] > 9 else MILLS)
    found = state.masks[1].bit_count(), state.masks[0].bit_count(), str(state.to_move)
    assert found == expected


def test_fields_quiet_turns_and_removals() -> None:
    state = State.from_text("******@*/******@O/****O*@O b p r 3 6 3 6 0 1 0 0 0 0 0 0 1")
    assert state.ruleset == MILLS
    names = {state.board.name_of(field) for field in state.tokens}
    assert names == {"a7", "d1", "b6", "b4", "c4", "a4"}
    assert [state.move_text(each) for each in state.legal_moves] == ["xa7", "xb6", "xd1"]
    after_a_step = State.from_text("O**@O@@@/O@@O****/*@O@O@OO b m r 8 0 9 0 0 1 0 0 0 0 0 5 1")
    assert (after_a_step.quiet, after_a_step.phase) == (4, Phase.REMOVE)
    assert after_a_step.to_fen().split()[-2] == "5"
    assert State.from_text(MARKED, CHENG_SAN_QI).to_fen() == MARKED[:-1] + "1"


def test_whoever_has_begun_has_the_first_seat() -> None:
    empty = "MFEN/1.0 mill24-state-v1 ......../......../........ {} p p 9,9 - 0 0 -"
    assert [State.from_text(empty.format(side)).to_move for side in "wb"] == [Seat.FIRST] * 2
    black = State.from_text("****@***/********/******** w p p 0 9 1 8 0 0 0 0 0 0 0 0 1")
    assert black.masks == (1 << black.board.index_of(black.board.fields_by_name["d3"]), 0)
    # Where hands differ in play, White has it
    uneven = "****@***/********/******** w p p 0 10 1 9 0 0 0 0 0 0 0 0 1"
    assert State.from_text(uneven, LASKER).masks[0] == 0


@pytest.mark.parametrize(
    ("text", "ruleset", "message"),
    [
        ("********/********/******** w p p 0 9 0 9", MILLS, "a FEN has three rings"),
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 x 0 1", MILLS, "a FEN has three"),
        ("********/********/*******@ w p p 0 9 2 7 0 0 1", MILLS, "2 black tokens on the board"),
        ("********/********/******** w p p 0 -1 0 9 0 0 1", MILLS, "cannot have -1 tokens"),
        ("********/********/******** w p p 0 9 0 9 0 1 0 1", MILLS, "needs a rule that this"),
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1 c:w-0-|b-1-9", MILLS, "c:w"),
        (
            "********/********/******** w p p 0 9 0 9 0 0 1",
            THREE_MENS,
            "three-mens-morris does not",
        ),
        ("********/********/******** w p p 0 9 0 9 0 0 1", NINE_AM, "9am does not have"),
        (
            "MFEN/1.0 mill24-state-v1 ......../......../........ w p p 9 -",
            MILLS,
            "an MFEN is",
        ),
        # Over by its side, and by nothing else
        (
            "MFEN/1.0 mill24-state-v1 ......../......../........ - p p 9,9 - 0 0 -",
            MILLS,
            "an MFEN is",
        ),
        (
            "MFEN/1.0 mill24-state-v1 WWW...B./......B./........ w p r 6,7 "
            "w:custodian:b:b:1:004040:b 0 5 -",
            MILLS,
            "custodian",
        ),
        (
            "MFEN/1.0 mill24-state-v1 WWW...B./......B./........ w p r 6,7 "
            "w:mill:b:b:1:000040:b 0 5 -",
            MILLS,
            "w:mill:b:b:1:000040:b",
        ),
        ("*@O*O*@*/OO@***OO/****@@@* w m s 6 0 6 0 0 0 3 9", TOURNAMENT_MILLS, "0 steps"),
    ],
)
def test_what_is_wrong_is_said(text: str, ruleset: Ruleset, message: str) -> None:
    with pytest.raises(InvalidPositionError, match=message):
        State.from_text(text, ruleset)


def test_what_cannot_be_written() -> None:
    for state in (State.start(NINE_AM), State.start(THREE_MENS)):
        for write in (state.to_fen, state.to_mfen):
            with pytest.raises(NinetkaError, match="on the fields a1 to g7, not for"):
                write()
    with pytest.raises(NinetkaError, match="marked fields"):
        State.from_text(MARKED, CHENG_SAN_QI).to_mfen()
    first_wins = attrs.evolve(MILLS, mill_wins=True)
    won = Game.from_state(State.start(first_wins), ["a1", "b2", "a4", "b4", "a7"]).state
    with pytest.raises(NinetkaError, match="no word for this end"):
        won.to_mfen()


def test_in_records_it_is_of_mills_unless_a_ruleset_is_named() -> None:
    fen = "****OO@@/OO@OOOOO/******** b m s 9 0 3 0 0 0 0 0 0 0 0 0 1"
    for tags, ruleset in (("", MILLS), ('[Ruleset "lasker-morris"]\n', LASKER)):
        record = parse(f'[Game "Mills"]\n{tags}[Position "{fen}"]\n[Result "*"]\n')
        assert record.game.state == State.from_text(fen, ruleset)
    looks = MORRIS.tags.write_ruleset(State.start(MILLS))
    names = {tag: looks[tag] for tag in ("FieldNames", "FieldPlaces") if tag in looks}
    position = State.start(MILLS).apply("d6").to_text()
    assert MORRIS.begin({"Position": position, **names}) == State.start(MILLS).apply("d6")


def test_a_removal_needs_no_steps() -> None:
    """It ends the quiet turns, so those before need not be told (M22)."""
    text = "O**@O@@@/O@@O****/*@O@O@OO b m r 8 0 9 0 0 1 0 0 0 0 0 5 1"
    state = State.from_text(text, TOURNAMENT_MILLS)
    assert (state.quiet, state.phase, state.steps) == (0, Phase.REMOVE, ())
    assert state.legal_moves == State.from_text(text).legal_moves
    moving = State.from_text("aaa.......bbb........... 0/0 0/0 0 a move tournament-mills")
    with pytest.raises(NinetkaError, match="does not say the steps"):
        moving.apply("1-4").to_fen()
