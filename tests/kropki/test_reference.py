"""Positions and games worked out by other programs, played by the library and the naive rules.

tests/data/README.md says by which programs.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from kropki.compare import both_play, compare, compare_closely, state_of
from kropki.naive import Naive
from kropki.naive_text import read_move, read_points
from kropki.reference import (
    AutomaticCase,
    DeclaredCase,
    RealGame,
    automatic_cases,
    declared_cases,
    real_games,
)
from ninetka.kropki import IllegalMoveError, Reason

REASONS = {
    "not own dot": Reason.NOT_YOUR_DOT, "no new captive": Reason.NO_CAPTIVE,
    "dot inside a region": Reason.DEAD_DOT, "inside a region": Reason.INSIDE_A_REGION,
    "chain too short": Reason.CHAIN_TOO_SHORT, "dot repeated": Reason.DOT_REPEATED,
}  # fmt: skip


def set_up(case: DeclaredCase | RealGame, to_move: int) -> Naive:
    """The position that a case or a game begins with."""
    dots = {read_points(name)[0]: seat for name, seat in case.dots.items()}
    return Naive.setup(case.columns, case.rows, False, dots, to_move)


@pytest.mark.parametrize("case", automatic_cases(), ids=lambda case: case.id)
def test_k10_captures_worked_out_elsewhere(case: AutomaticCase) -> None:
    naive = Naive.start(case.columns, case.rows, automatic=True)
    state = state_of(naive)
    for seat, name in case.dots:
        turned = naive.turned_to(seat)
        played = both_play(state_of(turned), turned, read_move(name))
        assert played is not None
        state, naive = played
    compare(state, naive)
    assert state.scores == case.scores
    assert {*case.free} <= {*map(str, state.free)}
    for name in case.refused:
        assert both_play(state, naive, read_move(name)) is None


@pytest.mark.parametrize("case", declared_cases(), ids=lambda case: case.id)
def test_k5_declarations_worked_out_elsewhere(case: DeclaredCase) -> None:
    naive = set_up(case, case.to_move)
    state = state_of(naive)
    for ply in case.plies:
        played = both_play(state, naive, read_move(ply.move))
        if ply.scores is None:
            assert played is None
            with pytest.raises(IllegalMoveError) as caught:
                state.apply(ply.move)
            assert caught.value.reason is REASONS[ply.reason]
        else:
            assert played is not None
            state, naive = played
            compare(state, naive)
            assert (state.scores, state.is_over) == (ply.scores, ply.over)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if number == 0 else pytest.mark.long)
     for number, game in enumerate(real_games())],
    ids=lambda game: game.id,
)  # fmt: skip
def test_k13_games_that_were_played(game: RealGame) -> None:
    naive = set_up(game, game.first)
    state = state_of(naive)
    for text in game.moves:
        assert state.move_text(state.parse_move(text)) == text
        played = both_play(state, naive, read_move(text))
        assert played is not None
        state, naive = played
    compare_closely(state, naive, Random(game.id))
    assert (state.scores, state.is_over) == (game.captured, game.over)
    stated = re.fullmatch(r"([BW])\+([0-9]+)", game.result)
    if stated:
        first, second = state.settlement().scores
        assert first - second == int(stated[2]) * (1 if stated[1] == "B" else -1)
