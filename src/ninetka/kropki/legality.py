"""Why a move cannot be made, or a chain not be declared: a code and a sentence (K2-K7)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, final

import attrs

from .. import errors
from .board import Board, Point, Seat
from .chains import SHORTEST, Chain, Ring, crossing, gap, is_ring, repeated
from .moves import Place
from .regions import Region, outermost, step_across, step_through

if TYPE_CHECKING:
    from .state import State

    class IllegalMoveError(errors.IllegalMoveError):
        """What type checkers see of Kropki's errors; at run time all games have the one class."""

        move: Place
        state: State
        reason: Reason

else:
    IllegalMoveError = errors.IllegalMoveError


class Reason(Enum):
    """Why a move is illegal. The value says it in words."""

    GAME_OVER = "game over"
    OFF_THE_BOARD = "off the board"
    """Of the dot or of a chain's (K1)."""
    POINT_TAKEN = "point taken"
    """There is a dot (K2)."""
    INSIDE_A_REGION = "inside a region"
    """The point belongs to a player (K2)."""
    NOTHING_IS_DECLARED = "nothing is declared"
    """Captures are automatic (K10)."""
    CHAIN_TOO_SHORT = "chain too short"
    """It has fewer than four dots (K3)."""
    DOT_REPEATED = "dot repeated"
    """The chain is more than once on a point (K3)."""
    GAP = "gap"
    """Two dots in a row are not neighbours (K3)."""
    CROSSES_ITSELF = "crosses itself"
    """Two steps are the diagonals of one square (K3)."""
    NOT_YOUR_DOT = "not your dot"
    """A point of the chain has no dot or the opponent's (K3)."""
    DEAD_DOT = "dead dot"
    """A dot of the chain is inside a region (K3)."""
    NO_CAPTIVE = "no captive"
    """No opposing dot is inside that the player has not captured already (K6)."""
    CROSSES_A_REGION = "crosses a region"
    """A step crosses one of a region's (K7)."""
    RUNS_THROUGH_A_REGION = "runs through a region"
    """A step is a short cut through a region of the player's own (K7)."""

    def __str__(self) -> str:
        return self.value


@final
@attrs.frozen
class Fault:
    """What is wrong with a move or with a chain."""

    reason: Reason
    sentence: str


