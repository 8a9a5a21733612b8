"""Plays and counts what is missing in counts.json: all of it takes an hour.

Kinds of counts as arguments, such as `random`, are for counting those alone. Needs the extra
`batch`.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from random import Random
from typing import Any, Final

from experiments import (
    COUNTS,
    EQUAL,
    FIRST,
    FULL,
    HANDICAPS,
    MOVE_BY_MOVE,
    PART_FILLED,
    READING,
    READINGS,
    SAMPLED,
    SEED,
    SOLVED,
    STRENGTHS,
    STRONGER,
    Counts,
    Match,
    Start,
    read,
)
from solving import forced_lead, winners

import ninetka
from ninetka import Pass, Slide
from ninetka.batch import Batch
from ninetka.players import player_of
from ninetka.records import Record
from ninetka.simulate import Simulation, random_game, run
from ninetka.simulate.estimates import Results
from ninetka.tournament.arena import Table, games

_CHUNK: Final = 50_000


def simulate(start: Start, number: int) -> dict[str, Any]:
    """So many random games."""
    return run(Simulation.begin(start.state, number, SEED)).to_dict()


def play_moves(start: Start, number: int) -> dict[str, Any]:
    """So many random games move by move: the passes of each seat, and the slides.

    The rim is full, and the turn order goes on. More games than a chunk must be a multiple of one.
    """
    state, players, chunk = start.state, start.players, min(number, _CHUNK)
    batch, full, opener = Batch.of([state] * chunk), 9 + 36, 9 % players
    passes, slides = [Counter[int]() for _ in range(players)], Counter[int]()
    for first in range(0, number, chunk):
        moves = batch.random_games(SEED, first).actions[:, full:]
        is_pass = moves == state.action_count - 1
        for seat, counter in enumerate(passes):
            turns = is_pass[:, (seat - opener) % players :: players]
            counter.update(turns.sum(1).tolist())
        slides.update(((moves >= 0) & ~is_pass).sum(1).tolist())
    return _moves(number, passes, slides)


def play_match(match: Match) -> dict[str, Any]:
    """Games between computer players: how they end, who wins, passes and slides."""
    players, table, results = [*map(player_of, match.players)], Table(), Results()
    passes, slides = [Counter[int]() for _ in players], Counter[int]()
    for record in games(match.start.state, players, match.games, SEED):
        table, results = table.add(record), results + _results_of(record)
        passed = Counter[int]()
        for state, move in zip(record.game.states, record.game.moves, strict=False):
            passed[state.to_move] += isinstance(move, Pass)
        for seat, counter in enumerate(passes):
            counter[passed[seat]] += 1
        slides[sum(isinstance(move, Slide) for move in record.game.moves)] += 1
    by_player = [[[*each.games], [*map(int, each.wins)]] for each in table.players]
    return {
        "results": results.to_dict(),
        "players": by_player,
        **_moves(match.games, passes, slides),
    }


def _results_of(record: Record[Any, Any]) -> Results:
    outcome = record.game.outcome
    assert outcome is not None
    winners = tuple(map(int, outcome.winners))
    return Results({winners: 1}, {tuple(outcome.scores): 1}, {record.game.ply: 1})


def _moves(number: int, passes: Sequence[Counter[int]], slides: Counter[int]) -> dict[str, Any]:
    return {
        "games": number,
        "passes": [sorted(counter.items()) for counter in passes],
        "slides": sorted(slides.items()),
    }


def solve(start: Start) -> dict[str, Any]:
    """What a game from the empty board comes to if all play as well as possible."""
    if start.players == 2:
        return {"lead": forced_lead(start.state)}
    return {"winners": winners(start.state)}


def solve_sample(start: Start, number: int) -> dict[str, Any]:
    """The same with neutrals placed at random, summed over this number of arrangements."""
    found, leads = Counter[tuple[int, ...]](), Counter[int]()
    for each in range(1, number + 1):
        state = random_game(start.state, Random(f"{SEED}/{each}"), 9).state
        if start.players == 2:
            leads[forced_lead(state)] += 1
        else:
            found[tuple(winners(state))] += 1
    return {"winners": sorted(found.items()), "leads": sorted(leads.items())}


_KINDS: Final[Mapping[str, Mapping[str, Callable[[], Any]]]] = {
    "random": {
        start.name: partial(simulate, start, number)
        for start, number in (FULL | PART_FILLED | READINGS | HANDICAPS).items()
    },
    "first": {start.name: partial(simulate, start, FIRST) for start in FULL},
    "moves": {
        start.name: partial(play_moves, start, MOVE_BY_MOVE) for start in map(Start, (2, 3, 4))
    },
    "matches": {
        match.name: partial(play_match, match)
        for match in (*EQUAL, *STRENGTHS, *STRONGER, *READING)
    },
    "solved": {start.name: partial(solve, start) for start in SOLVED},
    "sampled": {
        start.name: partial(solve_sample, start, number) for start, number in SAMPLED.items()
    },
}


def missing(counts: Counts, kinds: Sequence[str]) -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """What is not among the counts, of some kinds or all: kind, name, and what counts it."""
    for kind, counted in _KINDS.items():
        for name, count in counted.items():
            if name not in counts.get(kind, {}) and (kind in kinds or not kinds):
                yield kind, name, count


def write(counts: Counts) -> None:
    """Keep the counts, each thing counted on a line of its own."""
    kinds = []
    for kind, found in counts.items():
        lines = [f"{json.dumps(name)}: {json.dumps(data)}" for name, data in found.items()]
        kinds.append(f"{json.dumps(kind)}: {{\n" + ",\n".join(lines) + "\n}")
    whole = COUNTS.with_suffix(".new")
    whole.write_text("{" + ",\n".join(kinds) + "}\n", "utf-8")
    whole.replace(COUNTS)


def made() -> dict[str, str]:
    """When, and with what."""
    return {
        "month": time.strftime("%B %Y"),
        "ninetka": ninetka.__version__,
        "python": platform.python_version(),
        "numba": version("numba"),
    }


def main(kinds: Sequence[str]) -> None:
    """Count what is missing, and keep it as it comes."""
    before = read() if COUNTS.exists() else {}
    for kind, name, count in missing(before, kinds):
        began = time.monotonic()
        found = count()
        counts = read() if COUNTS.exists() else {}
        counts.setdefault(kind, {})[name] = found
        counts["made"] = made()
        write(counts)
        print(f"{kind}, {name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
