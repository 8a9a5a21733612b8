"""What moves gain at once in Kropki, by which `greedy` chooses (K8, K10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import attrs

from ..base.deadline import check_time
from ..protocol.entry import Gain
from .board import Seat
from .capture import closed_beside
from .links import linked, links_of
from .moves import Place
from .position import Position


def gains(position: Position, moves: Sequence[Place]) -> list[Gain]:
    """By move: the dots that it surrounds, less the most that the opponent can surround next.

    Among equals, more surrounded dots come first, then chains declared. Dots count as soon as they
    are surrounded, even where chains must be declared.
    """
    board, seat = position.board, position.to_move
    theirs = position.closed(seat.other)
    surrounds = {each.bit: each.dots for each in closings(position, seat)}
    threats = sorted(closings(position, seat.other), key=lambda each: -each.dots.bit_count())
    found: list[Gain] = []
    for move in moves:
        check_time()
        bit = board.bits[move.point.index]
        captured = surrounds.get(bit, 0)
        lost = _worst(threats, bit, captured) + (bit & theirs != 0 and not captured)
        count = captured.bit_count()
        found.append((count - lost, count, len(move.chains)))
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
