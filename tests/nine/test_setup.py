"""Arrangements of stones that are positions, and everything that keeps one from being one."""

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
    EdgeStop,
    InvalidPositionError,
    Problem,
    Ruleset,
    Seat,
    Setup,
    Square,
    State,
)
from ninetka.nine.board import SQUARES, Stone
from ninetka.records import parse

PAIRS = Ruleset("pairs", {2: 2, 3: 2})
STONE_PAIRS = Ruleset("pairs", {2: 2}, EdgeStop.STONE)
DUEL = Ruleset("duel", {2: 1})
STONE_DUEL = Ruleset("x", {2: 1}, EdgeStop.STONE)
EXAMPLES = Path(__file__).parents[2] / "examples"


def arranged(
    stones: str, to_move: int = 0, players: int = 2, ruleset: Ruleset = NESTORGAMES
) -> Setup:
    """From words such as `nE5`, a neutral on E5, and `aA5`, a stone of the first seat on A5."""
    kinds: dict[str, Stone] = {"n": NEUTRAL, **{seat.letter: seat for seat in Seat}}
    placed = {Square(word[1:]): kinds[word[0]] for word in stones.split()}
    return Setup(placed, Seat(to_move), players, ruleset)


NEUTRAL_ON_D5 = "D5 F3 I3 C3 F6 I6 C9 F9 I9"
WAITING = "11/11/3n7/6nn3/2n1n6/11/7nb2/4n2n3/2n8/11/3a7"
ALL_NEUTRALS = " ".join(f"n{square}" for square in NEUTRALS.split())


def full_rim(to_move: int, neutrals: str = NEUTRALS) -> Setup:
    """All stones on the rim, the seats' in turn along it."""
    rim = " ".join(f"A{row} K{row}" for row in range(2, 11))
    rim += " " + " ".join(f"{column}1 {column}11" for column in "BCDEFGHIJ")
    return attrs.evolve(after(f"{neutrals} {rim}").to_setup(), to_move=Seat(to_move))


def moved(arrangement: Setup, journeys: str) -> Setup:
    """The arrangement after slides such as `A5-J5`, possible or not."""
    stones = dict(arrangement.stones)
    for start, _, end in (journey.partition("-") for journey in journeys.split()):
        stones[Square(end)] = stones.pop(Square(start))
    return attrs.evolve(arrangement, stones=stones)


def seen_from(seat: int, moves: str, ruleset: Ruleset, players: int = 2) -> Setup:
    """The stones after some moves, with a seat to move that need not be the right one."""
    return attrs.evolve(after(moves, ruleset, players).to_setup(), to_move=Seat(seat))


def ended() -> Setup:
    """A finished game in which the first seat has slid, and later passed."""
    game = parse((EXAMPLES / "wiki-two-players.9tka").read_text("utf-8"), NINE).game
    return attrs.evolve(game.state.to_setup(), to_move=Seat.SECOND)


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
        (arranged("nA1", players=5),
         Problem.STONE_ON_CORNER | Problem.NEUTRAL_OFF_CORE | Problem.WRONG_PLAYERS, ""),
        (arranged(f"{ALL_NEUTRALS} bJ5 bB2 aA6 aK2", 2, ruleset=PAIRS),
         Problem.IMPOSSIBLE_COUNTS | Problem.WRONG_SEAT, ""),
        # Inner stones have come along their row or column, each from an empty square of its own
        (moved(full_rim(0), "A5-J5"), Problem(0), ""),
        (moved(full_rim(0), "A5-J7"), Problem.UNACCOUNTED_STONE,
         "no empty rim square is left that the stone on J7 can have come from"),
        # D7 has only D11, so D5, which might have come from there too, must take A5
        (moved(full_rim(1), "A5-D5 D11-D7"), Problem(0), ""),
        # D5 and D7 both need D1 or D11, and only D11 is empty
        (moved(full_rim(1), "D11-D5 A4-D7"), Problem.UNACCOUNTED_STONE, ""),
        # With a neutral on D5, J5 can only be reached from K5, where a stone still waits
        (moved(full_rim(0, NEUTRAL_ON_D5), "A5-J5"), Problem.UNACCOUNTED_STONE, ""),
        (moved(full_rim(0, NEUTRAL_ON_D5), "A5-C5"), Problem(0), ""),
        # A player who can still slide has not passed
        (moved(full_rim(1), "A5-J5"), Problem.WRONG_SEAT, "it is the turn of seat a, not b"),
        (seen_from(1, f"{NEUTRALS} A10 K10 B1 J11 A10-J10", PAIRS), Problem(0), ""),
        # A finished game ended with a slide, or when movement began
        (seen_from(1, f"{NEUTRALS} A10 K10 B1 J11 A10-J10 -- B1", PAIRS), Problem.WRONG_SEAT, ""),
        (seen_from(0, f"{NEUTRALS} A5 K2", STONE_DUEL), Problem.WRONG_SEAT, ""),
        (ended(), Problem.WRONG_SEAT, ""),
        # a has something to stop at, so it has not passed since b's slide, but must go
        (Setup.from_text(f"{WAITING} b 2 x", STONE_DUEL), Problem.WRONG_SEAT, ""),
        (Setup.from_text(f"{WAITING} a 2 x", STONE_DUEL), Problem(0), ""),
        # Before the first slide, too, only a player who cannot slide passes
        (seen_from(0, f"{NEUTRALS} A6 K2 A5 K6", STONE_PAIRS), Problem.WRONG_SEAT, ""),
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


@pytest.mark.parametrize(
    ("moves", "ruleset", "players"),
    [
        (f"{NEUTRALS} A10 K10 B1 J11 A10-J10 -- B1", PAIRS, 2),
        (f"{NEUTRALS} A5 K2", STONE_DUEL, 2),
        ("D3 F3 I3 C6 F6 I6 C9 F9 I9 A5 C1 A7 K2 -- C1-C5 A5", STONE_PAIRS, 2),
        ("E3 G8 I5 F5 I3 I9 D9 D4 D5 K7 J1 K5 -- -- K5 --", Ruleset("x", {3: 1}, EdgeStop.STONE),
         3),
    ],
)  # fmt: skip
def test_every_state_of_games_with_passes_is_accepted(
    moves: str, ruleset: Ruleset, players: int
) -> None:
    for plies in range(len(moves.split()) + 1):
        state = after(" ".join(moves.split()[:plies]), ruleset, players)
        assert State.from_setup(state.to_setup()) == state


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
         "the ruleset 'short' is not known here, only nestorgames, wiki, boardgamegeek"),
        ("11/x e 22 short", Problem.MALFORMED | Problem.UNKNOWN_RULESET, "a board has 11 rows"),
    ],
)  # fmt: skip
def test_texts_that_are_no_position(text: str, problem: Problem, sentence: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(text)
    assert caught.value.problems == problem
    assert str(caught.value).startswith(sentence)


def test_the_documented_start() -> None:
    text = "11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames"
    assert State.start(NESTORGAMES, players=2).to_text() == text
    assert State.from_text(text) == State.start()
    assert State.from_text(f"  {text}\n") == State.start()
