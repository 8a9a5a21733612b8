"""Positions of games in which what is surrounded is captured at once (K10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import ClassVar, SupportsIndex, final

import attrs

from ..base.documented import documented
from ..base.errors import InvalidMoveError, quoted
from ..protocol.picking import Click
from ..protocol.states import ObservableState, Observation, plays
from .board import Point
from .capture import AutomaticPosition
from .chains import Chain
from .legality import NOTHING_IS_DECLARED
from .moves import Place, Placements
from .notation import read_move
from .position import Position
from .rulesets import Capture
from .state import State


@final
@documented
@attrs.frozen(repr=False)
class AutomaticState(AutomaticPosition, State, ObservableState[Place]):
    """A position of a game in which what is surrounded is captured at once (K10).

    Its moves can be listed: a dot on any free point. Action codes are columns·row + column.
    """

    capture: ClassVar[Capture] = Capture.AUTOMATIC

    @property
    def observation(self) -> Observation[Position]:
        """The module that makes its planes."""
        from . import observation

        return observation

    @property
    def score_bounds(self) -> tuple[int, int]:
        """The least and the most points: none, and all dots that the other seat may have (K11)."""
        return 0, max(map(int.bit_count, self.dot_masks)) + (self.free_mask.bit_count() + 1) // 2

    @property
    def legal_moves(self) -> Placements:
        """A dot on each free point, row by row from the top; empty when the game is over."""
        return Placements(self.ruleset.board, self.free_mask)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The codes of the legal moves, in the same, ascending order."""
        return self.ruleset.board.codes_of(self.free_mask)

    @property
    def action_count(self) -> int:
        """The number of action codes, which begin with 0: one for each point."""
        return self.ruleset.columns * self.ruleset.rows

    def action(self, move: Place) -> int:
        """A legal move's code, columns·row + column. Raises IllegalMoveError."""
        self.checked(move)
        return move.point.row * self.ruleset.columns + move.point.column

    def move(self, action: SupportsIndex) -> Place:
        """The move with a code, legal or not. Raises InvalidMoveError."""
        if not plays(action, self.action_count):
            last = self.action_count - 1
            raise InvalidMoveError(f"{quoted(action)} is not an action: actions are 0 to {last}")
        return Place(self.board.points[index(action)])

    def legal_chains(self, point: Point | str | None = None) -> tuple[Chain, ...]:
        """Empty: nothing is declared. Raises IllegalMoveError if no dot can be placed there."""
        if point is not None:
            self.checked(Place(point))
        return ()

    def check_chain(
        self, chain: str | Iterable[Point | str], point: Point | str | None = None
    ) -> None:
        """Raise IllegalMoveError: nothing is declared."""
        move = None if point is None else Place(point, [chain])
        raise self.refusal(move, NOTHING_IS_DECLARED)

    def _picked(self, point: Point, dots: Sequence[Point]) -> Click[Place]:
        move = self.checked(Place(point))
        if dots:
            self.check_chain(dots, point)
        return Click(move)

    def _read(self, text: str) -> Place:
        return read_move(text)
