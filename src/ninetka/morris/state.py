"""State: a position with everything that players and tools can do with it (M3-M15, M28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, SupportsIndex, final, get_args

import attrs

from ..base import errors
from ..base.documented import documented
from ..base.errors import InvalidMoveError, NinetkaError, check_move
from ..base.frozenmap import FrozenMap
from ..drawing.drawable import DrawableState
from ..protocol.clicks import ClickableState, nothing_wrong
from ..protocol.endings import Ending, EndingKind
from ..protocol.states import Fault, ObservableState, Observation, check_seat
from ..protocol.view import outcome_view, plain
from .board import Field, Line, Seat, fields_of, owner_of
from .descriptions import instruct, tell
from .fen import write_fen, write_mfen
from .legality import (
    Reason,
    can_jump,
    fault,
    fault_of_picked,
    is_legal,
    legal_moves,
)
from .mills import connected, mills, removable
from .moves import (
    CODES,
    LEAVING,
    BoardMove,
    Leave,
    Move,
    Phase,
    action_count,
    code_of,
    fields_named,
    move_of_code,
)
from .notation import read_move, write_move, write_position
from .noted import write_notes
from .position import Position
from .rulesets import NINE_AM, Ruleset, Terms
from .scoring import Outcome, outcome, outcome_after, point_bounds, points
from .setup import Setup, arranged
from .symmetry import Symmetry, symmetries, to_canonical, transformed
from .texts import Say
from .turns import (
    after_leaving,
    max_plies_left,
    predecessor,
    successor,
    tells_predecessor,
    turn_settled,
)
from .view import View

if TYPE_CHECKING:
    from ..drawing.options import Drawing
    from ..protocol.compiled import Kernel, WasmBackend


class IllegalMoveError(errors.IllegalMoveError):
    """A move that cannot be made in a position, or was not the last, and why."""

    move: Move
    state: State
    reason: Reason


@final
@documented
@attrs.frozen(repr=False)
class State(
    Position, ClickableState[Move], DrawableState[Move, Field | int], ObservableState[Move]
):
    """A position: everything that decides what may happen next, and nothing else.

    Immutable and hashable. States are equal if their rulesets, players, tokens, hands, cards, quiet
    turns, notes, seats to move and phases are equal. Make one with `start`, `from_text` or
    `from_setup`, not by calling the class.
    """

    game: ClassVar[str] = "morris"
    illegal_move_error: ClassVar[type[errors.IllegalMoveError]] = IllegalMoveError
    ending_kinds: ClassVar[tuple[EndingKind, ...]] = (EndingKind.AGREEMENT, *LEAVING)
    board_has_points: ClassVar[bool] = True

    @classmethod
    def start(cls, ruleset: Ruleset = NINE_AM, players: int | None = None) -> State:
        """The empty board, with all tokens in hand; by default for the smallest number of players.

        The ruleset may have tokens on the board (M27). Raises InvalidRulesetError if it has no
        board for that number.
        """
        terms = Terms.of(ruleset, ruleset.player_counts[0] if players is None else players)
        phase = terms.hand_phase if terms.hands[0] else Phase.MOVE
        none = (0,) * terms.players
        return turn_settled(cls(terms, Seat.FIRST, phase, terms.masks, terms.hands, none))

    @classmethod
    def from_text(cls, text: str, ruleset: Ruleset | None = None) -> State:
        """Read a position text. A ruleset that is not published must be passed in.

        Sanmill's FEN and MFEN/1.0 are read too; they are of Mills unless a ruleset is passed in.

        Raises InvalidPositionError with everything that is wrong with the text, or, if the text
        can be read, with the position.
        """
        return cls.from_setup(Setup.from_text(text, ruleset))

    @classmethod
    def from_setup(cls, setup: Setup) -> State:
        """The position of an arrangement. Raises InvalidPositionError with all its problems.

        Hands and quiet turns are checked. Whether play can have led there is not: there may be more
        tokens missing than mills can have removed, for instance.
        """
        setup.check()
        state = arranged(setup, cls)
        return state if setup.phase is Phase.REMOVE else turn_settled(state)

    def describe(self, move: Move, /) -> str:
        """Describe a legal move in sentences (M5-M7, M9, M10, M12, M28)."""
        return tell(self, move, self.apply_unchecked(move))

    @property
    def instruction(self) -> str:
        """The task of the player to move, in a sentence with an example (M5-M7, M10)."""
        return instruct(self)

    @property
    def tokens(self) -> Mapping[Field, Seat]:
        """The owner of the token on each field that has one, in the order of fields' numbers."""
        owners = {
            field: seat
            for seat, own in zip(self.seats, self.masks, strict=True)
            for field in fields_of(own)
        }
        return FrozenMap(sorted(owners.items(), key=lambda item: item[0].number))

    def token_at(self, field: Field | int) -> Seat | None:
        """Return the owner of the token on a field; None if it is free.

        Raises InvalidFieldError if the board has no such field.
        """
        return owner_of(self.masks, self.board.index_of(field))

    @property
    def free(self) -> tuple[Field, ...]:
        """The free fields, in the order of their numbers."""
        return fields_of(self.free_mask)

    @property
    def marked(self) -> tuple[Field, ...]:
        """The marked fields, which nobody can use until all hands are empty (M26)."""
        return fields_of(self.notes.marked)

    def mills(self, seat: int) -> tuple[Line, ...]:
        """The mills of a player (M3), in the order of the board's lines.

        Raises NinetkaError if the seat does not play.
        """
        check_seat(seat, self.players)
        return self._lines(mills(self.terms, self.masks[seat]))

    def connected_mills(self, field: Field | int) -> tuple[Line, ...]:
        """The mills linked to a field's token, directly or through others (M11).

        Empty if the field is free or its token is in no mill. Raises InvalidFieldError if the
        board has no such field.
        """
        owner = self.token_at(field)
        if owner is None:
            return ()
        bit = 1 << self.board.index_of(field)
        return self._lines(connected(self.terms, self.masks[owner], bit))

    def _lines(self, masks: Sequence[int]) -> tuple[Line, ...]:
        pairs = zip(self.board.lines, self.board.line_masks, strict=True)
        return tuple(line for line, mask in pairs if mask in masks)

    @property
    def removable(self) -> tuple[Field, ...]:
        """The fields to remove a token from (M10, M15); empty if no removal is due."""
        return fields_of(removable(self)) if self.phase is Phase.REMOVE else ()

    @property
    def may_jump(self) -> bool:
        """Whether the player to move may jump (M7)."""
        return self.phase is Phase.MOVE and can_jump(self, self.to_move)

    @property
    def action_count(self) -> int:
        """The number of action codes: one for each field and for each pair of fields."""
        return action_count(self.board.fields)

    @property
    def legal_moves(self) -> tuple[BoardMove, ...]:
        """All legal moves, in the order of their action codes; empty when the game is over.

        Puts and removals are ordered by field, steps by the fields they start from, then end on.
        """
        return legal_moves(self)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The action codes of the legal moves, in ascending order."""
        if self.phase is Phase.PUT and not self.terms.restricts_fields:
            return CODES.of_any(self.free_mask)
        fields = self.board.fields
        return tuple(code_of(move, fields) for move in self.legal_moves)

    def is_legal(self, move: Move) -> bool:
        """Return whether `apply` would accept the move."""
        return is_legal(self, move)

    def fault(self, move: Move) -> Fault[Reason] | None:
        """Find what is wrong with a move here (M5-M7, M10, M28); None if it is legal.

        Raises InvalidMoveError for what is not a move of these games.
        """
        check_move(move, *get_args(Move))
        return fault(self, move)

    def apply_unchecked(self, move: Move) -> State:
        """The state after a move known to be legal; undefined for illegal moves."""
        if isinstance(move, Leave):
            return after_leaving(self, move.seat)
        return successor(self, move)

    def undo(self, move: Move) -> State:
        """The state from which a put or a step leads here.

        Raises IllegalMoveError if there is none, or if the move alone does not tell: a removal does
        not say whose token it took, nor how many quiet turns came before. The same holds for a put
        unless everybody puts a token in every turn, for the last put if fields are marked (M26),
        and for a player who leaves. `Game.undo` takes back any move.
        """
        check_move(move, *get_args(Move))
        say, reason = Say.NOT_THE_LAST_MOVE, Reason.NOT_THE_LAST_MOVE
        if not isinstance(move, Leave) and tells_predecessor(self, move):
            state = predecessor(self, move)
            if state is not None:
                return state
        else:
            say, reason = Say.NOT_ENOUGH_KNOWN, Reason.NOT_ENOUGH_KNOWN
        raise self.refusal(move, Fault(reason, say(move=write_move(move, self.board))))

    @property
    def scores(self) -> tuple[Fraction, ...]:
        """Points by seat if the game ended here (M14, M15)."""
        return points(self)

    @property
    def running_scores(self) -> tuple[Fraction, ...]:
        """As `scores`; empty in games without cards until they end (M15)."""
        return self.scores if self.ruleset.cards or self.is_over else ()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game (M13-M15); None until it is over."""
        return outcome(self)

    @property
    def endings(self) -> tuple[EndingKind, ...]:
        """The kinds of ending other than by a move, now (M28); empty in an ended game."""
        if self.is_over:
            return ()
        # With more than two players the game goes on without one who leaves
        alone = tuple(LEAVING) if len(self.remaining) == 2 else ()
        return (EndingKind.AGREEMENT, *alone)

    def leaving(self, ending: Ending) -> Leave | None:
        """The move by which a player leaves; None if the game would not go on without them (M28).

        It is legal at anybody's turn, but not among `legal_moves`.
        """
        if ending.seat is None or ending.kind not in LEAVING:
            return None
        move = Leave(Seat(ending.seat), ending.kind)
        return move if self.is_legal(move) else None

    def seat_of(self, move: Move) -> Seat:
        """The seat that makes a legal move: the one to move, or the player who leaves (M28)."""
        return move.seat if isinstance(move, Leave) else self.to_move

    def outcome_after(self, ending: Ending) -> Outcome:
        """The outcome if the players agree to stop, or one of two resigns or loses on time (M28).

        Raises NinetkaError for an ending that is not among `endings`, or of a seat that has left or
        been expelled.
        """
        self.check_ending(ending)
        return outcome_after(self, ending)

    def move_text_unchecked(self, move: Move) -> str:
        """The text of a move that is known to be legal: `7`, `7-10` or `x23`.

        If fields have names, `d6-d7`. Undefined for illegal moves.
        """
        return write_move(move, self.board)

    def parse_move(self, text: str) -> Move:
        """The legal move a text stands for, with fields by number or name.

        Raises InvalidMoveError if the text is not a move, IllegalMoveError if the move is illegal.
        """
        return self.checked(read_move(text, self.board))

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The number of the field; for a step, of where it starts, then of where it ends.

        None for a player who leaves (M28).
        """
        return () if isinstance(move, Leave) else tuple(map(str, fields_named(move)))

    def click_error(self, places: Sequence[str], /) -> NinetkaError:
        """Return the error for fields picked, by number, of which the last begins no legal move."""
        if (nothing := nothing_wrong(self, places)) is not None:
            return nothing
        try:
            found, move = fault_of_picked(self, places)
        except InvalidMoveError as error:
            return error
        assert found is not None
        return self.refusal(move, found)

    def to_setup(self) -> Setup:
        """The position as an arrangement, to be changed and made into a position again."""
        phase = self.phase if self.phase is Phase.REMOVE else None
        return Setup(
            *(self.tokens, self.hands, self.cards, self.quiet, self.to_move, phase, self.ruleset),
            further_removals=self.further_removals,
            marked=self.marked,
            steps=self.steps,
            notes=self.notes.extra,
        )

    def to_text(self) -> str:
        """The position as one line of text. `from_text` makes an equal state of it."""
        return write_position(self)

    def to_fen(self) -> str:
        """The position as Sanmill writes it, for two on the fields a1 to g7; White has seat a.

        `from_text` reads it, given the ruleset. Raises NinetkaError for other boards, and for steps
        of quiet turns (M22), which it cannot say.
        """
        return write_fen(self)

    def to_mfen(self) -> str:
        """The position as MFEN/1.0, as `to_fen`. Raises NinetkaError also for marked fields."""
        return write_mfen(self)

    def action(self, move: Move) -> int:
        """The action code of a legal move. Raises IllegalMoveError.

        Raises InvalidMoveError for a player who leaves, which is not an action (M28).
        """
        legal = self.checked(move)
        if isinstance(legal, Leave):
            raise InvalidMoveError(Say.NO_ACTION(move=legal))
        return code_of(legal, self.board.fields)

    def move(self, action: SupportsIndex) -> BoardMove:
        """The move that an action code stands for in this phase, legal or not.

        The code of a single field is a removal if one is due, otherwise a put. Raises
        InvalidMoveError if there is no such code.
        """
        return move_of_code(action, self.phase, self.board.fields)

    @property
    def max_plies_left(self) -> int:
        """At most this many plies remain, a bound that falls with every ply."""
        return max_plies_left(self)

    @property
    def plane_grid(self) -> tuple[tuple[int, int], ...]:
        """The row and column of each field, as the board's `grid` has them."""
        return self.board.grid

    @property
    def planes_of_numbers(self) -> tuple[int, ...]:
        """The indices of the planes that show numbers: hands, cards, quiet turns and so on."""
        names = enumerate(self.plane_names)
        return tuple(number for number, name in names if name.endswith("in binary"))

    def transform_places(self, symmetry: Symmetry) -> tuple[int, ...]:
        """By field's index: that of its image. Raises NinetkaError as `transform`."""
        symmetry.check(self.board)
        return tuple(field.index for field in symmetry.images)

    @property
    def score_bounds(self) -> tuple[Fraction, Fraction]:
        """The least and the most points that a seat can have at the end (M14, M15).

        With cards a wide bound: as if each ply that remains made a mill of every line.
        """
        return point_bounds(self)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All symmetries of the board, first the one that changes nothing."""
        return symmetries(self.board)

    def transform(self, symmetry: Symmetry) -> State:
        """The image of the position. Raises NinetkaError if the symmetry isn't the board's."""
        symmetry.check(self.board)
        return transformed(self, symmetry)

    def transform_move(self, move: Move, symmetry: Symmetry) -> Move:
        """The image of a move. Raises NinetkaError if the symmetry isn't the board's."""
        symmetry.check(self.board)
        return symmetry.move(move)

    def transform_actions(self, symmetry: Symmetry) -> tuple[int, ...]:
        """By action code: that of its move's image. Raises NinetkaError as `transform`."""
        symmetry.check(self.board)
        return symmetry.actions

    def canonical(self) -> tuple[State, Symmetry]:
        """One position for all images of this one under the board's symmetries, and the way to it.

        It is the one whose bitboard of the first seat's tokens is least, then the second's and so
        on; among images that are equal, the first of `symmetries` leads to it.
        """
        symmetry = to_canonical(self)
        return transformed(self, symmetry), symmetry

    def to_dict(self) -> View:
        """The position as plain data, ready for JSON."""
        owners = [owner_of(self.masks, index) for index in range(self.board.fields)]
        scores = list(map(plain, self.scores))
        return {
            "position": self.to_text(),
            "ruleset": self.ruleset.name,
            "players": self.players,
            "phase": str(self.phase),
            "to_move": int(self.to_move),
            "is_over": self.is_over,
            "legal_moves": [write_move(move, self.board) for move in self.legal_moves],
            "scores": scores,
            "fields": list(map(self.board.name_of, range(1, self.board.fields + 1))),
            "tokens": [None if owner is None else int(owner) for owner in owners],
            "hands": list(self.hands),
            "cards": list(self.cards),
            "expelled": list(map(int, self.expelled)),
            "stepped_over": list(map(int, self.stepped_over)),
            "quiet": self.quiet,
            "further_removals": self.further_removals,
            "marked": [field.number for field in self.marked],
            "steps": [write_move(step, self.board) for step in self.steps],
            "notes": write_notes(self.notes.extra),
            "outcome": outcome_view(self.outcome, scores),
        }

    @property
    def drawing(self) -> Drawing[State, Move, Field | int]:
        """The module that draws states."""
        from .look import drawing

        return drawing

    @property
    def observation(self) -> Observation[State]:
        """The module that shows states as planes of bits."""
        from . import observation

        return observation

    @property
    def wasm(self) -> WasmBackend | None:
        """The same as WebAssembly. To run, it needs the extra `fast`.

        None where `kernel` is, and for boards with more lines than it has room for.
        """
        from .compiled.packing import portable_of

        return portable_of(self)

    @property
    def kernel(self) -> Kernel | None:
        """The compiled code for its ruleset and number of players. Needs the extra `batch`.

        None if the board has more than 64 fields, or a game could take more than 32,767 plies.
        """
        from .compiled.batch import kernel_of

        return kernel_of(self)
