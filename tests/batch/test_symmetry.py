"""Symmetries as permutations: what they make of planes and masks is that of the turned states."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np

from ninetka import NESTORGAMES, NinetkaError, State, kropki, morris
from ninetka.batch import Batch, symmetries

AUTOMATIC = kropki.Capture.AUTOMATIC
STARTS: dict[str, tuple[Any, int]] = {
    "9tka for two": (State.start(NESTORGAMES), 8),
    "9tka for four": (State.start(NESTORGAMES, 4), 8),
    "Kropki, square": (kropki.State.start(kropki.Ruleset("a", 6, 6, capture=AUTOMATIC)), 8),
    "Kropki, oblong": (
        kropki.State.start(
            kropki.Ruleset("b", 7, 4, capture=AUTOMATIC, passing=kropki.Passing.TURNS)
        ),
        4,
    ),
    "Mills": (morris.State.start(morris.MILLS), 16),
    "9AM": (morris.State.start(morris.NINE_AM, 3), 24),
    "Da San Qi": (morris.State.start(morris.DA_SAN_QI), 16),
    "Tournament": (morris.State.start(morris.TOURNAMENT_MILLS), 16),
}


@pytest.mark.parametrize("name", STARTS)
def test_images_are_those_of_states(name: str) -> None:
    start, count = STARTS[name]
    turned, rng = symmetries(start), np.random.default_rng(1)
    assert len(turned) == len(start.symmetries) == count
    batch: Batch[Any, Any] = Batch.of([start] * 30)
    for _ in range(8):
        which = rng.integers(len(turned), size=30)
        states = zip(batch, which.tolist(), strict=True)
        images = Batch.of([state.transform(state.symmetries[k]) for state, k in states])
        assert np.array_equal(turned.planes(batch.planes(), which), images.planes())
        assert np.array_equal(turned.policy(batch.legal_mask(), which), images.legal_mask())
        actions = batch.random_actions(rng)
        goals = np.where(actions < 0, -1, turned.actions[which, actions])
        batch.step(actions)
        images.step(goals)
        states = zip(batch, which.tolist(), strict=True)
        assert images.states() == [state.transform(state.symmetries[k]) for state, k in states]
        for _ in range(rng.integers(9)):
            batch.step(batch.random_actions(rng))


def test_symmetries_keep_the_shapes() -> None:
    start = State.start(NESTORGAMES)
    turned, planes = symmetries(start), Batch.start(NESTORGAMES, size=3).planes()
    assert turned.actions.shape == (8, 86)
    assert turned.cells.shape == (8, 13 * 11 * 11)
    assert np.array_equal(turned.planes(planes, 0), planes)
    assert turned.planes(planes[:0], 1).shape == (0, *planes.shape[1:])
    for wrong in (planes[:, :5], planes[0]):
        with pytest.raises(NinetkaError, match="there must be 1573 numbers for each position"):
            turned.planes(wrong, 1)
    with pytest.raises(NinetkaError, match="there must be 86 numbers for each position"):
        turned.policy(np.zeros((3, 49)), 1)
