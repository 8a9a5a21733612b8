"""Random games of Kropki follow the law of the rules: all legal moves are equally likely."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from batch.chance import paths, replay, tallied
from support.chi_square import check_law, check_same_law

from kropki.compiled.compare import reached, some_automatic_ruleset
from ninetka.batch import Batch
from ninetka.kropki import AutomaticState, Capture, Passing, Ruleset, Start
from ninetka.play.playouts import played_out

Ending = tuple[float, float, int]
"""Points by seat, and plies."""


@cache
def endings(state: AutomaticState) -> dict[Ending, float]:
    """The chance of each ending when all moves are equally likely."""
    if state.is_over:
        first, second = map(float, state.scores)
        return {(first, second, 0): 1.0}
    moves, chances = state.legal_moves, Counter[Any]()
    for move in moves:
        for (first, second, plies), chance in endings(state.apply_unchecked(move)).items():
            chances[first, second, plies + 1] += chance / len(moves)  # type: ignore[assignment]
    return dict(chances)


def played(state: AutomaticState, games: int, seed: int) -> Counter[Ending]:
    """How often random games ended in each way."""
    ended = Batch.of([state]).playouts(games, seed)
    rows = np.concatenate([ended.scores[0], ended.plies[0][:, None]], axis=-1)
    kinds, counts = np.unique(rows, axis=0, return_counts=True)
    return Counter(dict(zip(map(tuple, kinds.tolist()), counts.tolist(), strict=True)))


def endgame(random: Random) -> AutomaticState:
    """A position with a few free points and several endings."""
    while True:
        state = reached(some_automatic_ruleset(random), random)
        free = state.free_mask.bit_count()
        most = 5 if state.ruleset.passing is Passing.TURNS else 6
        if 3 <= free <= most and len(endings(state)) > 2:
            return state


@pytest.mark.parametrize(
    ("first", "seeds"), [(0, 12), pytest.param(100, 20, marks=pytest.mark.deep)]
)
def test_endgames_end_by_their_exact_chances(first: int, seeds: int) -> None:
    for seed in range(first, first + seeds):
        state = endgame(Random(seed))
        check_law(played(state, 100_000, seed), endings(state))


@pytest.mark.parametrize("passing", Passing)
@pytest.mark.parametrize("border", [False, True])
def test_first_moves_have_their_chances(passing: Passing, border: bool) -> None:
    ruleset = Ruleset("small", 5, 4, Capture.AUTOMATIC, Start.CROSS, passing, border=border)
    for seed in range(3):
        state = reached(ruleset, Random(seed))
        games = Batch.of([state])[np.zeros(40_000, np.intp)].random_games(seed).actions[:, :2]
        games = np.pad(games, ((0, 0), (0, 2 - games.shape[1])), constant_values=-1)
        check_law(tallied(games), paths(state, 2))


@pytest.mark.deep
@pytest.mark.parametrize("passing", Passing)
def test_games_end_like_games_of_states(passing: Passing) -> None:
    ruleset = Ruleset("middling", 7, 6, Capture.AUTOMATIC, Start.CROSS, passing)
    state, random = AutomaticState.start(ruleset), Random(7)
    games = Counter[Any]()
    for _ in range(4000):
        ended, plies = played_out(state, random.randrange)
        games[float(ended.scores[0]), float(ended.scores[1]), plies] += 1
    check_same_law(games, played(state, 400_000, seed=3))


def test_playouts_are_the_random_games_move_by_move() -> None:
    for seed in range(6):
        random = Random(seed)
        ruleset = some_automatic_ruleset(random)
        batch = Batch.of([reached(ruleset, random) for _ in range(20)])
        games, at_one_go = batch.random_games(seed), batch.playouts(1, seed)
        assert np.array_equal(games.plies, at_one_go.plies[:, 0])
        replay(batch, games)
        assert np.array_equal(batch.scores(), at_one_go.scores[:, 0])
