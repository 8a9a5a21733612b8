"""Hex by itself: its rules, the laws of all games, its pictures and tags, and another program."""

from __future__ import annotations

from random import Random

import pytest
from hexgame import (
    CLUB,
    HEX,
    SWAP,
    Outcome,
    Place,
    Point,
    Reason,
    Ruleset,
    Seat,
    State,
)
from hypothesis import given

from ninetka import Game
from ninetka.base.errors import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesetError,
    NinetkaError,
)
from ninetka.protocol.clicks import Click
from ninetka.records import Record, parse
from ninetka.testing import check_state_laws, strategies

SMALL = Ruleset(3)
PLAIN = Ruleset(3, swap=False)
STARTS = strategies.starts(strategies.rulesets(Ruleset))


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        ("a1 b1 a2 b2 a3", Outcome(Seat.FIRST)),
        ("b1 a1 b2 a2 a3", Outcome(Seat.FIRST)),  # a3 is a neighbour of b2, a1 of b1 is too
        ("a1 a2 c1 b2 c3 c2", Outcome(Seat.SECOND)),
        ("a1 b1 a2 b2", None),
        ("b1 swap c1 b2 c2 c3", None),
    ],
)
def test_how_games_end(moves: str, outcome: Outcome | None) -> None:
    assert Game.start(SMALL).play(moves).outcome == outcome


def test_a_swap_takes_over_the_first_stone_mirrored() -> None:
    state = Game.start(SMALL).play("b1 swap").state
    assert state.to_text() == ".../o../... x swap"
    assert not state.can_swap


@pytest.mark.parametrize(
    ("ruleset", "moves", "move", "reason"),
    [
        (SMALL, "a1", "a1", Reason.TAKEN),
        (SMALL, "", "d1", Reason.OFF_THE_BOARD),
        (SMALL, "", "swap", Reason.NO_SWAP),
        (SMALL, "a1 b1", "swap", Reason.NO_SWAP),
        (SMALL, "b1 swap", "swap", Reason.NO_SWAP),
        (PLAIN, "a1", "swap", Reason.NO_SWAP),
        (SMALL, "a1 b1 a2 b2 a3", "c1", Reason.GAME_OVER),
    ],
)
def test_illegal_moves(ruleset: Ruleset, moves: str, move: str, reason: Reason) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Game.start(ruleset).play(moves).apply(move)
    assert caught.value.reason is reason


def test_texts_that_are_not_moves() -> None:
    with pytest.raises(InvalidMoveError, match=r"^'t1' is not a point, for example b1$"):
        State.start(SMALL).apply("t1")


@pytest.mark.parametrize(
    "text",
    [
        "", ".x./... x swap", "./x x plain", ".x/.. x plain", "../.. o plain", ".o/.. x plain",
        ".o/x. o plain", "../.o x swap more", "xo/x. x plain", "x.../xx../..../.o.. o plain",
    ],
)  # fmt: skip
def test_texts_that_are_not_positions(text: str) -> None:
    with pytest.raises(InvalidPositionError):
        State.from_text(text)


@given(strategies.states(STARTS))
def test_positions_read_back(state: State) -> None:
    assert State.from_text(state.to_text()) == state
    assert eval(repr(state)) == state


@pytest.mark.parametrize(
    ("ruleset", "count"),
    [(SMALL, 2), (PLAIN, 1), pytest.param(Ruleset(4), 20, marks=pytest.mark.long)],
    ids=str,
)
def test_all_laws_hold(ruleset: Ruleset, count: int) -> None:
    check_state_laws(State.start(ruleset), games=count, states=8)


def test_sizes_that_cannot_be_played() -> None:
    for size in (1, 20):
        with pytest.raises(InvalidRulesetError, match=f"2 to 19 rows, not {size}$"):
            Ruleset(size)
    with pytest.raises(NinetkaError, match="2 players, not 3"):
        Game.start(SMALL, 3)


# Tags


