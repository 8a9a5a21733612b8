"""Mills, the cards they earn and the tokens they remove, on bitboards (M3, M9-M11, M20, M24)."""

from __future__ import annotations

from .position import Position
from .rulesets import FromMills, Terms


def mills(terms: Terms, tokens: int) -> list[int]:
    """A player's mills (M3), each as a bitboard, given their tokens as one."""
    full = [line for line in terms.board.line_masks if tokens & line == line]
    return [line for line in full if not in_long_row(terms, tokens, line)]


def makes_mill(terms: Terms, tokens: int, index: int) -> bool:
    """Whether a player's token, just put or moved to this index, stands in a mill (M9)."""
    for line in terms.board.masks_through[index]:
        if tokens & line == line and not in_long_row(terms, tokens, line):
            return True
    return False


def mills_made(terms: Terms, tokens: int, index: int) -> int:
    """The number of mills in which the token at this index stands (M20)."""
    return sum(mill >> index & 1 for mill in mills(terms, tokens))


def in_long_row(terms: Terms, tokens: int, fields: int) -> bool:
    """Whether fields are part of a row longer than a line that is full and no mill (M24)."""
    return any(tokens & row == row and row & fields == fields for row in terms.long_rows)


def connected(terms: Terms, tokens: int, bit: int) -> list[int]:
    """The player's mills linked to a field by shared fields, directly or through others (M11).

    `tokens` are the player's, as a bitboard, and `bit` is the field's.
    """
    others = mills(terms, tokens)
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
    terms, masks = position.terms, position.masks
    rule, others = terms.ruleset.from_mills, sum(masks) ^ masks[position.to_move]
    if rule is FromMills.ALWAYS:
        return others
    safe = 0
    for line in terms.board.line_masks:
        if others & line == line:
            for own in masks:
                if own & line == line and not in_long_row(terms, own, line):
                    safe |= line
    # Any token, if all are in mills (M15)
    if rule is FromMills.IF_ALL and safe == others:
        return others
    return others & ~safe
