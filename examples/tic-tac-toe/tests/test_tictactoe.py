"""Tic-tac-toe by itself: its rules, known counts, the laws of all games, and another program."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from tictactoe import CLASSIC, Outcome, Reason, Ruleset, Seat, Square, State

from ninetka import Game
from ninetka.base.errors import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    NinetkaError,
)
from ninetka.play.perft import perft
from ninetka.testing import check_state_laws, strategies

STARTS = strategies.starts(strategies.rulesets(Ruleset))


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        ("a1 b1 a2 b2 a3", Outcome(Seat.CROSSES)),
        ("a1 b1 a2 b2 c3 b3", Outcome(Seat.NOUGHTS)),
        ("a1 b2 c3 b1 b3 a3 c1 c2 a2", Outcome(None)),
        ("a1 b1 a2 b2", None),
    ],
)
def test_how_games_end(moves: str, outcome: Outcome | None) -> None:
    assert Game.start(CLASSIC).play(moves).outcome == outcome


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [("a1", "a1", Reason.TAKEN), ("a1 b1 a2 b2 a3", "c1", Reason.GAME_OVER)],
)
def test_illegal_moves(moves: str, move: str, reason: Reason) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Game.start(CLASSIC).play(moves).apply(move)
    assert caught.value.reason is reason


def test_texts_that_are_not_moves() -> None:
    not_a_move: Any = 5
    with pytest.raises(InvalidMoveError, match=r"^5 is not a move of this game"):
        State().apply(not_a_move)
    with pytest.raises(InvalidMoveError, match=r"^'d1' is not a square, for example b2$"):
        State().apply("d1")


@pytest.mark.parametrize(
    "text", ["", "x", "xxx/.../...", "ooo/xx./xx.", ".../.o./...", "xx-/o../..."]
)
def test_texts_that_are_not_positions(text: str) -> None:
    with pytest.raises(InvalidPositionError):
        State.from_text(text)


@given(strategies.states(STARTS))
def test_positions_read_back(state: State) -> None:
    assert State.from_text(state.to_text()) == state


def test_all_laws_hold() -> None:
    check_state_laws(State(), games=5)


def test_known_counts() -> None:
    """The numbers of sequences of moves (perft), and of games: 255,168."""
    sequences: list[int] = []
    games, ways = 0, Counter({State(): 1})
    while ways:
        following: Counter[State] = Counter()
        for state, count in ways.items():
            games += count * state.is_over
            for move in state.legal_moves:
                following[state.apply(move)] += count
        ways = following
        sequences.append(ways.total())
    assert sequences == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0]
    assert games == 255_168
    assert [perft(State(), depth) for depth in range(1, 5)] == sequences[:4]


def test_pictures() -> None:
    state = Game.start(CLASSIC).play("b2 a1 c3").state
    assert state.to_board(last_move=Square.C3, names=["Ann", "Ben"]) == (
        "3  .  . [x]\n2  .  x  .\n1  o  .  .\n   a  b  c\nBen (o) to move"
    )
    picture = state.to_svg(last_move=Square.C3, marks=["legal-moves"], targets=True)
    assert picture.count('class="mark') == 3
    assert picture.count('class="legal"') == 6
    assert "a1, mark of o" in picture
    with pytest.raises(NinetkaError, match=r"^a1 was not the last move$"):
        state.to_svg(last_move=Square.A1)
    with pytest.raises(NinetkaError, match=r"^an arrow leads to another square"):
        state.to_svg(arrows=[(Square.A1, Square.A1)])


def test_openspiel_plays_the_same_game() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    rng = Random(0)
    for _ in range(100):
        state, other = State(), pyspiel.load_game("tic_tac_toe").new_initial_state()
        while True:
            assert list(state.legal_actions) == other.legal_actions()
            assert state.is_over == other.is_terminal()
            assert state.to_text().replace("/", "\n") == str(other)
            if state.is_over:
                break
            assert state.to_move == other.current_player()
            action = rng.choice(state.legal_actions)
            state = state.apply(state.move(action))
            other.apply_action(action)
        first, second = state.scores
        assert other.returns() == [first - second, second - first]
