"""Groups that are surrounded, the tight chains around them, what a dot captures by itself (K10)."""

from __future__ import annotations

from .board import Board, Seat
from .chains import Ring, chain_of, tight_numbers
from .legality import Marks
from .regions import Region


def groups_beside(board: Board, bit: int, walls: int) -> list[int]:
    """The groups next to a dot that cannot reach the edge past the walls, the dot among them."""
    open_ = board.all & ~walls
    groups = []
    seeds = board.beside(bit) & open_
    while seeds:
        group = board.flood(seeds & -seeds, open_)
        seeds &= ~group
        if not group & board.edge:
            groups.append(group)
    return groups


def captive_groups(marks: Marks, seat: Seat) -> list[int]:
    """The groups with opposing dots that cannot reach the edge past a seat's live dots."""
    closed = marks.board.closed(marks.live(seat))
    captives = closed & marks.live(seat.other)
    groups = []
    while captives:
        group = marks.board.flood(captives & -captives, closed)
        groups.append(group)
        captives &= ~group
    return groups


def tight_region(board: Board, seat: Seat, group: int) -> Region:
    """The region of the tight chain that the seat has around a group."""
    numbers = tight_numbers(board, group)
    return Region.known(seat, chain_of(board, numbers), Ring.of_numbers(board, numbers))


def tight_regions(board: Board, seat: Seat, groups: list[int]) -> list[Region]:
    """The regions around some groups. If one lies in another, it comes first."""
    regions = [tight_region(board, seat, group) for group in groups]
    regions.sort(key=lambda region: region.ring_on(board).inside.bit_count())
    return regions


def drawn_by_dot(board: Board, seat: Seat, bit: int, live: tuple[int, int]) -> list[Region]:
    """The regions that a dot just placed makes, given all live dots by seat (K10)."""
    groups = groups_beside(board, bit, live[seat])
    captured = [group for group in groups if group & live[1 - seat]]
    if captured:
        return tight_regions(board, seat, captured)
    house = board.flood(bit, board.all & ~live[1 - seat])
    if house & board.edge:
        return []
    return [tight_region(board, seat.other, house)]
