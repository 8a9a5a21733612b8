"""When a game is over, and why (M12, M13, M15, M18, M19, M22, M23)."""

from __future__ import annotations

from enum import Enum

from .board import owner_of, toggled
from .legality import can_play
from .mills import mills
from .position import Position
from .rulesets import FullBoard, Stuck, in_words


class End(Enum):
    """Why a game is over at the turn of a player, who is the loser if there is one.

    The value is a sentence for people, with the players, the tokens that are left and the turns.
    """

    MILL = "Seat {other} has made a mill."
    FEW = "Seat {seat} has only {tokens} tokens left."
    ALONE = "One player is left."
    FULL = "The board is full."
    LOST = "Seat {seat} cannot move."
    STUCK = "Seat {seat} cannot move, which is a draw."
    QUIET = "No token was put or removed for {turns} turns."
    REPEATED = "The same position has stood {times} times."
    NOBODY = "Nobody can move."


LOSES = frozenset({End.MILL, End.FEW, End.LOST})
"""The ends at which the player to move has lost."""


def end_of(position: Position) -> End | None:
    """Why the game is over at the turn of the player to move; None if it goes on."""
    terms, ruleset, seat = position.terms, position.ruleset, position.to_move
    # The other player has made a mill, which wins (M18)
    if ruleset.mill_wins and mills(terms, position.masks[terms.order_from[seat][1]]):
        return End.MILL
    # One player is left, or has too few tokens (M12, M13, M15)
    if terms.expels:
        if len(position.remaining) == 1:
            return End.ALONE
    elif position.token_count(seat) < terms.fewest:
        return End.FEW
    # A put has left no field free (M19)
    if ruleset.full_board is FullBoard.DRAW and not position.free_mask:
        return End.FULL
    # The player cannot move (M15, M19)
    if not terms.expels and not can_play(position, seat):
        return End.LOST if ruleset.stuck is Stuck.LOSES else End.STUCK
    # No token was put or removed for long (M13, M23)
    if position.quiet >= quiet_limit(position):
        return End.QUIET
    # The position stands again (M22)
    if ruleset.repetition and times_stood(position) >= ruleset.repetition:
        return End.REPEATED
    # All would be stepped over (M8, M13)
    if terms.expels and not any(can_play(position, other) for other in position.remaining):
        return End.NOBODY
    return None


def quiet_limit(position: Position) -> int:
    """The number of quiet turns that ends the game, with few tokens another one (M13, M23)."""
    terms = position.terms
    few = all(position.token_count(seat) <= terms.jumping for seat in terms.seats)
    return terms.quiet_few_limit if few else terms.quiet_limit


def times_stood(position: Position) -> int:
    """How often the position has stood since the last put or removal: tokens and seat (M22)."""
    masks, count = position.masks, 1
    for step in reversed(position.steps):
        owner = owner_of(masks, step.end.index)
        # Not the steps of this position, which `undo` tries
        if owner is None:
            break
        masks = toggled(masks, owner, step.start.bit | step.end.bit)
        count += masks == position.masks and owner is position.to_move
    return count


def loser(position: Position) -> int | None:
    """The seat that has lost (M15, M18), if there is one."""
    return position.to_move if position.is_over and end_of(position) in LOSES else None


def why_over(position: Position) -> str:
    """Why a game that is over has ended, in a sentence."""
    end, seat = end_of(position), position.to_move
    assert end is not None
    return end.value.format(
        seat=seat,
        other=position.terms.order_from[seat][1],
        tokens=in_words(position.token_count(seat)),
        turns=position.quiet,
        times=in_words(times_stood(position)),
    )
