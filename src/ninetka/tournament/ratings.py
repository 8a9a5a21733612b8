"""Ratings of players, and what seats are worth, from the results of games for two or more.

The model is that of Bradley and Terry for two players, and of Plackett and Luce for several: who
comes first is drawn with chances in proportion to the strengths, then who comes second of the
others, and so on. Seats multiply strengths. Players who share a place share its likelihood: a draw
of two counts as half a win for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import exp, log, sqrt
from operator import mul
from typing import Any, Final, TypeAlias, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.html import html_table
from ..base.messages import listed
from ..base.position import GameOutcome
from ..records import Record
from ..simulate.estimates import QUANTILE, Estimate

__all__ = ["RatedPlayer", "Ratings", "ResultCounts", "rate"]

Rank: TypeAlias = tuple[int, ...]
"""The seats that share a place."""

_ELO: Final = 400 / log(10)
"""The Elo points of a strength e times as great."""
PRIOR: Final = 600.0
"""The default standard deviation of ratings before any game, in Elo points."""
_PRIORS: Final = (1, 100_000)
"""The least and the greatest prior: beyond, floating-point numbers lose what the games say."""
_MAX_TIMES: Final = 10**9
"""The greatest count of a result, for the same reason."""
_INTERVAL: Final = "(95 % interval)"
_HALVINGS: Final = 50
_TOLERANCE: Final = 1e-10
"""The relative gain in likelihood below which no further step is made."""


def ranks(outcome: GameOutcome) -> tuple[Rank, ...]:
    """The seats of a finished game by place, the best first.

    The winners share the first; of the others, those with equal points share a place.
    """
    winners = tuple(sorted(outcome.winners or range(len(outcome.scores))))
    others = (seat for seat in outcome.ranking if seat not in winners)
    rest = (tuple(sorted(seats)) for _, seats in groupby(others, lambda seat: outcome.scores[seat]))
    return (winners, *rest)


@final
@documented
@attrs.define
class ResultCounts:
    """Counts of results, as far as ratings need them."""

    counts: Counter[tuple[tuple[str, ...], tuple[Rank, ...]]] = attrs.field(factory=Counter)
    """Counts by the players' names in order of seats, and the ranks."""

    def add(self, record: Record[Any, Any]) -> None:
        """Add a game. Raises NinetkaError if it is not over, or a player has no name."""
        outcome = record.game.outcome
        if outcome is None:
            raise NinetkaError("a game that is not over has no result")
        if "" in record.names:
            raise NinetkaError("ratings need the names of all players")
        self.counts[record.names, ranks(outcome)] += 1


@final
@documented
@attrs.frozen
class RatedPlayer:
    """A player and their rating."""

    name: str
    """The player's name."""
    rating: Estimate
    """The rating in Elo points: above 0 is better than the average of all rated players."""


@final
@documented
@attrs.frozen
class Ratings:
    """The ratings of players, and what their seats were worth."""

    players: tuple[RatedPlayer, ...]
    """The best first."""
    seats: tuple[Estimate, ...]
    """The worth of each seat in Elo points, compared with the average of all seats."""

    def of(self, name: str) -> Estimate:
        """The rating of a player. Raises NinetkaError for a name that is not rated."""
        for player in self.players:
            if player.name == name:
                return player.rating
        raise NinetkaError(f"{quoted(name)} is not rated")

    def rows(self) -> Sequence[Sequence[str]]:
        """The ratings as texts; the first row has the headings."""
        rated = [[each.name, each.rating.to_text(decimals=0)] for each in self.players]
        return [["player", f"rating {_INTERVAL}"], *rated]

    def seat_rows(self, names: Iterable[object] = ()) -> Sequence[Sequence[str]]:
        """The worth of the seats as texts, given their names; the first row has the headings."""
        called = dict(enumerate(map(str, names)))
        worths = (each.to_text(decimals=0) for each in self.seats)
        rows = [[called.get(seat, str(seat)), worth] for seat, worth in enumerate(worths)]
        return [["seat", f"worth {_INTERVAL}"], *rows]

    def _repr_html_(self) -> str:
        """The ratings for notebooks."""
        return html_table(self.rows()) + html_table(self.seat_rows())


