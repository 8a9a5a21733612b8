"""Mills, the cards they earn and the tokens they remove, on bitboards (M3, M9-M11, M15)."""

from __future__ import annotations

from .board import Board
from .position import Position
from .rulesets import FromMills


def mills(board: Board, tokens: int) -> list[int]:
    """A player's mills (M3), each as a bitboard, given their tokens as one."""
    return [line for line in board.line_masks if tokens & line == line]


def makes_mill(board: Board, tokens: int, index: int) -> bool:
    """Whether a player's token, just put or moved to this index, stands in a mill (M9)."""
    for line in board.masks_through[index]:  # noqa: SIM110  # a quarter as long as with any()
        if tokens & line == line:
            return True
    return False


def connected(board: Board, tokens: int, bit: int) -> list[int]:
    """The player's mills linked to a field by shared fields, directly or through others (M11).

    `tokens` are the player's, as a bitboard, and `bit` is the field's.
    """
    others = mills(board, tokens)
    reached, grown = 0, bit
    while grown != reached:
        reached = grown
        for mill in others:
            if mill & reached:
                grown |= mill
    return [mill for mill in others if mill & reached]


def removable(position: Position) -> int:
    """The tokens that the player to move may remove after making a mill (M10, M15), as a bitboard.

    The phase need not be to remove.
    """
    masks, rule = position.masks, position.terms.ruleset.from_mills
    others = sum(masks) ^ masks[position.to_move]
    if rule is FromMills.ALWAYS:
        return others
    safe = 0
    for line in position.terms.board.line_masks:
        if others & line == line and any(own & line == line for own in masks):
            safe |= line
    # Any token, if all are in mills (M15)
    if rule is FromMills.IF_ALL and safe == others:
        return others
    return others & ~safe
