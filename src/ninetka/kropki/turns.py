"""What a turn does to a position, and how many turns can be left (K2, K5-K10, K12, K24)."""

from __future__ import annotations

from typing import TypeVar

from .chains import Ring
from .moves import Move, Pass
from .passing import after_dot, most_passes, passed
from .position import Position
from .regions import Region

P = TypeVar("P", bound=Position)


def successor(position: P, move: Move) -> P:
    """The position after a move that is known to be legal; undefined for any other (K2-K10)."""
    if isinstance(move, Pass):
        return passed(position)
    after = position.with_dot(move.point)
    for chain in move.chains:
        ring = Ring.of(position.board, chain)
        after = after.with_region(Region.known(position.to_move, chain, ring))
    return after_dot(position, after) if position.passes else after


def max_plies_left(position: Position) -> int:
    """At most this many plies remain, a bound that falls with every ply (K2, K12, K24).

    Each takes a free point, or is a pass. A game in which nothing more is captured takes them all.
    """
    return position.free_mask.bit_count() + most_passes(position)
