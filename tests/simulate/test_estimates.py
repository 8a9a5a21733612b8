"""Counts of results, and the intervals that they give."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from statistics import fmean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka import NinetkaError
from ninetka.simulate.estimates import Estimate, Points, Results, mean, share
from simulate.checksums import with_checksums

THIRD = Fraction(1, 3)
SOME = Results({(): 2, (0, 1): 1, (1,): 4}, {(THIRD, -1): 3, (0, 1): 4}, {9: 6, 4: 1})


def test_counts_give_wins_points_and_means() -> None:
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


def test_a_win_that_is_shared_counts_for_each_and_draws_for_all() -> None:
    found = Results({(0, 1): 3, (2,): 1, (): 6}, {(1, 1, 0): 10}, {5: 10})
    assert (found.wins, found.draws) == ((3, 3, 1), 6)
    assert [each.value for each in found.win_shares] == [0.35, 0.35, 0.3]


def test_no_game_gives_no_estimate() -> None:
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


@pytest.mark.parametrize(("part", "whole"), [(-1, 3), (4, 3), (0, 0), (0, 2**63)])
def test_what_is_not_a_share(part: int, whole: int) -> None:
    with pytest.raises(NinetkaError, match=f"{part} of {whole} is not a share"):
        share(part, whole)


@pytest.mark.parametrize("counts", [{}, {1: -1, 2: 2}, {1: 10**400}, {10**400: 1}])
def test_what_has_no_mean(counts: dict[int | Fraction, int]) -> None:
    with pytest.raises(NinetkaError, match=r"no games have been played|times, cannot be points$"):
        mean(counts)


@pytest.mark.parametrize("decimals", [-1, 101, 10**10])
def test_decimals_are_limited(decimals: int) -> None:
    with pytest.raises(NinetkaError, match=r"^there are 0 to 100 decimals, not "):
        Estimate(1, 0, 2).to_text(decimals=decimals)


def test_an_estimate_may_be_unknown() -> None:
    assert Estimate(math.inf, math.inf, math.inf).to_text() == "inf (unknown)"


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
        "checksum": data["checksum"],
    }
    assert re.fullmatch("[0-9a-f]{16}", data["checksum"])
    assert Results.from_dict(data) == SOME


NESTED: list[Any] = []
for _ in range(100_000):
    NESTED = [NESTED]
DAMAGED = "the counts were damaged, or changed by hand"


@pytest.mark.parametrize(
    "changes",
    [
        {"winners": [[[0], 2], [[0, 1], 1], [[1], 4]]},
        {"checksum": "0" * 16},
        {"checksum": None},
        {"plies": {4}},
        {"plies": NESTED},
    ],
    ids=["changed", "zeros", "none", "a set, which JSON has not", "nested too deep"],
)
def test_counts_of_which_the_checksum_is_not(changes: dict[str, Any]) -> None:
    with pytest.raises(NinetkaError, match=f"^{DAMAGED}$"):
        Results.from_dict({**SOME.to_dict(), **changes})


def test_the_largest_numbers_that_results_may_have() -> None:
    largest = Results({(99,): 2**62}, {(10**18 - 1,) * 100: 2**62}, {2**32: 2**62})
    assert Results.from_dict(largest.to_dict()) == largest


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"games": 8}, DAMAGED),
        ({"plies": [[4, 1]]}, DAMAGED),
        ({"plies": [[4, -7]]}, "-7 is not a whole number from 0 to"),
        ({"plies": [[4.5, 7]]}, "4.5 is not a whole number"),
        ({"plies": [[2**32, 1], [2**32 + 1, 6]]}, "4294967297 is not a whole number from 0 to"),
        ({"plies": [[True, 7]]}, "True is not a whole number"),
        ({"plies": [[4, 0], [5, 7]]}, DAMAGED),
        ({"plies": [[4, 1], [4, 6]]}, DAMAGED),
        ({"plies": 7}, DAMAGED),
        ({"plies": [[4, 7, 7]]}, DAMAGED),
        ({"scores": [[["1/0", 1], 7]]}, "'1/0' is not points"),
        ({"scores": [[["1e9999999", 1], 7]]}, "'1e9999999' is not points"),
        ({"scores": [[[10**18, 1], 7]]}, "is not points: a whole number or a fraction as text"),
        ({"scores": [[[0.5, 1], 7]]}, "0.5 is not points"),
        ({"scores": [[[0] * 101, 7]]}, DAMAGED),
        ({"scores": [[[0, 1], 4], [[0, 1, 2], 3]]}, DAMAGED),
        ({"winners": [[[2], 7]]}, DAMAGED),
        ({"winners": [[[0, 1], 4], [[1, 0], 3]]}, DAMAGED),
    ],
)
def test_counts_that_cannot_be_though_their_checksum_is_right(
    changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(NinetkaError, match=re.escape(said)):
        Results.from_dict(with_checksums({**SOME.to_dict(), **changes}))


def test_what_is_no_mapping_or_misses_a_field() -> None:
    with pytest.raises(NinetkaError, match="7 is not results"):
        Results.from_dict(7)  # type: ignore[arg-type]
    with pytest.raises(NinetkaError, match='this is not results: "winners" is missing'):
        Results.from_dict({"games": 7})


def test_results_of_other_numbers_of_seats_are_not_added() -> None:
    with pytest.raises(NinetkaError, match="results of different numbers of seats cannot be"):
        SOME + Results({(0,): 1}, {(1, 0, 0): 1}, {4: 1})
