"""Positions and games worked out by other programs; tests/data/README.md says by which."""

from __future__ import annotations

import re

import attrs
import pytest

from kropki.reference import (
    AutomaticCase,
    DeclaredCase,
    RealGame,
    automatic_cases,
    declared_cases,
    real_games,
)
from ninetka.kropki import (
    STANDARD,
    TERRITORY,
    AutomaticState,
    IllegalMoveError,
    Place,
    Point,
    Reason,
    Seat,
    Setup,
    Start,
    State,
)

REASONS = {
    "not own dot": Reason.NOT_YOUR_DOT,
    "no new captive": Reason.NO_CAPTIVE,
    "dot inside a region": Reason.DEAD_DOT,
    "inside a region": Reason.INSIDE_A_REGION,
    "chain too short": Reason.CHAIN_TOO_SHORT,
    "dot repeated": Reason.DOT_REPEATED,
}


@pytest.mark.parametrize("case", automatic_cases(), ids=lambda case: case.id)
def test_automatic_captures(case: AutomaticCase) -> None:
    ruleset = attrs.evolve(STANDARD, columns=case.columns, rows=case.rows, start=Start.EMPTY)
    state = State.start(ruleset)
    for seat, name in case.dots:
        state = State.from_setup(attrs.evolve(state.to_setup(), to_move=Seat(seat))).apply(name)
    assert isinstance(state, AutomaticState)
    assert state.scores == case.scores
    for name in case.free:
        assert Place(name) in state.legal_moves
    for name in case.refused:
        assert Place(name) not in state.legal_moves
        with pytest.raises(IllegalMoveError):
            state.apply(name)


def set_up(case: DeclaredCase | RealGame, to_move: int) -> State:
    """The position that a case or a game begins with."""
    ruleset = attrs.evolve(TERRITORY, columns=case.columns, rows=case.rows)
    dots = {Point(name): Seat(seat) for name, seat in case.dots.items()}
    return State.from_setup(Setup(dots, (), Seat(to_move), ruleset))


@pytest.mark.parametrize("case", declared_cases(), ids=lambda case: case.id)
def test_declared_regions(case: DeclaredCase) -> None:
    state = set_up(case, case.to_move)
    for ply in case.plies:
        if ply.scores is None:
            with pytest.raises(IllegalMoveError) as caught:
                state.apply(ply.move)
            assert caught.value.reason is REASONS[ply.reason]
        else:
            state = state.apply(ply.move)
            assert (state.scores, state.is_over) == (ply.scores, ply.over)


@pytest.mark.parametrize("game", real_games(), ids=lambda game: game.id)
def test_real_games(game: RealGame) -> None:
    state = set_up(game, game.first)
    for text in game.moves:
        move = state.parse_move(text)
        assert state.move_text(move) == text
        state = state.apply(move)
    assert (state.scores, state.is_over) == (game.captured, game.over)
    stated = re.fullmatch(r"([BW])\+([0-9]+)", game.result)
    if stated:
        first, second = state.settlement().scores
        assert first - second == int(stated[2]) * (1 if stated[1] == "B" else -1)
