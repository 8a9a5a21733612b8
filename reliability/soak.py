"""Random games, millions of plies of them, checked in more than one way.

    python reliability/soak.py --plies 100000000
    python reliability/soak.py --game kropki --plies 200000
    python reliability/soak.py --game morris --plies 1000000

9tka: each game has a random ruleset, published or custom, and a random number of players. Legal
moves are made to the end, with all checks. Then each move is undone, which must give the same state
as before, with the same legal moves. One game in `--naive` is also compared, state by state, with
the second implementation in the tests.

Kropki: games with both ways to capture, on boards of all sizes, from the start or from random dots,
are compared ply by ply with the second implementation in the tests. Illegal moves are tried too,
and in each game some chains where many are possible. Most games are on small boards, most plies on
large ones.

Morris: games by each published ruleset, of 9AM with three, four and five players, and with random
rulesets on custom boards, about the same number of plies each. All are compared ply by ply with the
second implementation in the tests.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kropki.compare import declare_side_by_side
from kropki.compare import play_side_by_side as play_kropki
from morris.compare import custom_game, game_by
from morris.compare import play_side_by_side as play_morris
from nine.naive import NaiveGame

from ninetka import Move, State
from ninetka.morris import PUBLISHED
from ninetka.nine.samples import some_ruleset

BATCHES = {"9tka": 200_000, "kropki": 5_000, "morris": 20_000}
"""Plies in each task of a process."""
SIDES = (3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 30)


def soak(game: str, seed: int, every: int) -> Counter[str]:
    """Play a batch of games: how many plies, and how many of them compared, or by kind of game."""
    if game == "kropki":
        return soak_kropki(seed, BATCHES[game])
    if game == "morris":
        return soak_morris(seed, BATCHES[game])
    return soak_nine(seed, BATCHES[game], every)


def soak_morris(seed: int, plies: int) -> Counter[str]:
    """Play and compare games, each of the kind with the fewest plies so far."""
    rng = Random(seed)
    published = {
        f"{ruleset.name} for {players}": (ruleset, players)
        for ruleset in PUBLISHED.values()
        for players in ruleset.player_counts
    }
    done = Counter(dict.fromkeys([*published, "custom rulesets"], 0))
    while min(done.values()) < plies / len(done):
        kind = min(done, key=done.__getitem__)
        game = game_by(*published[kind]) if kind in published else custom_game(rng)
        done[kind] += play_morris(*game, rng)
    return done


def soak_kropki(seed: int, plies: int) -> Counter[str]:
    """Play and compare games until this number of plies is reached."""
    rng = Random(seed)
    done = 0
    while done < plies:
        size = rng.choice(SIDES), rng.choice(SIDES)
        if rng.random() < 0.05:
            size = rng.choice([(39, 32), (rng.randint(1, 52), rng.randint(1, 52))])
        played, _ = play_kropki(rng, rng.random() < 0.5, size)
        done += max(played, 1)
        declare_side_by_side(rng, attempts=20)
    return Counter({"plies": done, "compared": done})


def soak_nine(seed: int, plies: int, every: int) -> Counter[str]:
    """Play games until this number of plies is reached: their plies, and how many compared."""
    rng = Random(seed)
    done = compared = games = 0
    while done < plies:
        ruleset = some_ruleset(rng)
        start = State.start(ruleset, rng.choice(ruleset.player_counts))
        states, moves = there_and_back(start, rng)
        done += len(moves)
        games += 1
        if games % every == 0:
            compare(states, moves)
            compared += len(moves)
    return Counter({"plies": done, "compared": compared})


def there_and_back(start: State, rng: Random) -> tuple[list[State], list[Move]]:
    """A whole game that has been checked backwards: its states and moves."""
    states, moves = [start], list[Move]()
    while legal := states[-1].legal_moves:
        moves.append(rng.choice(legal))
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
    """Play the same game with the second implementation."""
    start = states[0]
    ruleset, players = start.ruleset, start.players
    naive = NaiveGame(
        players,
        [*ruleset.stones_by_seat(players)],
        ruleset.edge_stop.value,
        ruleset.turn_order.value,
        ruleset.neutral_placement.value,
        ruleset.tie_break.value,
    )
    for number, state in enumerate(states):
        assert sorted(map(state.move_text, state.legal_moves)) == naive.legal(), state
        assert state.to_text() == naive.position(ruleset.name), state
        assert list(state.scores) == naive.scores(), state
        if number < len(moves):
            naive.play(state.move_text(moves[number]))
    assert naive.is_over()
    outcome = states[-1].outcome
    assert outcome is not None
    assert [*outcome.ranking] == naive.ranking(), states[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=BATCHES, default="9tka")
    parser.add_argument("--plies", type=int, default=100_000_000)
    parser.add_argument(
        "--naive", type=int, default=100, metavar="GAMES", help="9tka only; at least 1"
    )
    parser.add_argument("--seed", type=int, default=0, help="for the first batch of games")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + -(-options.plies // BATCHES[options.game]))
    done = Counter[str]()
    start = time.perf_counter()
    with ProcessPoolExecutor(options.processes) as pool:
        batches = {pool.submit(soak, options.game, seed, options.naive): seed for seed in seeds}
        for number, batch in enumerate(as_completed(batches), 1):
            if batch.exception() is not None:
                pool.shutdown(cancel_futures=True)
                raise SystemExit(f"failed with --seed {batches[batch]}: {batch.exception()!r}")
            done.update(batch.result())
            if number % 50 == 0 or number == len(batches):
                spent = time.perf_counter() - start
                counts = ", ".join(f"{count:,} {what}" for what, count in done.items())
                print(f"{counts}, {spent:,.0f} s", flush=True)


if __name__ == "__main__":
    main()
