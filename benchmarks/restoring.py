"""What it costs to restore a game, and a request that does so, makes a move and writes the game.

    python benchmarks/restoring.py

Each game is restored from its trusted text, and beside it replayed from its record in JSON. The
best of many rounds counts, so that what else the machine does changes little.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time
from typing import Any

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.play.playouts import random_game
from ninetka.protocol.states import GameState
from ninetka.records import Record, parse

ROUNDS = 30
STARTS: dict[str, GameState[Any]] = {
    "9tka": Game.start(NESTORGAMES).state,
    "Mills": morris.State.start(morris.MILLS),
    "9AM, 5 players": morris.State.start(morris.NINE_AM, 5),
    "Kropki, declared": kropki.State.start(kropki.TERRITORY),
    "Kropki, automatic": kropki.State.start(),
}


def milliseconds(call: Callable[[], object]) -> float:
    begin = process_time()
    call()
    return (process_time() - begin) * 1e3


def trusted_after(text: str, move: Any) -> str:
    return Game.from_trusted(text).apply(move).to_trusted()


def record_after(text: str, move: Any) -> str:
    return Record(parse(text).game.apply(move)).to_json()


def main() -> None:
    for name, start in STARTS.items():
        whole = random_game(start, Random(3))
        before: Game[Any, Any] = Game.from_state(start, whole.moves[:-1])
        last, text, record = whole.moves[-1], before.to_trusted(), Record(before).to_json()

        calls: list[Callable[[], object]] = [
            partial(Game.from_trusted, text),
            partial(parse, record),
            partial(trusted_after, text, last),
            partial(record_after, record, last),
        ]
        assert Game.from_trusted(str(calls[2]())) == parse(str(calls[3]())).game == whole
        rounds = [[milliseconds(call) for call in calls] for _ in range(ROUNDS)]
        restore, replay, request, slowly = map(min, zip(*rounds, strict=True))
        print(
            f"| {name} | {whole.ply:,} | {len(text) / 1e3:.1f} kB "
            f"| {restore:.2f} ms | {replay:.1f} ms: {replay / restore:.0f} times "
            f"| {request:.2f} ms | {slowly:.1f} ms: {slowly / request:.0f} times |"
        )


if __name__ == "__main__":
    main()
