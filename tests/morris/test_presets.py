"""Every published ruleset is played to the end, drawn, written and read; and each by cases."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import attrs
import pytest
from hypothesis import settings

from morris.arranged import after, texts
from ninetka import morris
from ninetka.morris import (
    ACHI,
    CHENG_SAN_QI,
    DA_SAN_QI,
    DARA,
    ELEVEN_MENS,
    FIVE_MENS,
    LASKER,
    MILLS,
    MORRIS,
    NINE_HOLES,
    PUBLISHED,
    SEVEN_MENS,
    SHISIMA,
    SIX_MENS,
    TAPATAN,
    THREE_MENS,
    TOURNAMENT_MILLS,
    TWELVE_MENS,
    FullBoard,
    Phase,
    Ruleset,
    Seat,
    State,
)
from ninetka.simulate import random_game
from ninetka.testing import check_state_laws

PAGE = (Path(__file__).parents[2] / "docs" / "morris" / "variants.md").read_text("utf-8")


@pytest.mark.parametrize("ruleset", PUBLISHED.values(), ids=[*PUBLISHED])
def test_all_laws_hold_to_the_end(ruleset: Ruleset) -> None:
    """From late in a game on: some of these games take a thousand plies."""
    late = random_game(State.start(ruleset), Random(3)).states[-30:][0]
    check_state_laws(late, games=1, seed=3, states=settings().max_examples // 3, tries=8)


def test_the_page_lists_them_with_their_tokens() -> None:
    rows = re.findall(r"^\| \[`(\w+)`\]\(#.*?\) \| `([\w-]+)` \| (\d+) \|", PAGE, re.MULTILINE)
    assert {name: int(tokens) for _, name, tokens in rows} == {
        name: ruleset.tokens for name, ruleset in PUBLISHED.items() if name not in ("9am", "mills")
    }
    for constant, name, _ in rows:
        assert getattr(morris, constant) is PUBLISHED[name]


def result(ruleset: Ruleset, moves: str) -> str | None:
    """The result of a game after some moves; None if it goes on."""
    outcome = after(State.start(ruleset), moves).outcome
    return outcome and str(outcome)


def test_the_page_spells_them_out() -> None:
    blocks = PAGE.partition("## As data")[2].split("\n\n")
    tags = [dict(re.findall(r'^\[(\w+) "(.*)"\]$', block, re.MULTILINE)) for block in blocks]
    shown = {each.pop("Ruleset"): each for each in tags if each}
    assert shown.keys() == PUBLISHED.keys()
    for name, ruleset in PUBLISHED.items():
        start = State.start(ruleset, ruleset.player_counts[0])
        written = dict(MORRIS.tags.write_ruleset(start))
        written.pop("FieldPlaces", None)
        assert shown["mills"] | shown[name] == written


def test_three_in_a_row_wins_at_once() -> None:
    assert result(THREE_MENS, "a1 b2 a2 b3 a3") == "1-0"
    assert result(THREE_MENS, "a1 b2 a2 b3 c3 b1") == "0-1"
    assert result(THREE_MENS, "a1 a2 b2 b1 c3") is None  # diagonals are no lines
    assert result(TAPATAN, "a1 a2 b2 b1 c3") == "1-0"
    assert result(ACHI, "a1 a2 c3 b1 b3 c1 a3") == "1-0"


def test_nobody_jumps_in_three_mens_morris_and_everybody_in_nine_holes() -> None:
    moves = "a1 b1 a2 c2 b3 c3"
    assert "a1-c1" not in texts(after(State.start(THREE_MENS), moves))
    assert "a1-c1" in texts(after(State.start(NINE_HOLES), moves))
    assert result(NINE_HOLES, "a1 b1 a2 c2 c3 b3 c3-a3") == "1-0"


def test_who_cannot_move_has_lost_or_is_stepped_over() -> None:
    assert result(THREE_MENS, "b1 c1 a2 c2 a1 b3 a2-a3 c2-b2 a3-a2 b3-a3") == "0-1"
    state = after(State.start(ACHI), "c1 b3 a2 a1 b1 b2 a3 c2")
    assert (state.stepped_over, state.to_move) == ((Seat.FIRST,), Seat.SECOND)


def test_m27_shisima_begins_with_all_tokens_on_the_board() -> None:
    start = State.start(SHISIMA)
    names = {seat: {start.board.name_of(field) for field, owner in start.tokens.items()
                    if owner is seat} for seat in start.seats}  # fmt: skip
    assert names == {Seat.FIRST: {"sw", "s", "se"}, Seat.SECOND: {"nw", "n", "ne"}}
    assert texts(start) == ["se-e", "se-c", "s-c", "sw-w", "sw-c"]
    assert result(SHISIMA, "s-c ne-e sw-w e-ne se-e") == "1-0"


def test_spokes_of_six_mens_morris_are_ways_and_make_no_mills() -> None:
    state = after(State.start(SIX_MENS), "c5 a1 c4 e1 a3 b2 b3 d2")
    assert state.mills(0) == state.mills(1) == ()
    open_spoke = after(State.start(FIVE_MENS), "c5 a1 a3 e1 e3 b2 b4 d2 d4 b3")
    assert "c5-c4" in texts(open_spoke)


def test_lines_of_seven_mens_morris_lead_to_the_centre_and_through_it() -> None:
    for line in ("a3 b3 c3", "b3 c3 d3", "c5 c4 c3", "c4 c3 c2"):
        one, two, three = line.split()
        state = after(State.start(SEVEN_MENS), f"{one} a1 {two} e1 {three}")
        assert state.phase is Phase.REMOVE
    assert after(State.start(SEVEN_MENS), "a3 a1 b3 e1 d3").phase is Phase.PUT


def test_m17_a_token_in_hand_may_wait_in_lasker_morris() -> None:
    start = after(State.start(LASKER), "a1 b2")
    assert {"a1-a4", "c3"} <= {*texts(start)}
    assert start.apply("a1-a4").hands == (9, 9)


def test_diagonals_are_lines_of_eleven_and_twelve_mens_morris() -> None:
    for rules in (ELEVEN_MENS, TWELVE_MENS):
        assert after(State.start(rules), "a7 a1 b6 g1 c5").phase is Phase.REMOVE


FULL = "d6 g7 e5 g4 e4 f6 g1 e3 f4 a1 b2 d2 c4 c3 a7 a4 b4 b6 c5 f2 d3 d5 d7 d1"


def test_m19_a_full_board_is_a_draw_in_twelve_mens_morris() -> None:
    assert result(TWELVE_MENS, FULL) == "1/2-1/2"
    assert result(attrs.evolve(TWELVE_MENS, full_board=FullBoard.STUCK), FULL) == "0-1"


def test_m23_few_tokens_end_morabaraba_sooner() -> None:
    text = "aaa....bb..b............ 0/0 0/0 {} a move morabaraba"
    moves = "1-24"
    assert after(State.from_text(text.format(18)), moves).outcome is None
    assert str(after(State.from_text(text.format(19)), moves).outcome) == "1/2-1/2"
    more = text.replace("......... 0/0", "....a.... 0/0")
    assert State.from_text(more.format(90)).outcome is None


def test_m24_rows_of_four_are_not_made_in_dara() -> None:
    row = after(State.start(DARA), "a1 a5 b1 b5 d1 d5")
    assert "c1" not in texts(row)
    assert after(State.start(DARA), "a1 a5 b1 b5 c1").phase is Phase.PUT  # a row, for nothing (M25)


def test_m22_the_third_repetition_is_a_draw_in_tournaments_and_small_games() -> None:
    moves = "a1 b1 a2 c2 b3 c3" + 2 * " b3-b2 c3-a3 b2-b3 a3-c3"
    assert result(NINE_HOLES, moves) == "1/2-1/2"
    assert result(NINE_HOLES, moves.rpartition(" ")[0]) is None
    assert result(attrs.evolve(NINE_HOLES, repetition=0), moves) is None
    assert attrs.evolve(MILLS, name=TOURNAMENT_MILLS.name, repetition=3) == TOURNAMENT_MILLS


def test_m26_a_removal_blocks_its_field_in_the_games_of_china() -> None:
    state = after(State.start(CHENG_SAN_QI), "a1 d1 a4 g1 a7 xd1")
    assert "d1" not in texts(state)
    assert [state.board.name_of(field) for field in state.marked] == ["d1"]
    assert "marked" in state.to_svg()
    assert "1   a-----------x-----------b" in str(state).splitlines()
    two_mills = after(State.start(DA_SAN_QI), "a1 d1 a4 f4 d7 e3 g7 c5 a7 xd1")
    assert two_mills.phase is Phase.REMOVE
    assert two_mills.apply("xf4").to_move is Seat.SECOND


def test_legends_have_as_much_of_a_rulesets_name_as_there_is_room_for() -> None:
    assert ">cheng-san-qi: Seat a to put a token<" in State.start(CHENG_SAN_QI).to_svg()
    long = attrs.evolve(MILLS, name="a-game-with-a-name-that-is-much-too-long")
    assert ">a-game-wi…: Seat a to put a token<" in State.start(long).to_svg()
