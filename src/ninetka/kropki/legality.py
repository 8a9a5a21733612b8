"""What is drawn on a board, and whether a dot or a chain may be added to it (K2-K9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import attrs

from ..base.deadline import check_time
from ..protocol.faults import Fault
from .board import SEATS, Board, Point, Seat
from .chains import Chain, Ring, ring_fault
from .faults import Reason
from .regions import Region, outermost, step_across, step_through


@final
@attrs.frozen
class Sheet:
    """What players have drawn: dots and owned points as bitboards, and regions in order."""

    board: Board
    dots: tuple[int, int]
    """All dots by seat, dead ones included."""
    owned: tuple[int, int]
    """The points that belong to each seat (K8)."""
    regions: tuple[Region, ...]

    def with_dot(self, seat: Seat, bit: int) -> Sheet:
        """The sheet with one more dot (K2)."""
        first, second = self.dots
        dots = (first, second | bit) if seat else (first | bit, second)
        return Sheet(self.board, dots, self.owned, self.regions)

    def with_region(self, region: Region) -> Sheet:
        """The sheet with one more region: all points inside now belong to its seat (K8)."""
        inside = region.ring_on(self.board).inside
        first, second = self.owned
        owned = (
            (first & ~inside, second | inside)
            if region.seat
            else (first | inside, second & ~inside)
        )
        return Sheet(self.board, self.dots, owned, (*self.regions, region))

    def declared(self, seat: Seat, chains: Sequence[Chain]) -> Sheet | Fault[Reason]:
        """The sheet with chains declared, each judged on what the one before left (K5-K9)."""
        sheet = self
        for chain in chains:
            check_time()
            region = sheet.judge(seat, chain)
            if isinstance(region, Fault):
                return region
            sheet = sheet.with_region(region)
        return sheet

    @property
    def free(self) -> int:
        """The points without a dot that belong to nobody (K2)."""
        dots, owned = self.dots, self.owned
        return self.board.all & ~(dots[0] | dots[1] | owned[0] | owned[1])

    def live(self, seat: Seat) -> int:
        """The seat's dots that are not captured (K8)."""
        return self.dots[seat] & ~(self.owned[0] | self.owned[1])

    def closed(self, seat: Seat) -> int:
        """The points from which the edge can't be reached past the seat's live dots (K10, K13)."""
        return self.board.closed(self.live(seat))

    def dot_fault(self, point: Point) -> Fault[Reason] | None:
        """Why no dot can be placed on a point; None if one can (K2)."""
        bit = self.board.bits[point.index]
        if not bit:
            return Fault(Reason.OFF_THE_BOARD, off_the_board(point, self.board))
        for seat in SEATS:
            if self.dots[seat] & bit:
                return Fault(Reason.POINT_TAKEN, f"{point} is taken: a dot of {seat} is there")
        for seat in SEATS:
            if self.owned[seat] & bit:
                sentence = f"{point} is inside a region of {seat}: no more dots go there"
                return Fault(Reason.INSIDE_A_REGION, sentence)
        return None

    def judge(self, seat: Seat, chain: Chain) -> Region | Fault[Reason]:
        """The region of a chain that the seat may declare, or why it may not (K3, K6, K7)."""
        for point in chain:
            if not self.board.bits[point.index]:
                return Fault(Reason.OFF_THE_BOARD, off_the_board(point, self.board))
        fault = ring_fault(chain) or self.link_fault(seat, chain)
        if fault is not None:
            return fault
        ring = Ring.of(self.board, chain)
        captives = ring.inside & self.dots[seat.other]
        if not captives & ~self.owned[seat]:
            sentence = "the chain encloses no opposing dot"
            if captives:
                sentence += " that you have not captured already"
            return Fault(Reason.NO_CAPTIVE, sentence)
        return self._conflict(chain, ring) or Region.known(seat, chain, ring)

    def link_fault(self, seat: Seat, chain: Chain) -> Fault[Reason] | None:
        """What is wrong with the first point of a chain where the seat has no live dot (K3)."""
        bits, live = self.board.bits, self.live(seat)
        point = next((point for point in chain if not live & bits[point.index]), None)
        if point is None:
            return None
        if self.dots[seat] & bits[point.index]:
            return Fault(Reason.DEAD_DOT, f"the dot on {point} is dead: it is inside a region")
        there = f"one of {seat.other}" if self.dots[seat.other] & bits[point.index] else "none"
        sentence = f"the chain needs a dot of {seat} on {point}, where there is {there}"
        return Fault(Reason.NOT_YOUR_DOT, sentence)

    def _conflict(self, chain: Chain, ring: Ring) -> Fault[Reason] | None:
        """Why a chain with this ring conflicts with a region; None if it doesn't (K7)."""
        for region in outermost(self.regions, self.board):
            step = step_across(chain, ring, region)
            if step is not None:
                sentence = f"the step from {step[0]} to {step[1]} crosses a region of {region.seat}"
                return Fault(Reason.CROSSES_A_REGION, sentence)
            step = step_through(chain, ring, region)
            if step is not None:
                sentence = (
                    f"the step from {step[0]} to {step[1]} runs through a region of {region.seat}"
                )
                return Fault(Reason.RUNS_THROUGH_A_REGION, sentence)
        return None


def off_the_board(point: Point, board: Board) -> str:
    """The sentence for a point that is not on the board."""
    return f"{point} is not on the board: its points are aa to {board.points[-1]}"
