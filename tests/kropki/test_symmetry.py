"""The eight symmetries and the exchange of colours commute with everything (law 5)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import attrs
import pytest

from ninetka.endings import AGREEMENT
from ninetka.kropki import STANDARD, TERRITORY, Point, Ruleset, State, Symmetry
from ninetka.simulate import random_game

CORNERS = {
    Symmetry.IDENTITY: "aa",
    Symmetry.ROTATE_90: "da",
    Symmetry.ROTATE_180: "cd",
    Symmetry.ROTATE_270: "ac",
    Symmetry.MIRROR_LEFT_RIGHT: "ca",
    Symmetry.MIRROR_TOP_BOTTOM: "ad",
    Symmetry.MIRROR_DIAGONAL: "aa",
    Symmetry.MIRROR_ANTIDIAGONAL: "dc",
}
"""Where the top left point of three columns and four rows goes."""
RULESETS = [
    attrs.evolve(ruleset, columns=columns, rows=rows)
    for ruleset in (TERRITORY, STANDARD)
    for columns, rows in ((5, 5), (7, 4))
]


@pytest.mark.parametrize("symmetry", Symmetry)
def test_where_points_go(symmetry: Symmetry) -> None:
    board = attrs.evolve(TERRITORY, columns=3, rows=4).board
    turned = symmetry.board(board)
    assert symmetry.point(Point("aa"), board).name == CORNERS[symmetry]
    assert {symmetry.point(point, board) for point in board.points} == {*turned.points}
    for point in board.points:
        assert symmetry.inverse.point(symmetry.point(point, board), turned) is point
    for other in Symmetry:
        both = other.point(symmetry.point(Point("aa"), board), turned)
        assert symmetry.then(other).point(Point("aa"), board) is both


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_turning_commutes_with_play(ruleset: Ruleset) -> None:
    game = random_game(State.start(ruleset), Random(ruleset.columns))
    board = ruleset.board
    for symmetry in Symmetry:
        for state, move, after in zip(
            game.states(), game.moves, [*game.states()][1:], strict=False
        ):
            turned = state.transform(symmetry).apply(symmetry.move(move, board))
            expected = after.transform(symmetry)
            assert attrs.evolve(turned, regions=()) == attrs.evolve(expected, regions=())
            assert {*turned.regions} == {*expected.regions}  # drawn at once, in another order
            assert turned.scores == after.scores
            if not state.is_over:
                outcome = state.outcome_after(AGREEMENT)
                assert state.transform(symmetry).outcome_after(AGREEMENT) == outcome


@pytest.mark.parametrize("symmetry", Symmetry)
def test_declared_chains_are_turned_too(symmetry: Symmetry) -> None:
    state = State.from_text("7/2x4/1xox3/7 x territory -")
    move = state.parse_move("cd.bccddccbbc")
    turned = state.transform(symmetry).apply(symmetry.move(move, state.board))
    assert turned == state.apply(move).transform(symmetry)
    assert turned.scores == (1, 0)


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_exchanging_colours_commutes_with_play(ruleset: Ruleset) -> None:
    game = random_game(State.start(ruleset), Random(ruleset.rows))
    for (state, after), move in zip(pairwise(game.states()), game.moves, strict=True):
        assert state.exchanged().apply(move) == after.exchanged()
        assert after.exchanged().scores == after.scores[::-1]
        if not state.is_over:
            settled = state.settlement().scores
            assert state.exchanged().settlement().scores == settled[::-1]
