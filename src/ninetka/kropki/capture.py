"""Groups that are surrounded, the tight chains around them, what a dot captures by itself (K10).

A *group* is an orthogonally connected set of points that are not live dots of some player. It is
*closed* if it does not reach the edge.
"""

from __future__ import annotations

from collections.abc import Iterable

from .board import Board, Seat
from .chains import Ring, chain_of, tight_numbers
from .legality import Marks
from .links import gaps_around
from .regions import Region


def captive_groups(marks: Marks, seat: Seat) -> list[int]:
    """The closed groups that a seat has around live opposing dots."""
    closed = marks.board.closed(marks.live(seat))
    return groups_with(marks.board, closed & marks.live(seat.other), closed)


def groups_with(board: Board, points: int, area: int) -> list[int]:
    """The groups of an area that have some of these points, each once."""
    groups = []
    while points:
        group = board.flood(points & -points, area)
        groups.append(group)
        points &= ~group
    return groups


def tight_region(board: Board, seat: Seat, group: int) -> Region:
    """The region of the tight chain that the seat has around a closed group."""
    numbers = tight_numbers(board, group)
    return Region.known(seat, chain_of(board, numbers), Ring.of_numbers(board, numbers))


def tight_regions(board: Board, seat: Seat, groups: Iterable[int]) -> list[Region]:
    """The regions around some groups. If one lies in another, it comes first."""
    regions = [tight_region(board, seat, group) for group in groups]
    regions.sort(key=lambda region: region.ring_on(board).inside.bit_count())
    return regions


def closed_beside(board: Board, number: int, live: int, rings: int) -> int:
    """The closed groups next to a dot, all together, if its point was of one that was not closed.

    `number` is its bit's, `live` are the live dots, itself among them, and `rings` says how many
    such groups there are at most.
    """
    # Those on different sides grow at the same time, so that none of the search is longer than the
    # shortest that finds them.
    stride, edge, open_ = board.stride, board.edge, board.all & ~live
    growing = [seeds & open_ for seeds in gaps_around(board, live, number)]
    closed = 0
    while growing and rings:
        larger = []
        for group in growing:
            if group & edge or group & closed:
                continue
            grown = group | group << 1 | group >> 1 | group << stride | group >> stride
            grown &= open_
            if grown != group:
                larger.append(grown)
            elif group:
                closed |= group
                rings -= 1
        growing = larger
    return closed


def closed_after_loss(board: Board, closed: int, lost: int, live: int) -> int:
    """A player's closed points after some dots have died, given the closed ones before.

    `live` are the player's dots that still live.
    """
    if not board.beside(lost) & closed:
        return closed
    area = closed | lost
    way_out = board.all & ~(live | area)
    return area & ~board.flood(board.beside(way_out) & area, area)


def captured_by_dot(
    marks: Marks, closed: tuple[int, int], seat: Seat, number: int, rings: int
) -> tuple[Marks, tuple[int, int]]:
    """The board after what a dot captures (K10), and what is closed then.

    `marks` have the dot, the seat's, whose bit has the number; `closed` says by seat from where the
    edge could not be reached past live dots before it; it may close so many rings.
    """
    board, bit, other = marks.board, 1 << number, seat.other
    own, theirs = closed[seat], closed[other]
    if own & bit:
        own ^= bit
    else:
        own |= closed_beside(board, number, marks.live(seat), rings)
    regions = []
    captives = own & marks.live(other)
    if captives:
        groups = groups_with(board, board.beside(bit) & own, own)
        regions = tight_regions(board, seat, [group for group in groups if group & captives])
    if theirs & bit and not regions:
        regions = [tight_region(board, other, board.flood(bit, theirs))]
    closed = (theirs, own) if seat else (own, theirs)
    for region in regions:
        marks, closed = _drawn(marks, closed, region)
    return marks, closed


def _drawn(marks: Marks, closed: tuple[int, int], region: Region) -> tuple[Marks, tuple[int, int]]:
    """The board with a region, and what is closed then."""
    board, winner, loser = marks.board, region.seat, region.seat.other
    inside = region.ring_on(board).inside
    lost = marks.live(loser) & inside
    marks = marks.with_region(region)
    won = closed[winner] | inside
    left = closed_after_loss(board, closed[loser], lost, marks.live(loser))
    return marks, (left, won) if winner else (won, left)
