"""The naive rules of Kropki against positions and games from outside, and against themselves."""

from __future__ import annotations

import pytest

from kropki.naive import Naive, NaiveError
from kropki.naive_text import read_move, read_points
from kropki.reference import (
    RULES,
    AutomaticCase,
    DeclaredCase,
    RealGame,
    automatic_cases,
    declared_cases,
    real_games,
)


@pytest.mark.parametrize("case", automatic_cases(), ids=lambda case: case.id)
def test_automatic_captures(case: AutomaticCase) -> None:
    game = Naive.start(case.columns, case.rows, automatic=True)
    for seat, text in case.dots:
        game = game.turned_to(seat).play(*read_move(text))
    assert game.scores == case.scores
    for text in case.free:
        assert set(read_points(text)) <= game.free
    for text in case.refused:
        with pytest.raises(NaiveError) as caught:
            game.play(*read_move(text))
        assert caught.value.rule == ("K12" if game.over else "K2")


@pytest.mark.parametrize("case", declared_cases(), ids=lambda case: case.id)
def test_declared_regions(case: DeclaredCase) -> None:
    dots = {read_points(text)[0]: seat for text, seat in case.dots.items()}
    game = Naive.setup(case.columns, case.rows, False, dots, case.to_move)
    for ply in case.plies:
        if ply.scores is None:
            with pytest.raises(NaiveError) as caught:
                game.play(*read_move(ply.move))
            assert caught.value.rule == RULES[ply.reason]
        else:
            game = game.play(*read_move(ply.move))
            assert (game.scores, game.over) == (ply.scores, ply.over)


@pytest.mark.parametrize("real", real_games(), ids=lambda real: real.id)
def test_real_games(real: RealGame) -> None:
    dots = {read_points(text)[0]: seat for text, seat in real.dots.items()}
    game = Naive.setup(real.columns, real.rows, False, dots, real.first)
    for text in real.moves:
        game = game.play(*read_move(text))
    assert game.scores == real.captured
    assert game.over == real.over
    if not real.result.endswith("+R"):
        winner, _, margin = real.result.partition("+")
        first, second = game.settled()
        assert first - second == (int(margin) if winner == "B" else -int(margin))
