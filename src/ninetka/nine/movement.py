"""How stones slide in from the rim (R7, R8, Q2, Q3), on bitboards.

`edge` has the squares that stop a slide even when empty: the rim or none (`Terms.edge`). These
functions take it, and the squares taken, instead of a position, since positions are made with them,
and since `gains` asks what would be if the rim were full.
"""

from __future__ import annotations

from functools import lru_cache

from .board import INNER, LINES, NEIGHBOURS, RIM


@lru_cache(maxsize=64)  # reading a position asks this twice
def movable(occupied: int, edge: int) -> int:
    """The rim stones that can slide, of all players (R7, R8)."""
    return movable_among(occupied & RIM, occupied, edge)


def movable_among(stones: int, occupied: int, edge: int) -> int:
    """The rim stones among `stones` that can slide (R7, R8).

    `occupied` has all stones of the board, and `edge` the squares past which no stone slides.
    """
    able, stops = 0, occupied | edge
    while stones:
        start = stones & -stones
        if LINES[start].end(stops):
            able |= start
        stones ^= start
    return able


def blocked(occupied: int) -> int:
    """The rim squares whose neighbouring inner square is taken (R8)."""
    squares, inner = 0, occupied & INNER
    while inner:
        square = inner & -inner
        squares |= NEIGHBOURS[square]
        inner ^= square
    return squares
