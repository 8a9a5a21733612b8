"""Counts for the page of 9tka: random games, games of computer players, and full searches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from books import ROOT, SEED, Book, Count
from experiments import (
    EQUAL,
    FIRST,
    FULL,
    HANDICAPS,
    MOVE_BY_MOVE,
    PART_FILLED,
    READING,
    READINGS,
    SAMPLED,
    SOLVED,
    STRENGTHS,
    STRONGER,
    Match,
    Start,
)
from solving import forced_lead, winners

from ninetka import Pass, Slide
from ninetka.batch import Batch
from ninetka.players import parse_player
from ninetka.records import Record
from ninetka.simulate import Simulation, random_game, run
from ninetka.simulate.estimates import Results
from ninetka.tournament.arena import ArenaTable, games

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
    players, table, results = [*map(parse_player, match.players)], ArenaTable(), Results()
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


def _whole(count: Callable[..., Any], *arguments: object) -> Count:
    return Count(lambda _: count(*arguments))


_KINDS: Final[Mapping[str, Mapping[str, Count]]] = {
    "random": {
        start.name: _whole(simulate, start, number)
        for start, number in (FULL | PART_FILLED | READINGS | HANDICAPS).items()
    },
    "first": {start.name: _whole(simulate, start, FIRST) for start in FULL},
    "moves": {
        start.name: _whole(play_moves, start, MOVE_BY_MOVE) for start in map(Start, (2, 3, 4))
    },
    "matches": {
        match.name: _whole(play_match, match) for match in (*EQUAL, *STRENGTHS, *STRONGER, *READING)
    },
    "solved": {start.name: _whole(solve, start) for start in SOLVED},
    "sampled": {
        start.name: _whole(solve_sample, start, number) for start, number in SAMPLED.items()
    },
}

BOOK: Final = Book("9tka", ROOT, _KINDS)
