"""A sequential test of whether one player is stronger than the others, which ends when it is sure.

It is the generalized sequential probability ratio test: of results of several kinds, such as win,
draw and loss, all that the two hypotheses say is their mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import log
from typing import Final, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.fields import fitted

__all__ = ["Sprt", "expected_share"]

_UNSEEN: Final = 1e-3
"""How often a result counts that has not been seen yet: it is possible all the same."""
_HALVINGS: Final = 200


def expected_share(elo: float, players: int = 2) -> float:
    """The share of the wins of a player who is so many Elo points stronger than all others.

    They are as strong as each other. For two players it is 1/(1 + 10^(-elo/400)).
    """
    return 1 / (1 + (players - 1) * 10 ** (-elo / 400))


def _check_error(_: object, field: attrs.Attribute[float], value: float) -> None:
    if not 0 < value < 0.5:
        raise NinetkaError(f"{field.name} is between 0 and 0.5, not {quoted(value)}")


@final
@documented
@attrs.frozen(field_transformer=fitted())
class Sprt:
    """A test that decides between two differences of strength, in Elo points.

    Raises NinetkaError unless `elo1` is greater than `elo0`.

    >>> test = Sprt(0, 20)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> print(test.decision({0: 210, Fraction(1, 2): 100, 1: 330}))
    True
    """

    elo0: float
    """The player is no stronger than this."""
    elo1: float
    """The player is at least as strong as this."""
    alpha: float = attrs.field(default=0.05, validator=_check_error)
    """How often `elo1` is accepted although `elo0` is true."""
    beta: float = attrs.field(default=0.05, validator=_check_error)
    """How often `elo0` is accepted although `elo1` is true."""
    players: int = 2
    """How many play in a game."""

    def __attrs_post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise NinetkaError(
                "a test has two differences from -1000 to 1000 Elo points, the smaller first, not "
                f"{self.elo0:g} and {self.elo1:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """At which log-likelihood ratios the test accepts `elo0` and `elo1`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, results: Mapping[int | Fraction, int]) -> float:
        """The log-likelihood ratio of `elo1` to `elo0`, given how often each result was found.

        A result is the player's share of the win in a game, or in several that belong together,
        such as two with seats changed from one opening: their mean. Results that can be and have
        not been are given as 0; 0, an even share and 1 need not be.
        """
        possible = {0, Fraction(1, self.players), 1, *results}
        counts = {float(each): max(results.get(each, 0), _UNSEEN) for each in possible}
        if not any(results.values()):
            return 0.0
        weaker, stronger = (
            _fitted(counts, expected_share(elo, self.players)) for elo in (self.elo0, self.elo1)
        )
        return sum(n * log(stronger[each] / weaker[each]) for each, n in counts.items())

    def decision(self, results: Mapping[int | Fraction, int]) -> bool | None:
        """Whether `elo1` is accepted rather than `elo0`; None if the test goes on."""
        low, high = self.bounds
        ratio = self.ratio(results)
        return None if low < ratio < high else ratio >= high


def _fitted(counts: Mapping[float, float], mean: float) -> dict[float, float]:
    """The chances with that mean under which results are most likely, given how often each was.

    By Lagrange they are count/(total·(1 + x·(result - mean))), for the one x that gives the mean.
    """
    total = sum(counts.values())
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))

    def chances(x: float) -> dict[float, float]:
        return {each: n / total / (1 + x * (each - mean)) for each, n in counts.items()}

    def excess(x: float) -> float:
        return sum(chance * (each - mean) for each, chance in chances(x).items())

    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return chances((low + high) / 2)


def means(groups: Iterable[Iterable[Fraction]]) -> dict[int | Fraction, int]:
    """How often each mean of a group of shares was found, with 0 for those of pairs that were not.

    The groups are games that belong together.
    """
    found: dict[int | Fraction, int] = {Fraction(n, 4): 0 for n in range(5)}
    for group in groups:
        shares = [*group]
        mean = Fraction(sum(shares, Fraction()), len(shares))
        found[mean] = found.get(mean, 0) + 1
    return found
