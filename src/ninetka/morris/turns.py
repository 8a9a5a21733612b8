"""Whose turn it is, what the player can do, and when the game is over (M5-M8, M12, M13, M15)."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Seat, fields_of
from .moves import STEPS, Phase, Step
from .rulesets import FEWEST_TOKENS, Stuck, Terms


def can_jump(terms: Terms, own: int) -> bool:
    """Whether a player with these tokens and an empty hand may jump (M7)."""
    return terms.ruleset.jumping and own.bit_count() == FEWEST_TOKENS


def can_play(terms: Terms, own: int, hand: int, free: int) -> bool:
    """Whether a player can put, move or jump (M5-M7)."""
    if hand or can_jump(terms, own):
        return free != 0
    beside = terms.board.neighbour_masks
    while own:
        low = own & -own
        if beside[low.bit_length() - 1] & free:
            return True
        own ^= low
    return False


def steps(terms: Terms, own: int, free: int) -> tuple[Step, ...]:
    """A player's steps or jumps (M6, M7), ordered by the fields they start from, then end on."""
    found: tuple[Step, ...] = ()
    if can_jump(terms, own):
        for field in fields_of(own):
            found += STEPS[field.index].of_any(free)
        return found
    beside = terms.board.neighbour_masks
    while own:
        low = own & -own
        own ^= low
        index = low.bit_length() - 1
        ends = beside[index] & free
        if ends:
            found += STEPS[index][ends]
    return found


def loses(terms: Terms, own: int, hand: int, free: int) -> bool:
    """Whether the player to move has lost, if the ruleset is `Stuck.LOSES` (M15)."""
    return own.bit_count() + hand < FEWEST_TOKENS or not can_play(terms, own, hand, free)


def turn_from(
    terms: Terms, first: Seat, tokens: Sequence[int], hands: Sequence[int], quiet: int
) -> tuple[Seat, Phase, tuple[Seat, ...]]:
    """The seat to move when it's the turn of `first`, its phase and the seats stepped over (M8).

    Expelled players are passed over (M4). If the game is over, the seat is the next one that is
    still in the game (M13).
    """
    free = terms.board.mask & ~sum(tokens)
    if terms.ruleset.stuck is Stuck.LOSES:
        over = quiet == terms.quiet_limit or loses(terms, tokens[first], hands[first], free)
        return first, Phase.OVER if over else Phase.PUT if hands[first] else Phase.MOVE, ()
    remaining = [seat for seat in terms.order_from[first] if tokens[seat] or hands[seat]]
    if len(remaining) > 1 and quiet < terms.quiet_limit:
        for stuck, seat in enumerate(remaining):
            if can_play(terms, tokens[seat], hands[seat], free):
                return seat, Phase.PUT if hands[seat] else Phase.MOVE, tuple(remaining[:stuck])
    return remaining[0], Phase.OVER, ()