@pytest.mark.parametrize(
    ("tags", "start"),
    [
        ({}, State.start(CLUB)),
        ({"Size": "5"}, State(5)),
        ({"Swap": "no"}, State(swap=False)),
        ({"Position": ".x/.. o swap"}, State.from_text(".x/.. o swap")),
        ({"Position": ".x/.. o swap", "Size": "2"}, State.from_text(".x/.. o swap")),
    ],
)
def test_tags_say_how_a_game_starts(tags: dict[str, str], start: State) -> None:
    assert HEX.begin(tags) == start
    assert HEX.tags.read(HEX.tags.write(start)) == start


@pytest.mark.parametrize(
    "tags",
    [{"Size": "1"}, {"Size": "x"}, {"Swap": "maybe"}, {"Size": "3", "Position": "../.. x swap"}],
)
def test_tags_that_are_refused(tags: dict[str, str]) -> None:
    with pytest.raises(NinetkaError):
        HEX.begin(tags)


def test_a_record_of_a_swap_and_a_resignation() -> None:
    game = Game.start(SMALL).play("b1 swap c1").resign()
    text = Record(game).to_text()
    assert text == (
        '[Game "Hex"]\n[Size "3"]\n[Swap "yes"]\n[Ending "o resigns"]\n[Result "1-0"]\n\n'
        "1. b1 swap 2. c1 1-0\n"
    )
    assert parse(text).game == game
    with pytest.raises(NinetkaError, match=r"^the game cannot end here by 'agreement'$"):
        Game.start(SMALL).agree()


# Clicks, undo, pictures


def test_a_swap_is_two_clicks() -> None:
    state = State.start(SMALL).apply("b1")
    assert "b1" in state.click().next
    assert state.click(["b1"]) == Click(None, ("a2",))
    assert state.click(["b1", "a2"]).move == SWAP
    assert state.click(["a2"]).move == Place(Point.from_text("a2"))
    with pytest.raises(InvalidMoveError, match=r"^the stone on b1 goes to a2$"):
        state.click(["b1", "c3"])
    with pytest.raises(IllegalMoveError, match=r"^b1 is taken$"):
        state.apply("c3").click(["b1"])
    assert State.start(SMALL).apply("b2").click(["b2", "b2"]).move == SWAP


def test_moves_are_taken_back() -> None:
    states = Game.start(SMALL).play("b1 swap c1").states
    for before, after, text in zip(states, states[1:], ["b1", "swap", "c1"], strict=False):
        assert after.undo(after.parse_last_move(text)) == before
    for text in ("a2", "c1", "swap"):
        with pytest.raises(IllegalMoveError, match=rf"^{text} was not the last move$"):
            (states[2] if text == "a2" else states[1]).parse_last_move(text)


def test_pictures() -> None:
    state = Game.start(SMALL).play("b1 swap c1").state
    assert state.to_board(last_move=Place(Point(0, 2)), names=["Ann", "Ben"]) == (
        "   a b c\n 1 . . X\n  2 o . .\n   3 . . .\nBen (o) to move"
    )
    picture = state.to_svg(last_move=Place(Point(0, 2)), marks=["legal-moves"], targets=True)
    assert picture.count('class="stone') == 2
    assert picture.count('class="legal"') == 7
    assert picture.count('class="last"') == 1
    assert "a2, stone of o" in picture
    swapped = Game.start(SMALL).play("b1 swap").state
    assert swapped.to_board(last_move=SWAP).splitlines()[2] == "  2 O . ."
    with pytest.raises(IllegalMoveError, match=r"^a2 was not the last move$"):
        swapped.to_svg(last_move=Place(Point(1, 0)))


# Another program


@pytest.mark.parametrize("swap", [False, True])
def test_openspiel_plays_the_same_game(swap: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    rng = Random(0)
    for number in range(30):
        size = 2 + number % 5
        game = pyspiel.load_game("hex", {"board_size": size, "swap": swap})
        state, other = State(size, swap), game.new_initial_state()
        while True:
            rows = [row.strip().replace(" ", "") for row in str(other).splitlines()]
            assert "/".join(rows) == state.to_text().split()[0]
            assert state.is_over == other.is_terminal()
            if state.is_over:
                break
            assert list(state.legal_actions) == other.legal_actions()
            assert state.to_move == other.current_player()
            action = rng.choice(state.legal_actions)
            state = state.apply(state.move(action))
            other.apply_action(action)
        first, second = state.scores
        assert other.returns() == [first - second, second - first]
