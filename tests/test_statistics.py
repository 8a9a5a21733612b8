"""The pages of statistics are made of the counts, and the counts of 9tka come out again."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from xml.etree.ElementTree import fromstring

import pytest
from support.made import RECOUNT, check_made

from ninetka import Pass, Slide, State
from ninetka.simulate import Simulation, random_game
from ninetka.simulate.estimates import Estimate, Points, Results

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "statistics"))

from books import ROOT, Page, read
from experiments import (
    EQUAL,
    FIRST,
    FULL,
    HANDICAPS,
    PART_FILLED,
    READING,
    READINGS,
    STRENGTHS,
    STRONGER,
    Start,
)
from make import PAGES
from tables import Ties, figure, interval, table

COUNTS = read(ROOT)
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.folder.name)


@EACH_PAGE
def test_a_page_and_its_plots_are_made_of_the_counts(page: Page) -> None:
    for path, text in page.files().items():
        check_made(path, text, "python docs/statistics/make.py")


@EACH_PAGE
def test_plots_are_described(page: Page) -> None:
    for path, text in page.files().items():
        if path.suffix == ".svg":
            title, description, *_ = fromstring(text)
            assert title.text
            assert re.search("(two|[2-5]) players", f"{title.text} {description.text}".lower())


def test_the_counts_are_of_the_games_that_are_named() -> None:
    for start, games in (FULL | PART_FILLED | READINGS | HANDICAPS).items():
        simulation = Simulation.from_dict(COUNTS["random"][start.name])
        assert simulation.is_finished
        assert (simulation.start, simulation.games) == (start.state, games)
        assert (simulation.seed, simulation.compiled) == ("1", True)
    for match in (*EQUAL, *STRONGER, *STRENGTHS, *READING):
        found = COUNTS["matches"][match.name]
        results = Results.from_dict(found["results"])
        assert results.games == match.games
        assert sum(results.wins) == sum(sum(wins) for _, wins in found["players"]) == match.games


def test_the_first_games_are_among_all() -> None:
    for start in FULL:
        first, whole = (
            Simulation.from_dict(COUNTS[kind][start.name]).results for kind in ("first", "random")
        )
        assert first.games == FIRST
        assert Counter(first.scores) <= Counter(whole.scores)
        assert Counter(first.plies) <= Counter(whole.plies)


def test_ties_are_broken_or_shared() -> None:
    scores: Mapping[tuple[Points, ...], int]
    scores = {(3, 2, 1): 5, (2, 2, 1): 4, (1, 2, 2): 2, (2, 2, 2): 3, (0, 0, 1): 1}
    ties = Ties.of(Results({(0,): 5, (1,): 4, (2,): 6}, scores, {50: 15}))
    assert ties.outright == {0: 5, 2: 1}
    assert ties.by_tie == {1: 4, 2: 5}
    assert ties.shared == {0: 5 + 2 + 1, 1: 2 + 1 + 1, 2: 1 + 1 + 1}
    assert ties.share.value == 9 / 15


@pytest.mark.parametrize(
    ("low", "value", "high", "brief", "whole"),
    [
        (0.36097, 0.36102, 0.36106, "36.102 ± 0.005", "36.102 (36.097 to 36.106)"),
        (0.137, 0.152, 0.169, "15.2 ± 1.7", "15.2 (13.7 to 16.9)"),
        (0.0, 0.3, 0.7, "30.0 ± 40.0", "30.0 (0.0 to 70.0)"),
        (1 - 1e-8, 1.0, 1.0, "100.0000 ± 0.0001", "100.0000 (100.0000 to 100.0000)"),
        (1.0, 1.0, 1.0, "100.0 ± 0.0", "100.0 (100.0 to 100.0)"),
    ],
)
def test_figures_are_rounded_by_their_interval(
    low: float, value: float, high: float, brief: str, whole: str
) -> None:
    assert figure(Estimate(value, low, high), 100) == brief
    assert interval(Estimate(value, low, high), 100) == whole


def test_tables_are_written_in_markdown() -> None:
    assert table(["", "b"], [["c", 1]]) == "|  | b |\n| --- | ---: |\n| c | 1 |"


@pytest.mark.deep
@pytest.mark.parametrize("start", FULL, ids=lambda start: start.name)
def test_the_first_games_come_out_again(start: Start) -> None:
    pytest.importorskip("numba")
    from nine_counts import simulate

    assert as_json(simulate(start, FIRST)) == COUNTS["first"][start.name], RECOUNT


@pytest.mark.deep
@pytest.mark.parametrize("players", [2, 3, 4])
def test_passes_and_slides_are_those_of_the_games(players: int) -> None:
    pytest.importorskip("numba")
    from nine_counts import play_moves

    from ninetka.batch import Batch

    start, seats = Start(players), range(players)
    passes, slides = [Counter[int]() for _ in seats], Counter[int]()
    games = Batch.of([start.state] * 50).random_games("1")
    for actions in games.actions.tolist():
        state, by_seat, slid = start.state, [0] * players, 0
        for action in actions:
            if action >= 0:
                move = state.move(action)
                by_seat[state.to_move] += isinstance(move, Pass)
                slid += isinstance(move, Slide)
                state = state.apply(move)
        slides[slid] += 1
        for seat in seats:
            passes[seat][by_seat[seat]] += 1
    found = play_moves(start, 50)
    assert [dict(each) for each in found["passes"]] == passes
    assert dict(found["slides"]) == slides


def as_json(data: object) -> object:
    return json.loads(json.dumps(data))


def wins(state: State, seat: int) -> bool:
    """Whether a seat can force a win, by trying everything."""
    if state.outcome is not None:
        return state.outcome.winner == seat
    some: Callable[..., bool] = any if state.to_move == seat else all
    return some(wins(state.apply_unchecked(move), seat) for move in state.legal_moves)


def lead(state: State) -> int:
    """By how many points the second seat is ahead with best play, by trying everything."""
    if state.outcome is not None:
        return state.scores[1] - state.scores[0]
    best: Callable[..., int] = max if state.to_move == 1 else min
    return best(lead(state.apply_unchecked(move)) for move in state.legal_moves)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("start", "plies"),
    [
        (Start(2, 1), 7),
        (Start(2, 1, "stone", "restarts"), 8),
        (Start(2, 2, "stone"), 11),
        (Start(3, 1, "stone"), 10),
        (Start(4, 1, "stone", "restarts"), 11),
    ],
    ids=lambda given: getattr(given, "name", None),
)
def test_who_can_force_a_win(start: Start, plies: int) -> None:
    pytest.importorskip("numba")
    from solving import winners

    for seed in range(5):
        state = random_game(start.state, Random(seed), plies).state
        assert winners(state) == [seat for seat in state.seats if wins(state, seat)]


@pytest.mark.deep
@pytest.mark.parametrize(
    ("start", "plies"), [(Start(2, 1), 9), (Start(2, 3, "stone"), 14), (Start(2, 9), 34)]
)
def test_by_how_much_a_win_can_be_forced(start: Start, plies: int) -> None:
    pytest.importorskip("numba")
    from solving import forced_lead

    for seed in range(5):
        state = random_game(start.state, Random(seed), plies).state
        assert forced_lead(state) == lead(state)
