"""The sequential test, against closed forms and likelihoods found by trying all chances."""

from __future__ import annotations

from fractions import Fraction
from math import log
from random import Random

import pytest

from ninetka import NinetkaError
from ninetka.tournament.arena import elo
from ninetka.tournament.sprt import Sprt, expected_share, means

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("elo", "players", "share"),
    [
        (0, 2, 1 / 2),
        (400, 2, 10 / 11),
        (-400, 2, 1 / 11),
        (0, 5, 1 / 5),
        (400, 3, 10 / 12),
        (-1e9, 2, 0),
        (1e9, 2, 1),
    ],
)
def test_shares_follow_from_elo(elo: float, players: int, share: float) -> None:
    assert expected_share(elo, players) == pytest.approx(share)


def test_the_bounds_are_walds() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-log(19), log(19)))
    assert Sprt(0, 10, 0.1, 0.2).bounds == pytest.approx((log(0.2 / 0.9), log(0.8 / 0.1)))


def test_with_wins_and_losses_alone_the_chances_are_known() -> None:
    won, lost = 70_000, 50_000  # so many that a draw that might have been weighs nothing
    ratio = won * log(expected_share(20) / 0.5) + lost * log(expected_share(-20) / 0.5)
    assert Sprt(0, 20).ratio({0: lost, 1: won}) == pytest.approx(ratio, rel=1e-4)


def best_likelihood(counts: dict[Fraction | int, int], mean: float) -> float:
    """The best log-likelihood of wins, draws and losses with that mean: by trying chances."""
    most = 2 * min(mean, 1 - mean)
    tried = 10_000

    def likelihood(draw: float) -> float:
        win, loss = mean - draw / 2, 1 - mean - draw / 2
        return counts[1] * log(win) + counts[HALF] * log(draw) + counts[0] * log(loss)

    return max(likelihood(most * (n + 0.5) / tried) for n in range(tried - 1))


@pytest.mark.parametrize("counts", [(40, 120, 60), (1, 2, 3), (200, 10, 190)])
def test_with_draws_the_likelihoods_are_the_best_there_are(counts: tuple[int, ...]) -> None:
    results: dict[Fraction | int, int] = dict(zip((0, HALF, 1), counts, strict=True))
    worse, better = (best_likelihood(results, expected_share(elo)) for elo in (-5, 35))
    assert Sprt(-5, 35).ratio(results) == pytest.approx(better - worse, abs=2e-3)


def test_pairs_of_games_are_worth_more_if_their_openings_decide_them() -> None:
    """Here the opening wins for one side most often, so single games look more even than pairs."""
    pairs = means([[Fraction(1), Fraction(0)]] * 80 + [[Fraction(1), HALF]] * 20)
    assert pairs == {0: 0, Fraction(1, 4): 0, HALF: 80, Fraction(3, 4): 20, 1: 0}
    test = Sprt(0, 40)
    single = test.ratio({0: 80, HALF: 20, 1: 100})
    assert test.ratio(pairs) > 3 * single
    assert test.decision(pairs) is True


def test_without_games_nothing_is_decided() -> None:
    assert Sprt(0, 10).ratio({}) == 0
    assert Sprt(0, 10).decision({1: 0}) is None
    assert Sprt(0, 10).ratio({1: 3}) > 0  # losses are possible, though there was none


@pytest.mark.parametrize(("elo", "accepted"), [(0, False), (120, True)])
def test_it_errs_as_seldom_as_it_says(elo: float, accepted: bool) -> None:
    """Here it is asked after every tenth game."""
    rng, share, wrong = Random(1), expected_share(elo), 0
    test = Sprt(0, 120)
    for _ in range(200):
        results: dict[Fraction | int, int] = {0: 0, 1: 0}
        while (decision := test.decision(results)) is None:
            won = sum(rng.random() < share for _ in range(10))
            results = {0: results[0] + 10 - won, 1: results[1] + won}
        wrong += decision is not accepted
    assert wrong <= 15  # at most 10 are expected: 5 %


def test_for_several_players_shares_may_be_thirds() -> None:
    test = Sprt(0, 100, players=3)
    assert test.ratio({0: 20, Fraction(1, 3): 5, 1: 30}) > 0
    assert test.ratio({0: 40, Fraction(1, 3): 5, 1: 10}) < 0


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ((10, 10), "the smaller first, at least 0.01 apart, not 10 and 10"),
        ((0, 2000), "from -1000 to 1000 Elo points"),
        ((0, 5e-324), "at least 0.01 apart, not 0 and 4.94066e-324"),
        ((0, float("nan")), "not 0 and nan"),
        ((0, 1, 0.5), "alpha is 1e-09 or more, and less than 0.5, not 0.5"),
        ((0, 1, 0.1, 5e-324), "beta is 1e-09 or more, and less than 0.5, not 5e-324"),
        ((0, 1, 0.1, 0.1, 1), "2 to 1000 players can be compared, not 1"),
        ((0, 1, 0.1, 0.1, 10**400), "2 to 1000 players can be compared, not 1000"),
    ],
)
def test_tests_that_make_no_sense(wrong: tuple[float, ...], sentence: str) -> None:
    with pytest.raises(NinetkaError, match=sentence):
        Sprt(*wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("results", [{2: 1}, {-1: 1}, {1: -1}, {1: 10**400}])
def test_impossible_results_are_refused(results: dict[int | Fraction, int]) -> None:
    with pytest.raises(NinetkaError, match=r"^shares of a win are from 0 to 1, and counted, not "):
        Sprt(0, 20).ratio(results)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_what_is_not_a_share(share: float) -> None:
    with pytest.raises(NinetkaError, match=r"^a share is from 0 to 1, not "):
        elo(share)
