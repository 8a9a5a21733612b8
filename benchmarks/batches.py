"""Compiled batches as ratios to `limit.c`, a plain C loop that plays random games of two players.

It is compiled once and run right before each measurement; the tables have the medians of the ratios
of plies per second. All times are CPU time, so other programs on the machine hardly change them.
Without a C compiler, the tables have millions of plies per second instead of ratios.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import attrs
import numpy as np

from ninetka import NESTORGAMES, EdgeStop, Move, Ruleset, State
from ninetka.batch import Batch
from ninetka.play.perft import perft
from ninetka.players.trees import EXPLORATION
from ninetka.protocol.compiled import Kernel, required_kernel
from ninetka.protocol.states import EnumerableState
from ninetka.simulate import random_game

PART_FILLED = attrs.evolve(
    NESTORGAMES, name="part-filled", stones={2: 9, 3: 6, 4: 5}, edge_stop=EdgeStop.STONE
)
"""Stones on empty lines have to wait for others to slide (Q2, Q3)."""
POSITIONS = 10_000
FIRST_USES = {
    "import alone": "",
    "random games": "batch.playouts(1)",
    "`step` and `legal_mask`": "batch.step([20]); batch.legal_mask()",
    "perft": "required_kernel(batch[0]).perft(batch[0], 2)",
    "search tree": "required_kernel(batch[0]).tree(batch[0], 1, 1.0).grow(1)",
}
USE = """
from ninetka import NESTORGAMES
from ninetka.batch import Batch
from ninetka.protocol.compiled import required_kernel
batch = Batch.start(NESTORGAMES)
"""

Case = Callable[[], int]
"""Plays and says how many plies."""
Cases = dict[str, tuple[Case, ...]]
"""What is measured, by row of a table."""


def batch_of(ruleset: Ruleset, players: int, placed: bool) -> Batch[State, Move]:
    """Different positions, with all stones just placed, or equal ones: the start."""
    batch = Batch.start(ruleset, players, POSITIONS)
    if placed:
        for actions in batch.random_games(1).actions.T[: 9 + sum(ruleset.stones_by_seat(players))]:
            batch.step(actions)
    return batch


def plies_of_playouts(batch: Batch[Any, Any], games: int) -> int:
    return int(batch.playouts(games, 1).plies.sum())


def plies_of_counts(batch: Batch[Any, Any], games: int) -> int:
    plies = batch.counts(games, 1).plies
    return int(np.arange(len(plies)) @ plies)


def playout_cases() -> Cases:
    cases: Cases = {}
    for players in (2, 3, 4):
        for kind, ruleset, placed in (
            ("the start, full rim", NESTORGAMES, False),
            ("after placement", NESTORGAMES, True),
            ("the start, rim filled in part", PART_FILLED, False),
        ):
            many = batch_of(ruleset, players, placed)
            one = many[:1]
            cases[f"{players} | {kind}"] = (
                partial(plies_of_playouts, one, 20_000),
                partial(plies_of_counts, one, 20_000),
                partial(plies_of_playouts, many, 1),
            )
    return cases


def step_case(start: Batch[Any, Any]) -> Case:
    """Step and mask, until the first game of the batch is over."""
    games = start.random_games(1)
    actions = games.actions.T[: games.plies.min()].astype(np.int64)
    mask = start.legal_mask()

    def play() -> int:
        batch = start.copy()
        for codes in actions:
            batch.step(codes)
            batch.legal_mask(mask)
        return actions.size

    return play


def rate(play: Case, seconds: float) -> float:
    """Plies, or what else is counted, per second."""
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        count += play()
    return count / spent


class Limit:
    """A C loop, and what it is told: how many games to play comes last."""

    def __init__(self, folder: str, *arguments: int, source: str = "limit.c") -> None:
        self._compiler, self._program = shutil.which("cc"), Path(folder) / Path(source).stem
        self._arguments = arguments
        if self._compiler:
            options = ("-O3", "-march=native", "-o", str(self._program))
            path = Path(__file__).with_name(source)
            subprocess.run([self._compiler, *options, str(path)], check=True)
        else:
            print("There is no C compiler (cc), so there are no ratios.\n")
        self.unit = f"x {source}" if self._compiler else "millions of plies per second"

    def rate(self) -> float:
        """Its plies per second; a million if there is no compiler."""
        if not self._compiler:
            return 1e6
        command = [str(self._program), *map(str, self._arguments)]
        words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return int(words[0]) / float(words[1])


def ratios(cases: Cases, limit: Limit, rounds: int, seconds: float) -> dict[str, list[float]]:
    """The medians, after one call of each that is not timed."""
    limits: list[float] = []
    found: dict[str, list[list[float]]] = {}
    for name, plays in cases.items():
        found[name] = [[] for _ in plays]
        for play in plays:
            play()
    for _ in range(rounds):
        for name, plays in cases.items():
            for of_play, play in zip(found[name], plays, strict=True):
                limits.append(limit.rate())
                of_play.append(rate(play, seconds) / limits[-1])
    print(f"\n1 is {statistics.median(limits):,.0f} plies per second\n")
    return {name: [*map(statistics.median, values)] for name, values in found.items()}


def print_table(headings: str, rows: dict[str, list[float]], form: str = ",.2f") -> None:
    headings = headings.removesuffix(" |")
    columns = len(headings.split(" | "))
    values = len(next(iter(rows.values())))
    print(f"| {headings} |")
    print("|" + "---|" * (columns - values) + "---:|" * values)
    for name, row in rows.items():
        print(f"| {name} | " + " | ".join(format(value, form) for value in row) + " |", flush=True)
    print()


def compare_perft(
    cases: Mapping[str, tuple[EnumerableState[Any], int]], rounds: int, seconds: float
) -> None:
    rows = {}
    for name, (state, depth) in cases.items():
        kernel = required_kernel(state)
        compiled, objects = partial(kernel.perft, state, depth), partial(perft, state, depth)
        count = compiled()
        times = [(rate(compiled, seconds), rate(objects, seconds)) for _ in range(rounds)]
        fast = statistics.median(fast for fast, _ in times)
        rows[f"{name} | {depth} | {count:,}"] = [
            fast / 1e6,
            statistics.median(fast / slow for fast, slow in times),
        ]
    print_table("from | depth | sequences | millions per second | x objects", rows, ",.0f")


def compare_trees(states: Mapping[str, EnumerableState[Any]], rounds: int, seconds: float) -> None:
    rows = {}
    for name, state in states.items():
        kernel = required_kernel(state)

        def grow(kernel: Kernel = kernel, state: EnumerableState[Any] = state) -> int:
            tree = kernel.tree(state, 1, EXPLORATION)
            tree.grow(10_000)
            return tree.playouts

        grow()
        rows[name] = [statistics.median(rate(grow, seconds) for _ in range(rounds)) / 1e6]
    print_table("from | millions of random games per second", rows)


def cpu_seconds(code: str, byte_code: str, compiled: str) -> float:
    """What a new interpreter uses to run some code, given folders for what it compiles."""
    folders = {"PYTHONPYCACHEPREFIX": byte_code, "NUMBA_CACHE_DIR": compiled}
    environment = {key: os.environ[key] for key in os.environ.keys() - {"PYTHONDONTWRITEBYTECODE"}}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        env=environment | folders,
        stderr=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_uses(use: str, rounds: int) -> None:
    """With byte code there, as an installer makes it. `use` makes a batch."""
    rows = {}
    with tempfile.TemporaryDirectory() as byte_code, tempfile.TemporaryDirectory() as warm:
        cpu_seconds(use + FIRST_USES["random games"], byte_code, warm)
        for name, last in FIRST_USES.items():
            code = use + last
            with tempfile.TemporaryDirectory() as compiled:
                first = cpu_seconds(code, byte_code, compiled)
                later = [cpu_seconds(code, byte_code, compiled) for _ in range(rounds)]
                rows[name] = [first, statistics.median(later)]
    print_table("program | first time, seconds | later, seconds", rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each case and round")
    options = parser.parse_args()
    times = (options.rounds, options.seconds)
    start, placed = State.start(), batch_of(NESTORGAMES, 2, placed=True)[0]
    rng = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        limit = Limit(folder, max(1, int(options.seconds * 1e6)))
        print(f"Random games, {limit.unit}")
        columns = "one position | one position, counts | 10,000 positions"
        print_table(f"players | from | {columns}", ratios(playout_cases(), limit, *times))
        sizes, many = (1_000, 10_000, 100_000), Batch.start(NESTORGAMES, 2, POSITIONS)
        cases: Cases = {
            f"`step` + `legal_mask`, {n:,}": (step_case(Batch.start(NESTORGAMES, 2, n)),)
            for n in sizes
        }
        cases["`random_games`, 10,000"] = (lambda: int(many.random_games(1).plies.sum()),)
        cases["`simulate.random_game`"] = (lambda: len(random_game(start, rng).moves),)
        print(f"Move by move, {limit.unit}")
        print_table(f"what, batch of | {limit.unit}", ratios(cases, limit, *times), ",.3f")
    print("Perft, x the objects'\n")
    phases = (("neutrals", 0, 4), ("placement", 9, 4), ("movement", 45, 5))
    compare_perft(
        {name: (random_game(start, Random(1), plies).state, n) for name, plies, n in phases}, *times
    )
    print("Search tree\n")
    compare_trees({"the start": start, "after placement": placed}, *times)
    print("Loading and compiling\n")
    first_uses(USE, options.rounds)


if __name__ == "__main__":
    main()
