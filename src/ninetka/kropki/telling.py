"""What a move does, in sentences for people who hear the game (K2, K8, K10)."""

from __future__ import annotations

from .moves import Move, Pass
from .position import Position


def tell(before: Position, move: Move, after: Position) -> str:
    """What a move has done, with the dots that have been surrounded by it."""
    seat = before.to_move
    if isinstance(move, Pass):
        return f"Seat {seat} passed."
    act = f"Seat {seat} put a dot at {move.point}"
    count = _captured(after, seat) - _captured(before, seat)
    if count > 0:
        return (
            f"{act} and surrounded {count} dots." if count > 1 else f"{act} and surrounded a dot."
        )
    # The dot was put into a ring of the opponent (K10)
    if _captured(after, seat.other) > _captured(before, seat.other):
        return f"{act}, where it was surrounded at once."
    return f"{act} and drew a region." if len(after.regions) > len(before.regions) else f"{act}."


def _captured(position: Position, seat: int) -> int:
    """The number of opposing dots in a seat's regions."""
    return (position.owned_masks[seat] & position.dot_masks[1 - seat]).bit_count()
