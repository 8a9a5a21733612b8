"""Arrangements of stones: what makes a position, and everything that does not."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import NEUTRALS, after, states

from ninetka import (
    NESTORGAMES,
    NEUTRAL,
    NINE,
    WIKI,
    EdgeStop,
    InvalidPositionError,
    Pass,
    Problem,
    Ruleset,
    Seat,
    Setup,
    Slide,
    Square,
    State,
)
from ninetka.nine.board import SQUARES, Stone
from ninetka.records import parse

PAIRS = Ruleset("pairs", {2: 2, 3: 2})
STONE_PAIRS = Ruleset("pairs", {2: 2}, EdgeStop.STONE)
DUEL = Ruleset("duel", {2: 1})


def arranged(
    stones: str, to_move: int = 0, players: int = 2, ruleset: Ruleset = NESTORGAMES
) -> Setup:
    """From words such as `nE5`, a neutral on E5, and `aA5`, a stone of the first seat on A5."""
    kinds: dict[str, Stone] = {"n": NEUTRAL, **{seat.letter: seat for seat in Seat}}
    placed = {Square(word[1:]): kinds[word[0]] for word in stones.split()}
    return Setup(placed, Seat(to_move), players, ruleset)


ALL_NEUTRALS = " ".join(f"n{square}" for square in NEUTRALS.split())


@pytest.mark.parametrize(
    ("arrangement", "problem", "sentence"),
    [
        (arranged("nA1", 1), Problem.STONE_ON_CORNER | Problem.NEUTRAL_OFF_CORE,
         "A1 is a corner and cannot have a stone; A1 has a neutral but is not on the core"),
        (arranged("nB2", 1), Problem.NEUTRAL_OFF_CORE,
         "B2 has a neutral but is not on the core"),
        (arranged("nE5 nF6"), Problem.TWO_NEUTRALS_IN_SECTION,
         "the centre section has 2 neutrals, not one"),
        (arranged("aA5"), Problem.TOO_EARLY,
         "A5 has a player's stone before all neutrals are placed"),
        (arranged(f"{ALL_NEUTRALS} bA5 aB5", 1), Problem.TOO_EARLY,
         "B5 has a player's stone before all stones are placed"),
        (arranged(f"{ALL_NEUTRALS} nE5 nD9 bA5 aB5 bA6", 0, ruleset=PAIRS),
         Problem.TWO_NEUTRALS_IN_SECTION | Problem.TOO_EARLY,
         "the top left section has 2 neutrals, not one; the centre section has 2 neutrals"),
        (arranged(f"{ALL_NEUTRALS} bA5 aA4 bA3 bA2 aA6 bA7", 1, ruleset=PAIRS),
         Problem.TOO_MANY_STONES, "seat b has 4 stones, more than its 2"),
        (arranged(f"{ALL_NEUTRALS} bA5 cA6", 0), Problem.TOO_MANY_STONES,
         "seat c has stones but does not play"),
        (arranged(f"{ALL_NEUTRALS} aA5"), Problem.IMPOSSIBLE_COUNTS,
         "of 1 stones placed the seats have 1 and 0, not 0 and 1"),
        (arranged(f"{ALL_NEUTRALS} bA5 bA6", 1), Problem.IMPOSSIBLE_COUNTS,
         "of 2 stones placed the seats have 0 and 2, not 1 and 1"),
        (arranged(f"{ALL_NEUTRALS} bA5", 1, 3), Problem.IMPOSSIBLE_COUNTS,
         "of 1 stones placed the seats have 0, 1 and 0, not 1, 0 and 0"),
        (arranged(f"{ALL_NEUTRALS} bJ5 bB2 aA6 aK2", 0, ruleset=PAIRS), Problem.IMPOSSIBLE_COUNTS,
         "no order of turns lets the seats slide 0 and 2 times"),
        (arranged(f"{ALL_NEUTRALS} bJ5 aD4", 1, ruleset=DUEL), Problem(0), ""),
        (arranged(f"{ALL_NEUTRALS} bJ5 aJ7 bA5 aK5", 1, ruleset=PAIRS), Problem(0), ""),
        (arranged(f"{ALL_NEUTRALS} bJ5 bA5 aK5 aE1", 0, ruleset=PAIRS), Problem(0), ""),
        (arranged("nE5"), Problem.WRONG_SEAT, "it is the turn of seat b, not a"),
        (arranged("", 2), Problem.WRONG_SEAT, "it is the turn of seat a, not c"),
        (arranged(ALL_NEUTRALS), Problem.WRONG_SEAT, "it is the turn of seat b, not a"),
        (arranged(f"{ALL_NEUTRALS} bA5 aA6", 0), Problem.WRONG_SEAT,
         "it is the turn of seat b, not a"),
        (arranged(f"{ALL_NEUTRALS} bA5 aA6", 0, ruleset=DUEL), Problem.WRONG_SEAT,
         "it is the turn of seat b, not a"),
        (Setup.from_text("8ba1/8caa/2cc2cana1/b2n1bnb3/5caa3/ca9/b2n1n1nb2/b2n3nb1c/2cb1n1ca2"
                         "/acb1abb4/1cc1a6 c 3 wiki"),
         Problem.WRONG_SEAT, "it is the turn of seat a or b, not c"),
        (arranged("", players=5), Problem.WRONG_PLAYERS,
         "nestorgames is for 2, 3 or 4 players, not 5"),
    ],
)  # fmt: skip
def test_problems(arrangement: Setup, problem: Problem, sentence: str) -> None:
    assert arrangement.problems == problem
    if not problem:
        arrangement.check()
        assert State.from_setup(arrangement).to_setup() == arrangement
        return
    for attempt in (
        arrangement.check,
        lambda: State.from_setup(arrangement),
        lambda: State.from_text(arrangement.to_text(), arrangement.ruleset),
    ):
        with pytest.raises(InvalidPositionError) as caught:
            attempt()
        assert caught.value.problems == problem
        assert str(caught.value).startswith(sentence)


def test_all_problems_at_once() -> None:
    arrangement = arranged("nA1 nB2 nE5 nF6 nE6 aK11 bA5 cJ5", 3)
    with pytest.raises(InvalidPositionError) as caught:
        State.from_setup(arrangement)
    assert caught.value.problems == (
        Problem.STONE_ON_CORNER
        | Problem.NEUTRAL_OFF_CORE
        | Problem.TWO_NEUTRALS_IN_SECTION
        | Problem.TOO_MANY_STONES
        | Problem.TOO_EARLY
        | Problem.WRONG_SEAT
    )
    assert caught.value.sentences == (
        "A1 is a corner and cannot have a stone",
        "K11 is a corner and cannot have a stone",
        "A1 has a neutral but is not on the core",
        "B2 has a neutral but is not on the core",
        "the centre section has 3 neutrals, not one",
        "seat c has stones but does not play",
        "A5 has a player's stone before all neutrals are placed",
        "J5 has a player's stone before all neutrals are placed",
        "K11 has a player's stone before all neutrals are placed",
        "it is the turn of seat b, not d",
    )


def full_rim(to_move: int = 1) -> Setup:
    rim = " ".join(f"A{row} K{row}" for row in range(2, 11))
    rim += " " + " ".join(f"{column}1 {column}11" for column in "BCDEFGHIJ")
    return attrs.evolve(after(f"{NEUTRALS} {rim}").to_setup(), to_move=Seat(to_move))


def moved(arrangement: Setup, *journeys: tuple[str, str]) -> Setup:
    stones = dict(arrangement.stones)
    for start, end in journeys:
        stones[Square(end)] = stones.pop(Square(start))
    return attrs.evolve(arrangement, stones=stones)


def test_an_inner_stone_must_have_come_along_its_row_or_column() -> None:
    reachable = moved(full_rim(0), ("A5", "J5"))
    assert not reachable.problems
    elsewhere = moved(full_rim(0), ("A5", "J7"))
    assert elsewhere.problems == Problem.UNACCOUNTED_STONE
    with pytest.raises(InvalidPositionError) as caught:
        elsewhere.check()
    assert (
        str(caught.value) == "no empty rim square is left that the stone on J7 can have come from"
    )


def test_each_empty_rim_square_accounts_for_one_stone_only() -> None:
    # D7 has only D1, so D5, which might have come from there too, must take A5.
    rim = full_rim(1)
    mixed = moved(rim, ("A5", "D5"), ("D1", "D7"))
    assert not mixed.problems & Problem.UNACCOUNTED_STONE
    # D5 and D7 both need D1 or D11 once row 5's ends are taken again, and only D1 is empty.
    both = moved(rim, ("D1", "D5"), ("A4", "D7"))
    assert both.problems & Problem.UNACCOUNTED_STONE


def test_a_stone_cannot_have_come_through_a_neutral() -> None:
    # With D5 taken by a neutral, row 5 is open to J5 from the right only, where K5 still waits.
    neutrals = "D5 F3 I3 C3 F6 I6 C9 F9 I9"
    rim = " ".join(f"A{row} K{row}" for row in range(2, 11))
    rim += " " + " ".join(f"{column}1 {column}11" for column in "BCDEFGHIJ")
    full = attrs.evolve(after(f"{neutrals} {rim}").to_setup(), to_move=Seat.FIRST)
    assert moved(full, ("A5", "J5")).problems == Problem.UNACCOUNTED_STONE
    assert not moved(full, ("A5", "C5")).problems


def test_who_can_still_slide_has_not_passed() -> None:
    assert Setup(moved(full_rim(), ("A5", "J5")).stones, Seat.SECOND).problems == Problem.WRONG_SEAT


def test_an_unfinished_game_may_stand_at_either_seat_if_one_is_blocked() -> None:
    state = after(f"{NEUTRALS} A10 K10 B1 J11 A10-J10", PAIRS)
    assert state.legal_moves == (Pass(),)
    passed = attrs.evolve(state.to_setup(), to_move=Seat.SECOND)
    assert not passed.problems
    assert State.from_setup(passed) == state.apply(Pass())


def test_a_finished_game_ended_with_a_slide() -> None:
    over = after(f"{NEUTRALS} A10 K10 B1 J11 A10-J10 -- B1", PAIRS)
    assert over.is_over
    assert State.from_setup(over.to_setup()) == over
    assert attrs.evolve(over.to_setup(), to_move=Seat.SECOND).problems == Problem.WRONG_SEAT


def test_a_game_may_be_over_when_movement_begins() -> None:
    over = after(f"{NEUTRALS} A5 K2", Ruleset("duel", {2: 1}, EdgeStop.STONE))
    assert over.is_over
    assert State.from_setup(over.to_setup()) == over
    assert attrs.evolve(over.to_setup(), to_move=Seat.FIRST).problems == Problem.WRONG_SEAT


def test_who_has_passed_may_slide_again_with_something_to_stop_at() -> None:
    state = after("D3 F3 I3 C6 F6 I6 C9 F9 I9 A5 C1 A7 K2 -- C1-C5", STONE_PAIRS)
    assert state.legal_moves == (Slide(Square("A5")),)
    assert State.from_setup(state.to_setup()) == state


def test_who_has_just_passed_still_cannot_slide() -> None:
    # Seat a, on D1, has something to stop at. So it has not passed since b's slide, but must go.
    ruleset = Ruleset("x", {2: 1}, EdgeStop.STONE)
    board = "11/11/3n7/6nn3/2n1n6/11/7nb2/4n2n3/2n8/11/3a7"
    arrangement = Setup.from_text(f"{board} b 2 x", ruleset)
    assert arrangement.problems == Problem.WRONG_SEAT
    assert not attrs.evolve(arrangement, to_move=Seat.FIRST).problems


def test_who_can_slide_has_not_passed_before_the_first_slide() -> None:
    start = after(f"{NEUTRALS} A6 K2 A5 K6", STONE_PAIRS)
    assert not start.to_setup().problems
    assert attrs.evolve(start.to_setup(), to_move=Seat.FIRST).problems == Problem.WRONG_SEAT


def test_passes_before_between_and_after_slides() -> None:
    moves = "E3 G8 I5 F5 I3 I9 D9 D4 D5 K7 J1 K5 -- -- K5 --"
    ruleset = Ruleset("x", {3: 1}, EdgeStop.STONE)
    for plies in range(len(moves.split()) + 1):
        state = after(" ".join(moves.split()[:plies]), ruleset, 3)
        assert State.from_setup(state.to_setup()) == state


EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["wiki-two-players", "four-players", "custom-ruleset"])
def test_every_state_of_games_with_passes_is_accepted(name: str) -> None:
    game = parse((EXAMPLES / f"{name}.9tka").read_text("utf-8"), NINE).game
    assert Pass() in game.moves
    for state in game.states:
        assert State.from_setup(state.to_setup()) == state


def test_only_the_seat_whose_slide_ended_the_game_had_the_last_turn() -> None:
    # The first seat has slid, and then passed: it cannot have moved last.
    over = parse((EXAMPLES / "wiki-two-players.9tka").read_text("utf-8"), NINE).game.state
    assert over.to_move is Seat.FIRST
    assert attrs.evolve(over.to_setup(), to_move=Seat.SECOND).problems == Problem.WRONG_SEAT


def test_a_seat_that_does_not_play_is_told_beside_impossible_counts() -> None:
    arrangement = arranged(f"{ALL_NEUTRALS} bJ5 bB2 aA6 aK2", 2, ruleset=PAIRS)
    assert arrangement.problems == Problem.IMPOSSIBLE_COUNTS | Problem.WRONG_SEAT


def test_misplaced_stones_are_told_beside_a_wrong_number_of_players() -> None:
    arrangement = arranged("nA1", players=5)
    assert arrangement.problems == (
        Problem.STONE_ON_CORNER | Problem.NEUTRAL_OFF_CORE | Problem.WRONG_PLAYERS
    )


@given(states())
def test_every_reachable_state_is_accepted(state: State) -> None:
    arrangement = state.to_setup()
    assert not arrangement.problems
    assert arrangement.findings == ()
    assert State.from_setup(arrangement).legal_moves == state.legal_moves


@given(
    states(),
    st.sampled_from(SQUARES),
    st.sampled_from([None, NEUTRAL, *Seat]),
    st.sampled_from(Seat),
)
def test_a_changed_arrangement_is_a_state_or_refused(
    state: State, square: Square, stone: Stone | None, to_move: Seat
) -> None:
    stones = dict(state.to_setup().stones)
    stones.pop(square, None)
    if stone is not None:
        stones[square] = stone
    arrangement = Setup(stones, to_move, state.players, state.ruleset)
    assert Setup.from_text(arrangement.to_text(), state.ruleset) == arrangement
    if arrangement.problems:
        with pytest.raises(InvalidPositionError) as caught:
            State.from_setup(arrangement)
        assert caught.value.problems == arrangement.problems
        assert len(caught.value.sentences) == len(arrangement.findings)
    else:
        again = State.from_setup(arrangement)
        assert again.to_setup() == arrangement
        while again.legal_moves:
            again = again.apply(again.legal_moves[0])


EMPTY = "/".join(["11"] * 11)
FIELDS = "a position is board, seat, players and ruleset, not "


@pytest.mark.parametrize(
    ("text", "problem", "sentence"),
    [
        ("", Problem.MALFORMED, f"{FIELDS}'': write 'BOARD a 2 nestorgames', for example"),
        (f"{EMPTY} a 2", Problem.MALFORMED, FIELDS),
        (f"{EMPTY} a 2 wiki x", Problem.MALFORMED, FIELDS),
        ("11/11 a 2 wiki", Problem.MALFORMED, "a board has 11 rows with / between, not 2"),
        ("/" * 13 + " a 2 wiki", Problem.MALFORMED, "a board has 11 rows with / between, not 14"),
        (f"{EMPTY[:-2]}10 a 2 wiki", Problem.MALFORMED, "row 1, '10', has 10 squares, not 11"),
        (f"{EMPTY[:-2]}11n a 2 wiki", Problem.MALFORMED, "row 1, '11n', has 12 squares, not 11"),
        (f"11n{EMPTY[2:]} a 2 wiki", Problem.MALFORMED, "row 11, '11n', has 12 squares, not 11"),
        (f"x{EMPTY[2:]} a 2 wiki", Problem.MALFORMED,
         "row 11, 'x', has 'x', which is neither n, a, b, c, d nor a number from 1 to 11"),
        (f"011{EMPTY[2:]} a 2 wiki", Problem.MALFORMED, "row 11, '011', has '011', which is"),
        (f"99{EMPTY[2:]} a 2 wiki", Problem.MALFORMED, "row 11, '99', has '99', which is neither"),
        (f"{EMPTY} e 2 wiki", Problem.MALFORMED, "the seat to move is a, b, c or d, not 'e'"),
        (f"{EMPTY} A 2 wiki", Problem.MALFORMED, "the seat to move is a, b, c or d, not 'A'"),
        (f"{EMPTY} a two wiki", Problem.MALFORMED,
         "the number of players is 2, 3 or 4, not 'two'"),
        (f"{EMPTY} a \u0662 wiki", Problem.MALFORMED,
         "the number of players is 2, 3 or 4, not '\u0662'"),
        (f"{EMPTY} a 5 wiki", Problem.WRONG_PLAYERS, "wiki is for 2, 3 or 4 players, not 5"),
        (f"{EMPTY} a 2 short", Problem.UNKNOWN_RULESET,
         "the ruleset 'short' is not known here, only nestorgames, wiki"),
        ("11/x e 22 short", Problem.MALFORMED | Problem.UNKNOWN_RULESET, "a board has 11 rows"),
    ],
)  # fmt: skip
def test_texts_that_are_no_position(text: str, problem: Problem, sentence: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(text)
    assert caught.value.problems == problem
    assert str(caught.value).startswith(sentence)


def test_a_long_run_of_digits_is_refused_at_once() -> None:
    with pytest.raises(InvalidPositionError, match="which is neither"):
        State.from_text(f"{'9' * 100_000}{EMPTY[2:]} a 2 wiki")


def test_a_custom_ruleset_must_be_the_one_passed_in() -> None:
    text = f"{EMPTY} a 2 pairs"
    assert State.from_text(text, ruleset=PAIRS) == State.start(PAIRS)
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(f"{EMPTY} a 2 wiki", ruleset=PAIRS)
    assert caught.value.problems == Problem.UNKNOWN_RULESET
    assert str(caught.value) == "the ruleset 'wiki' is not known here, only pairs"


def test_a_number_of_players_may_be_a_seat_which_is_an_int_too() -> None:
    text = State.start(WIKI, Seat.THIRD).to_text()
    assert (
        text == Setup({}, players=Seat.THIRD, ruleset=WIKI).to_text() == State.start(WIKI).to_text()
    )


def test_a_published_name_is_for_that_ruleset_alone() -> None:
    changed = attrs.evolve(WIKI, edge_stop=EdgeStop.BOARD)
    assert (changed.name, attrs.evolve(WIKI).name) == ("wiki-custom", "wiki")
    assert attrs.evolve(changed, edge_stop=EdgeStop.STONE, name="wiki") == WIKI
    text = State.start(changed).to_text()
    assert State.from_text(text, changed) == State.start(changed)
    for mistaken, ruleset in ((text, None), (text, WIKI), (State.start().to_text(), changed)):
        with pytest.raises(InvalidPositionError) as caught:
            State.from_text(mistaken, ruleset)
        assert caught.value.problems == Problem.UNKNOWN_RULESET


def test_the_documented_start() -> None:
    text = "11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames"
    assert State.start(NESTORGAMES, players=2).to_text() == text
    assert State.from_text(text) == State.start()
    assert State.from_text(f"  {text}\n") == State.start()
