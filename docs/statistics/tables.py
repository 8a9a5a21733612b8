"""Figures and tables of the page, worked out from the counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs
from books import Counts
from experiments import EQUAL, Match, Start

from ninetka.simulate.estimates import Estimate, Results, mean, share

SEATS: Final = "abcd"


def interval(estimate: Estimate, scale: int = 1) -> str:
    """A figure and its interval, such as `99.0 (96.4 to 99.7)`."""
    decimals = _decimals(estimate, scale)
    value, low, high = (f"{each * scale:.{decimals}f}" for each in attrs.astuple(estimate))
    return f"{value} ({low} to {high})"


def figure(estimate: Estimate, scale: int = 1) -> str:
    """A figure and how far its interval reaches to the farther side, such as `36.102 ± 0.005`."""
    decimals, value = _decimals(estimate, scale), estimate.value
    reach = max(estimate.high - value, value - estimate.low) * scale
    if reach:
        reach = max(reach, 10**-decimals)  # shown as more than 0
    return f"{value * scale:.{decimals}f} ± {reach:.{decimals}f}"


def _decimals(estimate: Estimate, scale: int) -> int:
    """One at least, four at most: the first that an interval leaves open."""
    reach = (estimate.high - estimate.low) / 2 * scale
    return min(4, max(1, -math.floor(math.log10(reach)))) if reach else 1


def percent(part: int | Fraction, whole: int) -> str:
    """So many of all games in percent."""
    return figure(share(part, whole), 100)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], texts: int = 1) -> str:
    """A table in Markdown: the first columns are text, the others are numbers."""
    rule = ["---"] * texts + ["---:"] * (len(head) - texts)
    return "\n".join(f"| {' | '.join(map(str, cells))} |" for cells in (head, rule, *rows))


@attrs.frozen
class Ties:
    """What becomes of the games in which several seats have most points (R12)."""

    games: int
    outright: Counter[int]
    """By seat: games won with more points than anybody else."""
    by_tie: Counter[int]
    """By seat: games won since the last of those with most points wins."""
    shared: Mapping[int, Fraction]
    """By seat: games won if each of n seats with most points had won an n-th."""

    @classmethod
    def of(cls, results: Results) -> Ties:
        """Counted from the points of all seats."""
        outright, by_tie = Counter[int](), Counter[int]()
        shared = dict.fromkeys(range(len(results.wins)), Fraction())
        for scores, count in results.scores.items():
            best = [seat for seat, points in enumerate(scores) if points == max(scores)]
            (outright if len(best) == 1 else by_tie)[best[-1]] += count
            for seat in best:
                shared[seat] += Fraction(count, len(best))
        return cls(results.games, outright, by_tie, shared)

    @property
    def share(self) -> Estimate:
        """The share of games that the tie-break decided."""
        return share(self.by_tie.total(), self.games)


def random_results(counts: Counts, start: Start) -> Results:
    """How random games ended."""
    return Results.from_dict(counts["random"][start.name]["results"])


def match_results(counts: Counts, match: Match) -> Results:
    """How games between computer players ended."""
    return Results.from_dict(counts["matches"][match.name]["results"])


def equal(start: Start) -> Match:
    """The games of equal searchers."""
    return next(match for match in EQUAL if match.start == start)


def search_results(counts: Counts, start: Start) -> Results:
    """How games between equal searchers ended."""
    return match_results(counts, equal(start))


def passes(data: Mapping[str, Any]) -> Sequence[Estimate]:
    """By seat: passes a game."""
    return [mean(dict(pairs)) for pairs in data["passes"]]


def slides(data: Mapping[str, Any]) -> Estimate:
    """Slides a game."""
    return mean(dict(data["slides"]))
