"""The legality of moves, and the reasons why dots or chains are illegal (K2-K9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TypeVar

from ..base.deadline import check_time
from ..protocol.states import Fault
from .board import SEATS, Board, Point, Seat, off_the_board
from .chains import SHORTEST, SHORTEST_AT_BORDER, Chain, Ring, Step, crossing, gap, repeated, steps
from .moves import Move, Pass, Place
from .position import Position
from .regions import Region, outermost, step_across, step_through
from .rulesets import Capture, Passing, Ruleset
from .texts import Say
from .turns import LAST_PASS

P = TypeVar("P", bound=Position)


class Reason(Enum):
    """A reason why a move is illegal. The value is a short phrase for it."""

    GAME_OVER = "game over"
    OFF_THE_BOARD = "off the board"
    """The dot, or a dot of a chain, is not on the board (K1)."""
    POINT_TAKEN = "point taken"
    """There is a dot on the point (K2)."""
    INSIDE_A_REGION = "inside a region"
    """The point belongs to a player (K2)."""
    NO_PASSING = "no passing"
    """The ruleset has no passing (K2, K24)."""
    NOTHING_IS_DECLARED = "nothing is declared"
    """Captures are automatic (K10)."""
    CHAIN_TOO_SHORT = "chain too short"
    """The chain has fewer than four dots, or three points where the border helps (K3, K22)."""
    DOT_REPEATED = "dot repeated"
    """The chain visits a point more than once (K3)."""
    GAP = "gap"
    """Two successive dots are not neighbours (K3)."""
    CROSSES_ITSELF = "crosses itself"
    """Two steps are the diagonals of one square (K3)."""
    NOT_YOUR_DOT = "not your dot"
    """A point of the chain has no dot, or the opponent's (K3)."""
    DEAD_DOT = "dead dot"
    """A dot of the chain is inside a region (K3)."""
    NO_RING = "no ring"
    """No ring of dots goes through the dot (K3); only from `click`."""
    NO_CAPTIVE = "no captive"
    """There is no opposing dot inside that the player has not captured already (K6)."""
    NOTHING_INSIDE = "nothing inside"
    """There is no point inside that does not belong to the player already (K21)."""
    CROSSES_A_REGION = "crosses a region"
    """A step crosses a step of a region's chain (K7)."""
    RUNS_THROUGH_A_REGION = "runs through a region"
    """A step is a short cut through a region of the player's own (K7)."""

    def __str__(self) -> str:
        return self.value


def is_legal(position: Position, move: Move) -> bool:
    """Return whether a move is legal in a position (K2-K10, K24)."""
    if not isinstance(move, Place):
        return isinstance(move, Pass) and pass_fault(position) is None
    if not move.chains:
        return position.ruleset.board.bits[move.point.index] & position.free_mask != 0
    return fault(position, move) is None


def fault(position: Position, move: Move) -> Fault[Reason] | None:
    """Return what is wrong with a move of the seat to move; None if it is legal.

    If any part of a move is illegal, all of it is (K9).
    """
    if isinstance(move, Pass):
        return pass_fault(position)
    wrong = dot_fault(position, move.point)
    if wrong is not None or not move.chains:
        return wrong
    if position.ruleset.capture is Capture.AUTOMATIC:
        return nothing_is_declared()
    after = declared(position.with_dot(move.point), position.to_move, move.chains)
    return after if isinstance(after, Fault) else None


def nothing_is_declared() -> Fault[Reason]:
    """Return the fault of a chain declared where captures are automatic (K10)."""
    return Fault(Reason.NOTHING_IS_DECLARED, Say.CHAINS_NOT_DECLARED())


def pass_fault(position: Position) -> Fault[Reason] | None:
    """Return why the seat to move cannot pass; None if it can (K2, K24)."""
    # The game is over (K12, K24)
    if not position.free_mask:
        return over_fault(position)
    # Every turn places a dot (K2)
    if position.ruleset.passing is Passing.NEVER:
        return Fault(Reason.NO_PASSING, Say.CANNOT_PASS())
    return None


def over_fault(position: Position) -> Fault[Reason]:
    """Return the fault of any move in a game that is over (K12, K24)."""
    return Fault(Reason.GAME_OVER, Say.GAME_OVER(why=why_over(position)))


def why_over(position: Position) -> str:
    """Say how moves ended a game: two passes, or no free point (K12, K24)."""
    return Say.BOTH_PASSED() if position.passes == LAST_PASS else Say.NO_POINT_FREE()


def dot_fault(position: Position, point: Point) -> Fault[Reason] | None:
    """Return why no dot can be placed on a point; None if one can (K2)."""
    bit = position.board.bits[point.index]
    # The game is over (K12)
    if not position.free_mask:
        return over_fault(position)
    # Off the board (K1)
    if not bit:
        return Fault(Reason.OFF_THE_BOARD, off_the_board(point, position.board))
    # A dot is there
    for seat in SEATS:
        if position.dot_masks[seat] & bit:
            return Fault(Reason.POINT_TAKEN, Say.POINT_TAKEN(point=point, seat=seat))
    # Inside a region (K8)
    for seat in SEATS:
        if position.owned_masks[seat] & bit:
            return Fault(Reason.INSIDE_A_REGION, Say.INSIDE_A_REGION(point=point, seat=seat))
    return None


