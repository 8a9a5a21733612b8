"""A position of the game: whose turn it is, what may be done and what comes of it.

There is a class for each way to capture.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Self, SupportsIndex, final

import attrs

from ..base import errors
from ..base.documented import documented
from ..base.errors import InvalidMoveError, InvalidRulesetError, NinetkaError, check_move
from ..drawing.drawable import DrawableState
from ..protocol.clicks import Click, ClickableState
from ..protocol.endings import Ending, EndingKind
from ..protocol.rulesets import checked_players
from ..protocol.states import Fault, ObservableState, Observation, checked_action
from ..protocol.view import outcome_view, plain
from . import scoring
from .board import SEATS, Point, Seat
from .capture import AutomaticPosition, closable_groups, tight_chains, tight_regions
from .chains import Chain, chain_text
from .descriptions import instruct, tell
from .legality import Reason, dot_fault, fault, is_legal, judge, nothing_is_declared
from .moves import PASS, Move, Offers, Pass, Place, Placements, as_chain
from .notation import read_call, read_move, write_position
from .picking import Sketch
from .position import Position, undrawn
from .regions import Region
from .rulesets import STANDARD, Capture, Passing, Points, Ruleset
from .scoring import Outcome
from .setup import Setup
from .symmetry import Symmetry, exchanged, symmetries, to_canonical, transformed
from .texts import Say
from .turns import most_passes, successor
from .view import View

if TYPE_CHECKING:
    from ..drawing.options import Drawing
    from ..protocol.compiled import WasmBackend
    from .compiled.batch import DeclaredKernel, Kernel


class IllegalMoveError(errors.IllegalMoveError):
    """A move of Kropki that cannot be made in a position, and why."""

    move: Move
    state: State
    reason: Reason


_WITHOUT_GROUNDING: Final = tuple(kind for kind in EndingKind if kind is not EndingKind.GROUNDING)
MOST_CHAINS: Final = 20
"""The most chains that `some_moves` offers with a dot."""


@documented
@attrs.frozen(repr=False)
class State(
    Position,
    ClickableState[Move],
    DrawableState[Move, Point],
):
    """A position: everything that decides what may happen next, and nothing else.

    Immutable and hashable. Two states are equal if they have the same ruleset, dots, regions in
    the order drawn, seat to move and passes (K24). `start`, `from_text` and `from_setup` make one,
    a DeclaredState or an AutomaticState depending on the ruleset; don't call the class itself.
    """

    game: ClassVar[str] = "kropki"
    illegal_move_error: ClassVar[type[errors.IllegalMoveError]] = IllegalMoveError
    ending_kinds: ClassVar[tuple[EndingKind, ...]] = tuple(EndingKind)
    board_has_points: ClassVar[bool] = True
    capture: ClassVar[Capture]
    """The capturing rule."""

    @classmethod
    def start(cls, ruleset: Ruleset = STANDARD, players: int = 2) -> Self:
        """The position at the start of a game (K1, K18).

        Raises InvalidRulesetError unless there are two players, and from a subclass if its way to
        capture is not the ruleset's.
        """
        checked_players(ruleset.name, ruleset.player_counts, players)
        position = undrawn(ruleset, ruleset.begins, ruleset.first_dots)
        return cls._kind(ruleset).of(position)

    @classmethod
    def _kind(cls, ruleset: Ruleset) -> type[Self]:
        is_automatic = ruleset.capture is Capture.AUTOMATIC
        kind: type[State] = AutomaticState if is_automatic else DeclaredState
        if not issubclass(kind, cls):
            raise InvalidRulesetError(
                f"{ruleset.name} is played with {kind.__name__}, not {cls.__name__}"
            )
        return kind

    @classmethod
    def from_text(cls, text: str, ruleset: Ruleset | None = None) -> Self:
        """Read a position text (K16). A ruleset that is not published must be passed in.

        Raises InvalidPositionError with everything about the text that cannot be read; if all of it
        can, with everything that makes the position impossible.
        """
        return cls.from_setup(Setup.from_text(text, ruleset))

    @classmethod
    def from_setup(cls, setup: Setup) -> Self:
        """The position of an arrangement, with its regions drawn again one after another.

        Raises InvalidPositionError with every problem that the arrangement has.
        """
        return cls._kind(setup.ruleset).of(setup.drawn())

    @property
    def players(self) -> int:
        """The number of players: always 2 (K1)."""
        return 2

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Both seats, in turn order."""
        return SEATS

    @property
    def is_over(self) -> bool:
        """Whether no point is free, or both players have passed (K12, K24)."""
        return not self.free_mask

    @property
    def scores(self) -> tuple[int, Points]:
        """Points by seat as the board stands, the second seat's with komi (K11, K19)."""
        return scoring.scores(self)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game (K11, K12, K24); None until it is over."""
        return None if self.free_mask else Outcome(self.scores)

    def settlement(self) -> Outcome:
        """The outcome that the game would have if both players agreed to stop now (K13).

        Where chains are declared, it is as if the game were played out, each player declaring all
        that is possible at the end.
        """
        return self.outcome or Outcome(scoring.settlement(self))

    def settled(self) -> Self:
        """The position with the regions that are drawn if the players agree to stop now (K13)."""
        return scoring.settled(self)

    @property
    def endings(self) -> tuple[EndingKind, ...]:
        """The kinds of ending other than by a move, now (K13, K20); empty in an ended game."""
        if self.is_over:
            return ()
        grounding = self.ruleset.grounding
        return self.ending_kinds if grounding else _WITHOUT_GROUNDING

    def outcome_after(self, ending: Ending) -> Outcome:
        """The outcome if the players agree to stop, or one resigns, runs out of time or grounds.

        Raises NinetkaError if the game is over, for a wrong seat, or for an ending that is not
        among `endings` (K13, K20).
        """
        return scoring.outcome_after(self, ending)

    def describe(self, move: Move, /) -> str:
        """Describe a legal move in sentences (K2, K8, K10)."""
        return tell(self, move, self.apply_unchecked(move))

    @property
    def instruction(self) -> str:
        """The task of the player to move, in a sentence with an example (K2, K5)."""
        return instruct(self)

    def to_dict(self) -> View:
        """The position as plain data: its text, legal moves, regions, points, outcome."""
        scores = [*map(plain, self.scores)]
        moves = [point.name for point in self.free]
        moves += [str(PASS)] if self.is_legal(PASS) else []
        can_declare = self.capture is Capture.DECLARED
        view: View = {
            "position": self.to_text(),
            "ruleset": self.ruleset.name,
            "columns": self.ruleset.columns,
            "rows": self.ruleset.rows,
            "players": self.players,
            "to_move": int(self.to_move),
            "is_over": self.is_over,
            "can_declare": can_declare,
            "passes": self.passes,
            "scores": scores,
            "regions": [
                {"seat": int(region.seat), "chain": chain_text(region.chain)}
                for region in self.regions
            ],
            "outcome": outcome_view(self.outcome, scores),
        }
        if can_declare:
            view["some_moves"] = moves
        else:
            view["legal_moves"] = moves
        return view

    def legal_chains(self, point: Point | str | None = None) -> tuple[Chain, ...]:
        """The tight chains that the player to move can declare, now or with a dot on a point (K5).

        There is one for each group of opposing dots that is closed in (K10), in an order in which
        all of them can be declared; many other chains may be legal too. Empty where captures are
        automatic. Raises IllegalMoveError if no dot can be placed on the point.
        """
        after = self if point is None else self._after_dot(Place(point))
        can_declare = self.capture is Capture.DECLARED
        return tuple(tight_chains(after, self.to_move)) if can_declare else ()

    def check_chain(
        self, chain: str | Iterable[Point | str], point: Point | str | None = None
    ) -> None:
        """Raise IllegalMoveError if the player to move may not declare a chain, saying why (K3-K7).

        The chain is judged as the board stands, or with a dot on a point. It may be given in all
        the ways that `Place` takes. Where captures are automatic, none may be declared (K10).
        """
        move = None if point is None else Place(point, [chain])
        if self.capture is Capture.AUTOMATIC:
            raise self.refusal(move, nothing_is_declared())
        after = self if move is None else self._after_dot(move)
        judged = judge(after, self.to_move, as_chain(chain))
        if isinstance(judged, Fault):
            raise self.refusal(move, judged)

    def _after_dot(self, move: Place) -> Self:
        """The state after a move's dot alone. Raises IllegalMoveError if it can't go there."""
        fault = dot_fault(self, move.point)
        if fault is not None:
            raise self.refusal(move, fault)
        return self.with_dot(move.point)

    @property
    def max_plies_left(self) -> int:
        """At most this many plies remain, a bound that falls with every ply (K2, K12, K24).

        Each takes a free point, or is a pass. A game in which nothing more is captured takes them
        all.
        """
        return self.free_mask.bit_count() + most_passes(self)

    def is_legal(self, move: Move) -> bool:
        """Return whether the move can be made here (K2-K7, K24)."""
        return is_legal(self, move)

    def apply_unchecked(self, move: Move) -> Self:
        """The state after a move that is known to be legal; undefined for any other."""
        return successor(self, move)

    def parse_move(self, text: str) -> Move:
        """The legal move of a text (K15, K24); in a DeclaredState also calls: `de stop`.

        Raises InvalidMoveError if the text is not a move or doesn't say which chain is meant,
        IllegalMoveError if the move is illegal here.
        """
        is_pass = text.strip().lower() == str(PASS)
        return self.checked(PASS if is_pass else self._read(text))

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The name of the point, then those of each chain's dots with the first repeated.

        None for a pass.
        """
        if isinstance(move, Pass):
            return ()
        chains = ([*chain, chain[0]] for chain in move.chains)
        return (move.point.name, *(dot.name for chain in chains for dot in chain))

    def click(self, places: Sequence[str] = ()) -> Click[Move]:
        """Return the move that picking these points makes, and the points that can be picked next.

        First the dot is picked, then rings where they are declared; without points, it is a pass if
        that is legal (K24). A ring's dots are picked one after another, then its first dot again.
        Raises InvalidMoveError if the last of them is not a point, or IllegalMoveError, whose
        `reason` says why it can't be picked (K2-K7).
        """
        if not places:
            passing = PASS if self.is_legal(PASS) else None
            return Click(passing, tuple(point.name for point in self.free))
        try:
            point, *dots = map(Point, places)
        except NinetkaError as error:
            raise InvalidMoveError(error.message) from error
        return self._picked(point, dots)

    @abstractmethod
    def _picked(self, point: Point, dots: Sequence[Point]) -> Click[Move]:
        """Return what `click` does, for a point and then dots. Raises IllegalMoveError."""

    @abstractmethod
    def _read(self, text: str) -> Place:
        """The move that a text stands for, legal or not."""

    def to_setup(self) -> Setup:
        """The position as an arrangement, to be changed and read again with `from_setup`."""
        return Setup(self.dots, self.regions, self.to_move, self.ruleset, self.passes)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that keep the board's size: eight of a square, four of another board."""
        return symmetries(self.board)

    def transform(self, symmetry: Symmetry) -> Self:
        """The same position on the turned or mirrored grid, by any of the eight symmetries.

        Raises InvalidRulesetError if the start does not fit on a board of the turned size (K18).
        """
        return self.of(transformed(self, symmetry))

    def transform_move(self, move: Move, symmetry: Symmetry) -> Move:
        """The same move on the turned or mirrored grid."""
        return symmetry.move(move, self.board)

    def canonical(self) -> tuple[Self, Symmetry]:
        """The same position for all its images on boards of this size, and the symmetry to it.

        It is the one whose bitboard of the first seat's dots is least, then the second's; of images
        with equal dots, the one whose text comes first. The players' colours are not exchanged.
        """
        symmetry = to_canonical(self)
        return self.transform(symmetry), symmetry

    def exchanged(self) -> State:
        """The same position with the players' colours and turns exchanged."""
        return State.from_setup(exchanged(self.to_setup()))

    def to_text(self) -> str:
        """The position on one line (K16), from which `from_text` gives an equal state."""
        return write_position(self)

    def fault(self, move: Move) -> Fault[Reason] | None:
        """Find what is wrong with a move here (K2-K9, K24); None if it is legal.

        Raises InvalidMoveError for what is not a move of Kropki.
        """
        check_move(move, Place, Pass)
        return fault(self, move)

    @property
    def drawing(self) -> Drawing[State, Move, Point]:
        """The module that draws it."""
        from .look import drawing

        return drawing


