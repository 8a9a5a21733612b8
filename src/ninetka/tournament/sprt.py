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
from ..base.fields import convert_fields
from ..simulate.estimates import MAX_GAMES

__all__ = ["Sprt", "expected_share"]

_UNSEEN: Final = 1e-3
"""The count of a result that has not been seen yet: it is possible all the same."""
_HALVINGS: Final = 200
_MAX_ELO: Final = 1000
_LEAST_APART: Final = 0.01
"""A test of closer differences would take more games than anybody can play."""
_LEAST_ERROR: Final = 1e-9
_MAX_PLAYERS: Final = 1000


def expected_share(elo: float, players: int = 2) -> float:
    """The share of the wins of a player who is this number of Elo points above all others.

    They are as strong as each other. For two players it is 1/(1 + 10^(-elo/400)). Raises
    NinetkaError for fewer than two players, or more than 1,000.
    """
    if not 2 <= players <= _MAX_PLAYERS:
        raise NinetkaError(f"2 to {_MAX_PLAYERS} players can be compared, not {quoted(players)}")
    try:
        return 1 / (1 + (players - 1) * 10 ** (-elo / 400))
    except OverflowError:
        return 0.0  # much weaker than any number can say


def _check_error(_: object, field: attrs.Attribute[float], value: float) -> None:
    if not _LEAST_ERROR <= value < 0.5:
        raise NinetkaError(
            f"{field.name} is {_LEAST_ERROR} or more, and less than 0.5, not {quoted(value)}"
        )


def _check_players(_: object, __: object, players: int) -> None:
    expected_share(0, players)


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Sprt:
    """A test that decides between two differences of strength, in Elo points.

    Raises NinetkaError unless `elo1` is greater than `elo0`, by 0.01 at least, and for chances of
    errors that are too small.

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
    """The chance of accepting `elo1` although `elo0` is true."""
    beta: float = attrs.field(default=0.05, validator=_check_error)
    """The chance of accepting `elo0` although `elo1` is true."""
    players: int = attrs.field(default=2, validator=_check_players)
    """The number of players in a game."""

    def __attrs_post_init__(self) -> None:
        is_apart = self.elo1 - self.elo0 >= _LEAST_APART
        if not (is_apart and self.elo0 >= -_MAX_ELO and self.elo1 <= _MAX_ELO):
            raise NinetkaError(
                f"a test has two differences from -{_MAX_ELO} to {_MAX_ELO} Elo points, the "
                f"smaller first, at least {_LEAST_APART} apart, not {self.elo0:g} and {self.elo1:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test accepts `elo0` and `elo1`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, results: Mapping[int | Fraction, int]) -> float:
        """The log-likelihood ratio of `elo1` to `elo0`, given how often each result was found.

        A result is the player's share of the win in a game, or in several that belong together,
        such as two with seats changed from one opening: their mean. Results that can be and have
        not been are given as 0; 0, an even share and 1 need not be. Raises NinetkaError for what is
        not a share from 0 to 1, or not how often one can have been found.
        """
        for each, count in results.items():
            if not (0 <= each <= 1 and 0 <= count <= MAX_GAMES):
                what = f"{quoted(each)} {quoted(count)} times"
                raise NinetkaError(f"shares of a win are from 0 to 1, and counted, not {what}")
        possible = {0, Fraction(1, self.players), 1, *results}
        counts = {float(each): max(results.get(each, 0), _UNSEEN) for each in possible}
        if not any(results.values()):
            return 0.0
        weaker, stronger = (
            _fitted(counts, expected_share(elo, self.players)) for elo in (self.elo0, self.elo1)
        )
        return sum(n * log(stronger[each] / weaker[each]) for each, n in counts.items())

    def decision(self, results: Mapping[int | Fraction, int]) -> bool | None:
        """Tell whether `elo1` is accepted rather than `elo0`; None if the test goes on.

        Raises NinetkaError as `ratio`.
        """
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
    """Count the means of groups of shares, with 0 for those of pairs that were not found.

    The groups are games that belong together.
    """
    found: dict[int | Fraction, int] = {Fraction(n, 4): 0 for n in range(5)}
    for group in groups:
        shares = [*group]
        mean = Fraction(sum(shares, Fraction()), len(shares))
        found[mean] = found.get(mean, 0) + 1
    return found
