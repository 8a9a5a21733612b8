"""What moves gain at once in 9AM and Mills, by which `greedy` chooses (M9-M12)."""

from __future__ import annotations

from collections.abc import Sequence

from ..protocol.entry import Gain
from . import mills
from .board import Board, toggled
from .moves import Move, Put, Remove
from .rulesets import FEWEST_TOKENS
from .state import State


def gains(state: State, moves: Sequence[Move]) -> list[Gain]:
    """By move: the mill it makes, the mills that the others can make next, and the player's own.

    A new mill counts as many as the cards that it earns, or one if there are none. A token that
    expels its owner when it is removed counts two cards (M12). The fewer mills the others can make
    next, the better, and the more the player can.
    """
    board, ruleset, seat = state.board, state.ruleset, state.to_move
    found: list[Gain] = []
    for move in moves:
        tokens, earned = _after(state, move)
        free = board.mask & ~sum(tokens)
        hands = list(state.hands)
        hands[seat] -= isinstance(move, Put)
        open_ = [
            _open_mills(board, own, hand, free, ruleset.jumping)
            for own, hand in zip(tokens, hands, strict=True)
        ]
        own = open_.pop(seat)
        found.append((earned, -sum(open_), own))
    return found


def _after(state: State, move: Move) -> tuple[Sequence[int], int]:
    """The tokens after a move, as a bitboard for each seat, and what it has earned."""
    seat, board = state.to_move, state.board
    if isinstance(move, Remove):
        after = state.apply_unchecked(move)
        return after.masks, after.cards[seat] - state.cards[seat]
    bits = move.field.bit if isinstance(move, Put) else move.start.bit | move.end.bit
    index = move.field.index if isinstance(move, Put) else move.end.index
    tokens = toggled(state.masks, seat, bits)
    new = mills.connected(board, tokens[seat], 1 << index)
    return tokens, len(new) if state.ruleset.cards else bool(new)


def _open_mills(board: Board, own: int, hand: int, free: int, jumping: bool) -> int:
    """How many mills a player can make by one put, step or jump (M5-M7)."""
    jumps = hand or (jumping and own.bit_count() == FEWEST_TOKENS)
    count = 0
    for line in board.line_masks:
        gap = line & free
        if gap and (line & own).bit_count() == 2:
            near = own if jumps else board.neighbour_masks[gap.bit_length() - 1] & own
            count += hand > 0 or near & ~line != 0
    return count
