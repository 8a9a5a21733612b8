"""What a program's first move by a computer player costs, over the time that the player thinks.

    python benchmarks/first_moves.py now=.venv/bin/python older=../older/.venv/bin/python

Each build is named with its Python, and they take turns. A program makes one move of `strong` at
the start of a game: the first time with nothing that numba has compiled, then again with what is
on disk. The tables have medians of CPU seconds, of all processes together. Posix only.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Sequence

GAMES = ("9tka", "kropki", "kropki-declared", "9am", "mills")
THINKING = 2.0
"""The seconds for which `strong` thinks."""
PROGRAM = """
import sys
from random import Random
from ninetka.games import entry_for_name
from ninetka.players import parse_player
game = sys.argv[1].removesuffix("-declared")
given = {"ruleset": "territory"} if game != sys.argv[1] else {}
parse_player("strong").choose(entry_for_name(game).begin(game=game, **given), Random(1))
"""


def cost(python: str, game: str, cache: str) -> float:
    """The CPU time of a program beyond thinking, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    subprocess.run([python, "-c", PROGRAM, game], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent - THINKING


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("builds", nargs="+", metavar="NAME=PYTHON")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    builds = dict(each.split("=", 1) for each in options.builds)
    first, later = (defaultdict[tuple[str, str], list[float]](list) for _ in range(2))
    for _ in range(options.rounds):
        for game in GAMES:
            for name, python in builds.items():
                with tempfile.TemporaryDirectory() as cache:
                    first[game, name].append(cost(python, game, cache))
                    later[game, name].append(cost(python, game, cache))
    print(f"| game | {' | '.join(f'{name}, first | later' for name in builds)} |")
    print(f"|---|{'---:|' * 2 * len(builds)}")
    for game in GAMES:
        medians = [
            f"{statistics.median(found[game, name]):.2f}"
            for name in builds
            for found in (first, later)
        ]
        print(f"| {game} | {' | '.join(medians)} |")


if __name__ == "__main__":
    main()
