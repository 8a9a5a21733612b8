"""State: a position with what tools need, such as texts, action codes, pictures and undo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, SupportsIndex, final, get_args

import attrs

from ..base import errors
from ..base.documented import documented
from ..base.errors import check_move
from ..drawing.drawable import DrawableState
from ..drawing.options import Picture, takes_keywords
from ..protocol.clicks import ClickableState
from ..protocol.endings import Ending, EndingKind
from ..protocol.states import (
    Fault,
    ObservableState,
    Observation,
    UndoableState,
    checked_action,
)
from ..protocol.view import outcome_view
from . import scoring
from .board import CORE, INNER, NEUTRAL, Seat, Section, Square, squares_of
from .descriptions import instruct, tell
from .legality import Reason, end_fault, fault, is_legal, legal_moves, not_last
from .moves import (
    ACTION_SQUARES,
    CODE_OF,
    CODES,
    KIND_OF,
    NEUTRAL_MOVES,
    PASS,
    PASS_CODE,
    RIM_CODE,
    SLIDES,
    STONE_MOVES,
    Move,
    Pass,
    Phase,
    PlaceNeutral,
    PlaceStone,
    Slide,
    on_rim,
)
from .notation import read_move, write_position
from .position import Position
from .rulesets import NESTORGAMES, Ruleset, Terms
from .scoring import Outcome
from .setup import Setup
from .symmetry import Symmetry, to_canonical
from .turns import max_plies_left, predecessor, successor
from .view import View

if TYPE_CHECKING:
    from ..drawing.options import Drawing
    from ..protocol.compiled import Kernel, WasmBackend


class IllegalMoveError(errors.IllegalMoveError):
    """A move of 9tka that cannot be made in a position, or was not the last, and why."""

    move: Move
    state: State
    reason: Reason


@documented
@attrs.frozen(kw_only=True)
class OrientedPicture(Picture[Move, Square]):
    """The options of `State.to_svg`: a picture whose board may be turned or mirrored."""

    orientation: Symmetry = Symmetry.IDENTITY
    """The symmetry by which the board is turned or mirrored. Squares keep their names."""


@final
@attrs.frozen(repr=False)
class State(
    Position,
    ClickableState[Move],
    DrawableState[Move, Square],
    ObservableState[Move],
    UndoableState[Move],
):
    """A position: everything that decides what may happen next, and nothing else.

    Immutable and hashable. Two states are equal if their ruleset, number of players, stones and
    seat to move are, however they came about. Make one with `start`, `from_text` or `from_setup`,
    not by calling the class.
    """

    game: ClassVar[str] = "ninetka"
    illegal_move_error: ClassVar[type[errors.IllegalMoveError]] = IllegalMoveError
    ending_kinds: ClassVar[tuple[EndingKind, ...]] = (
        EndingKind.AGREEMENT, EndingKind.RESIGNATION, EndingKind.TIME,
    )  # fmt: skip

    @classmethod
    def start(cls, ruleset: Ruleset = NESTORGAMES, players: int = 2) -> State:
        """The empty board; `dealt` places the neutrals if the ruleset leaves that to chance (Q5).

        Raises InvalidRulesetError if the ruleset is for other numbers of players (R4).
        """
        terms = Terms.of(ruleset, players)
        return cls(terms, Seat.FIRST, 0, (0,) * players, CORE)

    @classmethod
    def from_text(cls, text: str, ruleset: Ruleset | None = None) -> State:
        """Read a position text. A ruleset that is not published must be passed in.

        Raises InvalidPositionError with everything in the text that cannot be read, or if it can
        be read, with everything that makes the position impossible.
        """
        return cls.from_setup(Setup.from_text(text, ruleset))

    @classmethod
    def from_setup(cls, setup: Setup) -> State:
        """The position with these stones. Raises InvalidPositionError with all `Setup.problems`."""
        setup.check()
        terms = Terms.of(setup.ruleset, setup.players)
        masks = setup.masks
        stones = tuple(masks[seat] for seat in terms.seats)
        return cls.from_masks(terms, setup.to_move, masks[NEUTRAL], stones)

    @property
    def is_dealt(self) -> bool:
        """Whether no neutral is left that chance has to place (Q5).

        How many squares the others can go to does not depend on where a neutral stands in its
        section. So all arrangements are equally likely if all squares are, for one after another.
        """
        return not self.terms.draws_neutrals or self.phase is not Phase.NEUTRALS

    def describe(self, move: Move, /) -> str:
        """Describe a legal move in sentences (R5-R9, R11)."""
        return tell(self, move, self.apply_unchecked(move))

    @property
    def instruction(self) -> str:
        """The task of the player to move, in a sentence with an example (R5-R9)."""
        return instruct(self)

    @property
    def action_count(self) -> int:
        """The number of action codes: 86, for 49 core squares, 36 rim squares and the pass."""
        return PASS_CODE + 1

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in the order of their action codes; empty when the game is over.

        Core squares by row from the bottom, rim squares by side: left, right, bottom, top. A player
        who cannot slide while another can has the one move Pass (R9).
        """
        return legal_moves(self)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The codes of the legal moves, in the same order, which is ascending."""
        mask = self.legal_mask
        if not mask:
            return (PASS_CODE,) if self.open_mask else ()
        return CODES[mask] if mask & CORE else on_rim(CODES, mask)

    def moves_from(self, square: Square) -> tuple[Move, ...]:
        """The legal moves that name a square: one at most. A pass names none."""
        return (self.move(CODE_OF[square.bit]),) if square.bit & self.legal_mask else ()

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The name of the square that a move names, or nothing for a pass."""
        return () if isinstance(move, Pass) else (move.square.name,)

    def is_legal(self, move: Move) -> bool:
        """Return whether the move can be made here."""
        return is_legal(self, move)

    def fault(self, move: Move) -> Fault[Reason] | None:
        """Find what is wrong with a move here (R5-R10); None if it is legal.

        Raises InvalidMoveError for what is not a move of 9tka.
        """
        check_move(move, *get_args(Move))
        return fault(self, move)

    def apply_unchecked(self, move: Move) -> State:
        """The state after a move that is known to be legal; undefined for any other."""
        return successor(self, move)

    def undo(self, move: Move) -> State:
        """The state from which `move` leads here: any such state, as a state has no history.

        Raises IllegalMoveError if the move cannot have been the last.
        """
        before = predecessor(self, move)
        if before is None:
            check_move(move, *get_args(Move))
            raise self.refusal(move, not_last(move))
        return before

    def parse_last_move(self, text: str) -> Move:
        """The move that a text stands for, if it can have been the last: `undo` takes it back.

        Raises InvalidMoveError or, if it cannot have led here, IllegalMoveError.
        """
        kind: type[PlaceNeutral | PlaceStone | Slide] = Slide
        if not sum(self.stone_masks) & INNER:
            kind = PlaceStone if any(self.stone_masks) else PlaceNeutral
        move, end = read_move(text, kind)
        state = self.undo(move)
        if end is not None and isinstance(move, Slide) and state.target(move.square) is not end:
            raise self.refusal(move, not_last(move))
        return move

    @property
    def owners(self) -> Mapping[Section, Seat | None]:
        """By section: who has conquered it as the board stands (R11), or None."""
        return scoring.owners(self)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat as the board stands (R12)."""
        return scoring.scores(self)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game (R12); None until it is over."""
        return Outcome(self.scores, scoring.by_last_slide(self)) if self.is_over else None

    def outcome_after(self, ending: Ending) -> Outcome:
        """The outcome if the players agree to stop, or one resigns or runs out of time (R14).

        Raises NinetkaError if the game is over or the seat does not play.
        """
        self.check_ending(ending)
        return scoring.outcome_after(self, ending)

    def move_text_unchecked(self, move: Move) -> str:
        """The full text of a move that is known to be legal: `*E5`, `@A5`, `A5-F5` or `--`.

        The text of a slide says where it ends. Undefined for illegal moves.
        """
        return f"{move}-{self.target(move.square)}" if isinstance(move, Slide) else str(move)

    def parse_move(self, text: str) -> Move:
        """The legal move of a text: its full text, `str(move)`, a square alone or `pass`.

        Raises InvalidMoveError if the text is not a move, IllegalMoveError if the move cannot be
        made here or does not end where the text says.
        """
        move, end = read_move(text, KIND_OF[self.phase])
        found = fault(self, move)
        if found is None and end is not None and isinstance(move, Slide):
            found = end_fault(self, move, end)
        if found is not None:
            raise self.refusal(move, found)
        return move

    def to_setup(self) -> Setup:
        """The stones and whose turn it is, as an arrangement that can be changed."""
        stones = {
            square: stone for stone, mask in self.masks.items() for square in squares_of(mask)
        }
        return Setup(stones, self.to_move, self.players, self.ruleset)

    def to_text(self) -> str:
        """The position on one line; given the ruleset, it reads back as an equal state."""
        return write_position(self)

    def action(self, move: Move) -> int:
        """A legal move's code. Raises IllegalMoveError."""
        self.checked(move)
        return PASS_CODE if isinstance(move, Pass) else CODE_OF[move.square.bit]

    def move(self, action: SupportsIndex) -> Move:
        """The move that a code stands for in this phase, legal or not.

        Core squares' codes are neutrals, rim squares' are slides once movement has begun and stones
        to place before. Raises InvalidMoveError if there is no such code.
        """
        code = checked_action(action, self.action_count)
        if code == PASS_CODE:
            return PASS
        bit = ACTION_SQUARES[code]
        if code < RIM_CODE:
            return NEUTRAL_MOVES[bit][0]
        return SLIDES[bit][0] if self.is_movement else STONE_MOVES[bit][0]

    @property
    def max_plies_left(self) -> int:
        """At most this many plies remain, a bound that falls with every ply (R5-R10)."""
        return max_plies_left(self)

    @property
    def score_bounds(self) -> tuple[int, int]:
        """The least and the most points: none, and one for each section (R12)."""
        return 0, len(Section)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight ways to turn and mirror the board."""
        return tuple(Symmetry)

    def transform(self, symmetry: Symmetry) -> State:
        """The same position on the turned or mirrored board."""
        masks = (self.open_mask, self.neutral_mask, *self.stone_masks)
        open_, neutrals, *stones = symmetry.masks(*masks)
        occupied = neutrals | sum(stones)
        return State(self.terms, self.to_move, occupied, tuple(stones), open_)

    def transform_move(self, move: Move, symmetry: Symmetry) -> Move:
        """The same move on the turned or mirrored board."""
        return symmetry.move(move)

    def transform_actions(self, symmetry: Symmetry) -> tuple[int, ...]:
        """By action code: the code of that move on the turned or mirrored board."""
        return symmetry.actions

    def canonical(self) -> tuple[State, Symmetry]:
        """The same position for all its turned and mirrored images, and the symmetry to it.

        It is the one whose neutrals are the least bitboard, then the stones of the first seat, the
        second and so on. `symmetry.actions` takes action codes there.
        """
        symmetry = to_canonical(self)
        return self.transform(symmetry), symmetry

    def to_dict(self) -> View:
        """The position as plain data: its text, legal moves, points, owners, outcome."""
        return {
            "position": self.to_text(),
            "ruleset": self.ruleset.name,
            "players": self.players,
            "phase": str(self.phase),
            "to_move": int(self.to_move),
            "is_over": self.is_over,
            "legal_moves": [self.move_text(move) for move in self.legal_moves],
            "scores": list(self.scores),
            "owners": {str(section): owner for section, owner in self.owners.items()},
            "outcome": outcome_view(self.outcome, self.scores),
        }

    @takes_keywords(OrientedPicture)
    def to_svg(self, picture: OrientedPicture) -> str:
        """The board as an SVG picture; sections as held now (R11).

        As `DrawableState.to_svg`. The `last_move` is shown by an arrow or a ring. The `marks` can
        be `legal-moves`, and `blocked` for stones that cannot slide (R8). `orientation` turns or
        mirrors the board; squares keep their names.
        """
        return self._svg(picture)

    @property
    def drawing(self) -> Drawing[State, Move, Square]:
        """The module that draws it."""
        from .look import drawing

        return drawing

    @property
    def observation(self) -> Observation[State]:
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
        """The compiled code for its ruleset and number of players. Needs the extra `batch`."""
        from .compiled.batch import kernel_of

        return kernel_of(self)
