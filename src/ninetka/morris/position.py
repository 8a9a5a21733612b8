"""Position: the tokens on the board and in hand, the cards, and whose turn it is (M4-M13).

Sets of fields are bitboards, as in `board`.
"""

from __future__ import annotations

from typing import Final, TypeVar

import attrs

from ..base.documented import documented
from ..base.values import not_called
from ..protocol.states import check_seat
from .board import Board, Seat
from .moves import Phase, Step
from .rulesets import Ruleset, Terms


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
    """The parts that only some rulesets need (M20, M22, M26)."""
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
        return tuple(seat for seat in self.seats if not self.masks[seat] and not self.hands[seat])

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
