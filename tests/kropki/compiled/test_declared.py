"""Kropki's compiled code where chains are declared: it plays what `some_moves` offers."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import attrs
import numpy as np
from batch.chance import replay
from support.chi_square import check_law

from kropki.compiled.declared_compare import (
    Positions,
    compare,
    play_on,
    play_side_by_side,
    reached,
    some_declared_ruleset,
)
from ninetka.base.errors import NinetkaError
from ninetka.batch import Batch
from ninetka.kropki import DeclaredState, Place, Point, Ruleset, Seat, Setup, Start
from ninetka.players import Search
from ninetka.protocol.compiled import required_kernel
from ninetka.simulate import results

SMALL = Ruleset("small", 6, 5, start=Start.CROSS)


@pytest.mark.parametrize(
    ("first", "seeds"),
    [(0, 8), pytest.param(1000, 60, marks=pytest.mark.deep)],  # more: reliability/side_by_side.py
)
def test_random_games_of_random_rulesets(first: int, seeds: int) -> None:
    plies = sum(play_side_by_side(seed, games=5) for seed in range(first, first + seeds))
    assert plies > 20 * seeds


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
    assert play_on([state] * 3, Random(1)) > 60


def test_not_every_dot_is_offered_with_long_chains() -> None:
    state = lattice(52, 52, 36)
    codes = state.offered_actions
    free = len(state.free)
    assert free < len(codes) < 2 * free
    batch: Positions = Batch.of([state])
    compare(batch, [state], [codes])
    batch.step(codes[-1:])
    assert batch[0] == state.apply(state.some_moves[-1])
    refused = next(code for code in range(codes[free] + 1, codes[-1]) if code not in codes)
    with pytest.raises(NinetkaError, match="no chains are offered with a dot on"):
        Batch.of([state]).step([refused])


# ---- random games


@cache
def endings(state: DeclaredState) -> dict[tuple[float, ...], float]:
    """The chance of each ending, points and plies, when all moves offered are equally likely."""
    if state.is_over:
        return {(*map(float, state.scores), 0): 1.0}
    moves, chances = state.some_moves, Counter[Any]()
    for move in moves:
        for (*scores, plies), chance in endings(state.apply_unchecked(move)).items():
            chances[*scores, plies + 1] += chance / len(moves)  # type: ignore[assignment]
    return dict(chances)


def endgame(random: Random) -> DeclaredState:
    """A position with a few free points and several endings."""
    while True:
        state = reached(some_declared_ruleset(random), random)
        if 3 <= state.free_mask.bit_count() <= 5 and len(endings(state)) > 2:
            return state


@pytest.mark.parametrize(
    ("first", "seeds"), [(0, 5), pytest.param(100, 20, marks=pytest.mark.deep)]
)
def test_endgames_end_by_their_exact_chances(first: int, seeds: int) -> None:
    for seed in range(first, first + seeds):
        state = endgame(Random(seed))
        ended = Batch.of([state]).playouts(50_000, seed)
        rows = np.concatenate([ended.scores[0], ended.plies[0][:, None]], axis=-1)
        kinds, counts = np.unique(rows, axis=0, return_counts=True)
        played = Counter(dict(zip(map(tuple, kinds.tolist()), counts.tolist(), strict=True)))
        check_law(played, endings(state))


def test_random_actions_are_equally_likely() -> None:
    for seed in range(4):
        state = reached(SMALL, Random(seed))
        actions = Batch.of([state])[np.zeros(20_000, np.intp)].random_actions(
            np.random.default_rng(seed)
        )
        codes = state.offered_actions or (-1,)
        check_law(Counter(actions.tolist()), dict.fromkeys(codes, 1 / len(codes)))


def test_games_depend_on_seed_number_and_position_alone() -> None:
    batch = Batch.of([reached(SMALL, Random(seed)) for seed in range(10)])
    whole = batch.playouts(7, seed=5, first=100)
    threads = batch.playouts(7, seed=5, first=100, workers=2)
    assert np.array_equal(whole.scores, threads.scores)
    for i in range(len(batch)):
        part = batch[i : i + 1].playouts(4, seed=5, first=100 + 7 * i + 3)
        assert np.array_equal(part.scores[0], whole.scores[i, 3:])
        assert np.array_equal(part.plies[0], whole.plies[i, 3:])


def test_playouts_are_the_random_games_move_by_move() -> None:
    for seed in range(4):
        random = Random(seed)
        ruleset = some_declared_ruleset(random)
        batch = Batch.of([reached(ruleset, random) for _ in range(20)])
        games, at_one_go = batch.random_games(seed), batch.playouts(1, seed)
        assert np.array_equal(games.plies, at_one_go.plies[:, 0])
        replay(batch, games)
        assert np.array_equal(batch.scores(), at_one_go.scores[:, 0])


def test_simulations_count_them() -> None:
    state = DeclaredState.start(attrs.evolve(SMALL, komi=0.5))
    found, counts = results(state, 500, seed=3), Batch.of([state]).counts(500, seed=3)
    assert found.games == 500
    assert [*found.plies.values()] == counts.plies[counts.plies > 0].tolist()


# ---- the search tree


@pytest.mark.parametrize("seed", range(6))
def test_a_tree_visits_moves_that_are_offered(seed: int) -> None:
    random = Random(seed)
    ruleset = some_declared_ruleset(random)
    state = next(s for s in iter(lambda: reached(ruleset, random), None) if not s.is_over)
    tree = required_kernel(state).tree(state, 1, 0.3)
    tree.grow(300)
    visits = tree.playouts_by_action
    assert visits.shape == tree.win_rates.shape == (state.action_count,)
    codes = state.offered_actions
    for code in tree.line:
        state = state.apply(state.move(code))
    assert {*np.flatnonzero(visits)} <= {*codes}
    assert visits.sum() == tree.playouts == 300
    if codes[-1] >= len(visits) // 2:  # all chains are declared at once
        assert not visits[: len(visits) // 2].any()


@pytest.mark.parametrize("to_move", ["x", "o"])
def test_players_search_with_it(to_move: str) -> None:
    """The last dot of a ring around three dots is worth more than any other, to either player."""
    ruleset = Ruleset("open", 12, 12)
    rows = "12/12/3xxx6/2xooox5/3xx7/12/6o5/7o4/5oo5/12/12/12"
    state = DeclaredState.from_text(f"{rows} {to_move} open -", ruleset)
    for seed in range(3):
        assert Search(visits=1000).choose(state, Random(seed)) == Place("fe")


def test_a_game_of_searches() -> None:
    state = DeclaredState.start(SMALL)
    while not state.is_over:
        state = state.apply(Search(visits=20).choose(state, Random(1)))


# ---- what is refused


def test_moves_are_not_counted_and_there_are_no_planes() -> None:
    state = DeclaredState.start(SMALL)
    with pytest.raises(NinetkaError, match=r"^the moves of this game cannot all be listed$"):
        required_kernel(state).perft(state, 2)
    with pytest.raises(NinetkaError, match=r"^the positions of this game have no planes$"):
        Batch.of([state]).planes()
