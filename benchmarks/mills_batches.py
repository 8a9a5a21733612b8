"""Compiled batches of 9AM and Mills as ratios to `limit_mills.c`, plain C that plays Mills.

As `batches.py`, which says how it is measured.
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from random import Random

import numpy as np
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
from ninetka.morris import PUBLISHED, State
from ninetka.simulate import random_game

RULESETS = (
    ("mills", 2),
    ("five-mens-morris", 2),
    ("morabaraba", 2),
    ("lasker-morris", 2),
    ("tournament-mills", 2),
    ("dara", 2),
    ("9am", 3),
    ("9am", 5),
)
MILLS = State.start(PUBLISHED["mills"])
USE = """
from ninetka.morris import PUBLISHED
from ninetka.batch import Batch
from ninetka.protocol.compiled import required_kernel
batch = Batch.start(PUBLISHED["{}"])
"""
POSITIONS = 10_000


def playout_cases() -> Cases:
    cases: Cases = {}
    for name, players in RULESETS:
        one = Batch.start(PUBLISHED[name], players, 1)
        many = Batch.start(PUBLISHED[name], players, POSITIONS)
        for codes in many.random_games(1).actions.T[:12]:
            many.step(codes)
        cases[f"{name} | {players}"] = (
            partial(plies_of_playouts, one, 10_000),
            partial(plies_of_counts, one, 20_000),
            partial(plies_of_playouts, many, 1),
        )
    return cases


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each case and round")
    options = parser.parse_args()
    times = (options.rounds, options.seconds)
    rng = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        limit = Limit(folder, max(1, int(options.seconds * 3e5)), source="limit_mills.c")
        print(f"Random games, {limit.unit}")
        columns = "one position | one position, counts | 10,000 positions"
        print_table(f"ruleset | players | {columns}", ratios(playout_cases(), limit, *times))
        many = Batch.of([MILLS])[np.zeros(POSITIONS, np.intp)]
        cases: Cases = {"`step` + `legal_mask`, 10,000": (step_case(many),)}
        cases["`random_games`, 10,000"] = (lambda: int(many.random_games(1).plies.sum()),)
        cases["`simulate.random_game`"] = (lambda: len(random_game(MILLS, rng).moves),)
        print(f"Mills move by move, {limit.unit}")
        print_table(f"what, batch of | {limit.unit}", ratios(cases, limit, *times), ",.4f")
    print("Perft of Mills, x the objects'\n")
    moving = random_game(MILLS, Random(1), 60).state
    compare_perft({"putting": (MILLS, 4), "moving": (moving, 5)}, *times)
    print("Search tree\n")
    compare_trees({"Mills": MILLS, "9AM": State.start(PUBLISHED["9am"])}, *times)
    for name in ("mills", "9am"):
        print(f"Loading and compiling, {name}\n")
        first_uses(USE.format(name), options.rounds)


if __name__ == "__main__":
    main()
