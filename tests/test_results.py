"""Counts of results, and the intervals that they give."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from statistics import fmean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka import NinetkaError
from ninetka.results import Estimate, Points, Results, mean, share

THIRD = Fraction(1, 3)
SOME = Results({(): 2, (0, 1): 1, (1,): 4}, {(THIRD, -1): 3, (0, 1): 4}, {9: 6, 4: 1})


def test_what_the_counts_tell() -> None:
    assert SOME.games == 7
    assert SOME.wins == (1, 5)
    assert SOME.points == ({0: 4, THIRD: 3}, {-1: 3, 1: 4})
    assert SOME.draws == 2
    assert [each.value for each in SOME.win_shares] == [1.5 / 7, 5.5 / 7]
    assert [each.value for each in SOME.mean_points] == [1 / 7, 1 / 7]
    assert SOME.mean_plies.value == 58 / 7


def test_results_add_up() -> None:
    scores: dict[tuple[Points, ...], int] = {(THIRD, -1): 6, (0, 1): 8}
    twice = {(): 4, (0, 1): 2, (1,): 8}, scores, {9: 12, 4: 2}
    assert Results(*twice) == SOME + SOME
    assert Results() + SOME == SOME == SOME + Results()
    assert hash(SOME + Results()) == hash(SOME)


def test_of_no_game() -> None:
    assert (Results().games, Results().wins, Results().points) == (0, (), ())
    with pytest.raises(NinetkaError, match="no games have been played"):
        Results().mean_plies  # noqa: B018


@given(st.integers(1, 10**12), st.fractions(0, 1))
def test_the_ends_of_a_share_are_as_far_off_as_chance_allows(whole: int, part: Fraction) -> None:
    won = int(whole * part)
    found = share(won, whole)
    assert 0 <= found.low <= found.value == won / whole <= found.high <= 1
    for end in (found.low, found.high):  # Wilson 1927: the deviation is z standard errors there
        error = math.sqrt(end * (1 - end) / whole)
        assert abs(found.value - end) == pytest.approx(1.959964 * error, rel=1e-3, abs=1e-12)


def test_the_interval_of_none_and_of_all_ends_there() -> None:
    assert share(0, 10).low == 0
    assert share(10, 10).high == 1
    assert share(10, 10).low == pytest.approx(0.722467, abs=1e-6)  # 10 / (10 + z²)


@pytest.mark.parametrize(("part", "whole"), [(-1, 3), (4, 3), (0, 0)])
def test_what_is_not_a_share(part: int, whole: int) -> None:
    with pytest.raises(NinetkaError, match=f"{part} of {whole} is not a share"):
        share(part, whole)


@given(st.lists(st.fractions(-10, 10, max_denominator=6), min_size=2, max_size=20))
def test_the_interval_of_a_mean(numbers: list[Fraction]) -> None:
    found = mean({number: numbers.count(number) for number in numbers})
    plain = [float(number) for number in numbers]
    reach = 1.959964 * stdev(plain) / math.sqrt(len(plain))
    middle = fmean(plain)
    assert (found.value, found.low, found.high) == pytest.approx(
        (middle, middle - reach, middle + reach), abs=1e-5
    )


def test_the_interval_of_a_single_number_says_nothing() -> None:
    assert mean({THIRD: 1}) == Estimate(1 / 3, -math.inf, math.inf)


def test_results_are_plain_data_and_back() -> None:
    data = json.loads(json.dumps(SOME.to_dict()))
    assert data == {
        "games": 7,
        "winners": [[[], 2], [[0, 1], 1], [[1], 4]],
        "scores": [[[0, 1], 4], [["1/3", -1], 3]],
        "plies": [[4, 1], [9, 6]],
    }
    assert Results.from_dict(data) == SOME


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"games": 8}, "the counts of winners, scores and plies are of different games"),
        ({"plies": [[4, 1]]}, "the counts of winners, scores and plies are of different games"),
        ({"plies": [[4, -7]]}, "is not results: -7 is not a whole number from 0 on"),
        ({"plies": [[4.5, 7]]}, "is not results: 4.5 is not a whole number"),
        ({"plies": [[4, 0]]}, "is not results: a count is 0"),
        ({"plies": 7}, "is not results: 'int' object is not iterable"),
        ({"scores": [[["1/0"], 7]]}, "is not results: Fraction(1, 0)"),
        ({"scores": [[["x"], 7]]}, "is not results: Invalid literal for Fraction: 'x'"),
    ],
)
def test_what_is_not_results(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        Results.from_dict({**SOME.to_dict(), **changes})
    assert said in str(caught.value)
