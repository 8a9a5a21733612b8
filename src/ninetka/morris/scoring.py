"""Points, outcomes, and what moves gain at once (M9-M15, M18-M20, M28)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import final

import attrs
from attrs.validators import optional

from .. import protocol
from ..base.bits import mask_of
from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.fields import convert_fields
from ..base.messages import Message
from ..protocol.endings import LETTERS, Ending, check_decided
from ..protocol.entry import Gain
from .board import PLAYER_COUNTS, SEATS, Seat, added, toggled
from .legality import can_jump
from .mills import PLACING_REMOVES, in_long_row, makes_mill, without_token, worth_of_mill
from .moves import Leave, Move, Put, Remove, fields_named
from .position import Position
from .rulesets import in_words
from .texts import Say
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
    # Under rules without expelling, one player alone has lost when the game is over (M15)
    lost = {*position.expelled} if position.terms.expels or not position.is_over else set[Seat]()
    end = end_of(position) if position.is_over else None
    if end in (End.MILL, End.FEW, End.LOST):
        lost.add(position.to_move)
    elif end is End.FULL_LOST:
        lost.add(Seat.FIRST)
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
    """The outcome of a game (M13-M15, M18, M19); None until it is over."""
    if not position.is_over:
        return None
    cards = position.cards if position.ruleset.cards else ()
    return Outcome(points(position), cards, _explained(position))


def _explained(position: Position) -> Message:
    """Say why a game is over (M13, M15, M18, M19, M22)."""
    end, seat = end_of(position), position.to_move
    assert end is not None
    say: Say = end.value
    match end:
        case End.MILL:
            return say(seat=position.terms.order_from[seat][1])
        case End.FEW if not position.token_count(seat):
            return Say.ENDED_WITHOUT(seat=seat)
        case End.FEW:
            return say(seat=seat, tokens=in_words(position.token_count(seat)))
        case End.LOST | End.STUCK:
            return say(seat=seat)
        case End.FULL_LOST:
            return say(seat=Seat.FIRST)
        case End.QUIET:
            return say(turns=position.quiet)
        case End.REPEATED:
            return say(times=in_words(times_stood(position)))
    return say()


def outcome_after(position: Position, ending: Ending) -> Outcome:
    """The outcome if the players agree to stop, or one of two leaves (M28)."""
    if ending.seat is not None:
        position = without_player(position, Seat(ending.seat))
    cards = position.cards if position.ruleset.cards else ()
    return Outcome(points(position), cards, ending.explained(SEATS), ending)


def _check_scores(_: object, __: object, scores: tuple[Fraction, ...]) -> None:
    if len(scores) not in PLAYER_COUNTS:
        raise NinetkaError(f"2 to {len(SEATS)} seats have points, not {len(scores)}")


def _check_ending(outcome: Outcome, _: object, ending: Ending) -> None:
    check_decided(ending, len(outcome.scores))


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Outcome(protocol.GameOutcome):
    """The outcome of a game (M13-M15, M18, M19, M28).

    `str` is the result that records state: the points by seat, joined by colons if there are cards
    (`100:0:-5/2:5/2`), and by hyphens if not (`1-0`, `0-1`, `1/2-1/2`); or who won because the
    other resigned, `a+R`, or lost on time, `b+T`.
    """

    scores: tuple[Fraction, ...] = attrs.field(validator=_check_scores)
    """Points by seat, exactly."""
    cards: tuple[int, ...] = ()
    """Cards by seat; empty if the ruleset has none."""
    explanation: str = attrs.field(default="", eq=False)
    """The reason why the game ended, in a sentence."""
    ending: Ending | None = attrs.field(default=None, validator=optional(_check_ending))
    """The ending, if the game did not end by a move (M28)."""

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


def gains(position: Position, moves: Sequence[Move]) -> list[Gain]:
    """Judge each move by its mill, the mills that others can make next, and the player's own.

    Players who look one move ahead choose by this. A new mill is worth the cards that it earns, or
    if there are none the tokens that it removes (M20). A removal that expels the token's owner is
    worth two cards (M12). The fewer mills the others can make next, the better, and the more the
    player can.
    """
    seat = position.to_move
    found: list[Gain] = []
    for move in moves:
        after, earned = _after(position, move)
        counts = _open_mills(after)
        own = counts.pop(seat)
        found.append((earned, -sum(counts), own))
    return found


def _after(position: Position, move: Move) -> tuple[Position, int]:
    """The position after a move, still at the same turn, and what the player has earned by it."""
    terms, seat = position.terms, position.to_move
    if isinstance(move, Leave):
        left = without_player(position, move.seat)
        return left, left.cards[seat] - position.cards[seat]
    if isinstance(move, Remove):
        masks, hands, cards = without_token(position, move.field.bit)
        earned = cards[seat] - position.cards[seat]
    else:
        fields = fields_named(move)
        masks = toggled(position.masks, seat, mask_of(fields))
        hands = added(position.hands, seat, -isinstance(move, Put))
        earned = 0
        if makes_mill(terms, masks[seat], fields[-1].index):
            worth = worth_of_mill(terms, masks, seat, move)
            earned = worth[not terms.ruleset.cards]
    return Position(terms, seat, position.phase, masks, hands), earned


def _open_mills(position: Position) -> list[int]:
    """Count, by seat, the mills that the player could make by one put, step or jump (M5-M7)."""
    terms, ruleset = position.terms, position.ruleset
    beside, free = position.board.neighbour_masks, position.free_mask
    gaps = [(line, line & free) for line in position.board.line_masks if line & free]
    counts = []
    for seat, own in enumerate(position.masks):
        hand, count = position.hands[seat], 0
        puts = hand > 0 and ruleset.placing_mills in PLACING_REMOVES
        moves, jumps = not hand or ruleset.mixed, can_jump(position, seat)
        for line, gap in gaps:
            # One field is missing, it is free, and no row longer than a line comes of it (M24)
            if line & ~own == gap and gap.bit_count() == 1:
                near = own if jumps else beside[gap.bit_length() - 1] & own
                if not in_long_row(terms, own | gap, line):
                    count += puts or (moves and near & ~line != 0)
        counts.append(count)
    return counts
