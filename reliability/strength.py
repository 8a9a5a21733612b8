"""Games between two computer players, in each seat in turn, and what share the first one wins.

    python reliability/strength.py kropki search:2s greedy --games 100 --columns 10 --rows 10
    python reliability/strength.py 9tka strong club --games 40 --opening 9
    python reliability/strength.py mills strong search:8s@../older/.venv/bin/ninetka

A player with a program after it is that of another version, which is asked by `ninetka serve`.
Two games that follow each other are a match from the same start with seats changed. In games where
the seat decides much, as in 9tka for two, matches tell more about strength than games. With
`--opening`, each match begins after some random moves. With players that go by the clock, use no
more workers than there are idle cores.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from fractions import Fraction
from functools import cache
from random import Random, randrange
from subprocess import PIPE, Popen
from typing import Any

import attrs

from ninetka.games import entry_for_name, entry_for_state
from ninetka.players import Player, parse_player
from ninetka.protocol.entry import RankedBy
from ninetka.simulate.estimates import share
from ninetka.tournament import arena


@attrs.frozen
class Elsewhere:
    """A player of another program: `search:8s@../older/.venv/bin/ninetka`."""

    name: str

    def choose(self, state: Any, rng: Random, /) -> Any:
        """The move that the other program chooses."""
        player, _, program = self.name.partition("@")
        params = {"position": state.to_text(), "player": player, "seed": rng.getrandbits(53)}
        call = {"jsonrpc": "2.0", "id": 1, "method": "choose", "params": params}
        server = _server(program)
        print(json.dumps(call), file=server.stdin, flush=True)
        answer = json.loads(server.stdout.readline())
        if "error" in answer:
            raise SystemExit(f"{self.name}: {answer['error']['message']}")
        return state.parse_move(answer["result"]["move"])


@cache
def _server(program: str) -> Any:
    """Another program that answers calls, one for each worker."""
    return Popen([program, "serve", "--seconds", "3600"], stdin=PIPE, stdout=PIPE, text=True)


def start_of(game: str, columns: int | None, rows: int | None) -> Any:
    """The start of a game of two under its usual ruleset, perhaps on another size of board."""
    state: Any = entry_for_name(game).begin(game=game)
    sizes = {"columns": columns, "rows": rows}
    given = {name: size for name, size in sizes.items() if size}
    if given:
        ruleset = attrs.evolve(state.ruleset, **given)
        state = type(state).start(ruleset)
    return state


def records_of(
    start: Any, players: Sequence[Player], options: argparse.Namespace, pool: Executor
) -> Iterator[Any]:
    """The games one after another, each two from the same start."""
    if not options.opening:
        yield from arena.games(start, players, options.games, options.seed, pool)
        return
    for number in range(0, options.games, 2):
        seed = f"{options.seed}/{number}"
        opened, rng = start, Random(seed)
        for _ in range(options.opening):
            opened = opened.apply(rng.choice(opened.some_moves))
        yield from arena.games(opened, players, 2, seed, pool)


def counted(record: Any, name: str) -> Any:
    """What a game counts for a player in a match: points, or a share of the win."""
    outcome, seat = record.game.outcome, record.names.index(name)
    matches = entry_for_state(record.game.state).match_rules
    by_points = matches.ranked_by(record.game.initial_state) is RankedBy.POINTS
    return outcome.scores[seat] if by_points else outcome.shares[seat]


def show_matches(records: Sequence[Any], names: Sequence[str]) -> None:
    """Print how many matches of two games the first player has won, a drawn one as half."""
    results = []
    for match in zip(records[::2], records[1::2], strict=False):
        own, other = (sum(counted(record, name) for record in match) for name in names)
        results.append(Fraction((own > other) - (own < other) + 1, 2))
    drawn, won = results.count(Fraction(1, 2)), share(sum(results, Fraction()), len(results))
    print(f"{len(results)} matches, {drawn} drawn: {names[0]} {won.to_text(100)} % won")


def show_seats(records: Sequence[Any]) -> None:
    """Print what share of the games each seat has won, whoever sat there."""
    for seat in records[0].game.state.seats:
        won = share(
            sum((each.game.outcome.shares[seat] for each in records), Fraction()), len(records)
        )
        print(f"seat {seat}: {won.to_text(100)} % won")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="9tka, kropki and so on")
    parser.add_argument("players", nargs=2, help="such as search:2s or greedy")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--opening", type=int, default=0, help="random moves before each match")
    parser.add_argument("--columns", type=int, help="of a board of Kropki")
    parser.add_argument("--rows", type=int, help="of a board of Kropki")
    parser.add_argument("--seed", type=int, default=randrange(2**32))
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    start = start_of(options.game, options.columns, options.rows)
    players = [Elsewhere(name) if "@" in name else parse_player(name) for name in options.players]
    names, records = arena.distinct_names(players), list[Any]()
    table = arena.ArenaTable.between(names)
    with ProcessPoolExecutor(options.workers) as pool:
        for record in records_of(start, players, options, pool):
            table = table.add(record)
            records.append(record)
            print(".", end="", file=sys.stderr, flush=True)
    print(f"\n{table.games} games, seed {options.seed}")
    for player in table.players:
        won, points = player.share.to_text(100), player.mean_points.to_text()
        print(f"{player.name}: {won} % won, 95 % interval; {points} points a game")
    show_matches(records, names)
    show_seats(records)


if __name__ == "__main__":
    main()
