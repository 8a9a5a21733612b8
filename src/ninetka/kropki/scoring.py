"""Points, results and the settlement of a game that is stopped (K11-K13, K19, K20)."""

from __future__ import annotations

from typing import TypeVar, final

import attrs
from attrs.validators import optional

from .. import protocol
from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.fields import as_tuple, convert_fields
from ..protocol.endings import AGREEMENT, LETTERS, Ending, EndingKind
from .board import SEATS, Seat
from .capture import captive_groups, tight_region
from .legality import over_fault
from .position import Position, owned_with
from .rulesets import MOST_KOMI, Capture, Points, as_half, half_text
from .texts import Say

P = TypeVar("P", bound=Position)


def scores(position: Position) -> tuple[int, Points]:
    """Points by seat: the opposing dots in points that belong to it, and komi (K11, K19)."""
    dots, owned = position.dot_masks, position.owned_masks
    captured = (owned[1] & dots[0]).bit_count()
    return (owned[0] & dots[1]).bit_count(), captured + position.ruleset.komi


def settlement(position: Position) -> tuple[Points, Points]:
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
    points: list[Points] = [*scores(position)]
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


def grounded(position: P, seat: Seat) -> P:
    """The position with what a seat loses by grounding, which then belongs to the opponent (K20).

    Only points, dots and what belongs to whom are right, for scores and pictures.
    """
    board = position.board
    own = position.live(seat) | position.owned_masks[seat]
    lost = own & ~board.flood(board.edge, own)
    owned = owned_with(position, seat.other, lost)
    return attrs.evolve(position, owned_masks=owned, free_mask=position.free_mask & ~lost)


def ended(position: P, ending: Ending | None) -> P:
    """The position as it is shown if a game ended so: settled, if that changes something."""
    if ending == AGREEMENT:
        return settled(position)
    if ending is not None and ending.kind is EndingKind.GROUNDING:
        return grounded(position, Seat(ending.seat or 0))
    return position


def outcome_after(position: Position, ending: Ending) -> Outcome:
    """The outcome if the players agree to stop, or one resigns, runs out of time or grounds (K13).

    Raises NinetkaError if the game is over, for a wrong seat, or for an ending that the ruleset
    does not have.
    """
    if not position.free_mask:
        raise NinetkaError(over_fault(position).sentence)
    if ending.seat is None:
        return Outcome(settlement(position))
    seat = Seat(ending.seat)
    # Grounding (K20)
    if ending.kind is EndingKind.GROUNDING:
        if not position.ruleset.grounding:
            raise NinetkaError(Say.CANNOT_GROUND(ruleset=position.ruleset.name))
        return Outcome(scores(grounded(position, seat)))
    return Outcome(scores(position), Ending(ending.kind, seat))


def as_scores(value: object) -> tuple[Points, Points]:
    """Points by seat, each as `as_half` has it. Raises NinetkaError unless there are two."""
    points = as_tuple(value, "scores")
    if len(points) != 2:
        raise NinetkaError(Say.TWO_SCORES(scores=quoted(value)))
    first, second = points
    if type(first) is type(second) is int:  # which most scores are, so this is twice as fast
        return first, second
    most = 2 * MOST_KOMI  # captured dots and komi
    first = as_half(first, Say.A_SCORE(), NinetkaError, most)
    return first, as_half(second, Say.A_SCORE(), NinetkaError, most)


def _check_ending(_: object, __: object, ending: Ending) -> None:
    if ending.kind not in LETTERS:
        raise NinetkaError(Say.POINTS_DECIDE(ending=repr(ending.kind.value)))


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Outcome(protocol.GameOutcome):
    """The outcome of a game (K11-K13). `str` gives the result as records state it.

    The result is the points by seat, `4-1` or `4-6.5`, with a colon if some are negative, `4:-2`;
    or who won by resignation, `x+R`, or on time, `o+T`.
    """

    scores: tuple[Points, Points] = attrs.field(converter=as_scores)
    """Points by seat, with komi (K19): whole ones are ints, half ones Fractions."""
    ending: Ending | None = attrs.field(default=None, validator=optional(_check_ending))
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
        """A sentence that says who resigned or ran out of time; empty if the points decided."""
        if self.ending is None:
            return ""
        return self.ending.explained(SEATS)

    def __str__(self) -> str:
        if self.ending is None:
            return (":" if min(self.scores) < 0 else "-").join(map(half_text, self.scores))
        return f"{self.winner}+{LETTERS[self.ending.kind]}"