def rate(records: Iterable[Record[Any, Any]] | ResultCounts, prior: float = PRIOR) -> Ratings:
    """Rate the players of some records by who won, who came second and so on.

    The ratings are those that make the results most likely, given that the ratings of players, and
    the worths of seats, vary by about `prior` Elo points (a standard deviation). So even somebody
    who has won every game has a finite rating. The intervals are those of a normal distribution
    with the curvature of the likelihood.

    Raises NinetkaError if a game is not over, a player has no name, or the prior is not from 1 to
    100,000 Elo points.

    >>> from ninetka import State
    >>> from ninetka.players import parse_player
    >>> from ninetka.tournament.arena import games
    >>> players = [parse_player("greedy"), parse_player("random"), parse_player("random")]
    >>> ratings = rate(games(State.start(players=3), players, 12, seed=1))
    >>> ratings.players[0].name, ratings.players[0].rating.low > 0
    ('greedy', True)
    """
    if not _PRIORS[0] <= prior <= _PRIORS[1]:
        raise NinetkaError(f"the prior is {listed(_PRIORS, 'to')} Elo points, not {quoted(prior)}")
    results = records if isinstance(records, ResultCounts) else ResultCounts()
    for record in () if isinstance(records, ResultCounts) else records:
        results.add(record)
    for count in results.counts.values():
        if not 0 <= count <= _MAX_TIMES:
            raise NinetkaError(f"a result is there 0 to {_MAX_TIMES} times, not {quoted(count)}")
    names = sorted({name for names, _ in results.counts for name in names})
    seats = max((len(names) for names, _ in results.counts), default=0)
    stages = [*_stages(results, names)]
    strengths, spread = _most_likely(stages, len(names) + seats, (_ELO / prior) ** 2)
    rated = _estimates(strengths, spread, range(len(names)))
    worths = _estimates(strengths, spread, range(len(names), len(strengths)))
    players = [RatedPlayer(name, rating) for name, rating in zip(names, rated, strict=True)]
    players.sort(key=lambda each: -each.rating.value)
    return Ratings(tuple(players), tuple(worths))


@attrs.frozen
class _Stage:
    """A choice of the next in the ranking: the strengths of each competitor, and who came next."""

    count: int
    """The number of times that this happened."""
    factors: Sequence[tuple[int, int]]
    """The numbers of the strengths of each competitor's player and seat."""
    came: Sequence[float]
    """Each competitor's share in being next."""


def _stages(results: ResultCounts, names: Sequence[str]) -> Iterator[_Stage]:
    numbers = {name: number for number, name in enumerate(names)}
    # Sorted, as sums of floating-point numbers depend on the order
    for (playing, by_place), count in sorted(results.counts.items()):
        left = [*range(len(playing))]
        for place in by_place:
            factors = [(numbers[playing[seat]], len(names) + seat) for seat in left]
            came = [1 / len(place) if seat in place else 0.0 for seat in left]
            if len(left) > 1:
                yield _Stage(count, factors, came)
            left = [seat for seat in left if seat not in place]


def _most_likely(
    stages: Sequence[_Stage], size: int, precision: float
) -> tuple[list[float], list[list[float]]]:
    """The logarithms of the strengths that are most likely, and their covariances: by Newton."""
    strengths = [0.0] * size
    likelihood = _likelihood(stages, strengths, precision)
    while True:
        slope, curvature = _derivatives(stages, strengths, precision)
        spread = _inverse(curvature)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in spread]
        gained = 0.0
        for _ in range(_HALVINGS):
            nearer = [each + by for each, by in zip(strengths, step, strict=True)]
            gained = _likelihood(stages, nearer, precision) - likelihood
            if gained > 0:
                strengths, likelihood = nearer, likelihood + gained
                break
            step = [by / 2 for by in step]
        if gained <= _TOLERANCE * max(1.0, -likelihood):
            return strengths, spread


def _likelihood(stages: Sequence[_Stage], strengths: Sequence[float], precision: float) -> float:
    """The logarithm of the likelihood, without a constant."""
    total = -precision / 2 * sum(each**2 for each in strengths)
    for stage in stages:
        sums = [strengths[player] + strengths[seat] for player, seat in stage.factors]
        all_ = log(sum(map(exp, sums)))
        total += stage.count * (sum(map(mul, stage.came, sums)) - all_)
    return total


def _derivatives(
    stages: Sequence[_Stage], strengths: Sequence[float], precision: float
) -> tuple[list[float], list[list[float]]]:
    """The first derivatives of the likelihood, and the second ones times -1."""
    size = len(strengths)
    slope = [-precision * each for each in strengths]
    curvature = [[precision * (row == column) for column in range(size)] for row in range(size)]
    for stage in stages:
        weights = [exp(strengths[player] + strengths[seat]) for player, seat in stage.factors]
        chances = [weight / sum(weights) for weight in weights]
        expected: dict[int, float] = {}
        for both, chance, came in zip(stage.factors, chances, stage.came, strict=True):
            for one in both:
                slope[one] += stage.count * (came - chance)
                expected[one] = expected.get(one, 0.0) + chance
                for other in both:
                    curvature[one][other] += stage.count * chance
        for one, other in product(expected, repeat=2):
            curvature[one][other] -= stage.count * expected[one] * expected[other]
    return slope, curvature


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric, positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(at == each) for each in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [each / pivot for each in rows[at]]
        for other in range(size):
            if other != at and (times := rows[other][at]):
                rows[other] = [a - times * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


def _estimates(
    strengths: Sequence[float], spread: Sequence[Sequence[float]], group: Sequence[int]
) -> Iterator[Estimate]:
    """The strengths of a group in Elo points, compared with the group's average."""
    if not group:
        return
    average = sum(strengths[each] for each in group) / len(group)
    shared = [sum(spread[one][other] for other in group) / len(group) for one in group]
    of_average = sum(shared) / len(group)
    for each, covariance in zip(group, shared, strict=True):
        variance = spread[each][each] - 2 * covariance + of_average
        value, reach = strengths[each] - average, QUANTILE * sqrt(max(0.0, variance))
        yield Estimate(*(_ELO * end for end in (value, value - reach, value + reach)))
