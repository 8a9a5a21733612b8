"""Regions as they are drawn, and conflicts between them (K6-K8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.fields import convert
from ..base.values import Immutable
from .board import LONGEST, Board, Point, Seat
from .chains import (
    SHORTEST_AT_BORDER,
    Chain,
    Ring,
    Step,
    canonical,
    chain_text,
    doubled_middle,
    is_ring,
    steps,
)
from .moves import as_chain


@final
@documented
@attrs.frozen(init=False, repr=False)
class Region(Immutable):
    """A region that a player has drawn, given by its chain (K4, K5).

    Two are equal if their seats and chains are. The chain, or its text, may start at any dot and go
    in either direction; it is kept in the form of K15. It has three points at least (K22). Raises
    NinetkaError if it isn't a ring (K3).

    >>> region = Region(Seat.FIRST, "cdbccbdccd")
    >>> region
    Region(Seat.FIRST, 'bccddccbbc')
    >>> region.inside
    frozenset({Point('cc')})
    """

    seat: Seat
    """The seat that drew it."""
    chain: Chain
    """Its dots in the form of K15, each once."""
    _ring: Ring | None = attrs.field(eq=False)

    def __init__(self, seat: Seat, chain: Iterable[Point | str]) -> None:
        chain = as_chain(chain)
        if not is_ring(chain, SHORTEST_AT_BORDER):
            raise NinetkaError(f"{chain_text(chain)} is not a ring of dots (K3)")
        self.__attrs_init__(convert(Seat, seat, "the seat of a region"), canonical(chain), None)

    @classmethod
    def known(cls, seat: Seat, chain: Chain, ring: Ring | None = None) -> Region:
        """The region of a ring in the form of K15, perhaps with its bitboards on the board."""
        region = object.__new__(cls)
        region.__attrs_init__(seat, chain, ring)
        return region

    @property
    def inside(self) -> frozenset[Point]:
        """The points strictly within the chain.

        In a position, also those of the edge that it runs along (K22).
        """
        ring = self._ring or self.ring_on(Board.of(LONGEST, LONGEST))
        return frozenset(ring.board.points_of(ring.inside))

    def ring_on(self, board: Board) -> Ring:
        """The region's ring on `board`, which has all its points."""
        if self._ring is not None and self._ring.board is board:
            return self._ring
        ring = Ring.of(board, self.chain)
        if self._ring is None:
            object.__setattr__(self, "_ring", ring)  # so that the next move finds it
        return ring

    def __str__(self) -> str:
        return f"{self.seat}:{chain_text(self.chain)}"

    def __repr__(self) -> str:
        return f"Region({self.seat!r}, {chain_text(self.chain)!r})"


def outermost(regions: Sequence[Region], board: Board) -> Iterator[Region]:
    """The regions that are not inside another (K7), the last drawn first."""
    covered = 0
    for region in reversed(regions):
        inside = region.ring_on(board).inside
        if not inside & covered:
            yield region
        covered |= inside


def step_across(chain: Chain, ring: Ring, region: Region) -> Step | None:
    """The first step of a chain that crosses a step of a region's chain (K7), if any."""
    old = region.ring_on(ring.board)
    if not (ring.falling & old.rising or ring.rising & old.falling):
        return None
    middles = {doubled_middle(step) for step in steps(region.chain)}
    own = {frozenset(step) for step in steps(region.chain)}
    return next(
        step
        for step in steps(chain)
        if doubled_middle(step) in middles and frozenset(step) not in own
    )


def step_through(chain: Chain, ring: Ring, region: Region) -> Step | None:
    """The first step of a chain that runs through the inside of a region (K7), if any.

    Both its ends are dots of the region's chain. No step of the chain may cross one of the region.
    """
    board = ring.board
    old = region.ring_on(board)
    shared = ring.dots & old.dots
    if not shared & (shared - 1):
        return None
    own = {frozenset(step) for step in steps(region.chain)}
    for step in steps(chain):
        bits = sorted(board.bits[point.index] for point in step)
        if sum(bits) & old.dots == sum(bits) and frozenset(step) not in own:
            one, other = (bit.bit_length() - 1 for bit in bits)
            if old.contains_middle(one, other):
                return step
    return None
