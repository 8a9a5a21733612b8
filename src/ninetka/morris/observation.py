"""A position as planes of bits, for programs that learn, as one seat sees it.

Seats are counted from the one that looks, which is +0; the next in turn order is +1. Bit n - 1 of a
plane is field n. Numbers are planes too: bit 0 is the ones digit of the binary number. A number
with more digits than a tiny board has fields is all ones.
"""

from __future__ import annotations

from functools import cache

from .moves import Phase
from .position import Position

_PHASES = (Phase.PUT, Phase.MOVE, Phase.REMOVE)


def plane_shape(position: Position) -> tuple[int, int]:
    """One row with a column for each field: a field's bit is its action code."""
    return 1, position.board.fields


def plane_names(position: Position) -> tuple[str, ...]:
    """A phrase for each plane that says what it shows."""
    return _names(position.players)


@cache
def _names(players: int) -> tuple[str, ...]:
    seats = range(players)
    return (
        *(f"tokens of seat +{seat}" for seat in seats),
        *(f"hand of seat +{seat}, in binary" for seat in seats),
        *(f"cards of seat +{seat}, in binary" for seat in seats),
        "quiet turns, in binary",
        *(f"to {phase}" for phase in _PHASES),
        *(f"seat +{seat} is to move" for seat in seats),
    )


def planes(position: Position, seat: int) -> tuple[int, ...]:
    """The planes in the order of their names, 4n + 4 for n players."""
    hands, cards, tokens, ones = position.hands, position.cards, position.masks, position.board.mask
    numbers = *hands[seat:], *hands[:seat], *cards[seat:], *cards[:seat], position.quiet
    to_move = (position.to_move - seat) % position.players
    return (
        *tokens[seat:],
        *tokens[:seat],
        *(min(number, ones) for number in numbers),
        *(ones if position.phase is phase else 0 for phase in _PHASES),
        *(ones if to_move == other else 0 for other in range(position.players)),
    )
