"""Surrounded groups, the tight chains around them, and what a dot captures by itself (K10).

A *group* is an orthogonally connected set of points that are not live dots of some player. It is
*closed* if it does not reach the edge. Under rulesets where the border helps (K22), chains also run
along the edge of the board: then a group that reaches it is closed unless it is the largest, that
is unless its chain would enclose as many points as that of any other. Groups that belong to the
player already don't count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Self, final

import attrs

from ..base.deadline import check_time
from ..base.documented import documented
from ..base.values import not_called
from .board import FIRST, SECOND, Board, Point, Seat
from .chains import Chain, Ring, border_of, canonical, chain_of, leftmost, tight_numbers
from .links import Links, gaps_around, linked, links_of, neighbours
from .moves import Move, Place
from .position import Position, owned_with
from .regions import Region

if TYPE_CHECKING:
    from ..protocol.entry import Gain


@documented
@attrs.frozen(repr=False)
class AutomaticPosition(Position):
    """A position of a game in which captures are automatic (K10).

    Its further fields follow from those of a Position. They are carried along so that a dot takes
    the same time however full the board is.
    """

    closed_masks: tuple[int, int] = attrs.field(default=(0, 0), eq=False)
    """The points from which the edge cannot be reached past the live dots of each seat."""
    links: tuple[Links, Links] = attrs.field(factory=not_called, eq=False)
    """The links between the live dots of each seat."""

    @classmethod
    def of(cls, position: Position) -> Self:
        """The same position as one of this class, with closed points and links worked out."""
        board = position.board
        live = position.live(FIRST), position.live(SECOND)
        closed = board.closed(live[0]), board.closed(live[1])
        if position.ruleset.border:
            owned = position.owned_masks
            closed = (
                closed_at_border(board, live[0], owned[0]),
                closed_at_border(board, live[1], owned[1]),
            )
        return cls(
            position.ruleset,
            position.to_move,
            position.dot_masks,
            position.owned_masks,
            position.regions,
            position.free_mask,
            position.passes,
            closed,
            (links_of(board, live[0]), links_of(board, live[1])),
        )

    def closed(self, seat: Seat) -> int:
        """The points from which the edge can't be reached past the seat's live dots (K10, K13)."""
        return self.closed_masks[seat]

    def with_dot(self, point: Point) -> Self:
        """The position after the seat to move has placed a dot, and what that captures (K2, K10).

        It is then the opponent's turn, and nobody has passed.
        """
        ruleset, seat, dots, owned = self.ruleset, self.to_move, self.dot_masks, self.owned_masks
        board = ruleset.board
        if ruleset.border:
            placed = type(self).of(Position.of(self).with_dot(point))
            return placed._with_regions(captures(placed, board.bits[point.index]))
        number = board.numbers[point.index]
        bit = 1 << number
        live = dots[seat] & ~(owned[0] | owned[1])
        own_links, rings = linked(board, self.links[seat], live, number)
        if seat:
            after, dots, links = FIRST, (dots[0], dots[1] | bit), (self.links[0], own_links)
        else:
            after, dots, links = SECOND, (dots[0] | bit, dots[1]), (own_links, self.links[1])
        closed = self.closed_masks
        may_capture = rings or bit & (closed[0] | closed[1])
        if may_capture:
            own, theirs = closed[seat], closed[after]
            own = own ^ bit if own & bit else own | closed_beside(board, number, live | bit, rings)
            closed = (theirs, own) if seat else (own, theirs)
        free = self.free_mask ^ bit
        position = type(self)(ruleset, after, dots, owned, self.regions, free, 0, closed, links)
        if may_capture:
            return position._with_regions(captures(position, bit))
        return position

    def _with_regions(self, regions: Iterable[Region]) -> Self:
        position = self
        for region in regions:
            position = position.with_region(region)
        return position

    def with_region(self, region: Region) -> Self:
        """The position with one more region, whose inside now belongs to its seat (K8).

        Links of dots that die are kept: they mean nothing.
        """
        if self.ruleset.border:
            return type(self).of(Position.of(self).with_region(region))
        board, winner, loser = self.board, region.seat, region.seat.other
        inside = region.ring_on(board).inside
        won = self.closed_masks[winner] | inside
        left = closed_after_loss(self, loser, inside)
        return type(self)(
            self.ruleset,
            self.to_move,
            self.dot_masks,
            owned_with(self, winner, inside),
            (*self.regions, region),
            self.free_mask & ~inside,
            self.passes,
            (left, won) if winner else (won, left),
            self.links,
        )


def captures(position: AutomaticPosition, bit: int) -> list[Region]:
    """The regions that the dot just placed draws (K10), each before those around it."""
    board, opponent = position.board, position.to_move
    seat = opponent.other
    # The dot closes groups with live opposing dots, or any others (K21)
    own = position.closed_masks[seat]
    wanted = own & _wanted(position, seat)
    if wanted:
        groups = board.groups(own, board.with_neighbours(bit))
        regions = tight_regions(board, seat, [group for group in groups if group & wanted])
        if regions:
            return regions
    # It stands in an empty house of the opponent
    theirs = position.closed_masks[opponent]
    return [tight_region(board, opponent, board.flood(bit, theirs))] if theirs & bit else []


def _wanted(position: Position, seat: Seat) -> int:
    """The points of which a closed group needs one if a seat is to enclose it (K10, K21)."""
    if position.ruleset.empty_areas:
        return ~position.owned_masks[seat]
    return position.live(seat.other)


def captive_groups(position: Position, seat: Seat) -> list[int]:
    """The groups with live opposing dots that a seat has closed."""
    return position.board.groups(position.closed(seat), position.live(seat.other))


def closable_groups(position: Position, seat: Seat) -> list[int]:
    """The groups that a seat has closed and can enclose: with captives, or others too (K21)."""
    return position.board.groups(position.closed(seat), _wanted(position, seat))


def tight_chains(position: Position, seat: Seat) -> list[Chain]:
    """The tight chains that a seat can declare (K5), each before those around it.

    There is one around each closed group with captives, or that it does not own yet (K21).
    """
    regions = tight_regions(position.board, seat, closable_groups(position, seat))
    return [region.chain for region in regions]


def tight_region(board: Board, seat: Seat, group: int) -> Region:
    """The region of the tight chain that a seat has around a closed group."""
    if group & board.edge:
        return Region.known(seat, *chain_along_edge(board, group))
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
    most groups that there can be. It takes no position: to make one with each dot would double the
    time of `gains`, which tries every free point.
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


def closed_after_loss(position: AutomaticPosition, seat: Seat, inside: int) -> int:
    """The points that a seat has closed once its dots among some points have died (K8)."""
    board, closed, live = position.board, position.closed_masks[seat], position.live(seat)
    lost = live & inside
    if not board.with_neighbours(lost) & closed:
        return closed
    area = closed | lost
    way_out = board.all & ~(live | area)
    return area & ~board.flood(board.with_neighbours(way_out) & area, area)


def closed_at_border(board: Board, live: int, owned: int) -> int:
    """The points in closed groups, those that reach the edge among them.

    `live` are a player's live dots, and `owned` are the points that belong to them.
    """
    open_ = board.all & ~live
    groups = board.groups(open_, board.edge)
    sizes = [
        chain_along_edge(board, group)[1].inside.bit_count() if group & ~owned else 0
        for group in groups
    ]
    largest = max(sizes, default=0)
    for group, size in zip(groups, sizes, strict=True):
        if size == largest:
            open_ ^= group
    return open_


def chain_along_edge(board: Board, group: int) -> tuple[Chain, Ring]:
    """The tight chain around a group that reaches the edge, which it runs along there."""
    # The same walk as around other groups, on a board with one more line of points on every side
    stride = board.columns + 2
    wide, row = 0, (1 << board.columns) - 1
    for number in range(board.rows):
        wide |= (group >> number * board.stride & row) << (number + 1) * stride + 1
    column = sum(1 << number * stride for number in range(board.rows + 1))
    # Points beyond the edge stand for those of the edge beside them
    numbers: list[int] = []
    for number in border_of(wide, leftmost(wide, column), stride):
        down, across = divmod(number, stride)
        across = min(max(across - 1, 0), board.columns - 1)
        down = min(max(down - 1, 0), board.rows - 1)
        inner = down * board.stride + across
        if inner not in numbers[-1:]:
            numbers.append(inner)
    if numbers[0] == numbers[-1]:
        numbers.pop()
    chain = canonical(chain_of(board, numbers))
    return chain, Ring.of(board, chain).along_edge(group)


def gains(position: Position, moves: Sequence[Move]) -> list[Gain]:
    """Return for each move the dots it surrounds, less the most the opponent can surround next.

    Among equals, more surrounded dots come first, then chains declared. Dots count as soon as they
    are surrounded, even where chains must be declared. A pass surrounds nothing (K24).
    """
    board, seat = position.board, position.to_move
    theirs = position.closed(seat.other)
    surrounds = {each.bit: each.dots for each in _closings(position, seat)}
    threats = sorted(_closings(position, seat.other), key=lambda each: -each.dots.bit_count())
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
class _Closing:
    """A free point where one dot of a player closes groups around others (K10)."""

    bit: int
    area: int
    """All points of the groups."""
    dots: int
    """The live opposing dots among them."""
    walls: int
    """The area with the points next to it, where the chains are."""


def _closings(position: Position, seat: Seat) -> list[_Closing]:
    """The points where one dot of a player closes an open group, with or without dots in it."""
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
            found.append(_Closing(bit, area, area & captives, board.with_neighbours(area)))
    return found


def _closings_at_border(position: Position, seat: Seat) -> Iterator[_Closing]:
    """The same where the edge helps (K22): by dots that link own dots, or one to the edge."""
    board, live, captives = position.board, position.live(seat), position.live(seat.other)
    owned, before = position.owned_masks[seat], position.closed(seat)
    for point in board.points_of(position.free_mask & ~before):
        check_time()
        bit = board.bits[point.index]
        if (neighbours(board, bit) & live).bit_count() + (bit & board.edge != 0) > 1:
            area = closed_at_border(board, live | bit, owned) & ~before
            if area:
                yield _Closing(bit, area, area & captives, board.with_neighbours(area))


def _worst(threats: Sequence[_Closing], bit: int, captured: int) -> int:
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
