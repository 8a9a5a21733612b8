"""Position: what lies on the board and whose turn it is, as one value that the rules take and give.

Sets of squares are bitboards, as in `board`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import attrs

from ..base.documented import documented
from ..base.values import not_called
from ..protocol.states import check_seat
from .board import (
    CORE,
    LINES,
    NEUTRAL,
    RIM,
    SECTION_AROUND,
    SQUARES,
    Seat,
    Square,
    Stone,
    movable,
    squares_of,
)
from .moves import Phase
from .rulesets import Ruleset, Terms


@documented
@attrs.frozen(repr=False)
class Position:
    """Everything that decides what may happen next, and nothing else. A `State` is a Position.

    Immutable and hashable. Two positions are equal if their ruleset, number of players, stones and
    seat to move are, however they came about.
    """

    terms: Terms = attrs.field(factory=not_called)
    """The ruleset for this number of players, with what follows from it."""
    to_move: Seat = Seat.FIRST
    """The seat to move; in a finished game, the seat after the one that moved last."""
    occupied_mask: int = 0
    """The squares with a stone, neutral or not. Their number tells the phase."""
    stone_masks: tuple[int, ...] = ()
    """The squares of each seat's stones. All other stones are neutrals."""
    open_mask: int = attrs.field(default=CORE, eq=False)
    """The squares that moves of this phase can name: where to place, or which stones can slide.

    It follows from the rest, but is carried along since it is costly to work out.
    """

    @classmethod
    def from_masks(
        cls, terms: Terms, to_move: Seat, neutrals: int, stone_masks: tuple[int, ...]
    ) -> Self:
        """The position with these neutrals and stones of each seat, which must be possible."""
        occupied = neutrals | sum(stone_masks)
        phase = terms.phase(occupied.bit_count())
        if phase is Phase.MOVEMENT:
            open_ = movable(occupied, terms.edge)
        elif phase is Phase.PLACEMENT:
            open_ = RIM & ~occupied
        else:
            open_ = CORE
            for square in squares_of(neutrals):
                open_ &= ~SECTION_AROUND[square.bit]
        return cls(terms, to_move, occupied, stone_masks, open_)

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset in use."""
        return self.terms.ruleset

    @property
    def players(self) -> int:
        """The number of players (R4)."""
        return self.terms.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the game, in turn order (R4)."""
        return self.terms.seats

    @property
    def phase(self) -> Phase:
        """The present phase (R5-R7)."""
        return self.terms.phase(self.occupied_mask.bit_count())

    @property
    def is_movement(self) -> bool:
        """Whether all stones are placed, so that stones slide (R7)."""
        return self.occupied_mask.bit_count() == self.terms.all_stones

    @property
    def is_over(self) -> bool:
        """Whether no player can slide any more (R10)."""
        return not self.open_mask and self.is_movement

    @property
    def legal_mask(self) -> int:
        """The bitboard of the squares that legal moves name; 0 for a pass, or without any."""
        slides = self.open_mask & self.stone_masks[self.to_move]
        return slides or self.open_mask & ~self.occupied_mask

    @property
    def neutral_mask(self) -> int:
        """The bitboard of the neutrals."""
        return self.occupied_mask & ~sum(self.stone_masks)

    @property
    def masks(self) -> Mapping[Stone, int]:
        """The bitboards of the squares where neutrals, and where each seat's stones stand."""
        masks: dict[Stone, int] = {NEUTRAL: self.neutral_mask}
        masks.update(zip(self.terms.seats, self.stone_masks, strict=True))
        return masks

    def stone_at(self, square: Square) -> Stone | None:
        """The seat whose stone stands on a square, NEUTRAL, or None."""
        if not self.occupied_mask & square.bit:
            return None
        owners = zip(self.terms.seats, self.stone_masks, strict=True)
        return next((seat for seat, own in owners if own & square.bit), NEUTRAL)

    def stones_left(self, seat: Seat) -> int:
        """The stones that a seat has yet to place (R6). Raises NinetkaError if it does not play."""
        check_seat(seat, self.players)
        return self.terms.stones[seat] - self.stone_masks[seat].bit_count()

    def target(self, square: Square) -> Square | None:
        """Return the square where the stone on a square would stop if it slid now (R7, Q2).

        It doesn't matter who owns it. None if there is no stone, or it cannot slide.
        """
        if not self.is_movement or not self.open_mask & square.bit:
            return None
        end = LINES[square.bit].end(self.occupied_mask | self.terms.edge)
        return SQUARES[end.bit_length() - 1]
