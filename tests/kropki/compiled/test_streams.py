"""How a random game goes depends on the seed, its number and its position alone."""

from __future__ import annotations

import json
from hashlib import blake2b
from random import Random

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from numpy.typing import NDArray

from kropki.compiled.compare import reached
from ninetka.batch import Batch
from ninetka.kropki import AutomaticState, Capture, Move, Passing, Ruleset, Start

SMALL = Ruleset("small", 6, 5, Capture.AUTOMATIC, Start.CROSS)
PASSES = Ruleset("passes", 5, 5, Capture.AUTOMATIC, Start.DOT, Passing.TURNS, 1.5)
BORDER = Ruleset("border", 7, 5, Capture.AUTOMATIC, passing=Passing.FOR_GOOD, border=True)
RULESETS = pytest.mark.parametrize("ruleset", [SMALL, PASSES, BORDER], ids=lambda r: r.name)
Positions = Batch[AutomaticState, Move]


def mixed(ruleset: Ruleset) -> Positions:
    """Positions of all stages of games."""
    return Batch.of([reached(ruleset, Random(seed)) for seed in range(12)])


@RULESETS
def test_playouts_do_not_depend_on_the_batch(ruleset: Ruleset) -> None:
    batch, games = mixed(ruleset), 7
    whole = batch.playouts(games, seed=5, first=1000)
    for i in range(len(batch)):
        for k in (0, 3):
            many, first = games - k, 1000 + i * games + k
            part = batch[i : i + 1].playouts(many, seed=5, first=first)
            assert np.array_equal(part.scores[0], whole.scores[i, k:])
            assert np.array_equal(part.plies[0], whole.plies[i, k:])
            assert np.array_equal(part.winners[0], whole.winners[i, k:])


@RULESETS
def test_nor_on_workers(ruleset: Ruleset) -> None:
    batch = mixed(ruleset)
    for part, games in ((batch, 400), (batch[:1], 5001), (batch, 1)):
        alone, together = (part.playouts(games, 8, workers=n) for n in (1, 2))
        assert np.array_equal(alone.scores, together.scores)
        assert np.array_equal(alone.plies, together.plies)


@RULESETS
def test_counts_are_those_of_playouts(ruleset: Ruleset) -> None:
    batch = mixed(ruleset)
    for games in (3, 1500, 20_000):  # some positions at a time, or some games
        counts, played = batch.counts(games, "x", 3), batch.playouts(games, "x", 3)
        rows = played.scores.reshape(-1, 2)
        kinds, times = np.unique(rows, axis=0, return_counts=True)
        assert np.array_equal(counts.scores, kinds)
        assert np.array_equal(counts.games, times)
        assert np.array_equal(counts.wins, played.winners.reshape(-1, 2).sum(0))
        lengths = np.bincount(played.plies.ravel(), minlength=len(counts.plies))
        assert np.array_equal(counts.plies, lengths)


@RULESETS
def test_winners_have_more_points(ruleset: Ruleset) -> None:
    played = Batch.start(ruleset).playouts(3000)
    first, second = played.scores[0].T
    assert np.array_equal(played.winners[0], np.stack([first > second, second > first], 1))
    assert played.scores.dtype == (np.float32 if ruleset is PASSES else np.int16)
    ties = (first == second).sum()
    assert (ties == 0) == (ruleset is PASSES)


PINNED = {
    "small": "fd4424745cb3",
    "passes": "cf54664c4669",
    "border": "9a0233f1e758",
}


def digest(*arrays: NDArray[np.generic]) -> str:
    """The numbers of some arrays, in short."""
    data = json.dumps([array.tolist() for array in arrays])
    return blake2b(data.encode(), digest_size=6).hexdigest()


def test_pinned_results() -> None:
    """A change of these is a change of what a seed means, and goes into the changelog."""
    results = {}
    for ruleset in (SMALL, PASSES, BORDER):
        batch = mixed(ruleset)
        played, games = batch.playouts(50, seed=1), batch.random_games(seed=1)
        results[ruleset.name] = digest(played.scores, played.plies, games.actions)
    assert results == PINNED
