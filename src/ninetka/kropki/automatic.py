"""Positions of games in which what is surrounded is captured at once (K10)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import ClassVar, Final, SupportsIndex, final

import attrs

from ..errors import InvalidMoveError, quoted
from ..protocol import (
    ObservableState,
    plays,
)
from .board import Point, Seat
from .capture import captured_by_dot
from .chains import Chain
from .legality import Fault, IllegalMoveError, Marks, Reason
from .links import Links, linked, links_of
from .moves import Place, Placements
from .notation import read_move
from .observation import PLANE_NAMES, planes
from .rulesets import Capture, Ruleset
from .scoring import Outcome
from .state import State

_NOTHING_IS_DECLARED: Final = Fault(
    Reason.NOTHING_IS_DECLARED,
    "chains are not declared here: what is surrounded is captured at once",
)


@final
@attrs.frozen(repr=False)
class AutomaticState(State, ObservableState[Place]):
    """A position of a game in which what is surrounded is captured at once (K10).

    Its moves can be listed: a dot on any free point. Action codes are row·columns + column.
    """

    capture: ClassVar[Capture] = Capture.AUTOMATIC

    # Both follow from the rest. Carrying them along, a dot costs the same however full the board.
    _closed: tuple[int, int] = attrs.field(eq=False)
    """By seat: the points from which the edge cannot be reached past the seat's live dots."""
    _links: tuple[Links, Links] = attrs.field(eq=False)
    """By seat: which of its live dots are linked."""

    @classmethod
    def _of(cls, ruleset: Ruleset, to_move: Seat, marks: Marks) -> AutomaticState:
        board = marks.board
        live = marks.live(Seat.FIRST), marks.live(Seat.SECOND)
        closed = board.closed(live[0]), board.closed(live[1])
        links = links_of(board, live[0]), links_of(board, live[1])
        return cls(
            ruleset, to_move, marks.dots, marks.owned, marks.regions, marks.free, closed, links
        )

    @property
    def legal_moves(self) -> Placements:
        """A dot on each free point, row by row from the top; empty when the game is over."""
        return Placements(self.ruleset.board, self._free)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The codes of the legal moves, in the same order, which is ascending."""
        return self.ruleset.board.codes_of(self._free)

    @property
    def action_count(self) -> int:
        """How many action codes there are: one a point, from 0."""
        return self.ruleset.columns * self.ruleset.rows

    def action(self, move: Place) -> int:
        """A legal move's code, row·columns + column. Raises IllegalMoveError."""
        if not self.is_legal(move):
            self._refuse(move)
        return move.point.row * self.ruleset.columns + move.point.column

    def move(self, action: SupportsIndex) -> Place:
        """The move that a code stands for, legal or not. Raises InvalidMoveError."""
        if not plays(action, self.action_count):
            last = self.action_count - 1
            raise InvalidMoveError(f"{quoted(action)} is not an action: actions are 0 to {last}")
        return Place(self.board.points[index(action)])

    def settlement(self) -> Outcome:
        """The score as it stands: so much is an agreed game worth (K13)."""
        return Outcome(self.scores)

    def is_legal(self, move: Place) -> bool:
        """Whether the move can be made here (K2): a dot alone on a free point."""
        return not move.chains and self.board.bits[move.point.index] & self._free != 0

    def apply(self, move: Place | str) -> AutomaticState:
        """The state after a move, or after the one a text stands for, as in `parse_move`.

        Raises IllegalMoveError, whose `reason` says why the move cannot be made here, or
        InvalidMoveError for a text that is not a move.
        """
        if isinstance(move, str):
            move = read_move(move)
        if move.chains or not self.board.bits[move.point.index] & self._free:
            self._refuse(move)
        return self.apply_unchecked(move)

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
        marks = Marks(board, dots, self._owned, self.regions)
        marks, closed = captured_by_dot(marks, closed, seat, number, rings)
        first, second = marks.owned
        free = self._free & ~(bit | first | second)
        return AutomaticState(ruleset, after, dots, marks.owned, marks.regions, free, closed, links)

    @property
    def plane_shape(self) -> tuple[int, int]:
        """Rows and columns of each of the `planes`."""
        return self.ruleset.rows, self.ruleset.columns

    @property
    def plane_names(self) -> tuple[str, ...]:
        """What each of the `planes` shows."""
        return PLANE_NAMES

    def planes(self, seat: int) -> tuple[int, ...]:
        """What programs that learn look at, as a seat sees it, in the order of `plane_names`.

        Bit columns·row + column of each is a point, `aa` the first; what is no point is all ones or
        0. Raises NinetkaError if the seat does not play.
        """
        return planes(self._marks, Seat(seat), self.to_move)

    def legal_chains(self, point: Point | str | None = None) -> tuple[Chain, ...]:
        """None: nothing is declared. Raises IllegalMoveError if no dot can be placed there."""
        if point is not None:
            move = Place(point)
            if not self.is_legal(move):
                self._refuse(move)
        return ()

    def check_chain(
        self, chain: str | Iterable[Point | str], point: Point | str | None = None
    ) -> None:
        """Raise IllegalMoveError: nothing is declared."""
        move = None if point is None else Place(point, [chain])
        raise IllegalMoveError(
            _NOTHING_IS_DECLARED.sentence, move, self, _NOTHING_IS_DECLARED.reason
        )

    def _fault(self, move: Place) -> Fault | None:
        fault = self._misplaced(move.point)
        return _NOTHING_IS_DECLARED if fault is None and move.chains else fault
