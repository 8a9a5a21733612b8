"""Surrounded groups, the tight chains around them, and what a dot captures by itself (K10).

A *group* is an orthogonally connected set of points that are not live dots of some player. It is
*closed* if it does not reach the edge.
"""

from __future__ import annotations

from collections.abc import Iterable

from .board import Board, Seat
from .chains import Ring, chain_of, tight_numbers
from .legality import Sheet
from .links import gaps_around
from .regions import Region


def captive_groups(sheet: Sheet, seat: Seat) -> list[int]:
    """The groups with live opposing dots that a seat has closed."""
    return sheet.board.groups(sheet.closed(seat), sheet.live(seat.other))


def tight_region(board: Board, seat: Seat, group: int) -> Region:
    """The region of the tight chain that a seat has around a closed group."""
    numbers = tight_numbers(board, group)
    return Region.known(seat, chain_of(board, numbers), Ring.of_numbers(board, numbers))


def tight_regions(board: Board, seat: Seat, groups: Iterable[int]) -> list[Region]:
    """The regions around some groups, each before those around it."""
    regions = [tight_region(board, seat, group) for group in groups]
    regions.sort(key=lambda region: region.ring_on(board).inside.bit_count())
    return regions


def closed_beside(board: Board, number: int, live: int, rings: int) -> int:
    """All points of the closed groups next to a new dot that was not in one.

    `number` is that of the dot's bit, `live` are the player's live dots with it, and `rings` is the
    most groups that there can be.
    """
    # The groups on all sides grow at the same time, so the search ends with the smallest ones.
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
    """A player's closed points after dots were lost, given the closed points before.

    `live` are the player's remaining live dots.
    """
    if not board.with_neighbours(lost) & closed:
        return closed
    area = closed | lost
    way_out = board.all & ~(live | area)
    return area & ~board.flood(board.with_neighbours(way_out) & area, area)


def captured_by_dot(
    sheet: Sheet, closed: tuple[int, int], seat: Seat, number: int, rings: int
) -> tuple[Sheet, tuple[int, int]]:
    """The sheet after what a dot captures (K10), and the points that each seat has closed then.

    `sheet` has the seat's dot already, and `number` is that of its bit. `closed` are the points by
    seat that were closed before the dot; `rings` is how many rings it may close.
    """
    board, bit, other = sheet.board, 1 << number, seat.other
    own, theirs = closed[seat], closed[other]
    if own & bit:
        own ^= bit
    else:
        own |= closed_beside(board, number, sheet.live(seat), rings)
    regions = []
    captives = own & sheet.live(other)
    if captives:
        groups = board.groups(own, board.with_neighbours(bit))
        regions = tight_regions(board, seat, [group for group in groups if group & captives])
    if theirs & bit and not regions:
        regions = [tight_region(board, other, board.flood(bit, theirs))]
    closed = (theirs, own) if seat else (own, theirs)
    for region in regions:
        sheet, closed = _drawn(sheet, closed, region)
    return sheet, closed


def _drawn(sheet: Sheet, closed: tuple[int, int], region: Region) -> tuple[Sheet, tuple[int, int]]:
    """The sheet with a region, and the points that each seat has closed then."""
    board, winner, loser = sheet.board, region.seat, region.seat.other
    inside = region.ring_on(board).inside
    lost = sheet.live(loser) & inside
    sheet = sheet.with_region(region)
    won = closed[winner] | inside
    remaining = closed_after_loss(board, closed[loser], lost, sheet.live(loser))
    return sheet, (remaining, won) if winner else (won, remaining)
