"""Kropki's compiled code where chains are declared: it plays what `some_moves` offers."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import attrs
from batch.compare import compare

from kropki.compiled.compare import play_declared
from ninetka.base.errors import NinetkaError
from ninetka.batch import Batch
from ninetka.kropki import DeclaredState, Point, Ruleset, Seat, Setup, Start
from ninetka.players import Search
from ninetka.protocol.compiled import required_kernel
from ninetka.simulate import results

SMALL = Ruleset("small", 6, 5, start=Start.CROSS)


def lattice(columns: int, rows: int, captives: int) -> DeclaredState:
    """A position with many dots of the second player, each in a ring of its own."""
    inside = [(2 * (k % 12) + 1, 2 * (k // 12) + 1) for k in range(captives)]
    board = Ruleset("wide", columns, rows).board.points
    dots = dict.fromkeys(
        (p for p in board if p.column < 25 and p.row <= inside[-1][1] + 1), Seat.FIRST
    )
    dots |= {p: Seat.SECOND for p in board if (p.column, p.row) in inside}
    dots[Point("aa")] = Seat.SECOND
    ruleset = Ruleset("wide", columns, rows)
    return DeclaredState.from_setup(Setup(dots, ruleset=ruleset))


def test_no_more_chains_than_are_offered() -> None:
    state = lattice(29, 7, 36)
    assert len(state.legal_chains()) == 36
    assert play_declared([state] * 3, Random(1)) > 60


def test_not_every_dot_is_offered_with_long_chains() -> None:
    state = lattice(52, 52, 36)
    codes = state.offered_actions
    free = len(state.free)
    assert free < len(codes) < 2 * free
    batch = Batch.of([state])
    compare(batch, [state])
    batch.step(codes[-1:])
    assert batch[0] == state.apply(state.some_moves[-1])
    refused = next(code for code in range(codes[free] + 1, codes[-1]) if code not in codes)
    with pytest.raises(NinetkaError, match="no chains are offered with a dot on"):
        Batch.of([state]).step([refused])


def test_simulations_count_them() -> None:
    state = DeclaredState.start(attrs.evolve(SMALL, komi=0.5))
    found, counts = results(state, 500, seed=3), Batch.of([state]).counts(500, seed=3)
    assert found.games == 500
    assert [*found.plies.values()] == counts.plies[counts.plies > 0].tolist()


def test_a_game_of_searches() -> None:
    state = DeclaredState.start(SMALL)
    while not state.is_over:
        state = state.apply(Search(visits=20).choose(state, Random(1)))


def test_moves_are_not_counted_and_there_are_no_planes() -> None:
    state = DeclaredState.start(SMALL)
    with pytest.raises(NinetkaError, match=r"^the moves of this game cannot all be listed$"):
        required_kernel(state).perft(state, 2)
    with pytest.raises(NinetkaError, match=r"^the positions of this game have no planes$"):
        Batch.of([state]).planes()
