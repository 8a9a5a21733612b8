"""Points, results and the settlement of an agreed game (K11-K13)."""

from __future__ import annotations

from typing import Final, TypeVar, final

import attrs

from .. import protocol
from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.fields import fitted
from ..protocol.endings import Ending, EndingKind
from .board import SEATS, Seat
from .capture import captive_groups, tight_region
from .position import Position
from .rulesets import Capture

P = TypeVar("P", bound=Position)


def scores(position: Position) -> tuple[int, int]:
    """Points by seat: the opposing dots in points that belong to it (K11)."""
    dots, owned = position.dot_masks, position.owned_masks
    return (owned[0] & dots[1]).bit_count(), (owned[1] & dots[0]).bit_count()


def settlement(position: Position) -> tuple[int, int]:
    """Points by seat if the players agree to stop (K13).

    The seat to move closes its pools first. Pools inside another pool belong to its owner.
    """
    # Captures are automatic: the score as it stands
    if position.ruleset.capture is Capture.AUTOMATIC:
        return scores(position)
    # Each player's pools
    to_move, free = position.to_move, position.free_mask
    pools = [0, 0]
    for seat in (to_move, to_move.other):
        pools[seat] = free & position.closed(seat)
        pools[seat.other] &= ~pools[seat]
        position = _with_pools_closed(position, seat)
    # The turns that remain once all other free points are taken
    own = [pool.bit_count() for pool in pools]
    neutral = free.bit_count() - sum(own)
    begins = to_move if neutral % 2 == 0 else to_move.other
    # A dot is given for each turn without a point of one's own to play on
    points = list(scores(position))
    for seat in SEATS:
        turns = (sum(own) + (seat is begins)) // 2
        points[seat.other] += max(0, turns - own[seat])
    return points[0], points[1]


def settled(position: P) -> P:
    """The position with the regions that are drawn if the players agree to stop (K13)."""
    if position.ruleset.capture is Capture.AUTOMATIC:
        return position
    closed = _with_pools_closed(position, position.to_move)
    return _with_pools_closed(closed, position.to_move.other)


def _with_pools_closed(position: P, seat: Seat) -> P:
    """The position after a player has closed their pools that hold captives."""
    for group in captive_groups(position, seat):
        position = position.with_region(tight_region(position.board, seat, group))
    return position


def outcome_after(position: Position, ending: Ending) -> Outcome:
    """The outcome if the players agree to stop, or one resigns or runs out of time (K13).

    Raises NinetkaError if the game is over, or for a wrong seat.
    """
    if not position.free_mask:
        raise NinetkaError("the game is over: no point is free")
    if ending.seat is None:
        return Outcome(settlement(position))
    return Outcome(scores(position), Ending(ending.kind, Seat(ending.seat)))


LETTERS: Final = {EndingKind.RESIGNATION: "R", EndingKind.TIME: "T"}
"""What results have in place of points."""


@final
@documented
@attrs.frozen(field_transformer=fitted())
class Outcome(protocol.GameOutcome):
    """How a game ended (K11-K13). `str` gives the result as records state it.

    The result is the points by seat, `4-1`, or who won by resignation, `x+R`, or on time, `o+T`.
    """

    scores: tuple[int, int]
    """Points by seat."""
    ending: Ending | None = None
    """The resignation or the end of a player's time, if that decided the game."""

    @property
    def winner(self) -> Seat | None:
        """The seat with more points, or whose opponent resigned or lost on time; None if drawn."""
        if self.ending is not None and self.ending.seat is not None:
            return SEATS[self.ending.seat].other
        first, second = self.scores
        return None if first == second else SEATS[second > first]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winner alone, or nobody."""
        return () if self.winner is None else (self.winner,)

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """Both seats, the winner first; in turn order after a draw."""
        return SEATS[::-1] if self.winner is Seat.SECOND else SEATS

    @property
    def explanation(self) -> str:
        """Who resigned or ran out of time, in a sentence; empty if the points decided."""
        if self.ending is None:
            return ""
        what = "has resigned" if self.ending.kind is EndingKind.RESIGNATION else "ran out of time"
        return f"{SEATS[self.ending.seat or 0]} {what}."

    def __str__(self) -> str:
        if self.ending is None:
            return "-".join(map(str, self.scores))
        return f"{self.winner}+{LETTERS[self.ending.kind]}"
