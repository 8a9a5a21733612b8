"""The position before a move, on bitboards (R5-R9)."""

from __future__ import annotations

from collections.abc import Sequence

from .board import INNER, Square
from .moves import Move, PlaceNeutral, PlaceStone, Slide
from .rulesets import Seat, Terms


def predecessor(
    move: Move, terms: Terms, to_move: Seat, neutrals: int, stones: Sequence[int]
) -> tuple[Seat, int, tuple[int, ...]] | None:
    """Whose turn it was, the neutrals and each seat's stones, if the move was the last.

    The caller must check that the move can be made there and leads back. None if it clearly was
    not the last move.
    """
    own = list(stones)
    placed = sum(stones)
    mover = terms.seats[to_move - 1]
    match move:
        case PlaceNeutral(square):
            neutrals &= ~square.bit
            mover = terms.seats[neutrals.bit_count() % terms.players]
        case PlaceStone(square):
            if placed & INNER or to_move != terms.seat_after_turns(placed.bit_count()):
                return None
            own[mover] &= ~square.bit
        case Slide(Square(line=line, bit=start)):
            occupied = placed | neutrals
            if line is None or occupied & start:
                return None
            end = next((each.bit for each in line.squares if each.bit & occupied), 0)
            if not end & own[mover] & INNER:
                return None
            own[mover] ^= start | end
    return mover, neutrals, tuple(own)