@final
@documented
@attrs.frozen(repr=False)
class DeclaredState(State):
    """A position of a game in which players declare what they capture (K5-K9).

    Its legal moves cannot be listed, since any chains can be declared in any order.
    """

    capture: ClassVar[Capture] = Capture.DECLARED

    @property
    def wasm(self) -> WasmBackend:
        """The same code as WebAssembly. To run, it needs the extra `fast`."""
        from .compiled.packing import portable_of

        return portable_of(self)

    @property
    def kernel(self) -> DeclaredKernel:
        """The compiled code for its ruleset, which knows `some_moves`. Needs the extra `batch`."""
        from .compiled.batch import declared_kernel_of

        return declared_kernel_of(self)

    @property
    def some_moves(self) -> Offers:
        """A dot alone on each free point, then each with all tight chains that are closed already.

        Chains that the dot itself completes are not included: see `legal_chains`. Of more than
        MOST_CHAINS chains the last, which enclose the most points, are offered. If all chains
        together are very long, not every dot is offered with them: see `Offers`.
        """
        return Offers(
            Placements(self.board, self.free_mask),
            tuple(region.chain for region in self.offered_regions),
        )

    @property
    def offered_regions(self) -> Sequence[Region]:
        """The regions of the chains that `some_moves` offers, in the order in which they come."""
        groups = closable_groups(self, self.to_move)
        return tight_regions(self.board, self.to_move, groups)[-MOST_CHAINS:]

    @property
    def action_count(self) -> int:
        """The number of codes for `some_moves`: two for each point, which begin with 0."""
        return 2 * len(self.board.points)

    @property
    def offered_actions(self) -> tuple[int, ...]:
        """The codes of `some_moves`, in the same, ascending order."""
        return tuple(map(self._code, self.some_moves))

    def _code(self, move: Place) -> int:
        """The code of a move that is offered."""
        code = move.point.row * self.ruleset.columns + move.point.column
        return code + len(self.board.points) if move.chains else code

    def action(self, move: Place) -> int:
        """The code of a move that is offered. Raises IllegalMoveError for others, legal or not."""
        if move not in self.some_moves:
            text = self.move_text_unchecked(self.checked(move))
            sentence = Say.NOT_OFFERED(move=text)
            raise IllegalMoveError(sentence, move, self)
        return self._code(move)

    def move(self, action: SupportsIndex) -> Place:
        """The move with a code: a dot alone, or a dot with the chains that `some_moves` offers.

        A dot alone has the code columns·row + column, with chains the number of points more. It may
        be illegal. Raises InvalidMoveError if there is no such code, or if chains are not offered.
        """
        code = checked_action(action, self.action_count)
        declares, code = divmod(code, len(self.board.points))
        point = self.board.points[code]
        if not declares:
            return Place(point)
        chains = tuple(region.chain for region in self.offered_regions)
        bit = self.board.bits[point.index]
        number = (self.free_mask & bit - 1).bit_count()
        if not chains or (self.free_mask & bit and not self.some_moves.has_chains(number)):
            raise InvalidMoveError(Say.NO_CHAINS_OFFERED(point=point))
        return Place.known(point, chains)

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
    def wasm(self) -> WasmBackend:
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
        code = checked_action(action, self.action_count)
        return PASS if code == self._pass_code else Place(self.board.points[code])

    def transform_actions(self, symmetry: Symmetry) -> tuple[int, ...]:
        """By action code: that of the same move on the turned or mirrored grid."""
        codes = symmetry.actions(self.board)
        return (*codes, self._pass_code) if self._may_pass else codes

    def _picked(self, point: Point, dots: Sequence[Point]) -> Click[Move]:
        move = self.checked(Place(point))
        if dots:
            self.check_chain(dots, point)
        return Click(move)

    def _read(self, text: str) -> Place:
        return read_move(text)