def declared(position: P, seat: Seat, chains: Sequence[Chain]) -> P | Fault[Reason]:
    """The position after a seat has declared chains, or what is wrong with the first bad one (K5).

    Each is judged in the position that the ones before have led to.
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
    shortest = shortest_chain(position.ruleset)
    wrong = ring_fault(chain, shortest) or link_fault(position, seat, chain)
    if wrong is not None:
        return wrong
    ring = Ring.of(board, chain)
    if position.ruleset.border:
        ring = ring.along_edge(~position.live(seat))
    wrong = captive_fault(position, seat, ring) or conflict_fault(position, chain, ring)
    return wrong or Region.known(seat, chain, ring)


def shortest_chain(ruleset: Ruleset) -> int:
    """The fewest points of a chain (K3, K22)."""
    return SHORTEST_AT_BORDER if ruleset.border else SHORTEST


def ring_fault(chain: Chain, shortest: int = SHORTEST) -> Fault[Reason] | None:
    """Return why points are not a ring, whoever has dots there; None if they are one (K3)."""
    # Too short
    if len(chain) < shortest:
        sentence = Say.CHAIN_TOO_SHORT(shortest=shortest, count=len({*chain}))
        return Fault(Reason.CHAIN_TOO_SHORT, sentence)
    return path_fault(chain, [*steps(chain)])


def path_fault(points: Iterable[Point], steps: Sequence[Step]) -> Fault[Reason] | None:
    """Return why points, with the steps between them, are no part of a chain; else None (K3)."""
    # A dot twice
    point = repeated(points)
    if point is not None:
        return Fault(Reason.DOT_REPEATED, Say.DOT_REPEATED(point=point))
    # A gap
    step = gap(steps)
    if step is not None:
        return Fault(Reason.GAP, Say.GAP(one=step[0], other=step[1]))
    # Both diagonals of a square
    crossed = crossing(steps)
    if crossed is not None:
        (a, b), (c, d) = crossed
        return Fault(Reason.CROSSES_ITSELF, Say.CROSSES_ITSELF(a=a, b=b, c=c, d=d))
    return None


def link_fault(position: Position, seat: Seat, chain: Chain) -> Fault[Reason] | None:
    """Return the fault of the first point of a chain that lacks a live dot of the seat (K3)."""
    bits, live = position.board.bits, position.live(seat)
    if position.ruleset.border:
        live |= along_edge(position.board, chain)
    point = next((point for point in chain if not live & bits[point.index]), None)
    if point is None:
        return None
    bit = bits[point.index]
    # A dead dot (K8)
    if position.dot_masks[seat] & bit:
        return Fault(Reason.DEAD_DOT, Say.DEAD_DOT(point=point))
    # The opponent's dot
    if position.dot_masks[seat.other] & bit:
        return Fault(Reason.NOT_YOUR_DOT, Say.OTHERS_DOT(seat=seat, point=point, other=seat.other))
    # None
    return Fault(Reason.NOT_YOUR_DOT, Say.NO_DOT(seat=seat, point=point))


def along_edge(board: Board, chain: Chain) -> int:
    """The points at which a chain runs along the edge and needs no dots (K22).

    There are none if it encloses half of the board: then the rest would be closed instead.
    """
    points = board.mask_of(chain) & board.edge
    outer_columns, outer_rows = (0, board.columns - 1), (0, board.rows - 1)
    for one, other in steps(chain):
        is_upright = one.column == other.column in outer_columns
        if not is_upright and not one.row == other.row in outer_rows:
            points &= ~board.mask_of((one, other))
    inside = Ring.of(board, chain).along_edge(points).inside
    return points if 2 * inside.bit_count() < board.all.bit_count() else 0


def captive_fault(position: Position, seat: Seat, ring: Ring) -> Fault[Reason] | None:
    """Return why a ring encloses nothing to capture; None if it does (K6, K21)."""
    # Areas without a captive (K21)
    if position.ruleset.empty_areas:
        if ring.inside & ~position.owned_masks[seat]:
            return None
        return Fault(Reason.NOTHING_INSIDE, Say.NOTHING_INSIDE())
    captives = ring.inside & position.dot_masks[seat.other]
    if captives & ~position.owned_masks[seat]:
        return None
    return Fault(Reason.NO_CAPTIVE, Say.CAPTURED_ALREADY() if captives else Say.NO_CAPTIVE())


def conflict_fault(position: Position, chain: Chain, ring: Ring) -> Fault[Reason] | None:
    """Return why a chain with this ring conflicts with a region; None if it doesn't (K7)."""
    for region in outermost(position.regions, position.board):
        # A step across one of the region's
        step = step_across(chain, ring, region)
        if step is not None:
            sentence = Say.CROSSES_A_REGION(one=step[0], other=step[1], seat=region.seat)
            return Fault(Reason.CROSSES_A_REGION, sentence)
        # A step through its inside
        step = step_through(chain, ring, region)
        if step is not None:
            sentence = Say.RUNS_THROUGH_A_REGION(one=step[0], other=step[1], seat=region.seat)
            return Fault(Reason.RUNS_THROUGH_A_REGION, sentence)
    return None
