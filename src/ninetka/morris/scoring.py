"""Points and outcomes (M13-M15)."""

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
from .position import Position
from .rulesets import FEWEST_TOKENS, Stuck
from .turns import loses, max_plies_left


def points_for_cards(cards: Sequence[int]) -> tuple[Fraction, ...]:
    """Points by seat (M14), given all players' cards by seat, those of the expelled included.

    >>> [str(points) for points in points_for_cards([14, 4, 4, 4, 4])]
    ['100', '0', '0', '0', '0']
    """
    players = len(cards)
    basic, average = 5 * (players - 1), Fraction(sum(cards), players)
    return tuple(basic + 10 * (own - average) for own in cards)


def points(position: Position) -> tuple[Fraction, ...]:
    """Points by seat if the game ended here (M14, M15).

    Without cards one point is shared by those who have neither lost nor been expelled.
    """
    if position.ruleset.cards:
        return points_for_cards(position.cards)
    lost = {*position.expelled, loser(position)}
    lasting = [seat for seat in position.seats if seat not in lost]
    share = Fraction(1, len(lasting))
    return tuple(share * (seat in lasting) for seat in position.seats)


def point_bounds(position: Position) -> tuple[Fraction, Fraction]:
    """The least and the most points that a seat can have at the end (M14, M15).

    With cards a wide bound: as if each ply that remains made a mill of every line, and each of the
    others were expelled for two cards (M12). With a seat's own cards its points rise, with those of
    the others they fall.
    """
    if not position.ruleset.cards:
        return Fraction(0), Fraction(1)
    cards, players = position.cards, position.players
    earned = max_plies_left(position) * len(position.board.lines) + 2 * (players - 1)
    basic, average = 5 * (players - 1), Fraction(sum(cards) + earned, players)
    return basic + 10 * (min(cards) - average), basic + 10 * (max(cards) + earned - average)


def loser(position: Position) -> Seat | None:
    """The seat that cannot move or has too few tokens and so has lost (M15), if there is one."""
    can_lose = position.is_over and position.ruleset.stuck is Stuck.LOSES
    return position.to_move if can_lose and loses(position) else None


def outcome(position: Position) -> Outcome | None:
    """How the game ended (M13-M15); None until it is over."""
    if not position.is_over:
        return None
    cards = position.cards if position.ruleset.cards else ()
    return Outcome(points(position), cards, _why_over(position))


def _why_over(position: Position) -> str:
    """Why the game ended, in a sentence (M13, M15)."""
    lost = loser(position)
    if lost is not None:
        few = position.token_count(lost) < FEWEST_TOKENS
        return f"Seat {lost} has only two tokens left." if few else f"Seat {lost} cannot move."
    if position.quiet == position.terms.quiet_limit:
        return f"No token was put or removed for {position.quiet} turns."
    return "One player is left." if len(position.remaining) == 1 else "Nobody can move."


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
