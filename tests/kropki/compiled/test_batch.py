"""Batches of Kropki: positions put in, taken out, joined and begun again."""

from __future__ import annotations

import pickle
from random import Random

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np

from kropki.compiled.compare import reached
from ninetka.batch import Batch
from ninetka.kropki import AutomaticState, Capture, Move, Ruleset

RULESET = Ruleset("middling", 9, 8, Capture.AUTOMATIC)
Positions = Batch[AutomaticState, Move]


def with_regions() -> list[AutomaticState]:
    """Positions of which each has another number of regions."""
    found: dict[int, AutomaticState] = {}
    for seed in range(100):
        state = reached(RULESET, Random(seed))
        found.setdefault(len(state.regions), state)
    assert len(found) > 3
    return [*found.values()]


def test_positions_with_any_number_of_regions_are_mixed() -> None:
    states = with_regions()
    batch: Positions = Batch.of([AutomaticState.start(RULESET)] * 3)
    batch[1] = states[-1]
    batch[[0, 2]] = states[:2]
    expected = [states[0], states[-1], states[1]]
    assert batch.states() == expected
    others: Positions = Batch.of(states)
    joined = Batch.join([batch, others])
    assert joined.states() == [*expected, *states]
    assert pickle.loads(pickle.dumps(joined)).states() == joined.states()
    assert joined[::2].states() == joined.states()[::2]


def test_games_begin_again_with_the_regions_they_had() -> None:
    states = [state for state in with_regions() if not state.is_over]
    batch = Batch.of(states)
    generator = np.random.default_rng(1)
    while not batch.is_over.all():
        batch.step(batch.random_actions(generator))
    assert [state.regions for state in batch] != [state.regions for state in states]
    batch.reset()
    assert batch.states() == states


def test_boards_of_one_point() -> None:
    batch = Batch.start(Ruleset("one", 1, 1, Capture.AUTOMATIC, komi=-0.5))
    batch.step([0])
    assert batch.is_over.all()
    assert batch.scores().tolist() == [[0, -0.5]]
    assert batch.winners().tolist() == [[True, False]]
