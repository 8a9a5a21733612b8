"""Random games by the hundred million plies, each played forwards and taken back again.

    python reliability/soak.py --plies 100000000

Every game is of a ruleset and a number of players chosen at random, published or custom. Forwards,
each move is one of the legal ones and made with all checks. Backwards, each move is undone, and
must give the very state it was made in, with the same moves to choose from. One game in `--naive`
is compared state by state with the independent generator of the tests as well.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from naive import NaiveGame

from ninetka import Move, State
from ninetka.nine.samples import some_ruleset

BATCH = 200_000


def soak(seed: int, plies: int, every: int) -> tuple[int, int]:
    """Play games until there are so many plies: the plies of them, and those compared."""
    random = Random(seed)
    done = compared = games = 0
    while done < plies:
        ruleset = some_ruleset(random.choice)
        start = State.start(ruleset, random.choice(ruleset.player_counts))
        states, moves = there_and_back(start, random)
        done += len(moves)
        games += 1
        if games % every == 0:
            compare(states, moves)
            compared += len(moves)
    return done, compared


def there_and_back(start: State, random: Random) -> tuple[list[State], list[Move]]:
    """A whole game, checked backwards: the states reached and the moves between them."""
    states, moves = [start], list[Move]()
    while legal := states[-1].legal_moves:
        moves.append(random.choice(legal))
        states.append(states[-1].apply(moves[-1]))
    assert states[-1].outcome is not None, states[-1]
    assert len(moves) <= start.max_plies_left, states[-1]
    state = states[-1]
    for move, before in zip(reversed(moves), reversed(states[:-1]), strict=True):
        state = state.undo(move)
        assert state == before, (move, before)
        assert state.legal_moves == before.legal_moves, before
    return states, moves


def compare(states: list[State], moves: list[Move]) -> None:
    """The same game by the independent generator."""
    start = states[0]
    ruleset, players = start.ruleset, start.players
    readings = ruleset.edge_stop.value, ruleset.turn_order.value
    naive = NaiveGame(players, ruleset.stones[players], *readings)
    for number, state in enumerate(states):
        assert sorted(map(state.move_text, state.legal_moves)) == naive.legal(), state
        assert state.to_text() == naive.position(ruleset.name), state
        assert list(state.scores) == naive.scores(), state
        if number < len(moves):
            naive.play(state.move_text(moves[number]))
    assert naive.is_over()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plies", type=int, default=100_000_000)
    parser.add_argument("--naive", type=int, default=100, metavar="GAMES", help="from 1")
    parser.add_argument("--seed", type=int, default=0, help="of the first batch of games")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + -(-options.plies // BATCH))
    plies = compared = 0
    start = time.perf_counter()
    with ProcessPoolExecutor(options.processes) as pool:
        batches = {pool.submit(soak, seed, BATCH, options.naive): seed for seed in seeds}
        for number, batch in enumerate(as_completed(batches), 1):
            if batch.exception() is not None:
                pool.shutdown(cancel_futures=True)
                raise SystemExit(f"failed with --seed {batches[batch]}: {batch.exception()!r}")
            plies, compared = plies + batch.result()[0], compared + batch.result()[1]
            if number % 50 == 0 or number == len(batches):
                spent = time.perf_counter() - start
                print(f"{plies:,} plies there and back, {compared:,} compared, {spent:,.0f} s")


if __name__ == "__main__":
    main()
