"""Games between two computer players, in each seat in turn, and what share the first one wins.

    python reliability/strength.py kropki search:2s greedy --games 100 --columns 10 --rows 10

With players that go by the clock, use no more workers than there are idle cores.
"""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import attrs

from ninetka.games import entry_for_name
from ninetka.players import player_of
from ninetka.tournament import arena


def start_of(game: str, columns: int | None, rows: int | None) -> Any:
    """The start of a game of two under its usual ruleset, perhaps on another size of board."""
    state: Any = entry_for_name(game).begin()
    sizes = {"columns": columns, "rows": rows}
    given = {name: size for name, size in sizes.items() if size}
    if given:
        ruleset = attrs.evolve(state.ruleset, name="strength", **given)
        state = type(state).start(ruleset)
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="9tka, kropki and so on")
    parser.add_argument("players", nargs=2, help="such as search:2s or greedy")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--columns", type=int, help="of a board of Kropki")
    parser.add_argument("--rows", type=int, help="of a board of Kropki")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    start = start_of(options.game, options.columns, options.rows)
    players = [player_of(name) for name in options.players]
    table = arena.Table.between(arena.distinct_names(players))
    with ProcessPoolExecutor(options.workers) as pool:
        for record in arena.games(start, players, options.games, options.seed, pool):
            table = table.add(record)
            print(".", end="", file=sys.stderr, flush=True)
    print(f"\n{table.games} games, seed {options.seed}")
    for player in table.players:
        won, points = player.share.to_text(100), player.mean_points.to_text()
        print(f"{player.name}: {won} % won, 95 % interval; {points} points a game")


if __name__ == "__main__":
    main()
