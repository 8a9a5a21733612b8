"""State, a position of the game: whose turn it is, and what moves do (R5-R10)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, SupportsIndex, final

import attrs

from ..base import errors
from ..base.documented import documented
from ..base.values import Value, not_called
from ..drawing.drawable import DrawableState
from ..protocol.compiled import CompiledState
from ..protocol.endings import Ending
from ..protocol.picking import ClickableState
from ..protocol.states import (
    DescribedState,
    GuidedState,
    ObservableState,
    Observation,
    PhasedState,
    UndoableState,
    check_seat,
)
from . import scoring
from .board import CORE, INNER, RIM, SECTION_AROUND, SQUARES, Section, Square, squares_of
from .legality import Reason, illegal, not_last, wrong_end
from .movement import longest_movement, movable, movable_after, slide_end, turns_left
from .moves import (
    CODE_OF,
    CODES,
    KIND_OF,
    NEUTRAL_MOVES,
    PASS,
    PASS_CODE,
    SLIDES,
    STONE_MOVES,
    Move,
    Pass,
    Phase,
    PlaceNeutral,
    PlaceStone,
    Slide,
    move_of_code,
)
from .notation import read_move, write_position
from .rulesets import NESTORGAMES, NEUTRAL, NEUTRALS, PUBLISHED, Ruleset, Seat, Stone, Terms
from .scoring import Outcome
from .setup import Setup
from .summary import instruct
from .symmetry import Symmetry, least
from .undoing import predecessor
from .view import View, outcome_view

if TYPE_CHECKING:
    from ..drawing.options import Drawing
    from ..protocol.compiled import Kernel

    class IllegalMoveError(errors.IllegalMoveError):
        """What type checkers see of 9tka's errors; at run time all games have the one class."""

        move: Move
        state: State
        reason: Reason

else:
    IllegalMoveError = errors.IllegalMoveError


