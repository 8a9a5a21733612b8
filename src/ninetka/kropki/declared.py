"""Positions of games in which players declare what they capture (K5-K9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, final

import attrs

from ..protocol import (
    OfferingState,
)
from .board import Point
from .calls import read_call
from .capture import captive_groups, tight_regions
from .chains import Chain, Ring
from .legality import Fault, IllegalMoveError, Marks
from .moves import Offers, Place, Placements, as_chain
from .regions import Region
from .rulesets import Capture
from .scoring import Outcome, settlement
from .state import State


@final
@attrs.frozen(repr=False)
class DeclaredState(State, OfferingState[Place]):
    """A position of a game in which players declare what they capture (K5-K9).

    Its legal moves cannot be listed, as any chains can be declared in any order.
    """

    capture: ClassVar[Capture] = Capture.DECLARED

    def is_legal(self, move: Place) -> bool:
        """Whether the move can be made here (K2-K7)."""
        if not move.chains:
            return self.board.bits[move.point.index] & self._free != 0
        return not isinstance(self._marks_after(move), Fault)

    def apply(self, move: Place | str) -> DeclaredState:
        """The state after a move, or after the one a text stands for, as in `parse_move`.

        Raises IllegalMoveError, whose `reason` says why the move cannot be made here, or
        InvalidMoveError for a text that is not a move.
        """
        if isinstance(move, str):
            move = self._read(move)
        bit = self.board.bits[move.point.index]
        if not move.chains and bit & self._free:
            return self._after_dot(bit)
        marks = self._marks_after(move)
        if isinstance(marks, Fault):
            raise IllegalMoveError(marks.sentence, move, self, marks.reason)
        return self._of(self.ruleset, self.to_move.other, marks)

    def parse_move(self, text: str) -> Place:
        """The legal move a text stands for (K15), also as players call it: `de stop`.

        Raises InvalidMoveError if the text is not a move or does not say which chain is meant,
        IllegalMoveError if the move cannot be made here.
        """
        move = self._read(text)
        if not self.is_legal(move):
            self._refuse(move)
        return move

    def _read(self, text: str) -> Place:
        return read_call(text, self.legal_chains)

    def apply_unchecked(self, move: Place) -> DeclaredState:
        """The state after a move that is known to be legal; undefined for any other."""
        bit = self.board.bits[move.point.index]
        if not move.chains:
            return self._after_dot(bit)
        marks = self._marks.with_dot(self.to_move, bit)
        for chain in move.chains:
            ring = Ring.of(self.board, chain)
            marks = marks.with_region(Region.known(self.to_move, chain, ring))
        return self._of(self.ruleset, self.to_move.other, marks)

    def _after_dot(self, bit: int) -> DeclaredState:
        first, second = self._dots
        dots = (first, second | bit) if self.to_move else (first | bit, second)
        free = self._free ^ bit
        after = self.to_move.other
        return DeclaredState(self.ruleset, after, dots, self._owned, self.regions, free)

    def settlement(self) -> Outcome:
        """What the game would end with if both players agreed to stop now (K13).

        It is as if it were played out, each player declaring what can be at the very end.
        """
        return self.outcome or Outcome(settlement(self._marks, self.to_move))

    def legal_chains(self, point: Point | str | None = None) -> tuple[Chain, ...]:
        """The tight chains the player to move can declare now, or with a dot on a point (K5, K10).

        One for each group of opposing dots that is shut in, in an order in which all of them can be
        declared; there may be many more chains that are legal. Raises IllegalMoveError if no dot
        can be placed on the point.
        """
        marks = self._marks if point is None else self._marks_with(Place(point))
        groups = captive_groups(marks, self.to_move)
        regions = tight_regions(self.board, self.to_move, groups)
        return tuple(region.chain for region in regions)

    @property
    def some_moves(self) -> Offers:
        """A dot alone on each free point, then with all tight chains that can be declared already.

        Chains that only the dot completes are not among them: see `legal_chains`.
        """
        return Offers(Placements(self.board, self._free), self.legal_chains())

    def check_chain(
        self, chain: str | Iterable[Point | str], point: Point | str | None = None
    ) -> None:
        """Raise IllegalMoveError if the player to move may not declare a chain, saying why (K3-K7).

        It is judged as the board stands, or with a dot on a point. The chain may be given as in
        `Place`.
        """
        move = None if point is None else Place(point, [chain])
        marks = self._marks if move is None else self._marks_with(move)
        judged = marks.judge(self.to_move, as_chain(chain))
        if isinstance(judged, Fault):
            raise IllegalMoveError(judged.sentence, move, self, judged.reason)

    def _marks_with(self, move: Place) -> Marks:
        """With the move's dot. Raises IllegalMoveError if it cannot be placed (K2)."""
        marks = self._marks_after(Place(move.point))
        if isinstance(marks, Fault):
            raise IllegalMoveError(marks.sentence, move, self, marks.reason)
        return marks

    def _fault(self, move: Place) -> Fault | None:
        marks = self._marks_after(move)
        return marks if isinstance(marks, Fault) else None

    def _marks_after(self, move: Place) -> Marks | Fault:
        bit = self.board.bits[move.point.index]
        fault = self._misplaced(move.point)
        if fault is not None:
            return fault
        marks = self._marks.with_dot(self.to_move, bit)
        return marks.declared(self.to_move, move.chains)
