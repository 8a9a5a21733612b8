"""Positions of games in which what is surrounded is captured at once (K10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, ClassVar, SupportsIndex, final

import attrs

from ..base.documented import documented
from ..base.errors import InvalidMoveError, quoted
from ..protocol.picking import Click
from ..protocol.states import ObservableState, Observation, plays
from .board import Point
from .capture import AutomaticPosition
from .chains import Chain
from .legality import NOTHING_IS_DECLARED
from .moves import PASS, Move, Pass, Place, Placements
from .notation import read_move
from .position import Position
from .rulesets import Capture, Passing, Points
from .state import State
from .symmetry import Symmetry

if TYPE_CHECKING:
    from ..protocol.compiled import Portable
    from .compiled.batch import Kernel


@final
@documented
@attrs.frozen(repr=False)
class AutomaticState(AutomaticPosition, State, ObservableState[Move]):
    """A position of a game in which what is surrounded is captured at once (K10).

    Its moves can be listed: a dot on any free point. Action codes are columns·row + column, and the
    code after these is that of a pass (K24).
    """

    capture: ClassVar[Capture] = Capture.AUTOMATIC

    @property
    def observation(self) -> Observation[Position]:
        """The module that makes its planes."""
        from . import observation

        return observation

    @property
    def portable(self) -> Portable:
        """The same code as WebAssembly. To run, it needs the extra `fast`."""
        from .compiled.packing import portable_of

        return portable_of(self)

    @property
    def kernel(self) -> Kernel:
        """The compiled code for its ruleset. Needs the extra `batch`."""
        from .compiled.batch import kernel_of

        return kernel_of(self)

    @property
    def score_bounds(self) -> tuple[Points, Points]:
        """The least and the most points: none, and all dots that the other seat may have (K11).

        Komi may make them less or more (K19).
        """
        more, komi = self.free_mask.bit_count(), self.ruleset.komi
        if not self._may_pass:
            more = (more + 1) // 2
        most = max(map(int.bit_count, self.dot_masks)) + more
        return min(0, komi), most + max(0, komi)

    @property
    def _may_pass(self) -> bool:
        return self.ruleset.passing is not Passing.NEVER

    @property
    def legal_moves(self) -> Sequence[Move]:
        """A dot on each free point, row by row from the top, then a pass where it is legal (K24).

        Empty when the game is over.
        """
        places = Placements(self.ruleset.board, self.free_mask)
        return (*places, PASS) if self._may_pass and places else places

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The codes of the legal moves, in the same, ascending order."""
        codes = self.ruleset.board.codes_of(self.free_mask)
        return (*codes, self._pass_code) if self._may_pass and codes else codes

    @property
    def action_count(self) -> int:
        """The number of action codes, which begin with 0: one for each point, and one for a pass.

        None for a pass where nobody may pass (K24).
        """
        return self._pass_code + self._may_pass

    @property
    def _pass_code(self) -> int:
        return self.ruleset.columns * self.ruleset.rows

    def action(self, move: Move) -> int:
        """A legal move's code, columns·row + column, or after these. Raises IllegalMoveError."""
        self.checked(move)
        if isinstance(move, Pass):
            return self._pass_code
        return move.point.row * self.ruleset.columns + move.point.column

    def move(self, action: SupportsIndex) -> Move:
        """The move with a code, legal or not. Raises InvalidMoveError."""
        if not plays(action, self.action_count):
            last = self.action_count - 1
            raise InvalidMoveError(f"{quoted(action)} is not an action: actions are 0 to {last}")
        code = index(action)
        return PASS if code == self._pass_code else Place(self.board.points[code])

    def transform_actions(self, symmetry: Symmetry) -> tuple[int, ...]:
        """By action code: that of the same move on the turned or mirrored grid."""
        codes = symmetry.actions(self.board)
        return (*codes, self._pass_code) if self._may_pass else codes

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

    def _picked(self, point: Point, dots: Sequence[Point]) -> Click[Move]:
        move = self.checked(Place(point))
        if dots:
            self.check_chain(dots, point)
        return Click(move)

    def _read(self, text: str) -> Place:
        return read_move(text)
