"""All moves of small boards where chains are declared, beside trying every ring."""

from __future__ import annotations

from itertools import permutations
from random import Random

import attrs
import pytest

from ninetka.kropki import TERRITORY, Place, Ruleset, Start, State
from ninetka.kropki.searching import all_moves, regions_of
from ninetka.kropki.state import DeclaredState
from ninetka.solve import Budget, value


def board(columns: int, rows: int, start: Start = Start.EMPTY) -> Ruleset:
    return attrs.evolve(TERRITORY, name="small", columns=columns, rows=rows, start=start)


def some_game(ruleset: Ruleset, free: int, seed: int) -> DeclaredState:
    """A position of a random game with so few free points, in which little was declared."""
    state, rng = State.start(ruleset), Random(seed)
    assert isinstance(state, DeclaredState)
    while state.free_mask.bit_count() > free:
        state = state.apply(
            rng.choice(state.some_moves if rng.random() < 0.1 else dots_alone(state))
        )
    return state


def dots_alone(state: DeclaredState) -> list[Place]:
    """The moves that declare nothing."""
    return [*map(Place, state.free)]


def lead_at_end(state: DeclaredState) -> int:
    """What the player to move is ahead by if both play best, as a sign, by trying everything."""
    if state.is_over:
        own, other = state.scores[state.to_move], state.scores[state.to_move.other]
        return (own > other) - (own < other)
    return max(-lead_at_end(after) for _, after in all_moves(state))


@pytest.mark.parametrize(
    ("size", "text"),
    [
        ((3, 3), "1x1/xox/1x1 x small -"),
        ((4, 4), "1xx1/xo1x/2x1/4 x small -"),
        ((3, 3), "x1x/xox/2x o small -"),
        ((4, 3), "1xx1/xoox/1x2 x small -"),
    ],
)
def test_every_ring_that_is_legal_is_declared(size: tuple[int, int], text: str) -> None:
    state = State.from_text(text, board(*size))
    assert isinstance(state, DeclaredState)
    drawn = {(move.point, regions_of(after)) for move, after in all_moves(state)}
    legal = set[object]()
    for point in state.free:
        own = [each for each, seat in state.dots.items() if seat is state.to_move] + [point]
        rings = (ring for length in range(4, 8) for ring in permutations(own, length))
        for move in (Place(point, [ring]) for ring in rings):
            if state.is_legal(move):
                legal.add((point, regions_of(state.apply(move))))
    assert legal == {(point, regions) for point, regions in drawn if len(regions) == 1}


@pytest.mark.parametrize("seed", range(6))
def test_moves_are_legal_and_draw_different_regions(seed: int) -> None:
    state = some_game(board(*[(4, 3), (4, 4), (5, 3)][seed % 3]), 4 + seed % 3, seed)
    listed = all_moves(state)
    assert {move.point for move, _ in listed} == {*state.free}
    assert all(state.apply(move) == after for move, after in listed)
    drawn = [(move.point, regions_of(after)) for move, after in listed]
    assert len({*drawn}) == len(drawn)


@pytest.mark.parametrize("seed", range(6))
def test_small_boards_agree_with_trying_everything(seed: int) -> None:
    start = [Start.EMPTY, Start.CROSS][seed % 2]
    state = some_game(board(*[(4, 3), (4, 4), (5, 3)][seed % 3], start), 5, seed)
    found = value(state, Budget(nodes=100_000))
    assert found.proven
    assert 2 * found.payoffs[state.to_move] - 1 == lead_at_end(state)


def test_a_whole_board_is_a_draw() -> None:
    found = value(State.start(board(3, 3)), Budget(nodes=100_000))
    assert (found.proven, found.payoffs[0]) == (True, found.payoffs[1])


@pytest.mark.parametrize("text", ["7/7/7 x small -", "xxxxx2/xoxxx2/1xxxx2 o small -"])
def test_many_dots_are_not_searched(text: str) -> None:
    found = value(State.from_text(text, board(7, 3)), Budget(nodes=100_000))
    assert not found.proven
    assert found.why_unproven == "the moves of this game cannot all be listed"
