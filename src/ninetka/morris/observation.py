"""A position as planes of bits, as programs that learn take it: seen from one seat.

Seats are counted from the one that looks, which is +0; the next in turn order is +1. Bit n - 1 of a
plane is field n. Numbers are planes too, of their binary digits, the ones first; a number that has
more digits than a tiny board has fields is all ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .moves import Phase

_PHASES = (Phase.PUT, Phase.MOVE, Phase.REMOVE)


@cache
def plane_names(players: int) -> tuple[str, ...]:
    """What each plane shows."""
    seats = range(players)
    return (
        *(f"tokens of seat +{seat}" for seat in seats),
        *(f"hand of seat +{seat}, in binary" for seat in seats),
        *(f"cards of seat +{seat}, in binary" for seat in seats),
        "quiet turns, in binary",
        *(f"to {phase}" for phase in _PHASES),
        *(f"seat +{seat} is to move" for seat in seats),
    )


def planes(
    seat: int,
    to_move: int,
    phase: Phase,
    tokens: Sequence[int],
    hands: Sequence[int],
    cards: Sequence[int],
    quiet: int,
    everywhere: int,
) -> tuple[int, ...]:
    """The planes in the order of their names."""
    players = len(tokens)
    numbers = *hands[seat:], *hands[:seat], *cards[seat:], *cards[:seat], quiet
    return (
        *tokens[seat:],
        *tokens[:seat],
        *(min(number, everywhere) for number in numbers),
        *(everywhere * (phase is each) for each in _PHASES),
        *(everywhere * ((to_move - seat) % players == other) for other in range(players)),
    )
