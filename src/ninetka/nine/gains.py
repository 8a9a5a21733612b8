"""What moves gain at once in 9tka, by which `greedy` chooses (R7, R11)."""

from __future__ import annotations

from collections.abc import Sequence

from ..protocol.entry import Gain, lead
from .board import INNER, LINES, RIM
from .movement import movable
from .moves import Move
from .position import Position
from .scoring import holders
from .state import State


def gains(state: State, moves: Sequence[Move]) -> list[Gain]:
    """By move: the lead in sections as they stand once the rim stones have slid, and in slides.

    Each stone that can slide counts where it would stop now, as if all could slide together.
    """
    return [_gain(state.apply_unchecked(move), state.to_move) for move in moves]


def _gain(after: Position, seat: int) -> Gain:
    """The leads of a seat in a position, as `gains` counts them."""
    occupied = after.occupied_mask
    # Before movement the opposite rim counts as full: it mostly will be (Q2).
    edge = after.terms.edge if after.is_movement else RIM
    able = movable(occupied, edge)
    slid = [own & INNER | _ends(own & able, occupied, edge) for own in after.stone_masks]
    slides = [(own & able).bit_count() for own in after.stone_masks]
    holding = holders(slid)
    sections = [holding.count(each) for each in after.seats]
    return lead(sections, seat), lead(slides, seat)


def _ends(stones: int, occupied: int, edge: int) -> int:
    """Where each of some rim stones would stop if it slid now (R7)."""
    ends = 0
    while stones:
        start = stones & -stones
        ends |= LINES[start].end(occupied | edge)
        stones ^= start
    return ends
