"""Mills, the cards they earn and the tokens they remove, on bitboards (M3, M9-M11)."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Board
from .rulesets import FromMills


def mills(board: Board, tokens: int) -> list[int]:
    """A player's mills (M3), each as a bitboard, given their tokens."""
    return [line for line in board.line_masks if tokens & line == line]


def makes_mill(board: Board, tokens: int, index: int) -> bool:
    """Whether a player's token, just put or moved to this index, stands in a mill (M9)."""
    for line in board.masks_through[index]:  # noqa: SIM110  # a quarter as long as with any()
        if tokens & line == line:
            return True
    return False


def connected(board: Board, tokens: int, bit: int) -> list[int]:
    """The player's mills linked to a field by shared fields, directly or through others (M11)."""
    others = mills(board, tokens)
    reached, grown = 0, bit
    while grown != reached:
        reached = grown
        for mill in others:
            if mill & reached:
                grown |= mill
    return [mill for mill in others if mill & reached]


def removable(board: Board, tokens: Sequence[int], remover: int, from_mills: FromMills) -> int:
    """The tokens that a player who has made a mill may remove (M10, M15), as a bitboard."""
    others = sum(tokens) ^ tokens[remover]
    if from_mills is FromMills.ALWAYS:
        return others
    safe = 0
    for line in board.line_masks:
        if others & line == line and any(own & line == line for own in tokens):
            safe |= line
    if from_mills is FromMills.IF_ALL and safe == others:
        return others
    return others & ~safe
