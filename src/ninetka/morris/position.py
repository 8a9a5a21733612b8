"""Position: the tokens on the board and in hand, the cards, and whose turn it is (M4-M13).

Sets of fields are bitboards, as in `board`.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Final, TypeVar

import attrs

from ..base.documented import documented
from ..base.values import as_code, not_called
from ..protocol.states import check_seat
from .board import Board, Seat
from .moves import Phase, Step
from .rulesets import Ruleset, Terms


class Due(Enum):
    """The reason why a removal is due."""

    MILL = "mill"
    """A mill (M10), a full board (M19) or a capture (M35-M37)."""
    LAST_PUT = "last-put"
    """A mill or a capture by the last put: placing ends after it (M29)."""
    STUCK = "stuck"
    """The player cannot move (M38)."""
    OWED = "owed"
    """Both players remove, from a full board (M19) or for their mills when placing ends (M31)."""
    OWN = "own"
    """Nobody has a mill when placing ends: the player's own token is removed (M31)."""

    __repr__ = as_code


@documented
@attrs.frozen
class ExtraNotes:
    """The parts of a position that only the rules M19 and M29 to M38 need."""

    due: Due = Due.MILL
    """The reason why a removal is due; meaningless if there is none."""
    owed: int = 0
    """The number of removals that the other player has to make after those of this one (M19,
    M31)."""
    custody: int = 0
    """The tokens captured by custody or a leap, as a bitboard, while the removal is due (M35,
    M37)."""
    intervention: int = 0
    """The tokens captured by intervention, as a bitboard, while the removal is due (M36)."""
    used: tuple[int, ...] = ()
    """By seat: the fields of the lines that have been used, as a bitboard (M33); empty if none."""
    closings: tuple[Step | None, ...] = ()
    """By seat: the step of the last turn if it made a mill (M34); empty if none did."""


NO_EXTRA: Final = ExtraNotes()


@documented
@attrs.frozen
class Notes:
    """The parts of a position that only some rulesets need: removals due, marks, repetition."""

    further_removals: int = 0
    """The number of removals that are due after this one (M20)."""
    marked: int = 0
    """The marked fields, as a bitboard (M26)."""
    steps: tuple[Step, ...] = ()
    """The moves and jumps of the quiet turns in a row: earlier positions follow from them (M22)."""
    extra: ExtraNotes = NO_EXTRA
    """What else is noted (M19, M29-M38)."""

    @property
    def due(self) -> Due:
        """The reason why a removal is due; meaningless if there is none."""
        return self.extra.due

    @property
    def owed(self) -> int:
        """The removals that the other player has to make after those of this one (M19, M31)."""
        return self.extra.owed

    @property
    def custody(self) -> int:
        """The tokens captured by custody or a leap, as a bitboard (M35, M37)."""
        return self.extra.custody

    @property
    def intervention(self) -> int:
        """The tokens captured by intervention, as a bitboard (M36)."""
        return self.extra.intervention

    @property
    def used(self) -> tuple[int, ...]:
        """By seat: the fields of the lines that have been used, as a bitboard (M33)."""
        return self.extra.used

    @property
    def closings(self) -> tuple[Step | None, ...]:
        """By seat: the step of the last turn if it made a mill (M34)."""
        return self.extra.closings

    def with_extra(self, **changes: Any) -> Notes:
        """The notes with some of their extra fields changed."""
        return attrs.evolve(self, extra=attrs.evolve(self.extra, **changes))


NO_NOTES: Final = Notes()


@documented
@attrs.frozen(repr=False)
class Position:
    """Everything that decides what may happen next, and nothing else. A `State` is a Position."""

    terms: Terms = attrs.field(factory=not_called)
    """The ruleset for this number of players."""
    to_move: Seat = Seat.FIRST
    """The seat whose turn it is; when the game is over, the next seat that is still in it."""
    phase: Phase = Phase.PUT
    """The phase, which says what the player to move has to do."""
    masks: tuple[int, ...] = ()
    """The tokens on the board as a bitboard for each seat: bit n - 1 is field n."""
    hands: tuple[int, ...] = ()
    """The number of tokens in hand, by seat (M4)."""
    cards: tuple[int, ...] = ()
    """The number of cards, by seat (M11, M12); zeros if the ruleset has none."""
    quiet: int = 0
    """The number of finished turns in a row that neither put nor removed a token (M13)."""
    notes: Notes = NO_NOTES
    """The parts that only some rulesets need (M19, M20, M22, M26, M29-M38)."""
    stepped_over: tuple[Seat, ...] = attrs.field(default=(), eq=False)
    """The seats that could not move and were stepped over right before this turn (M8).

    This is not part of the position: it doesn't count for equality, and is empty after reading a
    text.
    """

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset in use."""
        return self.terms.ruleset

    @property
    def board(self) -> Board:
        """The board for this number of players (M1)."""
        return self.terms.board

    @property
    def players(self) -> int:
        """The number of players who began, expelled ones included."""
        return self.terms.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of all players, in turn order (M4)."""
        return self.terms.seats

    @property
    def remaining(self) -> tuple[Seat, ...]:
        """The seats that have neither been expelled nor left, in turn order (M12, M28)."""
        return tuple(seat for seat in self.seats if self.masks[seat] or self.hands[seat])

    @property
    def expelled(self) -> tuple[Seat, ...]:
        """The seats that have been expelled or have left (M12, M28)."""
        return tuple(seat for seat in self.seats if seat not in self.remaining)

    @property
    def is_over(self) -> bool:
        """Whether the game is over (M13, M15)."""
        return self.phase is Phase.OVER

    @property
    def free_mask(self) -> int:
        """The free fields as a bitboard, without marked ones (M26)."""
        return self.terms.board.mask & ~sum(self.masks) & ~self.notes.marked

    @property
    def further_removals(self) -> int:
        """The number of removals that are due after this one (M20)."""
        return self.notes.further_removals

    @property
    def steps(self) -> tuple[Step, ...]:
        """The moves and jumps of the quiet turns in a row, if positions can be repeated (M22)."""
        return self.notes.steps

    def token_count(self, seat: int) -> int:
        """The number of tokens that a player has, on the board and in hand together (M12).

        Raises NinetkaError if the seat does not play.
        """
        check_seat(seat, self.players)
        return self.masks[seat].bit_count() + self.hands[seat]


P = TypeVar("P", bound=Position)
"""A kind of position: a rule that changes one returns the same kind."""
