"""How stones slide in from the rim (R7, R8, Q2, Q3), on bitboards.

`edge` has the squares that stop a slide even when empty: the rim or none (`Terms.edge`).
"""

from __future__ import annotations

from functools import lru_cache

from .squares import LINE_STARTS, LINES, NEIGHBOURS, RIM


def slide_end(start: int, occupied: int, edge: int) -> int:
    """The square where a slide from the rim square `start` stops (R7), or 0 if there is none."""
    return LINES[start].end(occupied | edge)


@lru_cache(maxsize=64)  # reading a position asks this twice
def movable(occupied: int, edge: int) -> int:
    """The rim stones that can slide, of all players (R7, R8)."""
    return _movable_among(occupied & RIM, occupied, edge)


def movable_after(before: int, occupied: int, edge: int, end: int, can_wake: bool) -> int:
    """`movable` after the slide that ended on `end`, given what it was before.

    A stone that has stopped blocks those next to it. It may also be what another stone in its row
    or column needs to stop (Q3), if `can_wake` says that there can be such stones.
    """
    after = before & ~NEIGHBOURS[end] & occupied
    if can_wake:
        after |= _movable_among(LINE_STARTS[end] & occupied, occupied, edge)
    return after


def _movable_among(stones: int, occupied: int, edge: int) -> int:
    able = 0
    while stones:
        start = stones & -stones
        if slide_end(start, occupied, edge):
            able |= start
        stones ^= start
    return able
