"""Chains drawn by picking one dot after another: what has been drawn, and how it may go on (K5)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import final

import attrs

from ..protocol.states import Fault
from .board import Point, Seat, off_the_board
from .capture import closable_groups, tight_chains
from .chains import SHORTEST, Chain
from .legality import Reason, judge, link_fault, path_fault
from .links import linkable, neighbours
from .moves import as_chain
from .position import Position
from .texts import Say


@final
@attrs.frozen
class Sketch:
    """Chains drawn by the player who has just placed a dot, and maybe the beginning of another."""

    position: Position
    """With the dot and the closed chains."""
    chains: tuple[Chain, ...]
    """Those that are closed."""
    begun: Chain
    """The dots of one that is not."""

    @classmethod
    def of(cls, position: Position, dots: Iterable[Point]) -> Sketch | Fault[Reason]:
        """The sketch of dots picked after a dot was placed, or what is wrong with them (K3-K7).

        The first dot of a chain, picked again, closes it.
        """
        chains: list[Chain] = []
        begun: list[Point] = []
        for dot in dots:
            if begun and dot is begun[0]:
                region = judge(position, position.to_move.other, as_chain(begun))
                if isinstance(region, Fault):
                    return region
                position = position.with_region(region)
                chains.append(region.chain)
                begun = []
            else:
                begun.append(dot)
        sketch = cls(position, tuple(chains), tuple(begun))
        return sketch._fault() or sketch

    @property
    def seat(self) -> Seat:
        """The seat that draws the chain."""
        return self.position.to_move.other

    def _fault(self) -> Fault[Reason] | None:
        """Return what is wrong with the beginning of a chain; None if nothing is."""
        board, begun = self.position.board, self.begun
        for point in begun:
            if not board.bits[point.index]:
                return Fault(Reason.OFF_THE_BOARD, off_the_board(point, board))
        fault = link_fault(self.position, self.seat, begun) or path_fault(begun, [*pairwise(begun)])
        if fault is not None or not begun:
            return fault
        possible = self._linkable
        for dot in begun:
            if not board.bits[dot.index] & possible:
                return Fault(Reason.NO_RING, Say.NO_RING(point=dot))
        # K6 as far as the beginning tells: `captive_fault` judges the closed chain
        if not closable_groups(self.position, self.seat):
            return Fault(Reason.NO_CAPTIVE, Say.NOTHING_TO_CAPTURE())
        return None

    @property
    def _linkable(self) -> int:
        return linkable(self.position.board, self.position.live(self.seat))

    @property
    def offers(self) -> list[Chain]:
        """The tight chains that can be drawn next (K10); none while one is begun."""
        return [] if self.begun else tight_chains(self.position, self.seat)

    @property
    def next(self) -> list[Point]:
        """The dots that can be picked next, which may be none.

        A chain can be begun as long as there is something to capture, and it can be closed if that
        is legal.
        """
        board, begun = self.position.board, self.begun
        if not begun:
            return [*board.points_of(self._linkable)] if self.offers else []
        near = neighbours(board, board.bits[begun[-1].index]) & self._linkable
        further = board.points_of(near & ~board.mask_of(begun))
        steps = [*pairwise(begun)]
        dots = [dot for dot in further if path_fault((), [*steps, (begun[-1], dot)]) is None]
        closes = len(begun) >= SHORTEST and not isinstance(
            judge(self.position, self.seat, as_chain(begun)), Fault
        )
        return [*dots, begun[0]] if closes else dots
