"""Random games of which only what the pages show is kept, so that files stay small."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

import attrs

from ninetka.protocol.view import exact, plain
from ninetka.simulate.estimates import Estimate, Points, Results, mean, share


@attrs.frozen
class Tally:
    """How many random games ended how; tallies of different games add up with `+`."""

    winners: Counter[tuple[int, ...]]
    """By the seats that won together; `()` is nobody."""
    points: tuple[Counter[Points], ...]
    """By seat: how often it had each number of points."""
    leads: tuple[Counter[Points], ...]
    """By seat: how often it alone had most points, by how many more than the next."""
    plies: Counter[int]
    """By length."""

    @classmethod
    def of(cls, results: Results) -> Tally:
        """Counted from results, where the points of all seats stand together."""
        leads = tuple(Counter[Points]() for _ in results.wins)
        for scores, count in results.scores.items():
            *_, second, best = sorted(scores)
            if second < best:
                leads[scores.index(best)][best - second] += count
        points = tuple(map(Counter, results.points))
        return cls(Counter(results.winners), points, leads, Counter(results.plies))

    def __add__(self, other: Tally) -> Tally:
        points, leads = (
            tuple(one + another for one, another in zip(*both, strict=True))
            for both in ((self.points, other.points), (self.leads, other.leads))
        )
        return Tally(self.winners + other.winners, points, leads, self.plies + other.plies)

    def __le__(self, other: Tally) -> bool:
        """Whether these games can be among the others."""
        return all(one <= another for one, another in zip(self._all, other._all, strict=True))

    @property
    def _all(self) -> Sequence[Counter[Any]]:
        return (self.winners, *self.points, *self.leads, self.plies)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; a third of a point is "1/3"."""
        return {
            "games": self.games,
            "winners": [[list(seats), count] for seats, count in sorted(self.winners.items())],
            "points": [_pairs(each) for each in self.points],
            "leads": [_pairs(each) for each in self.leads],
            "plies": _pairs(self.plies),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Tally:
        """The tally that `to_dict` turned into plain data."""
        points, leads = (
            tuple(Counter({exact(Fraction(key)): count for key, count in each}) for each in seats)
            for seats in (data["points"], data["leads"])
        )
        winners = Counter({tuple(seats): count for seats, count in data["winners"]})
        return cls(winners, points, leads, Counter(dict(data["plies"])))

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.plies.total()

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.points)

    def won(self, *seats: int) -> Estimate:
        """The share of games that these seats won together, and no others; nobody without any."""
        return share(self.winners[seats], self.games)

    def shared(self, seat: int) -> Estimate:
        """The share of games that a seat won together with others."""
        won = (n for seats, n in self.winners.items() if seat in seats and len(seats) > 1)
        return share(sum(won), self.games)

    def share_of_wins(self, seat: int) -> Estimate:
        """What a seat won if several winners share a win, and all seats a draw."""
        won = Fraction(self.winners[()], self.players)
        won += sum(Fraction(n, len(seats)) for seats, n in self.winners.items() if seat in seats)
        return share(won, self.games)

    @property
    def lead(self) -> Estimate:
        """How many points the best is ahead of the next, 0 if several are."""
        every = sum(self.leads, Counter[Points]())
        return mean({**every, 0: self.games - every.total()})

    @property
    def length(self) -> Estimate:
        """Plies on average."""
        return mean(Counter[Points](self.plies))

    def quantile(self, part: float) -> int:
        """The least number of plies that so large a part of the games does not exceed."""
        lengths = sorted(self.plies)
        sums = accumulate(self.plies[each] for each in lengths)
        return next(each for each, n in zip(lengths, sums, strict=True) if n >= part * self.games)


def _pairs(counts: Mapping[Any, int]) -> list[list[Hashable]]:
    return [[plain(key), count] for key, count in sorted(counts.items())]
