"""Positions of games in which players declare what they capture (K5-K9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, final

import attrs

from ..base.documented import documented
from ..protocol.faults import Fault
from ..protocol.picking import Click
from ..protocol.states import OfferingState
from .board import Point
from .calls import read_call
from .capture import captive_groups, tight_regions
from .chains import Chain, Ring
from .faults import Reason
from .legality import Sheet
from .moves import Offers, Place, Placements, as_chain
from .picking import Sketch
from .regions import Region
from .rulesets import Capture
from .scoring import Outcome, closed_pools, settlement
from .state import IllegalMoveError, State

MOST_CHAINS: Final = 20
"""How many chains `some_moves` offers with a dot at most."""


@final
@documented
@attrs.frozen(repr=False)
class DeclaredState(State, OfferingState[Place]):
    """A position of a game in which players declare what they capture (K5-K9).

    Its legal moves cannot be listed, since any chains can be declared in any order.
    """

    capture: ClassVar[Capture] = Capture.DECLARED

    def is_legal(self, move: Place) -> bool:
        """Whether the move can be made here (K2-K7)."""
        if not isinstance(move, Place):
            return False
        if not move.chains:
            return self.board.bits[move.point.index] & self._free != 0
        return self._fault(move) is None

    def apply_unchecked(self, move: Place) -> DeclaredState:
        """The state after a move that is known to be legal; undefined for any other."""
        seat, bit = self.to_move, self.board.bits[move.point.index]
        if not move.chains:
            first, second = self._dots
            dots = (first, second | bit) if seat else (first | bit, second)
            return DeclaredState(
                self.ruleset, seat.other, dots, self._owned, self.regions, self._free ^ bit
            )
        sheet = self._sheet.with_dot(seat, bit)
        for chain in move.chains:
            sheet = sheet.with_region(Region.known(seat, chain, Ring.of(self.board, chain)))
        return self._of(self.ruleset, seat.other, sheet)

    def settlement(self) -> Outcome:
        """The outcome that the game would have if both players agreed to stop now (K13).

        It is as if the game were played out, each player declaring all that is possible at the end.
        """
        return self.outcome or Outcome(settlement(self._sheet, self.to_move))

    def settled(self) -> DeclaredState:
        """The position with the regions that the players draw if they agree to stop now (K13)."""
        sheet = closed_pools(closed_pools(self._sheet, self.to_move), self.to_move.other)
        return self._of(self.ruleset, self.to_move, sheet)

    def legal_chains(self, point: Point | str | None = None) -> tuple[Chain, ...]:
        """The tight chains that the player to move can declare, now or with a dot on a point (K5).

        There is one for each group of opposing dots that is closed in (K10), in an order in which
        all of them can be declared; many other chains may be legal too. Raises IllegalMoveError if
        no dot can be placed on the point.
        """
        sheet = self._sheet if point is None else self._with_dot(Place(point))
        groups = captive_groups(sheet, self.to_move)
        return tuple(region.chain for region in tight_regions(self.board, self.to_move, groups))

    @property
    def some_moves(self) -> Offers:
        """A dot alone on each free point, then each with all tight chains that are closed already.

        Chains that the dot itself completes are not included: see `legal_chains`. Of more than
        MOST_CHAINS chains the last, which enclose the most points, are offered. If all chains
        together are very long, not every dot is offered with them: see `Offers`.
        """
        return Offers(Placements(self.board, self._free), self.legal_chains()[-MOST_CHAINS:])

    def check_chain(
        self, chain: str | Iterable[Point | str], point: Point | str | None = None
    ) -> None:
        """Raise IllegalMoveError if the player to move may not declare a chain, saying why (K3-K7).

        The chain is judged as the board stands, or with a dot on a point. It may be given in all
        the ways that `Place` takes.
        """
        move = None if point is None else Place(point, [chain])
        sheet = self._sheet if move is None else self._with_dot(move)
        judged = sheet.judge(self.to_move, as_chain(chain))
        if isinstance(judged, Fault):
            raise IllegalMoveError(judged.sentence, move, self, judged.reason)

    def _with_dot(self, move: Place) -> Sheet:
        """The sheet with the move's dot. Raises IllegalMoveError if it cannot be placed (K2)."""
        fault = self._misplaced(move.point)
        if fault is not None:
            raise IllegalMoveError(fault.sentence, move, self, fault.reason)
        return self._sheet.with_dot(self.to_move, self.board.bits[move.point.index])

    def _picked(self, point: Point, dots: Sequence[Point]) -> Click[Place]:
        dot = Place(point)
        sketch = Sketch.of(self._with_dot(dot), self.to_move, dots)
        if isinstance(sketch, Fault):
            raise IllegalMoveError(sketch.sentence, dot, self, sketch.reason)
        following = tuple(dot.name for dot in sketch.next)
        offers = tuple(tuple(dot.name for dot in (*chain, chain[0])) for chain in sketch.offers)
        move = None if sketch.begun else Place(point, sketch.chains)
        return Click(move, following, offers)

    def _read(self, text: str) -> Place:
        return read_call(text, self.legal_chains)

    def _fault(self, move: Place) -> Fault[Reason] | None:
        fault = self._misplaced(move.point)
        if fault is not None:
            return fault
        sheet = self._sheet.with_dot(self.to_move, self.board.bits[move.point.index])
        declared = sheet.declared(self.to_move, move.chains)
        return declared if isinstance(declared, Fault) else None
