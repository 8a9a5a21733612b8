"""Counts of how games ended, and estimates with 95 % intervals. For any game."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from hashlib import blake2b
from itertools import chain
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.frozenmap import FrozenMap
from ..base.html import html_table
from ..protocol.view import exact, plain

__all__ = ["Estimate", "Points", "Results", "checksum", "mean", "share"]

K = TypeVar("K", bound=Hashable)
Points: TypeAlias = "int | Fraction"
"""A score: whole in most games, a fraction in 9AM (M14)."""

MAX_GAMES: Final = 2**62
"""Kernels count in 64 bits."""
MAX_PLIES: Final = 2**32
"""More than any game has."""
DAMAGED: Final = "the counts were damaged, or changed by hand"
_MAX_SEATS: Final = 100
_DIGITS: Final = 18
"""The most digits of points, of the numerator and of the denominator."""
_LARGEST: Final = 10**_DIGITS
_FRACTION: Final = re.compile(rf"-?[0-9]{{1,{_DIGITS}}}/[1-9][0-9]{{0,{_DIGITS - 1}}}")
_FIELDS: Final = ("games", "winners", "scores", "plies")
_MAX_DECIMALS: Final = 100
QUANTILE: Final = 1.959963984540054
"""The standard deviations to either side that hold 95 % of a normal distribution."""


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

        Without `decimals`, the interval decides how many there are. Raises NinetkaError for more
        than 100, or less than 0.
        """
        if not 0 <= (decimals or 0) <= _MAX_DECIMALS:
            raise NinetkaError(f"there are 0 to {_MAX_DECIMALS} decimals, not {quoted(decimals)}")
        reach = (self.high - self.low) / 2 * scale
        if decimals is None:
            if not math.isfinite(reach):
                return f"{self.value * scale:.2f} (unknown)"
            decimals = min(9, max(0, 1 - math.floor(math.log10(reach)))) if reach else 2
        value, low, high = (
            f"{each * scale:z.{decimals}f}" for each in (self.value, self.low, self.high)
        )
        return f"{value} ({low} to {high})"


def check_fields(data: object, names: Sequence[str], what: str) -> None:
    """Raise NinetkaError unless data is a mapping with these fields."""
    if not isinstance(data, Mapping):
        raise NinetkaError(f"{quoted(data)} is not {what}")
    for name in names:
        if name not in data:
            raise NinetkaError(f'this is not {what}: "{name}" is missing')


def share(part: Points, whole: int) -> Estimate:
    """The share `part` / `whole` of some games, with its Wilson score interval.

    Raises NinetkaError unless 0 ≤ part ≤ whole ≤ 2**62 and there is a game.
    """
    if not 0 <= part <= whole <= MAX_GAMES or not whole:
        raise NinetkaError(f"{quoted(part)} of {quoted(whole)} is not a share")
    found, square = float(part / whole), QUANTILE**2
    middle = (found + square / (2 * whole)) / (1 + square / whole)
    spread = math.sqrt(found * (1 - found) / whole + square / (4 * whole**2))
    reach = QUANTILE * spread / (1 + square / whole)
    low, high = min(found, middle - reach), max(found, middle + reach)  # rounding may swap them
    return Estimate(found, max(0.0, low), min(1.0, high))


def mean(counts: Mapping[Points, int]) -> Estimate:
    """The mean of numbers, given how often each was found; a normal interval.

    The interval of a single number is infinite. Raises NinetkaError if there is none, or one is
    larger than points are, or was not found 0 to 2**62 times.
    """
    for number, times in counts.items():
        if not (-_LARGEST < number < _LARGEST and 0 <= times <= MAX_GAMES):
            raise NinetkaError(f"{quoted(number)}, {quoted(times)} times, cannot be points")
    count = sum(counts.values())
    if not count:
        raise NinetkaError("no games have been played")
    total = sum((Fraction(number) * times for number, times in counts.items()), Fraction())
    squares = sum((Fraction(number) ** 2 * times for number, times in counts.items()), Fraction())
    middle = float(total / count)
    if count == 1:
        return Estimate(middle, -math.inf, math.inf)
    variance = (squares - total**2 / count) / (count - 1)  # exact, however many games
    reach = QUANTILE * math.sqrt(variance / count)
    return Estimate(middle, middle - reach, middle + reach)


def _by_seats(counts: Mapping[tuple[int, ...], int]) -> FrozenMap[tuple[int, ...], int]:
    return FrozenMap(sorted(counts.items()))


def _by_points(
    counts: Mapping[tuple[Points, ...], int],
) -> FrozenMap[tuple[Points, ...], int]:
    return FrozenMap(sorted(counts.items()))


def sorted_counts(counts: Mapping[int, int]) -> FrozenMap[int, int]:
    return FrozenMap(sorted(counts.items()))


def _added(one: Mapping[K, int], other: Mapping[K, int]) -> FrozenMap[K, int]:
    return FrozenMap(Counter(one) + Counter(other))


