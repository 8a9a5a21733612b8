"""Mills, the cards they earn and the tokens they remove (M3, M9-M12, M15, M18, M20, M24, M25)."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Seat, added
from .moves import BoardMove, Put, fields_named
from .position import Position
from .rulesets import FromMills, MillRule, Removals, Terms


def mills(terms: Terms, tokens: int) -> list[int]:
    """A player's mills (M3), each as a bitboard, given their tokens as one."""
    full = [line for line in terms.board.line_masks if tokens & line == line]
    return [line for line in full if not in_long_row(terms, tokens, line)]


def makes_mill(terms: Terms, tokens: int, index: int) -> bool:
    """Return whether a player's token, just put or moved to this index, stands in a mill (M9)."""
    for line in terms.board.masks_through[index]:
        if tokens & line == line and not in_long_row(terms, tokens, line):
            return True
    return False


def mills_made(terms: Terms, tokens: int, index: int) -> int:
    """The number of mills in which the token at this index stands (M20)."""
    return sum(mill >> index & 1 for mill in mills(terms, tokens))


def in_long_row(terms: Terms, tokens: int, fields: int) -> bool:
    """Return whether fields are part of a row longer than a line that is full and no mill (M24)."""
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


def worth_of_mill(
    terms: Terms, masks: Sequence[int], seat: Seat, move: BoardMove
) -> tuple[int, int]:
    """The cards that a new mill earns, and the number of tokens that it removes.

    `masks` are the tokens of all players after the move, a put or a step, that made it.
    """
    ruleset, tokens, end = terms.ruleset, masks[seat], fields_named(move)[-1]
    # It wins (M18)
    if ruleset.mill_wins:
        return 0, 0
    # It is made by putting and counts for nothing (M25)
    if ruleset.placing_mills is not MillRule.COUNTS and isinstance(move, Put):
        return 0, 0
    # A card for each mill that is linked to it (M11)
    earned = len(connected(terms, tokens, end.bit)) if ruleset.cards else 0
    # One token, or one for each mill that was made (M10, M20)
    return earned, mills_made(terms, tokens, end.index) if ruleset.removals is Removals.EACH else 1


def without_token(position: Position, bit: int) -> tuple[tuple[int, ...], ...]:
    """Tokens, hands and cards after a removal, which may expel the token's owner (M10, M12)."""
    terms, cards = position.terms, position.cards
    owner = next(seat for seat, own in enumerate(position.masks) if own & bit)
    masks, hands = list(position.masks), list(position.hands)
    masks[owner] ^= bit
    if terms.expels and masks[owner].bit_count() + hands[owner] < terms.fewest:
        masks[owner] = hands[owner] = 0
        cards = added(cards, position.to_move, 2 * terms.ruleset.cards)
    return tuple(masks), tuple(hands), cards
