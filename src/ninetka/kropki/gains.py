"""What moves gain at once in Kropki, by which `greedy` chooses (K8, K10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import final

import attrs

from ..base.deadline import check_time
from ..protocol.entry import Gain
from .board import Seat
from .border import closed_at_border
from .capture import closed_beside
from .links import linked, links_of, neighbours
from .moves import Move, Place
from .position import Position


def gains(position: Position, moves: Sequence[Move]) -> list[Gain]:
    """By move: the dots that it surrounds, less the most that the opponent can surround next.

    Among equals, more surrounded dots come first, then chains declared. Dots count as soon as they
    are surrounded, even where chains must be declared. A pass surrounds nothing (K24).
    """
    board, seat = position.board, position.to_move
    theirs = position.closed(seat.other)
    surrounds = {each.bit: each.dots for each in closings(position, seat)}
    threats = sorted(closings(position, seat.other), key=lambda each: -each.dots.bit_count())
    found: list[Gain] = []
    for move in moves:
        check_time()
        bit, chains = 0, 0
        if isinstance(move, Place):
            bit, chains = board.bits[move.point.index], len(move.chains)
        captured = surrounds.get(bit, 0)
        # A dot in a house is lost, unless it captures something, or encloses an empty area (K21)
        encloses = captured or (position.ruleset.empty_areas and bit in surrounds)
        lost = _worst(threats, bit, captured) + (bit & theirs != 0 and not encloses)
        count = captured.bit_count()
        found.append((count - lost, count, chains))
    return found


@final
@attrs.frozen
class Closing:
    """A free point where one dot of a player closes groups around others (K10)."""

    bit: int
    area: int
    """All points of the groups."""
    dots: int
    """The live opposing dots among them."""
    walls: int
    """The area with the points next to it, where the chains are."""


def closings(position: Position, seat: Seat) -> list[Closing]:
    """Where one dot of a player closes groups that are still open, with or without dots in them."""
    board, live, captives = position.board, position.live(seat), position.live(seat.other)
    if position.ruleset.border:
        return [*_closings_at_border(position, seat)]
    links = links_of(board, live)
    found = []
    for point in board.points_of(position.free_mask & ~position.closed(seat)):
        number = board.numbers[point.index]
        _, rings = linked(board, links, live, number)
        if rings:
            bit = 1 << number
            area = closed_beside(board, number, live | bit, rings)
            found.append(Closing(bit, area, area & captives, board.with_neighbours(area)))
    return found


def _closings_at_border(position: Position, seat: Seat) -> Iterator[Closing]:
    """The same where the edge helps (K22): by dots that link own dots, or one to the edge."""
    board, live, captives = position.board, position.live(seat), position.live(seat.other)
    owned, before = position.owned_masks[seat], position.closed(seat)
    for point in board.points_of(position.free_mask & ~before):
        check_time()
        bit = board.bits[point.index]
        if (neighbours(board, bit) & live).bit_count() + (bit & board.edge != 0) > 1:
            area = closed_at_border(board, live | bit, owned) & ~before
            if area:
                yield Closing(bit, area, area & captives, board.with_neighbours(area))


def _worst(threats: Sequence[Closing], bit: int, captured: int) -> int:
    """The most dots that the opponent can surround next, given the threats, greatest first.

    A dot has been placed: it fills its point, it may be among those surrounded, and those that it
    has captured are no walls any more.
    """
    worst = 0
    for threat in threats:
        if threat.dots.bit_count() + 1 <= worst:
            break
        if threat.bit != bit and not threat.walls & captured:
            worst = max(worst, (threat.dots | threat.area & bit).bit_count())
    return worst