@final
@attrs.frozen
class Marks:
    """The dots and who the points belong to, by seat as bitboards, and the regions drawn."""

    board: Board
    dots: tuple[int, int]
    owned: tuple[int, int]
    regions: tuple[Region, ...]

    def with_dot(self, seat: Seat, bit: int) -> Marks:
        """The same with one dot more (K2)."""
        first, second = self.dots
        dots = (first, second | bit) if seat else (first | bit, second)
        return Marks(self.board, dots, self.owned, self.regions)

    def with_region(self, region: Region) -> Marks:
        """The same with a region drawn: all inside now belongs to its seat (K8)."""
        inside = region.ring_on(self.board).inside
        owned = owned_after(self.owned, region.seat, inside)
        return Marks(self.board, self.dots, owned, (*self.regions, region))

    def declared(self, seat: Seat, chains: Sequence[Chain]) -> Marks | Fault:
        """The same after chains, each judged on what the one before has left (K5-K9)."""
        marks = self
        for chain in chains:
            region = marks.judge(seat, chain)
            if isinstance(region, Fault):
                return region
            marks = marks.with_region(region)
        return marks

    @property
    def free(self) -> int:
        """The points without a dot that belong to nobody (K2)."""
        dots, owned = self.dots, self.owned
        return self.board.all & ~(dots[0] | dots[1] | owned[0] | owned[1])

    def live(self, seat: Seat) -> int:
        """The seat's dots that are not captured (K8)."""
        return self.dots[seat] & ~(self.owned[0] | self.owned[1])

    def judge(self, seat: Seat, chain: Chain) -> Region | Fault:
        """The region of a chain that the seat may declare, or why it may not (K3, K6, K7)."""
        return (
            self._off_the_board(chain)
            or not_a_ring(chain)
            or self._not_live(seat, chain)
            or self._judged(seat, chain)
        )

    def _off_the_board(self, chain: Chain) -> Fault | None:
        for point in chain:
            if not self.board.bits[point.index]:
                return Fault(Reason.OFF_THE_BOARD, off_the_board(point, self.board))
        return None

    def _not_live(self, seat: Seat, chain: Chain) -> Fault | None:
        live = self.live(seat)
        for point in chain:
            bit = self.board.bits[point.index]
            if live & bit:
                continue
            if self.dots[seat] & bit:
                sentence = f"the dot on {point} is dead: it is inside a region"
                return Fault(Reason.DEAD_DOT, sentence)
            there = f"one of {seat.other}" if self.dots[seat.other] & bit else "none"
            sentence = f"the chain needs a dot of {seat} on {point}, where there is {there}"
            return Fault(Reason.NOT_YOUR_DOT, sentence)
        return None

    def _judged(self, seat: Seat, chain: Chain) -> Region | Fault:
        ring = Ring.of(self.board, chain)
        captives = ring.inside & self.dots[1 - seat]
        if not captives & ~self.owned[seat]:
            sentence = "the chain encloses no opposing dot"
            if captives:
                sentence += " that you have not captured already"
            return Fault(Reason.NO_CAPTIVE, sentence)
        for region in outermost(self.regions, self.board):
            step = step_across(chain, ring, region)
            if step is not None:
                sentence = f"the step from {step[0]} to {step[1]} crosses a region of {region.seat}"
                return Fault(Reason.CROSSES_A_REGION, sentence)
            step = step_through(chain, ring, region)
            if step is not None:
                sentence = f"the step from {step[0]} to {step[1]} runs through a region of {seat}"
                return Fault(Reason.RUNS_THROUGH_A_REGION, sentence)
        return Region.known(seat, chain, ring)


def not_a_ring(chain: Chain) -> Fault | None:
    """Why a chain is not a ring, whoever's dots are there, if it is not (K3)."""
    if is_ring(chain):
        return None
    if len(chain) < SHORTEST:
        sentence = f"a chain has at least {SHORTEST} dots, not {len(chain)}"
        return Fault(Reason.CHAIN_TOO_SHORT, sentence)
    twice = repeated(chain)
    if twice is not None:
        return Fault(Reason.DOT_REPEATED, f"the chain is on {twice} more than once")
    hole = gap(chain)
    if hole is not None:
        return Fault(Reason.GAP, f"the chain has a gap between {hole[0]} and {hole[1]}")
    crossed = crossing(chain)
    assert crossed is not None
    (a, b), (c, d) = crossed
    sentence = f"the chain crosses itself: its steps from {a} to {b} and from {c} to {d} cross"
    return Fault(Reason.CROSSES_ITSELF, sentence)


def owned_after(owned: tuple[int, int], seat: Seat, inside: int) -> tuple[int, int]:
    """What belongs to each seat after one has captured some points (K8)."""
    first, second = owned
    if seat:
        return first & ~inside, second | inside
    return first | inside, second & ~inside


def off_the_board(point: Point, board: Board) -> str:
    """The sentence for a point that is not there."""
    last = board.points[-1]
    return f"{point} is not on the board: its points are aa to {last}"


def why_not_there(marks: Marks, point: Point) -> Fault | None:
    """Why a dot cannot be placed on a point, if it cannot (K2)."""
    bit = marks.board.bits[point.index]
    if not bit:
        return Fault(Reason.OFF_THE_BOARD, off_the_board(point, marks.board))
    for seat in Seat:
        if marks.dots[seat] & bit:
            return Fault(Reason.POINT_TAKEN, f"{point} is taken: a dot of {seat} is there")
        if marks.owned[seat] & bit:
            sentence = f"{point} is inside a region of {seat}: no more dots go there"
            return Fault(Reason.INSIDE_A_REGION, sentence)
    return None
