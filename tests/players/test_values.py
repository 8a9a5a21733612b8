"""A search values games that are over as the game itself does: wins, shared wins and draws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import attrs
import pytest

from ninetka import State, kropki, morris
from ninetka.players import trees

SMALL = attrs.evolve(kropki.STANDARD, name="small", columns=4, rows=4)
STARTS = [
    State.start(), State.start(players=4), kropki.State.start(SMALL),
    kropki.State.start(attrs.evolve(SMALL, komi=Fraction(1, 2))),
    kropki.State.start(attrs.evolve(SMALL, komi=1)), morris.State.start(players=3),
    morris.State.start(players=5), morris.State.start(morris.MILLS),
]  # fmt: skip
ENGINES = ["objects", pytest.param("numba", marks=pytest.mark.deep)]


def last_decision(start: Any, rng: Random) -> Any:
    """The position before the last move of a random game."""
    before = state = start.dealt(rng)
    while not state.is_over:
        before, state = state, state.apply(rng.choice(state.some_moves))
    return before


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.to_text()[-30:])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_that_is_over_is_worth_its_shares(
    start: Any, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if engine == "numba":
        pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
        monkeypatch.setenv("NINETKA_BACKEND", "numba")
    rng, seen = Random(1), Counter[Fraction]()
    for _ in range(12):
        state = last_decision(start, rng)
        tree = trees.uct_tree(state, rng, None)
        tree.grow(200)
        for each in tree.candidates:
            after = state.apply(each.move)
            if after.is_over:
                share = after.outcome.shares[state.to_move]
                # A higher win is worth a millionth more in 9tka's movement of two
                assert each.share == pytest.approx(float(share), abs=1e-6)
                seen[share] += 1
    assert seen
