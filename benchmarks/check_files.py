"""`ninetka check` on long files: games per second and peak memory, with one or more workers."""

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


def random_record(rng: Random) -> str:
    state = State.start(NESTORGAMES)
    moves: list[Move] = []
    while state.legal_moves:
        moves.append(rng.choice(state.legal_moves))
        state = state.apply_unchecked(moves[-1])
    return Record(Game.from_state(State.start(NESTORGAMES), moves)).to_text() + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="*", default=[1, 1_000, 10_000, 100_000])
    parser.add_argument("--workers", type=int, nargs="+", default=[1])
    options = parser.parse_args()
    rng = Random(9)
    texts = [random_record(rng) for _ in range(DIFFERENT)]
    print(
        "| games | file, MB | workers | seconds | of processors | games per second | memory, MB |"
    )
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for games in sorted(options.games):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.9tka"
            with path.open("w") as file:
                file.writelines(islice(cycle(texts), games))
            for workers in options.workers:
                row = f"| {games:,} | {path.stat().st_size / 1e6:,.1f} | "
                print(row + measured(path, games, workers), flush=True)


def measured(path: Path, games: int, workers: int) -> str:
    check = [sys.executable, "-m", "ninetka", "check", "--workers", str(workers)]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*check, path], check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # Of the largest process so far: files are checked from the shortest to the longest.
    memory = after.ru_maxrss / 1024
    return f"{workers} | {seconds:.1f} | {used:.1f} | {games / seconds:,.0f} | {memory:.0f} |"


if __name__ == "__main__":
    main()
