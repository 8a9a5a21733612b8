"""How stones slide in from the rim (R7, R8, Q2, Q3), on bitboards.

`edge` has the squares that stop a slide even when empty: the rim or none (`Terms.edge`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..protocol.states import turns_to_last
from .board import INNER, LINE_STARTS, LINES, NEIGHBOURS, RIM


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


def longest_movement(players: int, stones: int, *, can_wake: bool) -> int:
    """At most how many turns movement takes (R7-R10), with so many stones each.

    Usually a stone that cannot slide never will, so who passes once only passes from then on. The
    others slide in each of their turns, and after as many rounds as anyone has stones it is over.

    Where a stone can wake (Q3), everybody else may pass before each slide. But for the first slide
    of each further player at least one pass is missing: the turn of that player comes before the
    one who slid last has another.
    """
    return players * stones * players - (players - 1) if can_wake else players * stones


def turns_left(stones: Sequence[int], able: int, occupied: int, *, can_wake: bool) -> int:
    """At most how many turns of movement are left, by the same reasons as `longest_movement`.

    `stones` are all stones of each seat, from the seat to move on; `able` is what is `movable`.
    """
    counts = [(able & own).bit_count() for own in stones]
    if not can_wake or not able:
        return turns_to_last(counts)
    awake_or_asleep = RIM & ~_blocked(occupied)
    counts = [(awake_or_asleep & own).bit_count() for own in stones]
    first = next(turn for turn, own in enumerate(stones, 1) if able & own)
    sliding = len(counts) - counts.count(0)
    return first + len(counts) * (sum(counts) - 1) - (sliding - 1)


def _blocked(occupied: int) -> int:
    """The rim squares whose neighbouring inner square is taken (R8)."""
    squares, inner = 0, occupied & INNER
    while inner:
        square = inner & -inner
        squares |= NEIGHBOURS[square]
        inner ^= square
    return squares
