"""Random games of Kropki follow the law of the rules: all moves offered are equally likely."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from batch.chance import at_one_go, endings, first_moves, paths, replay
from batch.compare import codes_of
from support.chi_square import check_law, check_same_law

from kropki.compiled.compare import reached, some_ruleset_with
from ninetka.batch import Batch
from ninetka.kropki import AutomaticState, Capture, Passing, Ruleset, Start
from ninetka.play.playouts import played_out


def endgame(capture: Capture, rng: Random) -> Any:
    """A position with a few free points and several endings."""
    while True:
        state = reached(some_ruleset_with(capture, rng), rng)
        dots_alone = capture is Capture.AUTOMATIC and state.ruleset.passing is not Passing.TURNS
        most = 6 if dots_alone else 5
        if 3 <= state.free_mask.bit_count() <= most and len(endings(state)) > 2:
            return state


@pytest.mark.parametrize(
    ("capture", "first", "seeds"),
    [
        (Capture.AUTOMATIC, 0, 12),
        (Capture.DECLARED, 0, 5),
        *(pytest.param(each, 100, 20, marks=pytest.mark.deep) for each in Capture),
    ],
)
def test_endgames_end_by_their_exact_chances(capture: Capture, first: int, seeds: int) -> None:
    for seed in range(first, first + seeds):
        state = endgame(capture, Random(seed))
        check_law(at_one_go(state, 100_000, seed), endings(state))


@pytest.mark.parametrize("passing", Passing)
@pytest.mark.parametrize("border", [False, True])
def test_first_moves_have_their_chances(passing: Passing, border: bool) -> None:
    ruleset = Ruleset("small", 5, 4, Capture.AUTOMATIC, Start.CROSS, passing, border=border)
    for seed in range(3):
        state = reached(ruleset, Random(seed))
        check_law(first_moves(state, 2, 40_000, seed), paths(state, 2))


@pytest.mark.parametrize(
    "ruleset",
    [
        *(Ruleset("small", 7, 4, Capture.AUTOMATIC, passing=passing) for passing in Passing),
        Ruleset("declared", 6, 5, start=Start.CROSS),
    ],
    ids=lambda ruleset: f"{ruleset.name}-{ruleset.passing}",
)
def test_random_actions_are_equally_likely(ruleset: Ruleset) -> None:
    for seed in range(6):
        state = reached(ruleset, Random(seed))
        batch = Batch.of([state])[np.zeros(20_000, np.intp)]
        actions = batch.random_actions(np.random.default_rng(seed))
        codes = codes_of(state) or (-1,)
        check_law(Counter(actions.tolist()), dict.fromkeys(codes, 1 / len(codes)))


@pytest.mark.deep
@pytest.mark.parametrize("passing", Passing)
def test_games_end_like_games_of_states(passing: Passing) -> None:
    ruleset = Ruleset("middling", 7, 6, Capture.AUTOMATIC, Start.CROSS, passing)
    state, rng = AutomaticState.start(ruleset), Random(7)
    games = Counter[Any]()
    for _ in range(4000):
        ended, plies = played_out(state, rng.randrange)
        games[float(ended.scores[0]), float(ended.scores[1]), plies] += 1
    check_same_law(games, at_one_go(state, 400_000, seed=3))


@pytest.mark.parametrize("capture", Capture)
def test_playouts_are_the_random_games_move_by_move(capture: Capture) -> None:
    for seed in range(6):
        rng = Random(seed)
        ruleset = some_ruleset_with(capture, rng)
        batch = Batch.of([reached(ruleset, rng) for _ in range(20)])
        games, at_once = batch.random_games(seed), batch.playouts(1, seed)
        assert np.array_equal(games.plies, at_once.plies[:, 0])
        replay(batch, games)
        assert np.array_equal(batch.scores(), at_once.scores[:, 0])
