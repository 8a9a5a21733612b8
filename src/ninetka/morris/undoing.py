"""What a position was before a token was put or moved, on bitboards (M5-M7, M9-M11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .board import Seat
from .mills import connected
from .moves import Phase, Put, Step
from .rulesets import Terms
from .turns import turn_from

Predecessor: TypeAlias = tuple[Phase, tuple[int, ...], tuple[int, ...], tuple[int, ...], int]
"""Phase, tokens, hands, cards and quiet turns."""


def predecessor(
    move: Put | Step,
    owner: Seat,
    terms: Terms,
    phase: Phase,
    tokens: Sequence[int],
    hands: Sequence[int],
    cards: Sequence[int],
    quiet: int,
) -> Predecessor | None:
    """What there was, if the owner of the token that the move has brought made the move.

    It may give something that the move does not lead from: to make it again is the test of that.
    None where it was not the owner's turn.
    """
    own, had, earned = list(tokens), list(hands), list(cards)
    field = move.field if isinstance(move, Put) else move.end
    if terms.ruleset.cards:
        earned[owner] -= len(connected(terms.board, own[owner], field.bit))
    own[owner] ^= field.bit
    if isinstance(move, Put):
        had[owner] += 1
    else:
        own[owner] |= move.start.bit
        quiet -= phase is not Phase.REMOVE  # which would come before the turn ends
    seat, before_it, _ = turn_from(terms, owner, own, had, quiet)
    if seat is not owner or quiet < 0 or earned[owner] < 0:
        return None
    return before_it, tuple(own), tuple(had), tuple(earned), quiet
