"""Points and outcomes (M13-M15, M18, M19, M28)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import final

import attrs
from attrs.validators import optional

from .. import protocol
from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.fields import fitted
from ..protocol.endings import LETTERS, Ending, check_decided
from .board import PLAYER_COUNTS, SEATS, Seat
from .position import Position
from .rulesets import in_words
from .turns import End, end_of, max_plies_left, times_stood, without_player


def points_for_cards(cards: Sequence[int]) -> tuple[Fraction, ...]:
    """Points by seat (M14), given all players' cards by seat, those of the expelled included.

    >>> [str(points) for points in points_for_cards([14, 4, 4, 4, 4])]
    ['100', '0', '0', '0', '0']
    """
    players = len(cards)
    basic, average = 5 * (players - 1), Fraction(sum(cards), players)
    return tuple(basic + 10 * (own - average) for own in cards)


def points(position: Position) -> tuple[Fraction, ...]:
    """Points by seat if the game ended here (M14, M15, M18).

    Without cards one point is shared by those who have neither lost nor been expelled.
    """
    if position.ruleset.cards:
        return points_for_cards(position.cards)
    lost = {*position.expelled}
    if position.is_over and end_of(position) in (End.MILL, End.FEW, End.LOST):
        lost.add(position.to_move)
    lasting = [seat for seat in position.seats if seat not in lost]
    share = Fraction(1, len(lasting) or 1)  # nobody lasts in an arrangement without tokens
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


def outcome(position: Position) -> Outcome | None:
    """How the game ended (M13-M15, M18, M19); None until it is over."""
    if not position.is_over:
        return None
    end, seat = end_of(position), position.to_move
    assert end is not None
    explanation = end.value.format(
        seat=seat,
        other=position.terms.order_from[seat][1],
        tokens=in_words(position.token_count(seat)),
        turns=position.quiet,
        times=in_words(times_stood(position)),
    )
    cards = position.cards if position.ruleset.cards else ()
    return Outcome(points(position), cards, explanation)


def outcome_after(position: Position, ending: Ending) -> Outcome:
    """The outcome if the players agree to stop, or one of two leaves (M28)."""
    if ending.seat is not None:
        position = without_player(position, Seat(ending.seat))
    cards = position.cards if position.ruleset.cards else ()
    return Outcome(points(position), cards, ending.explained(SEATS, "Seat"), ending)


def _check_scores(_: object, __: object, scores: tuple[Fraction, ...]) -> None:
    if len(scores) not in PLAYER_COUNTS:
        raise NinetkaError(f"2 to {len(SEATS)} seats have points, not {len(scores)}")


def _check_ending(outcome: Outcome, _: object, ending: Ending) -> None:
    check_decided(ending, len(outcome.scores))


@final
@documented
@attrs.frozen(field_transformer=fitted())
class Outcome(protocol.GameOutcome):
    """How a game ended (M13-M15, M18, M19, M28).

    `str` is the result that records state: the points by seat, joined by colons if there are cards
    (`100:0:-5/2:5/2`), and by hyphens if not (`1-0`, `0-1`, `1/2-1/2`); or who won because the
    other resigned, `a+R`, or lost on time, `b+T`.
    """

    scores: tuple[Fraction, ...] = attrs.field(validator=_check_scores)
    """Points by seat, exactly."""
    cards: tuple[int, ...] = ()
    """Cards by seat; empty if the ruleset has none."""
    explanation: str = attrs.field(default="", eq=False)
    """Why the game ended, in a sentence."""
    ending: Ending | None = attrs.field(default=None, validator=optional(_check_ending))
    """What ended the game if that was not a move (M28)."""

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
        if self.ending is not None and self.ending.seat is not None and not self.cards:
            return f"{self.ranking[0]}+{LETTERS[self.ending.kind]}"
        return (":" if self.cards else "-").join(map(str, self.scores))
