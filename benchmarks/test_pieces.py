"""Single operations, with pytest-benchmark: `pytest benchmarks`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ninetka import NESTORGAMES, Game, Move, Setup, State, Symmetry
from ninetka.play.perft import perft
from ninetka.records import Record, parse


def played(plies: int) -> State:
    """The state after this number of plies of a random game, always the same."""
    rng, state = Random(9), State.start(NESTORGAMES)
    for _ in range(plies):
        state = state.apply(rng.choice(state.legal_moves))
    return state


PHASES = pytest.mark.parametrize(
    "state", [played(3), played(25), played(60)], ids=["neutrals", "placement", "movement"]
)


def whole_game() -> Game[State, Move]:
    rng, game = Random(9), Game.start(NESTORGAMES)
    while game.state.legal_moves:
        game = game.apply(rng.choice(game.state.legal_moves))
    return game


@PHASES
def test_legal_moves(benchmark: Any, state: State) -> None:
    assert benchmark(lambda: state.legal_moves)


@PHASES
def test_is_legal(benchmark: Any, state: State) -> None:
    assert benchmark(state.is_legal, state.legal_moves[-1])


@PHASES
def test_apply(benchmark: Any, state: State) -> None:
    assert benchmark(state.apply, state.legal_moves[-1])


@PHASES
def test_apply_unchecked(benchmark: Any, state: State) -> None:
    assert benchmark(state.apply_unchecked, state.legal_moves[-1])


@PHASES
def test_undo(benchmark: Any, state: State) -> None:
    move = state.legal_moves[-1]
    assert benchmark(state.apply(move).undo, move) == state


@PHASES
def test_to_text(benchmark: Any, state: State) -> None:
    assert benchmark(state.to_text)


@PHASES
def test_from_text(benchmark: Any, state: State) -> None:
    assert benchmark(State.from_text, state.to_text()) == state


@PHASES
def test_setup_problems(benchmark: Any, state: State) -> None:
    setup: Setup = state.to_setup()
    assert not benchmark(lambda: setup.problems)


@PHASES
def test_move_text_and_back(benchmark: Any, state: State) -> None:
    move = state.legal_moves[-1]
    assert benchmark(lambda: state.parse_move(state.move_text(move))) == move


def test_scores(benchmark: Any) -> None:
    state = whole_game().state
    assert benchmark(lambda: state.scores)


def test_transform(benchmark: Any) -> None:
    assert benchmark(played(60).transform, Symmetry.ROTATE_90)


@PHASES
def test_canonical(benchmark: Any, state: State) -> None:
    assert benchmark(state.canonical)


@PHASES
def test_key(benchmark: Any, state: State) -> None:
    assert benchmark(lambda: state.key)


def test_write_record(benchmark: Any) -> None:
    assert benchmark(Record(whole_game()).to_text)


def test_read_record(benchmark: Any) -> None:
    game = whole_game()
    assert benchmark(parse, Record(game).to_text()).game == game


def test_perft(benchmark: Any) -> None:
    assert benchmark(perft, State.start(), 3) == 78864
