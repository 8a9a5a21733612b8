"""What plays a game for computer players: numba, WebAssembly in Python and in Node, objects.

Each engine runs in a process of its own, and they take turns; the tables have medians. The same
number of random games is played in all but for the objects, which play a thousandth of it. Needs
the extras `batch` and `fast`; Node is left out if it is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from ninetka.compiled.wasm import ROWS, WasmBackend
from ninetka.games import entry_for_name
from ninetka.players import MonteCarlo, Search
from ninetka.players.backends import backend_for

GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
ENGINES: dict[str, dict[str, str]] = {
    "numba": {"NINETKA_BACKEND": "numba"},
    "numba for a generic processor": {"NINETKA_BACKEND": "numba", **GENERIC},
    "WebAssembly, `wasmtime`": {"NINETKA_BACKEND": "wasm"},
    "WebAssembly, Node": {"NINETKA_BACKEND": "node"},
    "objects": {"NINETKA_BACKEND": "objects"},
}
"""What is measured, and the environment that chooses it."""
PROGRAM = Path(__file__).parents[1] / "tools/wasm/play.mjs"
FIRST_MOVE = """
import sys
from random import Random
from ninetka.games import entry_for_name
from ninetka.players import Search
Search(visits=4).choose(entry_for_name(sys.argv[1]).begin(game=sys.argv[1]), Random(1))
"""


def seconds(play: Callable[[], object]) -> float:
    """The CPU time that something takes."""
    start = time.process_time()
    play()
    return time.process_time() - start


def rates(state: Any, games: int) -> list[float]:
    """Random games from a start per second: in a search tree, and by themselves."""
    if os.environ["NINETKA_BACKEND"] == "node":
        return rates_in_node(state, games)
    engine = backend_for(state)
    if engine is None:
        players = (Search(visits=games // 1000), MonteCarlo(games // 1000))
        return [games // 1000 / seconds(partial(p.choose, state, Random(1))) for p in players]
    tree, start = engine.tree(state, 1, 0.3), engine.pack([state])
    tree.grow(1)
    games_a_visit = tree.playouts
    engine.counts(start, 1, 1, 0)  # numba compiles, or loads what it has compiled
    return [
        games / seconds(lambda: tree.grow(games // games_a_visit)),
        games / seconds(lambda: engine.counts(start, games, 1, 0)),
    ]


def rates_in_node(state: Any, games: int) -> list[float]:
    engine = state.wasm
    assert isinstance(engine, WasmBackend)
    tree = engine.tree(state, 1, 0.3)
    tree.grow(1)
    contents = {name: data.hex() for name, data in engine.packed(state).items()}
    given = {"file": str(engine.file), "contents": contents, "key": "1", "exploration": 0.3,
             "visits": games // tree.playouts, "games": games, "rows": ROWS}  # fmt: skip
    done = subprocess.run(
        ["node", PROGRAM], input=json.dumps(given), capture_output=True, text=True, check=True
    )
    took = json.loads(done.stdout)["seconds"]
    return [games / took["tree"], games / took["games"]]


def started(game: str, environment: dict[str, str]) -> float:
    """The CPU time of a program that finds a move and ends, in seconds."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    run("-c", FIRST_MOVE, game, environment=environment)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime


def run(*arguments: str, environment: dict[str, str]) -> str:
    command = [sys.executable, *arguments]
    env = os.environ | environment
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="9tka", help="9tka, Kropki, Mills or 9AM")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=1_000_000, help="random games a measurement")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        state = entry_for_name(options.game).begin(game=options.game)
        print(json.dumps(rates(state, options.games)))
        return
    engines = {name: environment for name, environment in ENGINES.items()
               if "node" not in environment.values() or shutil.which("node")}  # fmt: skip
    found: dict[str, list[list[float]]] = {name: [] for name in engines}
    for _ in range(options.rounds):
        for name, environment in engines.items():
            given = (__file__, "--one", "--game", options.game, "--games", str(options.games))
            figures = json.loads(run(*given, environment=environment))
            start = 0 if "Node" in name else started(options.game, environment)
            found[name].append([*figures, start])
    print("| engine | in a tree | of numba | by themselves | of numba | first move, seconds |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, rows in found.items():
        tree, alone, start = (statistics.median(column) for column in zip(*rows, strict=True))
        ratios = [
            [row[k] / base[k] for row, base in zip(rows, found["numba"], strict=True)]
            for k in (0, 1)
        ]
        of_tree, of_alone = map(statistics.median, ratios)
        first = f"{start:.2f}" if start else ""
        print(f"| {name} | {tree:,.0f} | {of_tree:.2g} | {alone:,.0f} | {of_alone:.2g} | {first} |")


if __name__ == "__main__":
    main()
