"""Kropki's compiled batches as ratios to `limit_kropki.c`, as `batches.py` does it for 9tka."""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from random import Random
from typing import Any

import attrs
from batches import (
    Cases,
    Limit,
    compare_perft,
    compare_trees,
    first_uses,
    plies_of_counts,
    plies_of_playouts,
    print_table,
    ratios,
    step_case,
)

from ninetka.batch import Batch
from ninetka.kropki import AutomaticState, Capture, Passing, Ruleset
from ninetka.simulate import random_game

SIZES = (20, 20), (39, 32)
POSITIONS = 1_000
USE = """
from ninetka.kropki import STANDARD
from ninetka.batch import Batch
from ninetka.protocol.compiled import required_kernel
batch = Batch.start(STANDARD)
"""


def plain(columns: int, rows: int) -> Ruleset:
    """An empty board without options."""
    return Ruleset("plain", columns, rows, Capture.AUTOMATIC)


def variants(columns: int, rows: int) -> dict[str, Ruleset]:
    """Rulesets to play random games of."""
    ruleset = plain(columns, rows)
    return {
        "without options": ruleset,
        "players may pass": attrs.evolve(ruleset, passing=Passing.TURNS),
        "empty areas are captured": attrs.evolve(ruleset, empty_areas=True),
        "the border helps": attrs.evolve(ruleset, border=True),
        "chains are declared": attrs.evolve(ruleset, capture=Capture.DECLARED),
    }


def playout_cases(columns: int, rows: int) -> Cases:
    cases: Cases = {}
    for name, ruleset in variants(columns, rows).items():
        one, many = Batch.start(ruleset), Batch.start(ruleset, size=POSITIONS)
        games = 20 if ruleset.border else 500
        cases[f"{columns} x {rows} | {name}"] = (
            partial(plies_of_playouts, one, games),
            partial(plies_of_counts, one, games),
            partial(plies_of_playouts, many[:games], 1),
        )
    return cases


def step_cases(columns: int, rows: int) -> Cases:
    batch: Batch[Any, Any] = Batch.start(plain(columns, rows), size=POSITIONS)
    start, rng = AutomaticState.start(plain(columns, rows)), Random(1)
    return {
        f"{columns} x {rows} | `step` + `legal_mask`, {POSITIONS:,}": (step_case(batch),),
        f"{columns} x {rows} | `random_games`, {POSITIONS:,}": (
            lambda: int(batch.random_games(1).plies.sum()),
        ),
        f"{columns} x {rows} | `simulate.random_game`": (
            lambda: len(random_game(start, rng).moves),
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each case and round")
    options = parser.parse_args()
    times = (options.rounds, options.seconds)
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            games = max(1, int(options.seconds * 1e7) // (size[0] * size[1]))
            limit = Limit(folder, *size, games, source="limit_kropki.c")
            columns = "one position | one position, counts | 1,000 positions"
            print(f"Random games, {limit.unit}")
            print_table(f"board | rules | {columns}", ratios(playout_cases(*size), limit, *times))
            print(f"Move by move, {limit.unit}")
            found = ratios(step_cases(*size), limit, *times)
            print_table(f"board | what, batch of | {limit.unit}", found, ",.3f")
    states = {f"{c} x {r}": AutomaticState.start(plain(c, r)) for c, r in ((5, 5), *SIZES)}
    print("Perft, x the objects'\n")
    depths = zip(states.items(), (5, 3, 2), strict=True)
    compare_perft({name: (state, depth) for (name, state), depth in depths}, *times)
    print("Search tree\n")
    compare_trees(states, *times)
    print("Loading and compiling\n")
    first_uses(USE, options.rounds)


if __name__ == "__main__":
    main()
