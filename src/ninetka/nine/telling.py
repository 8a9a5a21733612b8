"""What a move does, in sentences for people who hear the game (R5-R9, R11)."""

from __future__ import annotations

from collections.abc import Iterator

from .moves import Move, Pass, PlaceStone, Slide
from .position import Position
from .scoring import owners


def tell(before: Position, move: Move, after: Position) -> str:
    """What a move has done, with the sections that have changed hands by it."""
    return " ".join([_act(before, move), *_sections(before, after)])


def _act(before: Position, move: Move) -> str:
    seat = before.to_move
    match move:
        case Pass():
            return f"Seat {seat} passed."
        case Slide(square):
            return f"Seat {seat} slid from {square} to {before.target(square)}."
        case PlaceStone(square):
            return f"Seat {seat} placed a stone on {square}."
    if before.terms.draws_neutrals:
        return f"Chance placed a neutral stone on {move.square}."
    return f"Seat {seat} placed a neutral stone on {move.square}."


def _sections(before: Position, after: Position) -> Iterator[str]:
    """What has changed about who holds which section (R11)."""
    held = owners(before)
    for section, holder in owners(after).items():
        if holder is not held[section]:
            if holder is None:
                yield f"Nobody holds the {section} section now."
            else:
                yield f"Seat {holder} holds the {section} section now."
