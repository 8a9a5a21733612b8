"""A batch of Kropki does what the states do, ply by ply."""

from __future__ import annotations

from random import Random

import attrs
import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

from batch.compare import ODD_CODES, play_on, refuse

from kropki.compare import ruleset_of
from kropki.compiled.compare import play_out, play_side_by_side, reached, some_ruleset_with
from kropki.naive import Naive
from kropki.reference import AutomaticCase, automatic_cases
from ninetka.batch import Batch
from ninetka.kropki import (
    AutomaticState,
    Capture,
    Passing,
    Point,
    Region,
    Ruleset,
    Seat,
    Setup,
    Start,
)


@pytest.mark.parametrize(
    ("first", "seeds", "games", "capture"),
    [
        (0, 12, 20, Capture.AUTOMATIC),
        (0, 8, 5, Capture.DECLARED),
        # more: reliability/side_by_side.py
        pytest.param(1000, 30, 20, Capture.AUTOMATIC, marks=pytest.mark.deep),
        pytest.param(1000, 60, 5, Capture.DECLARED, marks=pytest.mark.deep),
    ],
)
def test_random_games_of_random_rulesets(
    first: int, seeds: int, games: int, capture: Capture
) -> None:
    seen = range(first, first + seeds)
    assert sum(play_side_by_side(seed, games, capture) for seed in seen) > 4 * games * seeds


@pytest.mark.parametrize(
    "seeds", [range(2), pytest.param(range(2, 20), marks=pytest.mark.deep)], ids=len
)
def test_larger_boards(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        ruleset = some_ruleset_with(Capture.AUTOMATIC, rng)
        columns, rows = rng.choice([8, 9, 10, 12, 13]), rng.choice([7, 8, 10, 11])
        play_out(attrs.evolve(ruleset, columns=columns, rows=rows), rng, games=6)


@pytest.mark.deep
@pytest.mark.parametrize("size", [(20, 20), (39, 32), (52, 52), (52, 1), (1, 52), (2, 52)])
def test_large_boards(size: tuple[int, int]) -> None:
    rng = Random(str(size))
    ruleset = some_ruleset_with(Capture.AUTOMATIC, rng)
    ruleset = attrs.evolve(ruleset, start=Start.EMPTY, border=False)
    play_out(attrs.evolve(ruleset, columns=size[0], rows=size[1]), rng, games=1)


@pytest.mark.parametrize("case", automatic_cases(), ids=lambda case: case.id)
def test_cases_of_the_reference(case: AutomaticCase) -> None:
    """Whoever's turn it is: each dot is placed in a position in which it is its player's."""
    ruleset = ruleset_of(Naive(case.columns, case.rows, automatic=True))
    state = AutomaticState.start(ruleset)
    for seat, name in case.dots:
        batch, point = Batch.of([attrs.evolve(state, to_move=Seat(seat))]), Point(name)
        batch.step([point.row * case.columns + point.column])
        state = batch[0]
    assert state.scores == case.scores
    free = {point.name for point in state.free}
    assert free >= {*case.free}
    assert free.isdisjoint(case.refused)


def test_every_illegal_code() -> None:
    for passing in Passing:
        ruleset = Ruleset("small", 4, 3, capture=Capture.AUTOMATIC, passing=passing)
        rng = Random(1)
        for _ in range(12):
            state = reached(ruleset, rng)
            batch = Batch.of([state] * 2)
            for code in {*range(15), *ODD_CODES} - {*state.legal_actions}:
                refuse(batch, [state] * 2, [-1, -1], 1, code)


def test_regions_from_before_are_kept() -> None:
    """Regions of an arrangement need not be tight, so they cannot be worked out again."""
    ring = [*map(Point, ["cb", "db", "eb", "fc", "fd", "fe", "ef", "df", "cf", "be", "bd", "bc"])]
    inner = [*map(Point, ["dc", "cd", "ed", "de"])]
    dots = {**dict.fromkeys(ring + inner, Seat.FIRST), Point("dd"): Seat.SECOND}
    ruleset = Ruleset("wide", 9, 7, capture=Capture.AUTOMATIC)
    setup = Setup(dots, [Region(Seat.FIRST, ring)], Seat.FIRST, ruleset)
    state = AutomaticState.from_setup(setup)
    assert play_on([state, AutomaticState.start(ruleset)] * 5, Random(1)) > 100
