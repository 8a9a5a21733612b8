"""A batch of Kropki does what the states do, ply by ply."""

from __future__ import annotations

from random import Random

import attrs
import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

from ninetka.kropki import STANDARD

from .compare import play_out, play_side_by_side


@pytest.mark.parametrize(
    ("first", "seeds"),
    [(0, 12), *(pytest.param(1000 * k, 200, marks=pytest.mark.long) for k in range(1, 4))],
)
def test_random_games_of_random_rulesets(first: int, seeds: int) -> None:
    plies = sum(play_side_by_side(seed, games=20) for seed in range(first, first + seeds))
    assert plies > 100 * seeds
