"""The rules: who has connected the sides, which moves are legal, and when the second may swap."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from operator import index
from typing import ClassVar, Final, SupportsIndex

import attrs
from attrs.validators import instance_of

from ninetka import protocol
from ninetka.base.errors import (
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesetError,
    NinetkaError,
)
from ninetka.drawing import DrawableState, Drawing
from ninetka.protocol.clicks import ClickableState
from ninetka.protocol.endings import Ending, EndingKind

from .board import MOST, Point, Seat, connects, mask_of, points_of, points_of_size
from .moves import SWAP, Move, Place, Swap, read_move


class Symmetry(Enum):
    """The ways to turn the board so that each player has the same sides to connect."""

    IDENTITY = "as it is"
    ROTATE_180 = "turned around"


class Reason(Enum):
    """Why a move is illegal."""

    GAME_OVER = "the game is over"
    OFF_THE_BOARD = "the point is not on the board"
    TAKEN = "the point is taken"
    NO_SWAP = "there is nothing to swap"
    NOT_THE_LAST_MOVE = "not the last move"


@attrs.frozen
class Outcome(protocol.GameOutcome):
    """How a game ended. There are no draws in Hex."""

    winner: Seat
    ending: Ending | None = None
    """What ended the game if that was not a move."""

    @property
    def scores(self) -> tuple[int, int]:
        """A point for the winner."""
        return (0, 1) if self.winner else (1, 0)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winner alone."""
        return (self.winner,)

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """The winner, then the loser."""
        return (self.winner, self.winner.other)

    @property
    def explanation(self) -> str:
        """What the winner has connected."""
        if self.ending is not None:
            return ""
        sides = "left and right" if self.winner else "top and bottom"
        return f"{self.winner} has connected {sides}."

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))


def _check_size(_: object, __: object, size: int) -> None:
    if not 2 <= size <= MOST:
        raise InvalidRulesetError(f"a board of Hex has 2 to {MOST} rows, not {size}")


@attrs.frozen
class Ruleset(protocol.GameRuleset["State", Move]):
    """How large the board is, and whether the second player may swap.

    Raises InvalidRulesetError for a size that is not 2 to 19.
    """

    game: ClassVar[str] = "hex"

    size: int = attrs.field(default=11, validator=[instance_of(int), _check_size])
    swap: bool = attrs.field(default=True, validator=instance_of(bool))

    @property
    def summary(self) -> str:
        """The rules in short."""
        swap = (
            "Instead of the first move, the second player may take over the first stone: it goes "
            "to the mirrored point and becomes an o. "
        )
        return (
            f"Two players take turns to place a stone on a free point of a board of {self.size} by "
            f"{self.size}, x first, then o. {swap if self.swap else ''}"
            "The player wins who connects two sides: x the top and the bottom, o left and right."
        )


