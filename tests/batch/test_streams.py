"""How a random game goes depends on the seed, its number and its position alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from random import Random

import attrs
import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from numpy.typing import NDArray
from support.nine_states import playout

from ninetka import BOARDGAMEGEEK, NESTORGAMES, EdgeStop, Move, Ruleset, State, TieBreak
from ninetka.batch import Batch, Counts

FEW = Ruleset("few", {2: 5, 3: 4, 4: 3}, EdgeStop.STONE)


def mixed(ruleset: Ruleset, players: int) -> Batch[State, Move]:
    """Starts and later positions of all phases in turn."""
    last = 9 + sum(ruleset.stones_by_seat(players))
    plies = [0, 5, 0, 9, 0, 0, 12, last, 0, 0, 0, last + 3, 0]
    start = State.start(ruleset, players)
    return Batch.of([playout(start, Random(k), n).state for k, n in enumerate(plies)])


KINDS = pytest.mark.parametrize(
    ("ruleset", "players"),
    [(NESTORGAMES, 2), (FEW, 3)],
    ids=lambda value: getattr(value, "name", value),
)


def equal(counts: Counts, others: Counts) -> bool:
    fields = ("scores", "games", "winners", "plies")
    return all(np.array_equal(getattr(counts, name), getattr(others, name)) for name in fields)


@KINDS
def test_playouts_do_not_depend_on_the_batch(ruleset: Ruleset, players: int) -> None:
    batch, games = mixed(ruleset, players), 7
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


@KINDS
@pytest.mark.parametrize("workers", [2, 3])
def test_nor_on_workers(ruleset: Ruleset, players: int, workers: int) -> None:
    batch = mixed(ruleset, players)
    for part, games in ((batch, 400), (batch[:1], 5001), (batch[3:5], 2500), (batch, 1)):
        alone, together = (part.playouts(games, 8, workers=n) for n in (1, workers))
        assert np.array_equal(alone.scores, together.scores)
        assert np.array_equal(alone.plies, together.plies)
        assert np.array_equal(alone.winners, together.winners)
        assert equal(part.counts(games, 8), part.counts(games, 8, workers=workers))


@KINDS
def test_nor_do_games_move_by_move(ruleset: Ruleset, players: int) -> None:
    batch = mixed(ruleset, players)
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


@KINDS
@pytest.mark.parametrize("games", [3, 1500, 20_000])  # some positions at a time, or some games
def test_counts_are_those_of_playouts(ruleset: Ruleset, players: int, games: int) -> None:
    batch = mixed(ruleset, players)
    counts, played = batch.counts(games, "x", 3), batch.playouts(games, "x", 3)
    scores, often = np.unique(played.scores.reshape(-1, players), axis=0, return_counts=True)
    assert np.array_equal(counts.scores, scores)
    assert np.array_equal(counts.games, often)
    wins = played.winners.sum(axis=(0, 1))
    assert np.array_equal(counts.wins, wins)
    assert np.array_equal(counts.shares, wins)
    assert counts.winners[1 << np.arange(players)].tolist() == wins.tolist()
    lengths = np.bincount(played.plies.ravel(), minlength=len(counts.plies))
    assert np.array_equal(counts.plies, lengths)
    twice = counts + counts
    assert np.array_equal(twice.scores, scores)
    assert twice.wins.sum() == twice.games.sum() == twice.plies.sum() == 2 * games * len(batch)


def test_winners_have_most_points_and_among_equals_come_last() -> None:
    played = Batch.start(NESTORGAMES, players=4).playouts(1000)
    for scores, winner in zip(played.scores[0].tolist(), played.winners[0], strict=True):
        best = max(range(4), key=lambda seat: (scores[seat], seat))
        assert winner.nonzero()[0].tolist() == [best]


def test_q6_a_tie_goes_to_who_slid_last() -> None:
    """Two players have every second turn of movement, and the last move is a slide."""
    ruleset = attrs.evolve(NESTORGAMES, tie_break=TieBreak.LAST_SLIDE)
    for stones in (18, 7, (3, 9)):
        state = State.start(attrs.evolve(ruleset, stones={2: stones}))
        played = Batch.of([state]).playouts(1000)
        turns = played.plies[0] - state.terms.full
        sliders = (int(state.terms.mover) + turns - 1) % 2
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
}


def digest(*arrays: NDArray[np.generic]) -> str:
    """The numbers of some arrays, in short; not their types, which are others' to test."""
    data = json.dumps([array.tolist() for array in arrays])
    return blake2b(data.encode(), digest_size=6).hexdigest()


def results() -> dict[str, str]:
    """What random games come to, in short."""
    found = {}
    for ruleset, players in ((NESTORGAMES, 2), (NESTORGAMES, 4), (FEW, 2), (FEW, 3)):
        batch = mixed(ruleset, players)
        played, games = batch.playouts(50, seed=1), batch.random_games(seed=1)
        scores, winners = played.scores.astype(np.int8), played.winners.argmax(-1).astype(np.int8)
        kind = f"{ruleset.name} {players}"
        found[f"playouts {kind}"] = digest(scores, played.plies, winners)
        found[f"games {kind}"] = digest(games.actions, games.plies)
    return found


def test_pinned_results() -> None:
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
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == PINNED
