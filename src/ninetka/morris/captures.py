"""Captures without a mill: by custody, by intervention and by leaps (M35-M37), as bitboards."""

from __future__ import annotations

from ..base.bits import mask_of
from .mills import exposed
from .moves import BoardMove, fields_named
from .position import Position
from .rulesets import FEWEST_TOKENS, Capture, LineEnds


def captured(position: Position, move: BoardMove, has_hand: bool) -> tuple[int, int]:
    """The tokens that a put or a step has captured by custody, and by intervention (M35, M36).

    The position is the one after it, at the same turn; `has_hand` says whether its player had
    tokens in hand before.
    """
    terms, ruleset, end = position.terms, position.ruleset, fields_named(move)[-1].bit
    own, custody, intervention = position.masks[position.to_move], 0, 0
    others = sum(position.masks) ^ own
    if _may_capture(position, ruleset.custody, has_hand):
        for first, middle, last in terms.custody_lines:
            if end in (first, last) and own & first and own & last:
                custody |= middle & others
    if _may_capture(position, ruleset.intervention, has_hand):
        for first, middle, last in terms.intervention_lines:
            if middle == end and others & first and others & last:
                intervention = first | last
                break
    removable = exposed(position, others) if custody or intervention else 0
    return custody & removable, intervention & removable


def leap_ends(position: Position, start: int) -> int:
    """The free fields to which the player to move can leap with the token on `start` (M37)."""
    found = 0
    for first, _, last in _leaps(position):
        if start in (first, last):
            found |= (first | last) ^ start
    return found & position.free_mask


def leapt_over(position: Position, move: BoardMove) -> int:
    """The token that a step from this position captures by leaping over it; 0 for none (M37)."""
    ends = mask_of(fields_named(move))
    return sum(middle for first, middle, last in _leaps(position) if first | last == ends)


def _leaps(position: Position) -> list[LineEnds]:
    """The lines along which the player to move may leap, if there is a token and a free field."""
    terms, own = position.terms, position.masks[position.to_move]
    has_hand = position.hands[position.to_move] > 0
    if has_hand or not _may_capture(position, position.ruleset.leap, has_hand):
        return []
    over = exposed(position, sum(position.masks) ^ own)
    return [line for line in terms.leap_lines if line[1] & over]


def _may_capture(position: Position, captures: Capture, has_hand: bool) -> bool:
    """Return whether the player to move may capture so, with or without tokens in hand."""
    if has_hand:
        return Capture.PLACING in captures
    few = position.masks[position.to_move].bit_count() <= FEWEST_TOKENS
    return Capture.MOVING in captures and (few or Capture.FEW not in captures)
