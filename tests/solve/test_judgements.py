"""Games judged move by move, and puzzles found in them."""

from __future__ import annotations

from functools import cache

import attrs
import pytest
from tictactoe.moves import Square
from tictactoe.state import State as TicTacToe

from ninetka import Game
from ninetka.kropki import STANDARD, Start, State
from ninetka.players import Search
from ninetka.protocol.solver import Budget
from ninetka.records import Record, parse
from ninetka.solve import value
from ninetka.solve.judgements import Judgement, annotated, judge
from ninetka.solve.puzzles import puzzles

pytestmark = pytest.mark.usefixtures("toys")

ENOUGH = Budget(nodes=1_000_000)


@cache
def judged() -> tuple[Game[TicTacToe, Square], list[Judgement[Square]]]:
    """A game from a1 on in which each player throws something away: a draw, then the win."""
    game = Game.from_state(TicTacToe().apply("a1")).play("b1 b2 c3 a3 c1 c2")
    return game, judge(game, budget=ENOUGH)


def test_what_each_move_gave_away() -> None:
    _, found = judged()
    assert [(each.before, each.after) for each in found] == [
        (0.5, 0.0), (1.0, 1.0), (0.0, 0.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.5),
    ]  # fmt: skip
    assert all(each.proven for each in found)
    assert [each.glyph for each in found] == [4, None, None, None, None, 2]
    assert found[0].comment.startswith("a loss instead of a draw: best b2")
    assert found[5].comment == "a draw instead of a win: best a2"


def test_a_record_gets_glyphs_and_comments_beside_its_own() -> None:
    game, found = judged()
    record = Record(game, comments={1: "Bold."}, glyphs={1: (1,)})
    written = annotated(record, found)
    assert written.glyphs == {1: (1, 4), 6: (2,)}
    assert written.comments[1].startswith("Bold. a loss instead")
    assert written.comments[1].endswith(" [%share 0.00]")
    assert annotated(written, found[1:2]).comments[2] == "[%share 1.00]"
    assert parse(written.to_text()) == written


def test_an_only_move_is_marked() -> None:
    begun = Game.from_state(TicTacToe()).play("a1 b2 b1").state
    (last,) = judge(Game.from_state(begun).play("c1"), budget=ENOUGH)
    assert last.glyph == 7
    assert not last.comment


def test_what_cannot_be_proven_is_estimated_or_left_out() -> None:
    game = Game.from_state(TicTacToe()).play("a1 b1 b2")
    small = Budget(nodes=10)
    assert judge(game, budget=small) == []
    found = judge(game, Search(visits=100), small)
    assert [each.ply for each in found] == [1, 2, 3]
    for each in found:
        assert not each.proven
        assert each.playouts >= 100
        assert 0 <= each.before <= 1
        assert each.to_dict()["proven"] is False


@pytest.mark.parametrize("seat", [0, 1])
def test_points_are_missed_where_the_winner_stays_the_same(seat: int) -> None:
    pytest.importorskip("numba", reason="the extra batch is not installed")
    komi = 10 if seat else -10
    ruleset = attrs.evolve(STANDARD, name="ahead", columns=6, rows=6, start=Start.EMPTY, komi=komi)
    text = "5o/1xx2o/xoox2/xoox2/1x4/5o x"
    exchanged = text.translate(str.maketrans("xo", "ox"))
    state = State.from_text(f"{exchanged if seat else text} ahead -", ruleset)
    search, small = Search(visits=300), Budget(nodes=10)
    (found,) = judge(Game.from_state(state).play("ea"), search, small)
    assert 0.9 < found.after <= found.before
    assert 3 <= found.points <= 5
    assert found.glyph == 6
    assert found.comment == f"about {found.points} points less: better ce"
    assert found.to_dict()["points"] == found.points
    (good,) = judge(Game.from_state(state).play("ce"), search, small)
    assert (good.points, good.glyph, good.comment) == (0, None, "")


def test_puzzles_have_one_good_move() -> None:
    game, _ = judged()
    found = [*puzzles(game, ENOUGH)]
    assert found
    for puzzle in found:
        state, solution = puzzle.state, puzzle.game.moves
        seat = state.to_move
        for move in state.some_moves:
            kept = value(state.apply(move), ENOUGH).payoffs[seat] == puzzle.payoff
            assert kept == (move == solution[0])
        assert puzzle.depth == sum(
            each.to_move == seat for each in puzzle.game.states[: len(solution)]
        )
        assert parse(puzzle.record.to_text()).game == puzzle.game
