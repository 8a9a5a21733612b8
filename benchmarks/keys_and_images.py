"""What tables of positions cost: `canonical`, `key` and `to_text` beside `apply`, in random games.

    python benchmarks/keys_and_images.py

Each is timed on all positions of some games one after another, in turns, and the best of several
rounds counts, so that what else the machine does changes little.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.play.playouts import random_game
from ninetka.protocol.states import GameState

ROUNDS = 7
STARTS: dict[str, GameState[Any]] = {
    **{f"9tka, {n} players": Game.start(NESTORGAMES, n).state for n in (2, 3, 4)},
    "Mills": morris.State.start(morris.MILLS),
    **{f"9AM, {n} players": morris.State.start(morris.NINE_AM, n) for n in (3, 4, 5)},
    "Kropki": kropki.State.start(),
}


def seconds(call: Callable[[Any], object], things: list[Any]) -> float:
    begin = process_time()
    for thing in things:
        call(thing)
    return process_time() - begin


def main() -> None:
    print(f"{'':18}{'apply':>12}{'canonical':>12}{'key':>12}{'to_text':>12}")
    for name, start in STARTS.items():
        games = [random_game(start, Random(seed)) for seed in range(2 if name == "Kropki" else 10)]
        plies = [ply for game in games for ply in zip(game.states, game.moves, strict=False)]
        states = [state for state, _ in plies]
        calls: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
            "apply": (lambda ply: ply[0].apply(ply[1]), plies),
            "canonical": (lambda state: state.canonical(), states),
            "key": (lambda state: state.key, states),
            "to_text": (lambda state: state.to_text(), states),
        }
        rounds = [{each: seconds(*calls[each]) for each in calls} for _ in range(ROUNDS)]
        best = {each: min(times[each] for times in rounds) for each in calls}
        ratios = "".join(
            f"{best[each] / best['apply']:>11.1f}x" for each in calls if each != "apply"
        )
        print(f"{name:18}{best['apply'] / len(plies) * 1e6:>9.1f} us{ratios}")


if __name__ == "__main__":
    main()
