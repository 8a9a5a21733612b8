"""A position of the game: whose turn it is, what may be done and what comes of it (K1-K13)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from operator import index
from typing import ClassVar, Final, NoReturn, Self, SupportsIndex, final

import attrs

from ..endings import Ending, EndingKind
from ..errors import InvalidMoveError, InvalidRulesetError, NinetkaError, quoted
from ..frozenmap import FrozenMap
from ..protocol import (
    DescribedState,
    DrawableState,
    EndableState,
    GuidedState,
    ObservableState,
    OfferingState,
    plays,
)
from ..values import Pretty
from .board import SEATS, Board, Point, Seat
from .capture import captive_groups, captured_by_dot, tight_regions
from .chains import Chain
from .drawing import MARKS, Drawn
from .legality import Fault, IllegalMoveError, Marks, Reason, why_not_there
from .links import Links, linked, links_of
from .moves import Offers, Place, Placements, as_chain
from .notation import read_move, write_position
from .observation import PLANE_NAMES, planes
from .regions import Region
from .rulesets import PUBLISHED, TERRITORY, Capture, Ruleset
from .scoring import Outcome, scores, settlement
from .setup import Setup
from .summary import instruct
from .symmetry import Symmetry, exchanged
from .view import View, view


@attrs.frozen(repr=False)
class State(
    Drawn,
    DescribedState[Place],
    DrawableState[Place],
    EndableState[Place],
    GuidedState[Place],
    Pretty,
):
    """A position: everything that decides what may happen next, and nothing else.

    Immutable and hashable. Two states are equal when ruleset, dots, regions in the order drawn and
    seat to move are. Make one with `start`, `from_text` or
    `from_setup`, not by calling the class: it is a DeclaredState or an AutomaticState, as the
    ruleset says.
    """

    game: ClassVar[str] = "kropki"
    marks: ClassVar[tuple[str, ...]] = MARKS

    ruleset: Ruleset
    """The ruleset played by."""
    to_move: Seat
    """Whose turn it is; in a finished game, the seat after the one that moved last."""
    _dots: tuple[int, int]
    """All dots, by seat as bitboards."""
    _owned: tuple[int, int]
    """The points that belong to each seat (K8)."""
    regions: tuple[Region, ...]
    """The regions in the order in which they were drawn, swallowed ones included."""
    _free: int = attrs.field(eq=False)
    """The points where a dot may be placed (K2), which follow from the rest."""

    @staticmethod
    def start(ruleset: Ruleset = TERRITORY, players: int = 2) -> State:
        """The board as it is at the start (K1). Raises InvalidRulesetError unless two play."""
        if players != 2:
            raise InvalidRulesetError(f"{ruleset.name} is for 2 players, not {quoted(players)}")
        marks = Marks(ruleset.board, ruleset.first_dots, (0, 0), ())
        return _kind_for(ruleset)._of(ruleset, Seat.FIRST, marks)

    @staticmethod
    def from_text(text: str, ruleset: Ruleset | None = None) -> State:
        """Read a position text (K16). A ruleset that is not published must be passed in.

        Raises InvalidPositionError: with everything about the text that cannot be read, or if it
        can, with everything that makes the position impossible.
        """
        return State.from_setup(Setup.from_text(text, ruleset))

    @staticmethod
    def from_setup(setup: Setup) -> State:
        """The position that an arrangement is, its regions drawn again one after another.

        Raises InvalidPositionError with every problem it has.
        """
        ruleset = setup.ruleset
        return _kind_for(ruleset)._of(ruleset, setup.to_move, setup.drawn())

    @classmethod
    def _of(cls, ruleset: Ruleset, to_move: Seat, marks: Marks) -> Self:
        return cls(ruleset, to_move, marks.dots, marks.owned, marks.regions, marks.free)

    @property
    def board(self) -> Board:
        """The geometry of the grid."""
        return self.ruleset.board

    @property
    def players(self) -> int:
        """How many play: always 2 (K1)."""
        return 2

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Both seats, in turn order."""
        return SEATS

    @property
    def is_over(self) -> bool:
        """Whether no point is free (K12)."""
        return not self._free

    @property
    def scores(self) -> tuple[int, int]:
        """Points by seat as the board stands (K11)."""
        return scores(self._dots, self._owned)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended (K11, K12); None until no point is free."""
        return None if self._free else Outcome(self.scores)

    @abstractmethod
    def settlement(self) -> Outcome:
        """What the game would end with if both players agreed to stop now (K13)."""

    @property
    def endings(self) -> tuple[EndingKind, ...]:
        """The ways to end the game that are not on the board (K13); none when it is over."""
        return () if self.is_over else tuple(EndingKind)

    def outcome_after(self, ending: Ending) -> Outcome:
        """How the game ends if the players agree, one resigns or runs out of time (K13).

        Raises NinetkaError if the game is over, or for a seat that does not play.
        """
        if self.is_over:
            raise NinetkaError("the game is over: no point is free")
        if ending.kind is EndingKind.AGREEMENT:
            return self.settlement()
        if ending.seat is None:
            raise NinetkaError(f"it is not said who {ending.kind.value}")
        return Outcome(self.scores, Ending(ending.kind, Seat(ending.seat)))

    @property
    def instruction(self) -> str:
        """What the player to move is asked to do, in a sentence with an example (K2, K5)."""
        return instruct(self)

    def to_dict(self) -> View:
        """The position as plain data: its text, free points, regions, points, outcome."""
        return view(self, can_declare=self.ruleset.capture is Capture.DECLARED)

    @abstractmethod
    def legal_chains(self, point: Point | str | None = None) -> tuple[Chain, ...]:
        """The tight chains the player to move can declare now, or with a dot on a point (K5, K10).

        One for each group of opposing dots that is shut in, in an order in which all of them can be
        declared; there may be many more chains that are legal. None where captures are automatic.
        Raises IllegalMoveError if no dot can be placed on the point.
        """

    @abstractmethod
    def check_chain(
        self, chain: str | Iterable[Point | str], point: Point | str | None = None
    ) -> None:
        """Raise IllegalMoveError if the player to move may not declare a chain, saying why (K3-K7).

        It is judged as the board stands, or with a dot on a point. The chain may be given as in
        `Place`.
        """

    @property
    def free(self) -> tuple[Point, ...]:
        """The points where a dot may be placed (K2), row by row from the top."""
        return self.board.points_of(self._free)

    @property
    def dots(self) -> Mapping[Point, Seat]:
        """All dots, dead ones included, row by row from the top."""
        first, second = self._dots
        points = self.board.points_of(first | second)
        bits = self.board.bits
        return FrozenMap((point, SEATS[bits[point.index] & second != 0]) for point in points)

    def owner_of(self, point: Point) -> Seat | None:
        """Whom a point belongs to (K8); None if it is inside no region, or not on the board."""
        bit = self.board.bits[point.index]
        return next((seat for seat in SEATS if self._owned[seat] & bit), None)

    def is_dead(self, point: Point) -> bool:
        """Whether there is a captured dot on a point (K8)."""
        bit = self.board.bits[point.index]
        return bool(sum(self._dots) & sum(self._owned) & bit)

    @property
    def max_plies_left(self) -> int:
        """At most so many plies are left: each takes a free point."""
        return self._free.bit_count()

    def move_text(self, move: Place) -> str:
        """A legal move's text (K15). Raises IllegalMoveError."""
        if not self.is_legal(move):
            self._refuse(move)
        return str(move)

    def parse_move(self, text: str) -> Place:
        """The legal move a text stands for (K15).

        Raises InvalidMoveError if the text is not a move, IllegalMoveError if the move cannot be
        made here.
        """
        move = read_move(text)
        if not self.is_legal(move):
            self._refuse(move)
        return move

    def to_setup(self) -> Setup:
        """The dots, the regions and whose turn it is, as an arrangement that can be changed."""
        return Setup(self.dots, self.regions, self.to_move, self.ruleset)

    def transform(self, symmetry: Symmetry) -> State:
        """The same position on the turned or mirrored grid."""
        return State.from_setup(symmetry.setup(self.to_setup()))

    def exchanged(self) -> State:
        """The same position with the players' colours and turns exchanged."""
        return State.from_setup(exchanged(self.to_setup()))

    def to_text(self) -> str:
        """The position on one line (K16); with the ruleset at hand it reads back as equal."""
        return write_position(self.ruleset, self._dots, self.to_move, self.regions)

    def _refuse(self, move: Place) -> NoReturn:
        """Raise the error for a move that is not legal."""
        fault = self._fault(move)
        assert fault is not None
        raise IllegalMoveError(fault.sentence, move, self, fault.reason)

    @abstractmethod
    def _fault(self, move: Place) -> Fault | None:
        """What is wrong with a move, if anything."""

    def _misplaced(self, point: Point) -> Fault | None:
        """Why a dot cannot be placed on a point, if it cannot (K2, K12)."""
        if not self._free:
            return Fault(Reason.GAME_OVER, "the game is over: no point is free")
        return why_not_there(self._marks, point)

    @property
    def _marks(self) -> Marks:
        return Marks(self.board, self._dots, self._owned, self.regions)

    def __repr__(self) -> str:
        published = self.ruleset.name in PUBLISHED  # and so of the size that the text shows
        ruleset = "" if published else f", ruleset={self.ruleset!r}"
        return f"State.from_text({self.to_text()!r}{ruleset})"


