"""Cards, points and results (M11, M14, M15)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import final

import attrs

from .. import protocol
from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.fields import fitted
from .board import PLAYER_COUNTS, SEATS, Seat


def points_for_cards(cards: Sequence[int]) -> tuple[Fraction, ...]:
    """Points by seat (M14), given all players' cards by seat, those of the expelled included.

    >>> [str(points) for points in points_for_cards([14, 4, 4, 4, 4])]
    ['100', '0', '0', '0', '0']
    """
    players = len(cards)
    basic, average = 5 * (players - 1), Fraction(sum(cards), players)
    return tuple(basic + 10 * (own - average) for own in cards)


def card_bounds(cards: Sequence[int], earned: int) -> tuple[Fraction, Fraction]:
    """The least and the most points of a seat (M14) when so many more cards may be earned.

    With a seat's own cards its points rise, and with those of the others they fall. Each of the
    others may bring two cards by being expelled (M12).
    """
    players = len(cards)
    earned += 2 * (players - 1)
    basic, average = 5 * (players - 1), Fraction(sum(cards) + earned, players)
    return basic + 10 * (min(cards) - average), basic + 10 * (max(cards) + earned - average)


def points_for_lasting(players: int, lost: Sequence[int]) -> tuple[Fraction, ...]:
    """Points by seat: one point, shared by those who have not lost (M15)."""
    share = Fraction(1, players - len(lost))
    return tuple(share * (seat not in lost) for seat in range(players))


def _check_scores(_: object, __: object, scores: tuple[Fraction, ...]) -> None:
    if len(scores) not in PLAYER_COUNTS:
        raise NinetkaError(f"2 to {len(SEATS)} seats have points, not {len(scores)}")


@final
@documented
@attrs.frozen(field_transformer=fitted())
class Outcome(protocol.GameOutcome):
    """How a game ended (M13-M15).

    `str` is the result that records state: the points by seat, joined by colons if there are cards
    (`100:0:-5/2:5/2`), and by hyphens if not (`1-0`, `0-1`, `1/2-1/2`).
    """

    scores: tuple[Fraction, ...] = attrs.field(validator=_check_scores)
    """Points by seat, exactly."""
    cards: tuple[int, ...] = ()
    """Cards by seat; empty if the ruleset has none."""
    explanation: str = attrs.field(default="", eq=False)
    """Why the game ended, in a sentence."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the most points; nobody if all have equally many, which is a draw."""
        most = max(self.scores)
        best = tuple(seat for seat in self.ranking if self.scores[seat] == most)
        return best if len(best) < len(self.scores) else ()

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """All seats, best first; those with equal points in turn order."""
        seats = SEATS[: len(self.scores)]
        return tuple(sorted(seats, key=lambda seat: self.scores[seat], reverse=True))

    def __str__(self) -> str:
        return (":" if self.cards else "-").join(map(str, self.scores))
