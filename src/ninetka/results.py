"""Counts of how games ended, and estimates with 95 % intervals. For any game."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from .documented import documented
from .errors import NinetkaError, quoted
from .frozenmap import FrozenMap

__all__ = ["Estimate", "Points", "Results", "mean", "plain", "share"]

K = TypeVar("K", bound=Hashable)
Points: TypeAlias = "int | Fraction"
"""A score: whole in most games, a fraction in 9AM (M14)."""

_QUANTILE: Final = 1.959963984540054
"""So many standard deviations to either side hold 95 % of a normal distribution."""


@documented
@attrs.frozen
class Estimate:
    """A figure found by playing, and the ends of its 95 % interval."""

    value: float
    """The figure."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""

    def to_text(self, scale: int = 1, decimals: int | None = None) -> str:
        """The figure and its interval, each times `scale`: `52.1 (49.8 to 54.4)`.

        Without `decimals` it has as many as the interval allows.
        """
        reach = (self.high - self.low) / 2 * scale
        if decimals is None:
            if math.isinf(reach):
                return f"{self.value * scale:.2f} (unknown)"
            decimals = min(9, max(0, 1 - math.floor(math.log10(reach)))) if reach else 2
        value, low, high = (
            f"{each * scale:z.{decimals}f}" for each in (self.value, self.low, self.high)
        )
        return f"{value} ({low} to {high})"


def share(part: Points, whole: int) -> Estimate:
    """The share of games of some kind, given how many of how many were; a Wilson score interval.

    Raises NinetkaError unless 0 ≤ part ≤ whole and there is a game.
    """
    if not 0 <= part <= whole or not whole:
        raise NinetkaError(f"{part} of {whole} is not a share")
    found, square = float(part / whole), _QUANTILE**2
    middle = (found + square / (2 * whole)) / (1 + square / whole)
    spread = math.sqrt(found * (1 - found) / whole + square / (4 * whole**2))
    reach = _QUANTILE * spread / (1 + square / whole)
    low, high = min(found, middle - reach), max(found, middle + reach)  # rounding may swap them
    return Estimate(found, max(0.0, low), min(1.0, high))


def mean(counts: Mapping[Points, int]) -> Estimate:
    """The mean of numbers, given how often each was found; a normal interval.

    The interval of a single number is infinite. Raises NinetkaError if there is none.
    """
    count = sum(counts.values())
    if not count:
        raise NinetkaError("no games have been played")
    total = sum((Fraction(number) * times for number, times in counts.items()), Fraction())
    squares = sum((Fraction(number) ** 2 * times for number, times in counts.items()), Fraction())
    middle = float(total / count)
    if count == 1:
        return Estimate(middle, -math.inf, math.inf)
    variance = (squares - total**2 / count) / (count - 1)  # exact, however many games
    reach = _QUANTILE * math.sqrt(variance / count)
    return Estimate(middle, middle - reach, middle + reach)


def _of_seats(counts: Mapping[tuple[int, ...], int]) -> FrozenMap[tuple[int, ...], int]:
    return FrozenMap(sorted(counts.items()))


def _of_points(counts: Mapping[tuple[Points, ...], int]) -> FrozenMap[tuple[Points, ...], int]:
    return FrozenMap(sorted(counts.items()))


def _of_numbers(counts: Mapping[int, int]) -> FrozenMap[int, int]:
    return FrozenMap(sorted(counts.items()))


def _added(one: Mapping[K, int], other: Mapping[K, int]) -> FrozenMap[K, int]:
    return FrozenMap(Counter(one) + Counter(other))


