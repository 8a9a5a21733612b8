"""How a random game goes depends on the seed, its number and its position alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from kropki.compiled.compare import reached
from numpy.typing import NDArray
from support.nine_states import playout
from support.waiting import PATIENCE

from ninetka import BOARDGAMEGEEK, NESTORGAMES, EdgeStop, Ruleset, State, TieBreak, kropki, morris
from ninetka.batch import Batch, Counts
from ninetka.kropki import Capture, Passing, Start
from ninetka.simulate import random_game

FEW = Ruleset("few", {2: 5, 3: 4, 4: 3}, EdgeStop.STONE)
NINE = {
    f"{ruleset.name} {players}": (ruleset, players)
    for ruleset, players in ((NESTORGAMES, 2), (NESTORGAMES, 4), (FEW, 2), (FEW, 3))
}
KROPKI = {
    ruleset.name: ruleset
    for ruleset in (
        kropki.Ruleset("small", 6, 5, Capture.AUTOMATIC, Start.CROSS),
        kropki.Ruleset("passes", 5, 5, Capture.AUTOMATIC, Start.DOT, Passing.TURNS, 1.5),
        kropki.Ruleset("border", 7, 5, Capture.AUTOMATIC, passing=Passing.FOR_GOOD, border=True),
        kropki.Ruleset("declared", 6, 5, start=Start.CROSS),
    )
}
MORRIS = ["mills", "9am", "three-mens-morris"]
NAMES = ["nestorgames 2", "few 3", *KROPKI, *MORRIS]
EACH = pytest.mark.parametrize("name", NAMES)


def mixed(name: str) -> Batch[Any, Any]:
    """Starts and later positions of all phases in turn."""
    if name in KROPKI:
        return Batch.of([reached(KROPKI[name], Random(seed)) for seed in range(12)])
    if name in MORRIS:
        begin = morris.State.start(morris.PUBLISHED[name])
        return Batch.of([random_game(begin, Random(k), 4 * k).state for k in range(9)])
    ruleset, players = NINE[name]
    last = 9 + sum(ruleset.stones_by_seat(players))
    plies = [0, 5, 0, 9, 0, 0, 12, last, 0, 0, 0, last + 3, 0]
    start = State.start(ruleset, players)
    return Batch.of([playout(start, Random(k), n).state for k, n in enumerate(plies)])


def equal(counts: Counts, others: Counts) -> bool:
    fields = ("scores", "games", "winners", "plies")
    return all(np.array_equal(getattr(counts, name), getattr(others, name)) for name in fields)


@EACH
def test_playouts_do_not_depend_on_the_batch(name: str) -> None:
    batch, games = mixed(name), 7
    whole = batch.playouts(games, seed=5, first=1000)
    for i in range(len(batch)):
        for k in (0, 3):
            many, first = games - k, 1000 + i * games + k
            part = batch[i : i + 1].playouts(many, seed=5, first=first)
            assert np.array_equal(part.scores[0], whole.scores[i, k:])
            assert np.array_equal(part.plies[0], whole.plies[i, k:])
            assert np.array_equal(part.winners[0], whole.winners[i, k:])
    half = batch[6:].playouts(games, seed=5, first=1000 + 6 * games)
    assert np.array_equal(half.scores, whole.scores[6:])


@EACH
@pytest.mark.parametrize("workers", [2, 3])
def test_nor_on_workers(name: str, workers: int) -> None:
    batch = mixed(name)
    for part, games in ((batch, 400), (batch[:1], 5001), (batch[3:5], 2500), (batch, 1)):
        alone, together = (part.playouts(games, 8, workers=n) for n in (1, workers))
        assert np.array_equal(alone.scores, together.scores)
        assert np.array_equal(alone.plies, together.plies)
        assert np.array_equal(alone.winners, together.winners)
        assert equal(part.counts(games, 8), part.counts(games, 8, workers=workers))


@EACH
def test_nor_do_games_move_by_move(name: str) -> None:
    batch = mixed(name)
    whole = batch.random_games(seed=5, first=2**40)
    assert np.array_equal((whole.actions >= 0).sum(axis=1), whole.plies)
    for i in range(len(batch)):
        part = batch[i : i + 1].random_games(seed=5, first=2**40 + i)
        assert part.plies[0] == whole.plies[i] == part.actions.shape[1]
        assert np.array_equal(part.actions[0], whole.actions[i, : whole.plies[i]])


def test_seeds_and_numbers_differ() -> None:
    batch = Batch.start(NESTORGAMES, players=3)
    one, same, text, other = (batch.playouts(200, seed) for seed in (1, 1, "1", 2))
    assert np.array_equal(one.scores, same.scores)
    assert np.array_equal(one.scores, text.scores)
    assert not np.array_equal(one.scores, other.scores)
    assert not np.array_equal(one.scores[:, :100], one.scores[:, 100:])
    assert np.array_equal(batch.playouts(10, 1, first=2**48 - 10).scores.shape, (1, 10, 3))


@pytest.mark.parametrize(
    ("name", "games"),  # some positions at a time, or some games
    [
        (name, games)
        for name in NAMES
        for games in ((3, 300) if name in MORRIS else (3, 1500, 20_000))
    ],
)
def test_counts_are_those_of_playouts(name: str, games: int) -> None:
    batch = mixed(name)
    players = batch.players
    counts, played = batch.counts(games, "x", 3), batch.playouts(games, "x", 3)
    scores, often = np.unique(played.scores.reshape(-1, players), axis=0, return_counts=True)
    assert np.array_equal(counts.scores, scores)
    assert np.array_equal(counts.games, often)
    wins = played.winners.sum(axis=(0, 1))
    assert np.array_equal(counts.wins, wins)
    sets = (played.winners << np.arange(players)).sum(-1)
    assert np.array_equal(counts.winners, np.bincount(sets.ravel(), minlength=1 << players))
    if name in NINE:
        assert np.array_equal(counts.shares, wins)
    lengths = np.bincount(played.plies.ravel(), minlength=len(counts.plies))
    assert np.array_equal(counts.plies, lengths)
    twice = counts + counts
    assert np.array_equal(twice.scores, scores)
    assert twice.winners.sum() == twice.games.sum() == twice.plies.sum() == 2 * games * len(batch)


def test_winners_have_most_points_and_among_equals_come_last() -> None:
    played = Batch.start(NESTORGAMES, players=4).playouts(1000)
    for scores, winner in zip(played.scores[0].tolist(), played.winners[0], strict=True):
        best = max(range(4), key=lambda seat: (scores[seat], seat))
        assert winner.nonzero()[0].tolist() == [best]


@pytest.mark.parametrize("name", ["small", "passes", "border"])
def test_winners_have_more_points(name: str) -> None:
    played = Batch.start(KROPKI[name]).playouts(3000)
    first, second = played.scores[0].T
    assert np.array_equal(played.winners[0], np.stack([first > second, second > first], 1))
    assert played.scores.dtype == (np.float32 if name == "passes" else np.int16)
    ties = (first == second).sum()
    assert (ties == 0) == (name == "passes")


def test_q6_a_tie_goes_to_who_slid_last() -> None:
    """Two players have every second turn of movement, and the last move is a slide."""
    ruleset = attrs.evolve(NESTORGAMES, tie_break=TieBreak.LAST_SLIDE)
    for stones in (18, 7, (3, 9)):
        state = State.start(attrs.evolve(ruleset, stones={2: stones}))
        played = Batch.of([state]).playouts(1000)
        turns = played.plies[0] - state.terms.all_stones
        sliders = (int(state.terms.first_to_move) + turns - 1) % 2
        points, ties = played.scores[0], played.scores[0, :, 0] == played.scores[0, :, 1]
        assert np.array_equal(played.winners[0, :, 1], np.where(ties, sliders, points.argmax(-1)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_q5_a_draw_takes_no_plies(players: int) -> None:
    """Where the neutrals stand, and whose turn it is, is all that a draw decides."""
    start = State.start(BOARDGAMEGEEK, players)
    drawn = start.dealt(Random(1))
    played = Batch.of([start, drawn]).playouts(400)
    assert played.plies.max() <= drawn.max_plies_left == start.max_plies_left - 9
    assert played.plies.min() > 36
    means = played.plies.mean(1)
    assert abs(means[0] - means[1]) < 1


PINNED = {
    "playouts nestorgames 2": "e131bd082c53",
    "games nestorgames 2": "20bfa9de8a22",
    "playouts nestorgames 4": "3ae58e6c2279",
    "games nestorgames 4": "a433d7d31eb9",
    "playouts few 2": "5f2500ca220e",
    "games few 2": "07b093120660",
    "playouts few 3": "7b1e3fa69341",
    "games few 3": "47c738a4d497",
    "playouts small": "bd771b14ba06",
    "games small": "8679e631c93c",
    "playouts passes": "331d5b6785f8",
    "games passes": "c21067bdf2eb",
    "playouts border": "6fd8100fbb2c",
    "games border": "832c7251b83e",
    "playouts declared": "abb84a04a399",
    "games declared": "2a459f05e026",
}


def digest(*arrays: NDArray[np.generic]) -> str:
    """The numbers of some arrays, in short; not their types, which are others' to test."""
    data = json.dumps([array.tolist() for array in arrays])
    return blake2b(data.encode(), digest_size=6).hexdigest()


def results() -> dict[str, str]:
    """What random games come to, in short."""
    found = {}
    for name in (*NINE, *KROPKI):
        batch = mixed(name)
        played, games = batch.playouts(50, seed=1), batch.random_games(seed=1)
        found[f"playouts {name}"] = digest(played.scores, played.plies, played.winners.argmax(-1))
        found[f"games {name}"] = digest(games.actions, games.plies)
    return found


def test_results_of_seeds_stay_the_same() -> None:
    """A change of these is a change of what a seed means, and goes into the changelog."""
    assert results() == PINNED


@pytest.mark.deep
def test_other_machines_give_the_same(tmp_path: Path) -> None:
    """Without BMI2 and wide vectors, compiled code goes other ways."""
    tests = str(Path(__file__).parents[1])
    code = "from batch.test_streams import results; import json; print(json.dumps(results()))"
    kernel = "from ninetka.compiled.machine import HAS_BMI2; assert not HAS_BMI2"
    env = {
        **os.environ,
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "NUMBA_CACHE_DIR": str(tmp_path),
        "PYTHONPATH": os.pathsep.join([tests, *sys.path]),
    }
    command = [sys.executable, "-c", f"{code}; {kernel}"]
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert json.loads(done.stdout) == PINNED