@attrs.frozen(repr=False)
class State(
    protocol.ObservableState[Move],
    protocol.UndoableState[Move],
    ClickableState[Move],
    DrawableState[Move, Point],
):
    """A position of Hex."""

    game: ClassVar[str] = "hex"
    ending_kinds = (EndingKind.RESIGNATION, EndingKind.TIME)

    size: int = 11
    """The number of rows and of columns."""
    swap: bool = True
    """Whether the second player may swap, as the rules have it."""
    masks: tuple[int, int] = (0, 0)
    """The stones of each seat, as bitboards."""
    _to_move: Seat = Seat.FIRST

    @property
    def ruleset(self) -> Ruleset:
        """The size of the board, and whether the second player may swap."""
        return Ruleset(self.size, self.swap)

    @property
    def to_move(self) -> Seat:
        """Whose turn it is; when the game is over, whose it would be."""
        return self._to_move

    @property
    def players(self) -> int:
        """Two."""
        return 2

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Both seats, x first."""
        return tuple(Seat)

    @classmethod
    def start(cls, ruleset: Ruleset) -> State:
        """The empty board."""
        return cls(ruleset.size, ruleset.swap)

    @classmethod
    def from_text(cls, text: str) -> State:
        """The position of a text as `to_text` writes it. Raises InvalidPositionError."""
        match = re.fullmatch(r"([xo.]+(?:/[xo.]+)*) ([xo]) (swap|plain)", text)
        rows = match[1].split("/") if match else []
        size = len(rows)
        if match is None or not 2 <= size <= MOST or any(len(row) != size for row in rows):
            raise InvalidPositionError(
                f"a position is written as .x./.o./... x plain, with 2 to {MOST} rows, not {text!r}"
            )
        cells = list(zip(points_of_size(size), "".join(rows), strict=True))
        first, second = (mask_of(at for at, cell in cells if cell == own) for own in "xo")
        swap, to_move = match[3] == "swap", Seat("xo".index(match[2]))
        state = cls(size, swap, (first, second), to_move)
        if not state._can_be_reached:
            raise InvalidPositionError(f"{match[2]} cannot be to move with these stones")
        if connects(state.masks[state.to_move], state.to_move, size):
            raise InvalidPositionError(f"{state.to_move} has connected the sides, but is to move")
        return state

    @property
    def _can_be_reached(self) -> bool:
        """Whether the numbers of stones fit the seat to move, with or without a swap before."""
        first, second = (mask.bit_count() for mask in self.masks)
        swapped = self.swap and second > 0 and second - first == 1 - self.to_move
        return swapped or first - second == self.to_move

    def to_text(self) -> str:
        """The rows from top to bottom, the seat to move and `swap` or `plain`."""
        size = self.size
        cells = ["." if seat is None else str(seat) for seat in map(self.seat_at, self.points)]
        rows = ("".join(cells[size * row : size * (row + 1)]) for row in range(size))
        return f"{'/'.join(rows)} {self.to_move} {'swap' if self.swap else 'plain'}"

    @property
    def points(self) -> tuple[Point, ...]:
        """All points of the board, row by row."""
        return points_of_size(self.size)

    def seat_at(self, point: Point) -> Seat | None:
        """Whose stone is on a point."""
        return next((seat for seat in Seat if self.masks[seat] & point.bit), None)

    @property
    def winner(self) -> Seat | None:
        """The player who has connected two sides: only the last to move can have."""
        last = self.to_move.other
        return last if connects(self.masks[last], last, self.size) else None

    @property
    def is_over(self) -> bool:
        """Whether somebody has connected two sides."""
        return self.winner is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None until it is over."""
        winner = self.winner
        return None if winner is None else Outcome(winner)

    @property
    def scores(self) -> tuple[int, int]:
        """A point for the winner."""
        return (0, 0) if self.outcome is None else self.outcome.scores

    def outcome_after(self, ending: Ending) -> Outcome:
        """The outcome if a player resigns or runs out of time: the other wins.

        Raises NinetkaError for any other ending, for a wrong seat, or if the game is over.
        """
        if ending.kind not in self.endings or ending.seat not in self.seats:
            raise NinetkaError(f"the game cannot end here by {ending.kind.value!r}")
        return Outcome(Seat(ending.seat).other, ending)

    @property
    def can_swap(self) -> bool:
        """Whether the second player may swap now: the one stone is the opponent's."""
        first, second = self.masks
        alone = first.bit_count() == 1 and not second
        return self.swap and alone and self.to_move is Seat.SECOND

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Stones on free points row by row, then the swap; none when the game is over."""
        if self.is_over:
            return ()
        taken = sum(self.masks)
        places = tuple(Place(point) for point in self.points if not taken & point.bit)
        return (*places, SWAP) if self.can_swap else places

    @property
    def action_count(self) -> int:
        """A code for each point, size·row + column, and one for the swap."""
        return self.size**2 + 1

    def action(self, move: Move) -> int:
        """The code of a legal move. Raises IllegalMoveError."""
        move = self.checked(move)
        size = self.size
        return size**2 if isinstance(move, Swap) else size * move.point.row + move.point.column

    def move(self, action: SupportsIndex) -> Move:
        """The move that a code stands for. Raises InvalidMoveError."""
        code = index(action)
        if not 0 <= code < self.action_count:
            raise InvalidMoveError(f"{code} is not an action code from 0 to {self.size**2}")
        return SWAP if code == self.size**2 else Place(self.points[code])

    def fault(self, move: Move) -> protocol.Fault[Reason] | None:
        """What is wrong with a move; None if it is legal."""
        if self.is_over:
            return protocol.Fault(Reason.GAME_OVER, "the game is over")
        if isinstance(move, Swap):
            sentence = "only the first stone can be swapped, and only right after it was placed"
            return None if self.can_swap else protocol.Fault(Reason.NO_SWAP, sentence)
        if max(move.point.row, move.point.column) >= self.size:
            return protocol.Fault(Reason.OFF_THE_BOARD, f"{move} is not on the board")
        if self.seat_at(move.point) is not None:
            return protocol.Fault(Reason.TAKEN, f"{move} is taken")
        return None

    def apply_unchecked(self, move: Move) -> State:
        """The state after a move that is known to be legal."""
        first, second = self.masks
        if isinstance(move, Swap):
            (stone,) = points_of(first, self.size)
            return State(self.size, self.swap, (0, stone.mirrored.bit), Seat.FIRST)
        if self.to_move is Seat.FIRST:
            return State(self.size, self.swap, (first | move.point.bit, second), Seat.SECOND)
        return State(self.size, self.swap, (first, second | move.point.bit), Seat.FIRST)

    def parse_move(self, text: str) -> Move:
        """The legal move that a text stands for. Raises IllegalMoveError or InvalidMoveError."""
        return self.checked(read_move(text))

    def undo(self, move: Move) -> State:
        """The state from which a move leads here. Raises IllegalMoveError if there is none."""
        first, second = self.masks
        last = self.to_move.other
        if isinstance(move, Swap):
            stones = points_of(second, self.size)
            masks = (stones[0].mirrored.bit if stones else 0, 0)
        elif last is Seat.FIRST:
            masks = (first & ~move.point.bit, second)
        else:
            masks = (first, second & ~move.point.bit)
        before = State(self.size, self.swap, masks, last)
        legal = before._can_be_reached and before.is_legal(move)
        if not legal or before.apply_unchecked(move) != self:
            sentence = f"{move} was not the last move"
            raise self.refusal(move, protocol.Fault(Reason.NOT_THE_LAST_MOVE, sentence))
        return before

    def parse_last_move(self, text: str) -> Move:
        """The move that a text stands for, if it can have led here: `undo` takes it back.

        Raises InvalidMoveError or IllegalMoveError.
        """
        move = read_move(text)
        self.undo(move)
        return move

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The board as it is, and turned around."""
        return tuple(Symmetry)

    def transform(self, symmetry: Symmetry) -> State:
        """The same position on the turned board."""
        if symmetry is Symmetry.IDENTITY:
            return self
        first, second = (
            mask_of(point.opposite(self.size) for point in points_of(mask, self.size))
            for mask in self.masks
        )
        return State(self.size, self.swap, (first, second), self.to_move)

    def transform_move(self, move: Move, symmetry: Symmetry) -> Move:
        """The same move on the turned board."""
        if symmetry is Symmetry.IDENTITY or isinstance(move, Swap):
            return move
        return Place(move.point.opposite(self.size))

    def transform_places(self, symmetry: Symmetry) -> Sequence[int]:
        """By place of a plane: where it goes on the turned board."""
        places = range(self.size**2)
        return places if symmetry is Symmetry.IDENTITY else places[::-1]

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The point of a stone; for a swap, where the first stone is and where it goes."""
        if isinstance(move, Place):
            return (str(move.point),)
        (stone,) = points_of(self.masks[Seat.FIRST], self.size)
        return (str(stone), str(stone.mirrored))

    def click_error(self, places: Sequence[str], /) -> NinetkaError:
        """Why no legal move begins with these points, the last of which is at fault."""
        if len(places) == 2 and self.can_swap and places[0] == self.places_of(SWAP)[0]:
            return InvalidMoveError(f"the stone on {places[0]} goes to {self.places_of(SWAP)[1]}")
        return super().click_error(places)

    @property
    def instruction(self) -> str:
        """What the player to move is asked to do."""
        if self.is_over:
            return "The game is over."
        example = self.legal_moves[len(self.legal_moves) // 2]
        swap = ", or swap" if self.can_swap else ""
        return f"Place {self.to_move} on a free point{swap}, for example {example}."

    @property
    def max_plies_left(self) -> int:
        """The number of free points, and one for a swap that may still come."""
        if self.is_over:
            return 0
        stones = sum(self.masks).bit_count()
        may_swap = self.swap and not self.masks[Seat.SECOND] and stones < 2
        return self.size**2 - stones + may_swap

    @property
    def drawing(self) -> Drawing[State, Move, Point]:
        """The module that draws it."""
        from . import drawing

        return drawing

    @property
    def observation(self) -> protocol.Observation[State]:
        """The module that makes its planes."""
        from . import observation

        return observation


CLUB: Final = Ruleset()
"""11 by 11 with the swap."""
