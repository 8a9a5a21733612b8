"""Positions of games in which players declare what they capture (K5-K9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, final

import attrs

from ..base.documented import documented
from ..protocol.faults import Fault
from ..protocol.picking import Click
from .board import Point
from .capture import tight_chains
from .chains import Chain
from .legality import dot_fault, judge
from .moves import Move, Offers, Place, Placements, as_chain
from .notation import read_call
from .picking import Sketch
from .rulesets import Capture
from .state import State

MOST_CHAINS: Final = 20
"""The most chains that `some_moves` offers with a dot."""


@final
@documented
@attrs.frozen(repr=False)
class DeclaredState(State):
    """A position of a game in which players declare what they capture (K5-K9).

    Its legal moves cannot be listed, since any chains can be declared in any order.
    """

    capture: ClassVar[Capture] = Capture.DECLARED

    def legal_chains(self, point: Point | str | None = None) -> tuple[Chain, ...]:
        """The tight chains that the player to move can declare, now or with a dot on a point (K5).

        There is one for each group of opposing dots that is closed in (K10), in an order in which
        all of them can be declared; many other chains may be legal too. Raises IllegalMoveError if
        no dot can be placed on the point.
        """
        after = self if point is None else self._after_dot(Place(point))
        return tuple(tight_chains(after, self.to_move))

    @property
    def some_moves(self) -> Offers:
        """A dot alone on each free point, then each with all tight chains that are closed already.

        Chains that the dot itself completes are not included: see `legal_chains`. Of more than
        MOST_CHAINS chains the last, which enclose the most points, are offered. If all chains
        together are very long, not every dot is offered with them: see `Offers`.
        """
        return Offers(Placements(self.board, self.free_mask), self.legal_chains()[-MOST_CHAINS:])

    def check_chain(
        self, chain: str | Iterable[Point | str], point: Point | str | None = None
    ) -> None:
        """Raise IllegalMoveError if the player to move may not declare a chain, saying why (K3-K7).

        The chain is judged as the board stands, or with a dot on a point. It may be given in all
        the ways that `Place` takes.
        """
        move = None if point is None else Place(point, [chain])
        after = self if move is None else self._after_dot(move)
        judged = judge(after, self.to_move, as_chain(chain))
        if isinstance(judged, Fault):
            raise self.refusal(move, judged)

    def _after_dot(self, move: Place) -> DeclaredState:
        """The state after a move's dot alone. Raises IllegalMoveError if it can't go there."""
        fault = dot_fault(self, move.point)
        if fault is not None:
            raise self.refusal(move, fault)
        return self.with_dot(move.point)

    def _picked(self, point: Point, dots: Sequence[Point]) -> Click[Move]:
        dot = Place(point)
        sketch = Sketch.of(self._after_dot(dot), dots)
        if isinstance(sketch, Fault):
            raise self.refusal(dot, sketch)
        following = tuple(dot.name for dot in sketch.next)
        offers = tuple(tuple(dot.name for dot in (*chain, chain[0])) for chain in sketch.offers)
        move = None if sketch.begun else Place(point, sketch.chains)
        return Click(move, following, offers)

    def _read(self, text: str) -> Place:
        return read_call(text, self.legal_chains)
