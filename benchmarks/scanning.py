"""How fast the headings of records are scanned, beside reading the records.

    python benchmarks/scanning.py

Each file has random games with a few tags. The best of several rounds counts.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.play.playouts import random_game
from ninetka.protocol.states import GameState
from ninetka.records import Record, read, scan, write

ROUNDS = 7
STARTS: dict[str, tuple[GameState[Any], int, tuple[str, ...]]] = {
    "9tka": (Game.start(NESTORGAMES).state, 200, ("9tka", "json")),
    "Mills": (morris.State.start(morris.MILLS), 100, ("9tka", "json")),
    "Kropki": (kropki.State.start(), 8, ("9tka", "json", "sgf")),
}
"""By game: a start, how many games the file has, and the forms."""


def microseconds(call: Callable[[Path], Iterable[object]], path: Path, games: int) -> float:
    """The time for each game."""
    begin = process_time()
    for _ in call(path):
        pass
    return (process_time() - begin) / games * 1e6


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, (start, games, forms) in STARTS.items():
            records = [
                Record(
                    random_game(start, Random(seed)),
                    {"First": "Ann", "Second": "Ben", "Event": "Club", "Round": str(seed)},
                )
                for seed in range(games)
            ]
            for form in forms:
                path = Path(folder) / f"{name}.{form}"
                path.write_text("".join(write(records, form)), "utf-8")
                times = [
                    [microseconds(scan, path, games), microseconds(read, path, games)]
                    for _ in range(ROUNDS)
                ]
                scanning, reading = map(min, zip(*times, strict=True))
                ratio = f"{reading / scanning:.0f} times"
                print(f"| {name} | {form} | {scanning:,.0f} us | {reading:,.0f} us: {ratio} |")


if __name__ == "__main__":
    main()
