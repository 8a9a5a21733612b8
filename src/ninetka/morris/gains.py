"""What moves gain at once in 9AM and Mills, by which `greedy` chooses (M9-M12)."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.bits import mask_of
from ..protocol.entry import Gain
from .board import toggled
from .mills import connected
from .moves import Move, Put, Remove, fields_named
from .position import Position
from .rulesets import FEWEST_TOKENS
from .turns import successor


def gains(position: Position, moves: Sequence[Move]) -> list[Gain]:
    """By move: the mill it makes, the mills that the others can make next, and the player's own.

    A new mill is worth the cards that it earns, or one if there are none. A removal that expels the
    token's owner is worth two cards (M12). The fewer mills the others can make next, the better,
    and the more the player can.
    """
    seat = position.to_move
    found: list[Gain] = []
    for move in moves:
        masks, earned = _after(position, move)
        hands = list(position.hands)
        hands[seat] -= isinstance(move, Put)
        open_ = [_open_mills(position, masks, other, hands[other]) for other in position.seats]
        own = open_.pop(seat)
        found.append((earned, -sum(open_), own))
    return found


def _after(position: Position, move: Move) -> tuple[tuple[int, ...], int]:
    """The tokens after a move, as a bitboard for each seat, and what it has earned."""
    seat = position.to_move
    if isinstance(move, Remove):
        after = successor(position, move)
        return after.masks, after.cards[seat] - position.cards[seat]
    bits = mask_of(fields_named(move))
    masks = toggled(position.masks, seat, bits)
    new = connected(position.board, masks[seat], fields_named(move)[-1].bit)
    return masks, len(new) if position.ruleset.cards else bool(new)


def _open_mills(position: Position, masks: Sequence[int], seat: int, hand: int) -> int:
    """The number of mills that a player could make by one put, step or jump (M5-M7)."""
    board, own, free = position.board, masks[seat], position.board.mask & ~sum(masks)
    jumps = hand or (position.ruleset.jumping and own.bit_count() == FEWEST_TOKENS)
    count = 0
    for line in board.line_masks:
        gap = line & free
        if gap and (line & own).bit_count() == 2:
            near = own if jumps else board.neighbour_masks[gap.bit_length() - 1] & own
            count += hand > 0 or near & ~line != 0
    return count
