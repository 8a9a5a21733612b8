"""Positions of games in which what is surrounded is captured at once (K10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import ClassVar, Final, SupportsIndex, final

import attrs

from ..base.documented import documented
from ..base.errors import InvalidMoveError, quoted
from ..base.values import not_called
from ..protocol.faults import Fault
from ..protocol.picking import Click
from ..protocol.states import ObservableState, Observation, plays
from .board import Point, Seat
from .capture import captured_by_dot
from .chains import Chain
from .faults import Reason
from .legality import Sheet
from .links import Links, linked, links_of
from .moves import Place, Placements
from .notation import read_move
from .rulesets import Capture, Ruleset
from .scoring import Outcome
from .state import IllegalMoveError, State

_NOTHING_IS_DECLARED: Final = Fault(
    Reason.NOTHING_IS_DECLARED,
    "chains are not declared here: what is surrounded is captured at once",
)


@final
@documented
@attrs.frozen(repr=False)
class AutomaticState(State, ObservableState[Place]):
    """A position of a game in which what is surrounded is captured at once (K10).

    Its moves can be listed: a dot on any free point. Action codes are columns·row + column.
    """

    capture: ClassVar[Capture] = Capture.AUTOMATIC

    # Both follow from the rest. They are carried along so that a dot takes the same time however
    # full the board is.
    _closed: tuple[int, int] = attrs.field(default=(0, 0), eq=False)
    """By seat: the points from which the edge cannot be reached past its live dots."""
    _links: tuple[Links, Links] = attrs.field(factory=not_called, eq=False)
    """By seat: which of its live dots are linked."""

    @classmethod
    def _of(cls, ruleset: Ruleset, to_move: Seat, sheet: Sheet) -> AutomaticState:
        board = sheet.board
        live = sheet.live(Seat.FIRST), sheet.live(Seat.SECOND)
        closed = board.closed(live[0]), board.closed(live[1])
        links = links_of(board, live[0]), links_of(board, live[1])
        return cls(
            ruleset, to_move, sheet.dots, sheet.owned, sheet.regions, sheet.free, closed, links
        )

    @property
    def observation(self) -> Observation[State]:
        """The module that makes its planes."""
        from . import observation

        return observation

    @property
    def score_bounds(self) -> tuple[int, int]:
        """The least and the most points: none, and all dots that the other seat may have (K11)."""
        return 0, max(dots.bit_count() for dots in self._dots) + (self._free.bit_count() + 1) // 2

    @property
    def legal_moves(self) -> Placements:
        """A dot on each free point, row by row from the top; empty when the game is over."""
        return Placements(self.ruleset.board, self._free)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The codes of the legal moves, in the same, ascending order."""
        return self.ruleset.board.codes_of(self._free)

    @property
    def action_count(self) -> int:
        """The number of action codes, which begin with 0: one for each point."""
        return self.ruleset.columns * self.ruleset.rows

    def action(self, move: Place) -> int:
        """A legal move's code, columns·row + column. Raises IllegalMoveError."""
        if not self.is_legal(move):
            self._refuse(move)
        return move.point.row * self.ruleset.columns + move.point.column

    def move(self, action: SupportsIndex) -> Place:
        """The move with a code, legal or not. Raises InvalidMoveError."""
        if not plays(action, self.action_count):
            last = self.action_count - 1
            raise InvalidMoveError(f"{quoted(action)} is not an action: actions are 0 to {last}")
        return Place(self.board.points[index(action)])

    def settlement(self) -> Outcome:
        """The outcome of an agreed game: the score as it stands (K13)."""
        return Outcome(self.scores)

    def is_legal(self, move: Place) -> bool:
        """Whether the move can be made here (K2): a dot alone on a free point."""
        if not isinstance(move, Place):
            return False
        return not move.chains and self.board.bits[move.point.index] & self._free != 0

    def apply_unchecked(self, move: Place) -> AutomaticState:
        """The state after a move that is known to be legal; undefined for any other."""
        ruleset, seat = self.ruleset, self.to_move
        board = ruleset.board
        number = board.numbers[move.point.index]
        bit = 1 << number
        first, second = self._owned
        live = self._dots[seat] & ~(first | second)
        own_links, rings = linked(board, self._links[seat], live, number)
        if seat:
            dots = self._dots[0], self._dots[1] | bit
            links = self._links[0], own_links
        else:
            dots = self._dots[0] | bit, self._dots[1]
            links = own_links, self._links[1]
        after, closed = seat.other, self._closed
        if not rings and not bit & (closed[0] | closed[1]):
            free = self._free ^ bit
            return AutomaticState(
                ruleset, after, dots, self._owned, self.regions, free, closed, links
            )
        sheet = Sheet(board, dots, self._owned, self.regions)
        sheet, closed = captured_by_dot(sheet, closed, seat, number, rings)
        first, second = sheet.owned
        free = self._free & ~(bit | first | second)
        return AutomaticState(ruleset, after, dots, sheet.owned, sheet.regions, free, closed, links)

    def legal_chains(self, point: Point | str | None = None) -> tuple[Chain, ...]:
        """Empty: nothing is declared. Raises IllegalMoveError if no dot can be placed there."""
        if point is not None and not self.is_legal(Place(point)):
            self._refuse(Place(point))
        return ()

    def check_chain(
        self, chain: str | Iterable[Point | str], point: Point | str | None = None
    ) -> None:
        """Raise IllegalMoveError: nothing is declared."""
        move = None if point is None else Place(point, [chain])
        fault = _NOTHING_IS_DECLARED
        raise IllegalMoveError(fault.sentence, move, self, fault.reason)

    def _picked(self, point: Point, dots: Sequence[Point]) -> Click[Place]:
        move = Place(point)
        if not self.is_legal(move):
            self._refuse(move)
        if dots:
            self.check_chain(dots, point)
        return Click(move)

    def _read(self, text: str) -> Place:
        return read_move(text)

    def _fault(self, move: Place) -> Fault[Reason] | None:
        fault = self._misplaced(move.point)
        return _NOTHING_IS_DECLARED if fault is None and move.chains else fault
