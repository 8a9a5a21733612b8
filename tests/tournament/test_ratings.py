"""Ratings, against closed forms, symmetries and likelihoods that are climbed step by step."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import exp, log, sqrt
from random import Random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from ninetka import NinetkaError
from ninetka.protocol import GameOutcome
from ninetka.tournament.ratings import Ratings, ResultCounts, ranks, rate

ELO = 400 / log(10)
WIDE = 1e5
"""A prior that says nothing."""


@attrs.frozen
class Ended(GameOutcome):
    scores: Any
    winners: Any
    ranking: Any = ()


def results(*given: tuple[str, tuple[tuple[int, ...], ...], int]) -> ResultCounts:
    found = ResultCounts()
    for names, by_place, count in given:
        found.counts[tuple(names), by_place] += count
    return found


def values(ratings: Ratings) -> dict[str, float]:
    return {each.name: each.rating.value for each in ratings.players}


def test_two_players_are_apart_by_the_logarithm_of_the_odds() -> None:
    """Three of four games in each seat: 400·log10(3); half in each seat: the seat is worth 0."""
    games = results(
        ("AB", ((0,), (1,)), 75), ("AB", ((1,), (0,)), 25),
        ("BA", ((1,), (0,)), 75), ("BA", ((0,), (1,)), 25),
    )  # fmt: skip
    rated = rate(games, WIDE)
    apart = 400 * log(3, 10)
    assert values(rated) == pytest.approx({"A": apart / 2, "B": -apart / 2}, abs=0.01)
    assert [seat.value for seat in rated.seats] == pytest.approx([0, 0], abs=1e-6)
    # The variance of the logarithm of the odds is 1/won + 1/lost, half of it on each side
    reach = 1.96 * sqrt(1 / 150 + 1 / 50) / 2 * ELO
    best = rated.of("A")
    assert (best.high - best.value, best.value - best.low) == pytest.approx((reach,) * 2, rel=1e-3)


def test_the_order_of_games_changes_no_bit() -> None:
    """Games come from several processes in any order: sums must not tell which."""
    won, lost = ((0,), (1,)), ((1,), (0,))
    given = [("AB", won, 7), ("BA", won, 31), ("AC", lost, 3), ("CB", won, 11), ("CB", lost, 13)]
    assert len({repr(rate(results(*order))) for order in permutations(given)}) == 1


def test_seats_are_told_from_players() -> None:
    """The first seat has odds of 4 among equals, and A odds of 2."""
    odds = {"AB": 8.0, "BA": 2.0}
    games = results(
        *[(names, ((0,), (1,)), int(900 * o / (1 + o))) for names, o in odds.items()],
        *[(names, ((1,), (0,)), int(900 / (1 + o))) for names, o in odds.items()],
    )
    rated = rate(games, WIDE)
    assert values(rated)["A"] == pytest.approx(ELO * log(2) / 2, abs=0.5)
    assert rated.seats[0].value == pytest.approx(ELO * log(4) / 2, abs=0.5)
    assert sum(seat.value for seat in rated.seats) == pytest.approx(0, abs=1e-6)


def test_a_draw_is_half_a_win_for_each() -> None:
    drawn = results(("AB", ((0, 1),), 20), ("AB", ((0,), (1,)), 40))
    halved = results(("AB", ((0,), (1,)), 50), ("AB", ((1,), (0,)), 10))
    assert values(rate(drawn)) == pytest.approx(values(rate(halved)))


def climbed(games: ResultCounts, names: str, seats: int, prior: float) -> list[float]:
    """The most likely strengths, by trying small steps; an implementation of its own."""
    size = len(names) + seats
    strengths = [0.0] * size

    def likelihood(at: list[float]) -> float:
        total = -sum(each**2 for each in at) / (2 * (prior / ELO) ** 2)
        for (playing, by_place), count in games.counts.items():
            left = set(range(len(playing)))
            for place in by_place:
                weight = {s: exp(at[names.index(playing[s])] + at[len(names) + s]) for s in left}
                for seat in place:
                    total += count / len(place) * log(weight[seat] / sum(weight.values()))
                left -= {*place}
        return total

    step, best = 1.0, likelihood(strengths)
    while step > 1e-5:
        before = best
        for at in range(size):
            for way in (step, -step):
                tried = [*strengths]
                tried[at] += way
                if (found := likelihood(tried)) > best:
                    strengths, best = tried, found
        step *= 0.6 if best == before else 1
    return strengths


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_most_likely_ratings_for_two_to_five(seats: int) -> None:
    rng, names = Random(seats), "ABCDE"
    games = ResultCounts()
    for _ in range(15):
        order = rng.sample(range(seats), seats)
        ties = rng.randrange(1, seats + 1)
        by_place = (tuple(sorted(order[:ties])), *((seat,) for seat in order[ties:]))
        games.counts[tuple(rng.sample(names, seats)), by_place] += rng.randrange(1, 4)
    rated = rate(games, 400)
    wanted = climbed(games, names, seats, 400)
    middle = sum(wanted[:5]) / 5
    by_name = {name: ELO * (wanted[at] - middle) for at, name in enumerate(names)}
    assert values(rated) == pytest.approx(by_name, abs=0.02)
    middle = sum(wanted[5:]) / seats
    assert [each.value for each in rated.seats] == pytest.approx(
        [ELO * (each - middle) for each in wanted[5:]], abs=0.02
    )
    assert [each.name for each in rated.players] == sorted(by_name, key=lambda name: -by_name[name])


def test_strengths_come_back_from_games_drawn_by_them() -> None:
    """And nine of ten intervals at least hold them: 95 % are meant to."""
    rng, strengths, games = Random(3), {"A": 1.0, "B": 0.0, "C": -1.0}, ResultCounts()
    held = 0
    for _ in range(40):
        games = ResultCounts()
        for names in [*permutations("ABC")] * 30:
            left, order = [0, 1, 2], []
            while left:
                weights = [exp(strengths[names[seat]] + 0.3 * (seat == 0)) for seat in left]
                order.append(rng.choices(left, weights)[0])
                left.remove(order[-1])
            games.counts[names, tuple((seat,) for seat in order)] += 1
        rated = rate(games, WIDE)
        for name, strength in strengths.items():
            held += rated.of(name).low <= ELO * strength <= rated.of(name).high
    assert 0.9 * 120 <= held < 120


def test_who_has_won_every_game_has_a_finite_rating() -> None:
    best, worst = rate(results(("AB", ((0,), (1,)), 9), ("BA", ((1,), (0,)), 9))).players
    assert (best.name, worst.name) == ("A", "B")
    assert 200 < best.rating.value < 1000
    assert best.rating.low > 0


def test_players_who_never_met_are_compared_through_others() -> None:
    games = results(("AB", ((0,), (1,)), 30), ("AB", ((1,), (0,)), 10),
                    ("CB", ((0,), (1,)), 10), ("CB", ((1,), (0,)), 30))  # fmt: skip
    assert [each.name for each in rate(games).players] == ["A", "B", "C"]


def test_seats_are_ranked_by_an_outcome() -> None:
    assert ranks(Ended((3, 1), [0], [0, 1])) == ((0,), (1,))
    assert ranks(Ended((1, 1), [], [1, 0])) == ((0, 1),)
    assert ranks(Ended((2, 5, 5, 2, 1), [2, 1], [2, 1, 3, 0, 4])) == ((1, 2), (0, 3), (4,))
    assert ranks(Ended((4, 5, 3), [1], [1, 0, 2])) == ((1,), (0,), (2,))


def test_no_games_and_names_that_are_not_rated() -> None:
    nobody = rate([])
    assert (nobody.players, nobody.seats) == ((), ())
    with pytest.raises(NinetkaError, match="'Ann' is not rated"):
        nobody.of("Ann")


@pytest.mark.parametrize(
    ("outcome", "names", "sentence"),
    [
        (None, ("A", "B"), "a game that is not over has no result"),
        (Ended((1, 0), [0], [0, 1]), ("A", ""), "ratings need the names of all players"),
    ],
)
def test_games_that_cannot_be_rated(outcome: Any, names: tuple[str, ...], sentence: str) -> None:
    record: Any = SimpleNamespace(game=SimpleNamespace(outcome=outcome), names=names)
    with pytest.raises(NinetkaError, match=sentence):
        rate([record])


@pytest.mark.parametrize("prior", [0, 5e-324, 0.9, 100_001, 1e150, float("inf"), float("nan")])
def test_priors_are_limited(prior: float) -> None:
    with pytest.raises(NinetkaError, match=r"^the prior is 1 to 100000 Elo points, not "):
        rate([], prior)


@pytest.mark.parametrize("prior", [1, 600, 100_000])
@pytest.mark.parametrize("count", [1, 10**6, 10**9])
def test_ratings_are_found_for_every_prior_and_number_of_games(prior: float, count: int) -> None:
    results = ResultCounts(Counter({(("Ann", "Ben"), ((0,), (1,))): count}))
    ann, ben = rate(results, prior).players
    assert ann.name == "Ann"
    assert ben.rating.value < 0 < ann.rating.value < 4000


@pytest.mark.parametrize("count", [-1, 10**9 + 1, 10**400])
def test_a_result_is_there_so_often_as_games_can_be(count: int) -> None:
    with pytest.raises(NinetkaError, match=r"^a result is there 0 to "):
        rate(ResultCounts(Counter({(("Ann", "Ben"), ((0,), (1,))): count})))
