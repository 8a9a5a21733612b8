"""Mills, the cards they earn and the tokens they remove (M3, M9-M12, M15, M18, M20, M24, M25)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .board import Seat, added, fields_of
from .moves import BoardMove, Put, fields_named
from .position import Due, Notes, Position
from .rulesets import FromMills, PlacingMills, Removals, Terms


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


def usable_mills(position: Position, index: int) -> int:
    """Count the mills of the player to move through an index that are not used yet (M20, M33)."""
    seat, used = position.to_move, position.notes.used
    unused = ~used[seat] if used else -1
    found = mills(position.terms, position.masks[seat])
    return sum(mill >> index & 1 and mill & unused != 0 for mill in found)


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

    The phase need not be to remove. Other reasons for a removal allow others (M31, M35-M38).
    """
    notes, own = position.notes, position.masks[position.to_move]
    captured = notes.custody | notes.intervention
    if notes.due is Due.STUCK:
        return beside(position, own)
    # What has been captured, unless there are more removals for mills (M35)
    if captured and notes.further_removals < captives(notes):
        return captured
    if notes.due is Due.OWN:
        return exposed(position, own)
    return exposed(position, sum(position.masks) ^ own)


def captives(notes: Notes) -> int:
    """The number of removals for captured tokens (M35, M36)."""
    return notes.custody.bit_count() + notes.intervention.bit_count()


def beside(position: Position, own: int) -> int:
    """The tokens of others next to these (M38), as a bitboard."""
    near = 0
    for field in fields_of(own):
        near |= position.board.neighbour_masks[field.index]
    return near & (sum(position.masks) ^ own)


def exposed(position: Position, others: int) -> int:
    """Those of a set of tokens that mills do not protect (M10, M15), as bitboards."""
    terms, masks, rule = position.terms, position.masks, position.ruleset.from_mills
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


PLACING_REMOVES: Final = (
    PlacingMills.COUNTS,
    PlacingMills.FROM_HAND,
    PlacingMills.FROM_HAND_AGAIN,
)
"""The rules by which a mill that is made by putting removes a token at once (M25, M30)."""


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
    if isinstance(move, Put) and ruleset.placing_mills not in PLACING_REMOVES:
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
