"""Whether a dot may be placed and chains may be declared, and if not, why (K2-K9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from ..base.deadline import check_time
from ..protocol.faults import Fault
from .board import SEATS, Board, Point, Seat
from .chains import Chain, Ring, ring_fault
from .moves import Place
from .position import Position
from .reasons import Reason
from .regions import Region, outermost, step_across, step_through
from .rulesets import Capture

P = TypeVar("P", bound=Position)

NOTHING_IS_DECLARED: Final = Fault(
    Reason.NOTHING_IS_DECLARED,
    "chains are not declared here: what is surrounded is captured at once",
)


def fault(position: Position, move: Place) -> Fault[Reason] | None:
    """What is wrong with a move of the seat to move; None if it is legal.

    If any part of a move is illegal, all of it is (K9).
    """
    wrong = dot_fault(position, move.point)
    if wrong is not None or not move.chains:
        return wrong
    if position.ruleset.capture is Capture.AUTOMATIC:
        return NOTHING_IS_DECLARED
    after = declared(position.with_dot(move.point), position.to_move, move.chains)
    return after if isinstance(after, Fault) else None


def dot_fault(position: Position, point: Point) -> Fault[Reason] | None:
    """Why no dot can be placed on a point; None if one can (K2)."""
    bit = position.board.bits[point.index]
    # The game is over (K12)
    if not position.free_mask:
        return Fault(Reason.GAME_OVER, "the game is over: no point is free")
    # Off the board (K1)
    if not bit:
        return Fault(Reason.OFF_THE_BOARD, off_the_board(point, position.board))
    # A dot is there
    for seat in SEATS:
        if position.dot_masks[seat] & bit:
            return Fault(Reason.POINT_TAKEN, f"{point} is taken: a dot of {seat} is there")
    # Inside a region (K8)
    for seat in SEATS:
        if position.owned_masks[seat] & bit:
            sentence = f"{point} is inside a region of {seat}: no more dots go there"
            return Fault(Reason.INSIDE_A_REGION, sentence)
    return None


def declared(position: P, seat: Seat, chains: Sequence[Chain]) -> P | Fault[Reason]:
    """The position after a seat has declared chains, or what is wrong with the first bad one (K5).

    Each is judged on what the ones before have left.
    """
    for chain in chains:
        check_time()
        region = judge(position, seat, chain)
        if isinstance(region, Fault):
            return region
        position = position.with_region(region)
    return position


def judge(position: Position, seat: Seat, chain: Chain) -> Region | Fault[Reason]:
    """The region of a chain that a seat may declare, or why it may not (K3, K6, K7)."""
    board = position.board
    for point in chain:
        if not board.bits[point.index]:
            return Fault(Reason.OFF_THE_BOARD, off_the_board(point, board))
    wrong = ring_fault(chain) or link_fault(position, seat, chain)
    if wrong is not None:
        return wrong
    ring = Ring.of(board, chain)
    wrong = captive_fault(position, seat, ring) or conflict_fault(position, chain, ring)
    return wrong or Region.known(seat, chain, ring)


def link_fault(position: Position, seat: Seat, chain: Chain) -> Fault[Reason] | None:
    """What is wrong with the first point of a chain where the seat has no live dot (K3)."""
    bits, live = position.board.bits, position.live(seat)
    point = next((point for point in chain if not live & bits[point.index]), None)
    if point is None:
        return None
    bit = bits[point.index]
    # A dead dot (K8)
    if position.dot_masks[seat] & bit:
        return Fault(Reason.DEAD_DOT, f"the dot on {point} is dead: it is inside a region")
    # The opponent's dot, or none
    there = f"one of {seat.other}" if position.dot_masks[seat.other] & bit else "none"
    sentence = f"the chain needs a dot of {seat} on {point}, where there is {there}"
    return Fault(Reason.NOT_YOUR_DOT, sentence)


def captive_fault(position: Position, seat: Seat, ring: Ring) -> Fault[Reason] | None:
    """Why a ring encloses nothing to capture; None if there is a new captive inside (K6)."""
    captives = ring.inside & position.dot_masks[seat.other]
    if captives & ~position.owned_masks[seat]:
        return None
    sentence = "the chain encloses no opposing dot"
    if captives:
        sentence += " that you have not captured already"
    return Fault(Reason.NO_CAPTIVE, sentence)


def conflict_fault(position: Position, chain: Chain, ring: Ring) -> Fault[Reason] | None:
    """Why a chain with this ring conflicts with a region; None if it doesn't (K7)."""
    for region in outermost(position.regions, position.board):
        # A step across one of the region's
        step = step_across(chain, ring, region)
        if step is not None:
            sentence = f"the step from {step[0]} to {step[1]} crosses a region of {region.seat}"
            return Fault(Reason.CROSSES_A_REGION, sentence)
        # A step through its inside
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