@documented
@attrs.frozen
class Results:
    """Counts of finished games by their results. Results of different games add up with `+`.

    Equal if all counts are, in whatever order they were found.
    """

    winners: Mapping[tuple[int, ...], int] = attrs.field(factory=dict, converter=_by_seats)
    """Counts by the seats that won together; `()` is nobody."""
    scores: Mapping[tuple[Points, ...], int] = attrs.field(factory=dict, converter=_by_points)
    """Counts by the exact points of all seats."""
    plies: Mapping[int, int] = attrs.field(factory=dict, converter=sorted_counts)
    """Counts by the number of plies from the position where the games began."""

    def __add__(self, other: Results) -> Results:
        if self.scores and other.scores and len(self.wins) != len(other.wins):
            raise NinetkaError("results of different numbers of seats cannot be added")
        return Results(
            _added(self.winners, other.winners),
            _added(self.scores, other.scores),
            _added(self.plies, other.plies),
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.plies.values())

    @property
    def wins(self) -> Sequence[int]:
        """The number of games each seat won, alone or with others; empty if there was no game."""
        players = len(next(iter(self.scores), ()))
        return tuple(
            sum(count for winners, count in self.winners.items() if seat in winners)
            for seat in range(players)
        )

    @property
    def draws(self) -> int:
        """The number of games that nobody won."""
        return self.winners.get((), 0)

    @property
    def win_shares(self) -> Sequence[Estimate]:
        """Each seat's share of the wins. Several winners share a win; in a draw all seats do."""
        players = len(self.wins)
        won = [Fraction(self.draws, players or 1)] * players
        for winners, count in self.winners.items():
            for seat in winners:
                won[seat] += Fraction(count, len(winners))
        return tuple(share(each, self.games) for each in won)

    @property
    def points(self) -> Sequence[Mapping[Points, int]]:
        """The number of games with each number of points, fewest first, for each seat."""
        by_seat = []
        for seat, _ in enumerate(self.wins):
            found = Counter[Points]()
            for scores, count in self.scores.items():
                found[scores[seat]] += count
            by_seat.append(FrozenMap(sorted(found.items())))
        return tuple(by_seat)

    @property
    def mean_points(self) -> Sequence[Estimate]:
        """Each seat's points on average."""
        return tuple(map(mean, self.points))

    @property
    def mean_plies(self) -> Estimate:
        """The plies of a game on average. Raises NinetkaError if there was no game."""
        return mean(FrozenMap[Points, int](self.plies.items()))

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain data for JSON, in a fixed order; a third of a point is "1/3".

        The `checksum` is that of `checksum` for the other fields.
        """
        data = {
            "games": self.games,
            "winners": [[list(key), count] for key, count in self.winners.items()],
            "scores": [[[*map(plain, key)], count] for key, count in self.scores.items()],
            "plies": [[key, count] for key, count in self.plies.items()],
        }
        return {**data, "checksum": checksum(data)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Results:
        """The results that `to_dict` turned into plain data, which may come from anywhere.

        Raises NinetkaError if the data is not that, or if it was damaged or changed by hand.
        """
        check_fields(data, _FIELDS, "results")
        with checking_checksum(data, _FIELDS):
            results = cls(
                {
                    tuple(sorted({*map(checked_count, seats)})): checked_count(n)
                    for seats, n in data["winners"]
                },
                {tuple(map(_points, scores)): checked_count(n) for scores, n in data["scores"]},
                {checked_count(plies, MAX_PLIES): checked_count(n) for plies, n in data["plies"]},
            )
            if not results._are_counts_of(checked_count(data["games"])):
                raise NinetkaError(DAMAGED)
        return results

    def _are_counts_of(self, games: int) -> bool:
        """Tell whether all counts add up to that number of games, for the same number of seats."""
        of_each = [[*counts.values()] for counts in (self.winners, self.scores, self.plies)]
        seats = {len(scores) for scores in self.scores} or {0}
        winners = {-1, *chain.from_iterable(self.winners)}
        return (
            all(sum(counts) == games and all(counts) for counts in of_each)
            and len(seats) == 1
            and max(winners) < max(seats) <= _MAX_SEATS
        )

    def rows(self, seats: Sequence[str] | None = None) -> list[list[str]]:
        """A table of the counts by seat as texts, whose first row has the headings.

        `seats` are what the seats are called; by default they are numbered from 0.
        """
        rows = [["seat", "wins", "draws", "% won (95 % interval)", "points (95 % interval)"]]
        names = [*map(str, range(len(self.wins)))] if seats is None else seats
        by_seat = zip(names, self.wins, self.win_shares, self.mean_points, strict=True)
        for seat, wins, part, points in by_seat:
            rows.append([seat, f"{wins:,}", f"{self.draws:,}", part.to_text(100), points.to_text()])
        return rows

    def _repr_html_(self) -> str:
        """The counts by seat as a table for notebooks."""
        games = f"{self.games:,} game{'' if self.games == 1 else 's'}"
        plies = f", {self.mean_plies.to_text()} plies" if self.games else ""
        return html_table(self.rows(), f"{games}{plies}")


def checksum(data: Mapping[str, Any]) -> str:
    """A checksum of plain data: 16 hexadecimal digits.

    They are BLAKE2b's digest of 8 bytes of the data as JSON in ASCII, with sorted keys and no
    blanks.
    """
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=8).hexdigest()


@contextmanager
def checking_checksum(data: Mapping[str, Any], names: Sequence[str]) -> Iterator[None]:
    """Read fields of plain data, whose `checksum` has to be that of the fields with these names.

    Raises NinetkaError if it is not, and for what is wrong with a field's kind.
    """
    try:
        if data.get("checksum") != checksum({name: data[name] for name in names}):
            raise NinetkaError(DAMAGED)
        yield
    except NinetkaError:
        raise
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise NinetkaError(DAMAGED) from error


def checked_count(number: object, most: int = MAX_GAMES) -> int:
    """Return `number` if it is an int from 0 to `most`. Raises NinetkaError otherwise."""
    if type(number) is not int or not 0 <= number <= most:
        raise NinetkaError(f"{quoted(number)} is not a whole number from 0 to {most}")
    return number


def _points(points: object) -> Points:
    if isinstance(points, str) and _FRACTION.fullmatch(points):
        return exact(Fraction(points))
    if type(points) is int and abs(points) < 10**_DIGITS:
        return points
    raise NinetkaError(f"{quoted(points)} is not points: a whole number or a fraction as text")
