"""What a position was before a token was put or moved (M5-M7, M9-M11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .board import Seat, owner_of
from .mills import connected
from .moves import Phase, Put, Step
from .rulesets import Terms
from .turns import turn_from

Predecessor: TypeAlias = tuple[Seat, Phase, tuple[int, ...], tuple[int, ...], tuple[int, ...], int]
"""Seat to move, phase, tokens as a bitboard for each seat, hands, cards and quiet turns."""


def predecessor(
    move: Put | Step,
    terms: Terms,
    to_move: Seat,
    phase: Phase,
    tokens: Sequence[int],
    hands: Sequence[int],
    cards: Sequence[int],
    quiet: int,
) -> Predecessor | None:
    """The only position that the move can have been made in, if there is one.

    The move may not be legal there or lead elsewhere: make it again to find out.
    """
    field = move.field if isinstance(move, Put) else move.end
    owner = owner_of(tokens, field.index)
    if owner is None or (phase is Phase.REMOVE and owner is not to_move):
        return None
    if isinstance(move, Step) and move.start.number > terms.board.fields:
        return None
    own, had, earned = list(tokens), list(hands), list(cards)
    if terms.ruleset.cards:
        earned[owner] -= len(connected(terms.board, own[owner], field.bit))
    own[owner] ^= field.bit
    if isinstance(move, Put):
        had[owner] += 1
    else:
        own[owner] |= move.start.bit
        quiet -= phase is not Phase.REMOVE  # a removal comes before the turn ends
    seat, before_it, _ = turn_from(terms, owner, own, had, quiet)
    if seat is not owner or quiet < 0 or earned[owner] < 0:
        return None
    return owner, before_it, tuple(own), tuple(had), tuple(earned), quiet