@documented
@attrs.frozen
class Results:
    """How many finished games ended how. Results of different games add up with `+`.

    Equal if all counts are, in whatever order they were found.
    """

    winners: Mapping[tuple[int, ...], int] = attrs.field(factory=dict, converter=_of_seats)
    """By the seats that won together; `()` is nobody."""
    scores: Mapping[tuple[Points, ...], int] = attrs.field(factory=dict, converter=_of_points)
    """By the exact points of all seats."""
    plies: Mapping[int, int] = attrs.field(factory=dict, converter=_of_numbers)
    """By the number of plies from the position where the games began."""

    def __add__(self, other: Results) -> Results:
        return Results(
            _added(self.winners, other.winners),
            _added(self.scores, other.scores),
            _added(self.plies, other.plies),
        )

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(self.plies.values())

    @property
    def wins(self) -> Sequence[int]:
        """By seat: how many games it won, alone or with others; empty if there was no game."""
        players = len(next(iter(self.scores), ()))
        return tuple(
            sum(count for winners, count in self.winners.items() if seat in winners)
            for seat in range(players)
        )

    @property
    def draws(self) -> int:
        """How many games nobody won."""
        return self.winners.get((), 0)

    @property
    def win_shares(self) -> Sequence[Estimate]:
        """By seat: its share of the wins. Several winners share a win; in a draw all seats do."""
        players = len(self.wins)
        won = [Fraction(self.draws, players or 1)] * players
        for winners, count in self.winners.items():
            for seat in winners:
                won[seat] += Fraction(count, len(winners))
        return tuple(share(each, self.games) for each in won)

    @property
    def points(self) -> Sequence[Mapping[Points, int]]:
        """By seat: how often it had so many points, fewest points first."""
        by_seat = []
        for seat, _ in enumerate(self.wins):
            found = Counter[Points]()
            for scores, count in self.scores.items():
                found[scores[seat]] += count
            by_seat.append(FrozenMap(sorted(found.items())))
        return tuple(by_seat)

    @property
    def mean_points(self) -> Sequence[Estimate]:
        """By seat: its points on average."""
        return tuple(map(mean, self.points))

    @property
    def mean_plies(self) -> Estimate:
        """The plies of a game on average. Raises NinetkaError if there was no game."""
        return mean(FrozenMap[Points, int](self.plies.items()))

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain data for JSON, in a fixed order; a third of a point is "1/3"."""
        return {
            "games": self.games,
            "winners": [[list(key), count] for key, count in self.winners.items()],
            "scores": [[[*map(plain, key)], count] for key, count in self.scores.items()],
            "plies": [[key, count] for key, count in self.plies.items()],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Results:
        """The results that `to_dict` turned into plain data.

        Raises NinetkaError if the data is not that, or the counts do not add up.
        """
        try:
            results = cls(
                _counts(data["winners"], lambda seats: tuple(map(whole, seats))),
                _counts(data["scores"], lambda points: tuple(map(exact, points))),
                _counts(data["plies"], whole),
            )
            games = whole(data["games"])
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise NinetkaError(f"{quoted(data)} is not results: {error}") from error
        of_each = (results.winners, results.scores, results.plies)
        if any(sum(counts.values()) != games for counts in of_each):
            raise NinetkaError("the counts of winners, scores and plies are of different games")
        return results


def exact(points: Points | str) -> Points:
    """Exact points, of which whole ones are of the type int. Raises ValueError."""
    number = Fraction(points)
    return int(number) if number.denominator == 1 else number


def plain(points: Points) -> int | str:
    """Exact points for JSON: a number, or a text such as "1/3" if they are not whole."""
    number = exact(points)
    return number if isinstance(number, int) else str(number)


def whole(number: int) -> int:
    """The same number, if it is one to count with. Raises ValueError."""
    if type(number) is not int or number < 0:
        raise ValueError(f"{quoted(number)} is not a whole number from 0 on")
    return number


def _counts(pairs: Iterable[tuple[Any, int]], key: Callable[[Any], K]) -> dict[K, int]:
    counts = {key(each): whole(count) for each, count in pairs}
    if not all(counts.values()):
        raise ValueError("a count is 0")
    return counts
