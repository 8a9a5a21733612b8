"""Batches by WebAssembly beside numba: what share of its speed they have, on one core.

    python benchmarks/without_numba.py --rounds 3

Each round runs both, one after the other, in a program of its own. All is CPU time; the table has
the medians of the rounds' ratios. Needs the extra `numba`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

GAMES = {
    "9tka": {"game": "9tka"},
    "Kropki, 8 x 8": {"game": "kropki", "columns": "8", "rows": "8"},
    "9AM": {"game": "9am"},
    "Mills": {"game": "mills"},
}
POSITIONS, PLAYED, TRIES = 10_000, 20_000, 5


def measured(state: Any) -> Iterator[tuple[str, Callable[[], object]]]:
    """By name: what is done with positions of a game, after four moves by chance."""
    import numpy as np

    from ninetka.batch import Batch
    from ninetka.protocol.compiled import required_kernel

    batch, rng = Batch.of([state] * POSITIONS), np.random.default_rng(1)
    for _ in range(4):
        batch.step(batch.random_actions(rng))
    mask = batch.legal_mask()
    words = rng.integers(0, 1 << 63, POSITIONS).astype(np.uint64)

    def stepped() -> None:
        batch.step(batch.random_actions(words))

    yield "legal_mask", lambda: batch.legal_mask(mask)
    yield "random_actions, step", stepped
    one = Batch.of([state])
    yield "counts", lambda: one.counts(PLAYED, 1)
    yield "random_games", lambda: batch[:1000].random_games(1)
    yield "perft", lambda: required_kernel(state).perft(state, 4)


def times() -> dict[str, float]:
    """The least seconds that each took, after a first try."""
    from ninetka.games import entry_for_name

    found = {}
    for game, given in GAMES.items():
        state = entry_for_name(given["game"]).begin(**given)
        for what, work in measured(state):
            work()
            spent = []
            for _ in range(TRIES):
                began = process_time()
                work()
                spent.append(process_time() - began)
            found[f"{game}: {what}"] = min(spent)
    return found


def asked(engine: str) -> dict[str, float]:
    """The times of a program of its own."""
    command = [sys.executable, __file__, "--once"]
    env = {**os.environ, "NINETKA_BACKEND": engine}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--once", action="store_true", help="measure in this program, as JSON")
    options = parser.parse_args()
    if options.once:
        print(json.dumps(times()))
        return
    rounds = [(asked("wasm"), asked("numba")) for _ in range(options.rounds)]
    for what in rounds[0][0]:
        print(f"{what}: {median(numba[what] / wasm[what] for wasm, numba in rounds):.2f}")


if __name__ == "__main__":
    main()
