"""What moves gain at once in 9AM and Mills, by which `greedy` chooses (M9-M12)."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.bits import mask_of
from ..protocol.entry import Gain
from .board import added, toggled
from .legality import can_jump
from .mills import in_long_row, makes_mill, without_token, worth_of_mill
from .moves import Leave, Move, Put, Remove, fields_named
from .position import Position
from .rulesets import MillRule
from .turns import without_player


def gains(position: Position, moves: Sequence[Move]) -> list[Gain]:
    """By move: the mill it makes, the mills that the others can make next, and the player's own.

    A new mill is worth the cards that it earns, or if there are none the tokens that it removes
    (M20). A removal that expels the
    token's owner is worth two cards (M12). The fewer mills the others can make next, the better,
    and the more the player can.
    """
    seat = position.to_move
    found: list[Gain] = []
    for move in moves:
        after, earned = _after(position, move)
        open_ = _open_mills(after)
        own = open_.pop(seat)
        found.append((earned, -sum(open_), own))
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
            worth = worth_of_mill(terms, masks[seat], fields[-1], isinstance(move, Put))
            earned = worth[not terms.ruleset.cards]
    return Position(terms, seat, position.phase, masks, hands), earned


def _open_mills(position: Position) -> list[int]:
    """By seat: the number of mills that the player could make by one put, step or jump (M5-M7)."""
    terms, ruleset = position.terms, position.ruleset
    beside, free = position.board.neighbour_masks, position.free_mask
    gaps = [(line, line & free) for line in position.board.line_masks if line & free]
    counts = []
    for seat, own in enumerate(position.masks):
        hand, count = position.hands[seat], 0
        puts = hand > 0 and ruleset.placing_mills is MillRule.COUNTS
        moves, jumps = not hand or ruleset.mixed, can_jump(position, seat)
        for line, gap in gaps:
            # One field is missing, it is free, and no row longer than a line comes of it (M24)
            if line & ~own == gap and gap.bit_count() == 1:
                near = own if jumps else beside[gap.bit_length() - 1] & own
                if not in_long_row(terms, own | gap, line):
                    count += puts or (moves and near & ~line != 0)
        counts.append(count)
    return counts
