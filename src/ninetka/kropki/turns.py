"""What a turn does to a position, and how many turns can be left (K2, K5-K10, K12)."""

from __future__ import annotations

from typing import TypeVar

from .chains import Ring
from .moves import Place
from .position import Position
from .regions import Region

P = TypeVar("P", bound=Position)


def successor(position: P, move: Place) -> P:
    """The position after a move that is known to be legal; undefined for any other (K2-K10)."""
    after = position.with_dot(move.point)
    for chain in move.chains:
        ring = Ring.of(position.board, chain)
        after = after.with_region(Region.known(position.to_move, chain, ring))
    return after


def max_plies_left(position: Position) -> int:
    """At most this many plies remain, a bound that falls with every ply (K2, K12).

    Each takes a free point. A game in which nothing more is captured takes them all.
    """
    return position.free_mask.bit_count()