_NOTHING_IS_DECLARED: Final = Fault(
    Reason.NOTHING_IS_DECLARED,
    "chains are not declared here: what is surrounded is captured at once",
)


def _kind_for(ruleset: Ruleset) -> type[State]:
    return DeclaredState if ruleset.capture is Capture.DECLARED else AutomaticState


@final
@attrs.frozen(repr=False)
class DeclaredState(State, OfferingState[Place]):
    """A position of a game in which players declare what they capture (K5-K9).

    Its legal moves cannot be listed, as any chains can be declared in any order.
    """

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
            move = read_move(move)
        bit = self.board.bits[move.point.index]
        if not move.chains and bit & self._free:
            return self._after_dot(bit)
        marks = self._marks_after(move)
        if isinstance(marks, Fault):
            raise IllegalMoveError(marks.sentence, move, self, marks.reason)
        return self._of(self.ruleset, self.to_move.other, marks)

    def apply_unchecked(self, move: Place) -> DeclaredState:
        """The state after a move that is known to be legal; undefined for any other."""
        return self.apply(move)

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


@final
@attrs.frozen(repr=False)
class AutomaticState(State, ObservableState[Place]):
    """A position of a game in which what is surrounded is captured at once (K10).

    Its moves can be listed: a dot on any free point. Action codes are row·columns + column.
    """

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
        columns = self.ruleset.columns
        return tuple(point.row * columns + point.column for point in self.free)

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
