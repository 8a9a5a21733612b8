"""Positions: the value that every rule takes and returns, with the board and the seat to move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import attrs

from ..base.documented import documented
from ..base.frozenmap import FrozenMap
from ..base.values import not_called
from .board import FIRST, SEATS, SECOND, Board, Point, Seat
from .moves import as_point
from .regions import Region
from .rulesets import Ruleset


@documented
@attrs.frozen(repr=False)
class Position:
    """Everything that decides what may happen next, and nothing else.

    Sets of points are bitboards of the ruleset's board. A `State` is a position with what the tools
    need. Two positions are equal if they have the same class, ruleset, dots, regions in the order
    drawn, seat to move and passes.
    """

    ruleset: Ruleset = attrs.field(factory=not_called)
    """The ruleset of the game."""
    to_move: Seat = Seat.FIRST
    """The seat to move; in a finished game, the seat that did not move last."""
    dot_masks: tuple[int, int] = (0, 0)
    """The dots of each seat, dead ones included."""
    owned_masks: tuple[int, int] = (0, 0)
    """The points that belong to each seat (K8)."""
    regions: tuple[Region, ...] = ()
    """The regions in the order in which they were drawn, swallowed ones included."""
    free_mask: int = attrs.field(default=0, eq=False)
    """The points where a dot may be placed (K2), which follow from the rest."""
    passes: int = 0
    """The number of passes (K24): in a row, or if players pass for good, in the game."""

    @classmethod
    def of(cls, position: Position) -> Self:
        """The same position as one of this class."""
        return cls(
            position.ruleset,
            position.to_move,
            position.dot_masks,
            position.owned_masks,
            position.regions,
            position.free_mask,
            position.passes,
        )

    @property
    def board(self) -> Board:
        """The geometry of the grid."""
        return self.ruleset.board

    @property
    def free(self) -> tuple[Point, ...]:
        """The points where a dot may be placed (K2), row by row from the top.

        None once both players have passed (K24).
        """
        return self.ruleset.board.points_of(self.free_mask)

    @property
    def dots(self) -> Mapping[Point, Seat]:
        """All dots, dead ones included, row by row from the top."""
        first, second = self.dot_masks
        points = self.board.points_of(first | second)
        bits = self.board.bits
        return FrozenMap((point, SEATS[bits[point.index] & second != 0]) for point in points)

    def owner_of(self, point: Point | str) -> Seat | None:
        """Return the seat that a point belongs to (K8); None outside regions and off the board."""
        bit = self.board.bits[as_point(point).index]
        return next((seat for seat in SEATS if self.owned_masks[seat] & bit), None)

    def is_dead(self, point: Point | str) -> bool:
        """Return whether there is a captured dot on a point (K8)."""
        bit = self.board.bits[as_point(point).index]
        return bool(sum(self.dot_masks) & sum(self.owned_masks) & bit)

    def live(self, seat: Seat) -> int:
        """The seat's dots that are not captured (K8)."""
        return self.dot_masks[seat] & ~(self.owned_masks[0] | self.owned_masks[1])

    def closed(self, seat: Seat) -> int:
        """The points from which the edge can't be reached past the seat's live dots (K10, K13)."""
        return self.ruleset.board.closed(self.live(seat))

    def with_dot(self, point: Point) -> Self:
        """The position after the seat to move has placed a dot on a free point (K2).

        It is then the opponent's turn, and nobody has passed.
        """
        ruleset, dots = self.ruleset, self.dot_masks
        bit = ruleset.board.bits[point.index]
        if self.to_move:
            after, dots = FIRST, (dots[0], dots[1] | bit)
        else:
            after, dots = SECOND, (dots[0] | bit, dots[1])
        owned, free = self.owned_masks, self.free_mask ^ bit
        return type(self)(ruleset, after, dots, owned, self.regions, free)

    def with_region(self, region: Region) -> Self:
        """The position with one more region, whose inside now belongs to its seat (K8)."""
        inside = region.ring_on(self.board).inside
        return type(self)(
            self.ruleset,
            self.to_move,
            self.dot_masks,
            owned_with(self, region.seat, inside),
            (*self.regions, region),
            self.free_mask & ~inside,
            self.passes,
        )


def undrawn(ruleset: Ruleset, to_move: Seat, dot_masks: tuple[int, int]) -> Position:
    """The position with these dots, by seat, and no regions."""
    free = ruleset.board.all & ~(dot_masks[0] | dot_masks[1])
    return Position(ruleset, to_move, dot_masks, (0, 0), (), free)


def owned_with(position: Position, seat: Seat, inside: int) -> tuple[int, int]:
    """Return the points of each seat once `seat` has enclosed those `inside` (K8)."""
    first, second = position.owned_masks
    if seat:
        return first & ~inside, second | inside
    return first | inside, second & ~inside