@final
@documented
@attrs.frozen(repr=False)
class State(
    ClickableState[Move],
    CompiledState[Move],
    DescribedState[Move],
    DrawableState[Move, Square],
    GuidedState[Move],
    ObservableState[Move],
    PhasedState[Move],
    UndoableState[Move],
    Value,
):
    """A position: everything that decides what may happen next, and nothing else.

    Immutable and hashable. Two states are equal if their ruleset, number of players, stones and
    seat to move are, however they came about. Make one with `start`, `from_text` or `from_setup`,
    not by calling the class.
    """

    game: ClassVar[str] = "ninetka"

    _terms: Terms = attrs.field(factory=not_called)
    to_move: Seat = Seat.FIRST
    """Whose turn it is; in a finished game, the seat after the one that moved last."""
    _occupied: int = 0
    _stones: tuple[int, ...] = ()
    """Bitboards by seat. The other stones are the neutrals; how many there are tells the phase."""
    _open: int = attrs.field(default=CORE, eq=False)
    """The squares that moves of this phase can name: where to place, or which stones can slide.

    It follows from the rest, but is carried along since it is costly to work out.
    """

    @classmethod
    def start(cls, ruleset: Ruleset = NESTORGAMES, players: int = 2) -> State:
        """The empty board. Raises InvalidRulesetError if the ruleset is not for so many (R4)."""
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
        return cls._of(terms, setup.to_move, masks[NEUTRAL], stones)

    @classmethod
    def _of(cls, terms: Terms, to_move: Seat, neutrals: int, stones: tuple[int, ...]) -> State:
        """The position with these bitboards, which must be possible; what is open follows."""
        occupied = neutrals | sum(stones)
        phase = terms.phase(occupied.bit_count())
        if phase is Phase.MOVEMENT:
            open_ = movable(occupied, terms.edge)
        elif phase is Phase.PLACEMENT:
            open_ = RIM & ~occupied
        else:
            open_ = CORE
            for square in squares_of(neutrals):
                open_ &= ~SECTION_AROUND[square.bit]
        return cls(terms, to_move, occupied, stones, open_)

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset in use."""
        return self._terms.ruleset

    @property
    def players(self) -> int:
        """How many play (R4)."""
        return self._terms.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the game, in turn order (R4)."""
        return self._terms.seats

    @property
    def phase(self) -> Phase:
        """What turns are spent on (R5-R7)."""
        return self._terms.phase(self._occupied.bit_count())

    @property
    def _is_movement(self) -> bool:
        return self._occupied.bit_count() == self._terms.full

    @property
    def instruction(self) -> str:
        """What the player to move is asked to do, in a sentence with an example (R5-R9)."""
        moves = self.legal_moves
        example = moves[len(moves) // 2] if moves else None
        end = self.target(example.square) if isinstance(example, Slide) else None
        return instruct(example, end)

    @property
    def is_over(self) -> bool:
        """Whether no player can slide any more (R10)."""
        return not self._open and self._is_movement

    @property
    def action_count(self) -> int:
        """How many action codes there are: 86, for 49 core squares, 36 rim squares and the pass."""
        return PASS_CODE + 1

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in the order of their action codes; empty when the game is over.

        Core squares by row from the bottom, rim squares by side: left, right, bottom, top. A player
        who cannot slide while another can has the one move Pass (R9).
        """
        if self._open & CORE:
            return NEUTRAL_MOVES[self._open]
        if self._occupied.bit_count() < self._terms.full:
            return STONE_MOVES.on_rim(self._open)
        own = self._open & self._stones[self.to_move]
        return SLIDES.on_rim(own) if own else (PASS,) if self._open else ()

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The codes of the legal moves, in the same order, which is ascending."""
        mask = self.legal_mask
        if not mask:
            return (PASS_CODE,) if self._open else ()
        return CODES[mask] if mask & CORE else CODES.on_rim(mask)

    def moves_from(self, square: Square) -> tuple[Move, ...]:
        """The legal moves that name a square: one at most. A pass names none."""
        return (self.move(CODE_OF[square.bit]),) if square.bit & self.legal_mask else ()

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The name of the square that a move names, or nothing for a pass."""
        return () if isinstance(move, Pass) else (move.square.name,)

    @property
    def legal_mask(self) -> int:
        """The bitboard of the squares that legal moves name."""
        return self._open & self._stones[self.to_move] if self._is_movement else self._open

    def is_legal(self, move: Move) -> bool:
        """Whether the move can be made here."""
        if isinstance(move, PlaceNeutral):
            return self._open & CORE & move.square.bit != 0
        is_movement = self._occupied.bit_count() == self._terms.full
        if isinstance(move, PlaceStone):
            return not is_movement and self._open & RIM & move.square.bit != 0
        own = self._open & self._stones[self.to_move]
        if isinstance(move, Slide):
            return is_movement and own & move.square.bit != 0
        return isinstance(move, Pass) and is_movement and not own and self._open != 0

    def apply(self, move: Move | str) -> State:
        """The state after a move, which may be given as its text.

        Raises IllegalMoveError, whose `reason` says why the move cannot be made here, or
        InvalidMoveError for what is not a move of 9tka.
        """
        if isinstance(move, str):
            move = self.parse_move(move)
        elif not self.is_legal(move):
            raise illegal(self, move)
        return self.apply_unchecked(move)

    def apply_unchecked(self, move: Move) -> State:
        """The state after a move that is known to be legal; undefined for any other."""
        if isinstance(move, Slide):
            return self._slide(move.square.bit)
        if isinstance(move, PlaceStone):
            return self._place_stone(move.square.bit)
        if isinstance(move, PlaceNeutral):
            return self._place_neutral(move.square.bit)
        after = self._terms.seat_after[self.to_move]
        return State(self._terms, after, self._occupied, self._stones, self._open)

    def _place_neutral(self, bit: int) -> State:
        """R5."""
        terms = self._terms
        occupied = self._occupied | bit
        if occupied.bit_count() == NEUTRALS:
            return State(terms, terms.opener, occupied, self._stones, RIM)
        after = terms.seat_after[self.to_move]
        return State(terms, after, occupied, self._stones, self._open & ~SECTION_AROUND[bit])

    def _place_stone(self, bit: int) -> State:
        """R6."""
        terms = self._terms
        occupied = self._occupied | bit
        full = occupied.bit_count() == terms.full
        open_ = movable(occupied, terms.edge) if full else self._open ^ bit
        after = terms.seat_after[self.to_move]
        return State(terms, after, occupied, self._stones_changed(bit), open_)

    def _slide(self, start: int) -> State:
        """R7, R8."""
        terms = self._terms
        end = slide_end(start, self._occupied, terms.edge)
        occupied = self._occupied ^ start ^ end
        open_ = movable_after(self._open, occupied, terms.edge, end, terms.can_wake)
        after = terms.seat_after[self.to_move]
        return State(terms, after, occupied, self._stones_changed(start | end), open_)

    def _stones_changed(self, bits: int) -> tuple[int, ...]:
        stones = list(self._stones)
        stones[self.to_move] ^= bits
        return tuple(stones)

    def undo(self, move: Move) -> State:
        """The state from which `move` leads here: any such state, as a state has no history.

        Raises IllegalMoveError if the move cannot have been the last.
        """
        before = predecessor(move, self._terms, self.to_move, self._neutrals, self._stones)
        if before is not None:
            state = State._of(self._terms, *before)
            if state.is_legal(move) and state.apply_unchecked(move) == self:
                return state
        raise not_last(self, move)

    def parse_last_move(self, text: str) -> Move:
        """The move that a text stands for, if it can have been the last: `undo` takes it back.

        Raises InvalidMoveError or, if it cannot have led here, IllegalMoveError.
        """
        kind: type[PlaceNeutral | PlaceStone | Slide] = Slide
        if not sum(self._stones) & INNER:
            kind = PlaceStone if any(self._stones) else PlaceNeutral
        move, end = read_move(text, kind)
        state = self.undo(move)
        if end is not None and isinstance(move, Slide) and state.target(move.square) is not end:
            raise not_last(self, move)
        return move

    @property
    def _neutrals(self) -> int:
        return self._occupied & ~sum(self._stones)

    @property
    def masks(self) -> Mapping[Stone, int]:
        """The bitboards of the squares where neutrals, and where each seat's stones stand."""
        masks: dict[Stone, int] = {NEUTRAL: self._neutrals}
        masks.update(zip(self._terms.seats, self._stones, strict=True))
        return masks

    def stone_at(self, square: Square) -> Stone | None:
        """NEUTRAL, the seat whose stone stands there, or None."""
        if not self._occupied & square.bit:
            return None
        owners = zip(self._terms.seats, self._stones, strict=True)
        return next((seat for seat, own in owners if own & square.bit), NEUTRAL)

    def stones_left(self, seat: Seat) -> int:
        """How many stones a seat has yet to place (R6). Raises NinetkaError if it does not play."""
        check_seat(seat, self.players)
        return self._terms.stones_each - self._stones[seat].bit_count()

    def target(self, square: Square) -> Square | None:
        """Where the stone on a square would stop if it slid now (R7, Q2), whoever owns it.

        None if there is no such stone, or it cannot slide.
        """
        if not self._is_movement or not self._open & square.bit:
            return None
        end = slide_end(square.bit, self._occupied, self._terms.edge)
        return SQUARES[end.bit_length() - 1]

    @property
    def owners(self) -> Mapping[Section, Seat | None]:
        """By section: who has conquered it as the board stands (R11), or None."""
        return scoring.owners(self._stones)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat as the board stands (R12)."""
        return scoring.scores(self._stones)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended (R12); None until it is over."""
        return Outcome(self.scores) if self.is_over else None

    def move_text(self, move: Move) -> str:
        """A legal move's full text, with a slide's end: `*E5`, `@A5`, `A5-F5` or `--`.

        Raises IllegalMoveError.
        """
        if not self.is_legal(move):
            raise illegal(self, move)
        return f"{move}-{self.target(move.square)}" if isinstance(move, Slide) else str(move)

    def parse_move(self, text: str) -> Move:
        """The legal move of a text: its full text, `str(move)`, a square alone or `pass`.

        Raises InvalidMoveError if the text is not a move, IllegalMoveError if the move cannot be
        made here or does not end where the text says.
        """
        move, end = read_move(text, KIND_OF[self.phase])
        if not self.is_legal(move):
            raise illegal(self, move)
        if end is not None and isinstance(move, Slide) and self.target(move.square) is not end:
            raise wrong_end(self, move, end)
        return move

    def to_setup(self) -> Setup:
        """The stones and whose turn it is, as an arrangement that can be changed."""
        stones = {
            square: stone for stone, mask in self.masks.items() for square in squares_of(mask)
        }
        return Setup(stones, self.to_move, self.players, self.ruleset)

    def to_text(self) -> str:
        """The position on one line; given the ruleset, it reads back as an equal state."""
        return write_position(self.masks, self.to_move, self.players, self.ruleset.name)

    def action(self, move: Move) -> int:
        """A legal move's code. Raises IllegalMoveError."""
        if not self.is_legal(move):
            raise illegal(self, move)
        return PASS_CODE if isinstance(move, Pass) else CODE_OF[move.square.bit]

    def move(self, action: SupportsIndex) -> Move:
        """The move that a code stands for in this phase, legal or not.

        Core squares' codes are neutrals, rim squares' are slides once movement has begun and stones
        to place before. Raises InvalidMoveError if there is no such code.
        """
        return move_of_code(action, self.phase)

    @property
    def max_plies_left(self) -> int:
        """At most this many plies remain, a bound that falls with every ply (R5-R10)."""
        terms, n = self._terms, self.players
        missing = terms.full - self._occupied.bit_count()
        if missing:
            return missing + longest_movement(n, terms.stones_each, can_wake=terms.can_wake)
        stones = self._stones[self.to_move :] + self._stones[: self.to_move]
        return turns_left(stones, self._open, self._occupied, can_wake=terms.can_wake)

    @property
    def score_bounds(self) -> tuple[int, int]:
        """The least and the most points: none, and one for each section (R12)."""
        return 0, len(Section)

    def transform(self, symmetry: Symmetry) -> State:
        """The same position on the turned or mirrored board."""
        open_, neutrals, *stones = symmetry.masks(self._open, self._neutrals, *self._stones)
        return State(self._terms, self.to_move, neutrals | sum(stones), tuple(stones), open_)

    def canonical(self) -> tuple[State, Symmetry]:
        """The same position for all its turned and mirrored images, and the symmetry to it.

        It is the one whose neutrals are the least bitboard, then the stones of the first seat, the
        second and so on. `symmetry.actions` takes action codes there.
        """
        symmetry = least((self._neutrals, *self._stones))
        return self.transform(symmetry), symmetry

    @property
    def key(self) -> int:
        """A 64-bit hash of the position, for tables that are kept or shared.

        Equal states have equal keys on every machine and in every version (docs/formats.md).
        """
        from .keys import key

        return key(self._terms, self.to_move, self._neutrals, self._stones)

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
            "outcome": None if self.outcome is None else outcome_view(self.outcome),
        }

    def to_svg(
        self,
        *,
        last_move: Move | None = None,
        ending: Ending | None = None,
        marks: Collection[str] = (),
        legend: bool = True,
        names: Sequence[str] = (),
        title: str | None = None,
        size: int | None = None,
        coordinates: bool = True,
        highlights: Iterable[Square] = (),
        arrows: Iterable[tuple[Square, Square]] = (),
        targets: bool = False,
        orientation: Symmetry = Symmetry.IDENTITY,
    ) -> str:
        """The board as an SVG picture; sections as held now (R11).

        As `DrawableState.to_svg`. The `last_move` is shown by an arrow or a ring. The `marks` can
        be `legal-moves`, and `blocked` for stones that cannot slide (R8). `orientation` turns or
        mirrors the board; squares keep their names.
        """
        from .look.layout import OrientedPicture

        picture = OrientedPicture(
            last_move=last_move,
            ending=ending,
            marks=marks,
            legend=legend,
            names=names,
            title=title,
            size=size,
            coordinates=coordinates,
            highlights=highlights,
            arrows=arrows,
            targets=targets,
            orientation=orientation,
        )
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
    def kernel(self) -> Kernel:
        """The compiled code for its ruleset and number of players. Needs the extra `batch`."""
        from .compiled.batch import kernel_of

        return kernel_of(self)

    def __repr__(self) -> str:
        published = self.ruleset == PUBLISHED.get(self.ruleset.name)
        ruleset = "" if published else f", ruleset={self.ruleset!r}"
        return f"State.from_text({self.to_text()!r}{ruleset})"
