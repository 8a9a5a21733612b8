"""`ninetka check` on long files: games per second and peak memory."""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from random import Random

from ninetka import NESTORGAMES, Game, Move, State
from ninetka.records import Record

DIFFERENT = 1000
"""How many different games there are; longer files repeat them."""


def random_record(random: Random) -> str:
    state = State.start(NESTORGAMES)
    moves: list[Move] = []
    while state.legal_moves:
        moves.append(random.choice(state.legal_moves))
        state = state.apply_unchecked(moves[-1])
    return Record(Game.from_state(State.start(NESTORGAMES), moves)).to_text() + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="*", default=[1, 1_000, 10_000, 100_000])
    options = parser.parse_args()
    random = Random(9)
    texts = [random_record(random) for _ in range(DIFFERENT)]
    print("| games | file, MB | seconds | games per second | peak memory, MB |")
    print("|---:|---:|---:|---:|---:|")
    for games in sorted(options.games):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.9tka"
            with path.open("w") as file:
                file.writelines(islice(cycle(texts), games))
            start = time.perf_counter()
            subprocess.run([sys.executable, "-m", "ninetka", "check", path], check=True)
            seconds = time.perf_counter() - start
            size = path.stat().st_size / 1e6
        # Of the largest child so far: files are checked from the shortest to the longest.
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        rate = games / seconds
        print(f"| {games:,} | {size:,.1f} | {seconds:.1f} | {rate:,.0f} | {memory:.0f} |")


if __name__ == "__main__":
    main()
