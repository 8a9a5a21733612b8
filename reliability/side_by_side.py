"""Random games by compiled code, compared ply by ply with the states of the library.

    python reliability/side_by_side.py --games 100000 --game morris

Each batch of games has a random ruleset, published or custom, and a random number of players. Some
games begin with an arrangement. At every ply, legal actions, seat to move, end, scores and the
positions themselves must be the same, and an illegal action in one of the games must be refused for
the same reason.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import batch.compare
import kropki.compiled.compare
import morris.compiled.compare

from ninetka.kropki import Capture

PLAY: dict[str, Callable[[int, int], int]] = {
    "nine": batch.compare.play_side_by_side,
    "kropki": kropki.compiled.compare.play_side_by_side,
    "kropki-declared": partial(kropki.compiled.compare.play_side_by_side, capture=Capture.DECLARED),
    "morris": morris.compiled.compare.play_side_by_side,
}
"""By game: what plays so many games of a seed."""
GAMES = 50
"""How many have the same ruleset and number of players."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--game", choices=PLAY, default="nine")
    parser.add_argument("--seed", type=int, default=0, help="for the first batch of games")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + -(-options.games // GAMES))
    plies, start = 0, time.perf_counter()
    with ProcessPoolExecutor(options.processes) as pool:
        batches = {pool.submit(PLAY[options.game], seed, GAMES): seed for seed in seeds}
        for number, done in enumerate(as_completed(batches), 1):
            if done.exception() is not None:
                pool.shutdown(cancel_futures=True)
                raise SystemExit(f"failed with --seed {batches[done]}: {done.exception()!r}")
            plies += done.result()
            if number % 200 == 0 or number == len(seeds):
                spent = time.perf_counter() - start
                print(f"{number * GAMES:,} games, {plies:,} plies, {spent:,.0f} s", flush=True)


if __name__ == "__main__":
    main()
