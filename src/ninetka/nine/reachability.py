"""Whether slides can have led to an arrangement of all stones, by counting and matching (R7-R10).

Nothing is played backwards, so a few arrangements pass that no game reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import and_

from .board import INNER, LINE_STARTS, LINES, Seat, Square, squares_of
from .position import Position
from .rulesets import Terms


def seats_to_move(position: Position) -> set[Seat]:
    """The seats whose turn it can be; none if no order of turns gives each seat its slides."""
    terms = position.terms
    slid = [(own & INNER).bit_count() for own in position.stone_masks]
    can_slide = [bool(own & position.open_mask) for own in position.stone_masks]
    # Before, between and after the slides fewer than all players pass in a row (R10)
    possible = range(sum(slid), (sum(slid) + 1) * terms.players)
    return {
        terms.seat_after_turns(turns)
        for turns in possible
        if _turns_fit(terms, turns, slid, can_slide)
    }


def _turns_fit(terms: Terms, turns: int, slid: Sequence[int], able: Sequence[bool]) -> bool:
    """Whether each seat can have made its slides within these turns, passing in its others.

    `slid` has the slides of each seat, and `able` whether it can slide now. If `slid` is 3 and 1
    and the first seat began, 6 turns are 3 for each: the second seat passed twice, so (Q3 aside) it
    is blocked now, and its passes came after its slide.
    """
    passed = [own - did for own, did in zip(terms.turns_by_seat(turns), slid, strict=True)]
    can_come_back = terms.can_wake and any(slid)  # Q3; otherwise a seat that passed stays blocked
    if min(passed) < 0 or (any(map(and_, map(bool, passed), able)) and not can_come_back):
        return False
    for back in range(min(turns, terms.players)):
        seat = terms.seat_after_turns(turns - 1 - back)
        # This turn can have been the last slide
        if slid[seat] and (not passed[seat] or can_come_back):
            return True
        # It was no pass: the seat could have slid (R9), or the game was over (R10)
        if able[seat] or not any(able):
            return False
    return not any(slid)


def unaccounted(position: Position) -> list[Square]:
    """The inner stones that cannot have come from an empty rim square of their own (R7).

    They are found by bipartite matching: each inner stone with a rim square that it can have come
    from without meeting a neutral.
    """
    stones, neutrals = sum(position.stone_masks), position.neutral_mask
    came_from: dict[int, Square] = {}

    def find_start(stone: Square, tried: set[int]) -> bool:
        """Find a rim square for a stone, if need be by finding another for a stone that has it."""
        for start in squares_of(LINE_STARTS[stone.bit] & ~stones):
            way = LINES[start.bit].up_to[stone.bit]
            if start.bit not in tried and not way & neutrals:
                tried.add(start.bit)
                other = came_from.get(start.bit)
                if other is None or find_start(other, tried):
                    came_from[start.bit] = stone
                    return True
        return False

    return [stone for stone in squares_of(stones & INNER) if not find_start(stone, set())]
