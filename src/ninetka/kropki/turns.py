"""A turn: a dot with chains, or a pass, for that turn alone or for good (K2, K5-K10, K12, K24)."""

from __future__ import annotations

from typing import Final, TypeVar

import attrs

from .board import Seat
from .chains import Ring
from .moves import Move, Pass
from .position import Position
from .regions import Region
from .rulesets import Passing
from .texts import Say

P = TypeVar("P", bound=Position)

LAST_PASS: Final = 2
"""The pass that ends a game: both players have passed (K24)."""


def successor(position: P, move: Move) -> P:
    """The position after a move that is known to be legal; undefined for any other (K2-K10)."""
    if isinstance(move, Pass):
        return passed(position)
    after = position.with_dot(move.point)
    for chain in move.chains:
        ring = Ring.of(position.board, chain)
        after = after.with_region(Region.known(position.to_move, chain, ring))
    return after_dot(position, after) if position.passes else after


def passed(position: P) -> P:
    """The position after the seat to move has passed (K24)."""
    after = with_passes(position, position.passes + 1)
    return attrs.evolve(after, to_move=position.to_move.other)


def with_passes(position: P, passes: int) -> P:
    """The position with this number of passes; after the last no point is free any more (K24)."""
    free = 0 if passes == LAST_PASS else position.free_mask
    return attrs.evolve(position, passes=passes, free_mask=free)


def after_dot(before: Position, after: P) -> P:
    """The position after a dot, given the one before: who is alone goes on placing (K24)."""
    if not before.passes or before.ruleset.passing is not Passing.FOR_GOOD:
        return after
    # Once no point is free it is nobody's turn, as in any finished game
    to_move = before.to_move if after.free_mask else after.to_move
    return attrs.evolve(after, to_move=to_move, passes=before.passes)


def most_passes(position: Position) -> int:
    """Return how many plies, at most, remain beyond one for each free point (K24)."""
    free, passing = position.free_mask.bit_count(), position.ruleset.passing
    if not free or passing is Passing.NEVER:
        return 0
    # Both may pass, but the second pass leaves a point free
    if passing is Passing.FOR_GOOD:
        return LAST_PASS - 1 - position.passes
    # There may be a pass before each dot
    return free - position.passes


def last_dot_by(position: Position) -> Seat | None:
    """Return the seat whose dot was the last move; None if that was a pass (K24)."""
    if not position.passes:
        return position.to_move.other
    # Both have passed, or a player has, for that turn
    if position.passes == LAST_PASS or position.ruleset.passing is not Passing.FOR_GOOD:
        return None
    return position.to_move if position.free_mask else position.to_move.other


def passes_fault(position: Position, passes: int) -> str | None:
    """Say why a position cannot have that number of passes; None if it can (K24)."""
    if not 0 <= passes <= LAST_PASS:
        return Say.PASSES_OUT_OF_RANGE(most=LAST_PASS, passes=passes)
    if passes and position.ruleset.passing is Passing.NEVER:
        return Say.NOBODY_PASSES(ruleset=position.ruleset.name)
    # The second pass needs a point on which the game could have gone on
    if passes == LAST_PASS and not position.free_mask:
        return Say.OVER_BEFORE_PASSES()
    # So does the first, unless the opponent went on alone
    if passes and not position.free_mask and position.ruleset.passing is Passing.TURNS:
        return Say.NONE_PASSED_LAST()
    return None
