"""Whose turn it is, what the player can do, and when the game is over (M5-M8, M12, M13, M15)."""

from __future__ import annotations

from collections.abc import Sequence

from ..protocol.states import turns_to_last
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


def most_plies(
    terms: Terms,
    seat: Seat,
    phase: Phase,
    tokens: Sequence[int],
    hands: Sequence[int],
    quiet: int,
) -> int:
    """How many plies can remain at most, if a game is not over.

    A player with three tokens who loses one is expelled or has lost, and the last player keeps
    three: so `removals` is the number of tokens that can be removed, and the last removal ends the
    game. Up to the last put everybody has a turn in each round. After it a removal takes at most
    `limit` + 1 plies: the quiet turns but one, the step and the removal itself. A removal before
    the last put only adds its own ply. To end with quiet turns is a ply shorter than with the last
    removal.

    If two play and nobody is stepped over, there is an even number of turns from one removal at the
    limit to the next, so the same player makes both. For the last removal but one of the tokens of
    that player the other has to be a turn earlier, once.
    """
    limit, plies, removing = terms.quiet_limit, 0, phase is Phase.REMOVE
    held = [own.bit_count() + hand for own, hand in zip(tokens, hands, strict=True)]
    removals = max(1, sum(own - FEWEST_TOKENS + 1 for own in held if own) - 1)
    first = seat
    if removing:
        if removals == 1:
            return 1
        first, plies, removals, quiet = terms.order_from[seat][1], 1, removals - 1, 0
    turns = turns_to_last([hands[each] for each in terms.order_from[first] if held[each]])
    if turns:
        plies, quiet = plies + turns, 0
    plies += removals * (limit + 1) - quiet
    if terms.ruleset.stuck is Stuck.LOSES:
        to_move = terms.order_from[first][turns % 2]
        remover = terms.order_from[to_move][(quiet + 1) % 2]
        plies -= held[remover] - (removing and remover is not seat) > FEWEST_TOKENS
    return plies
