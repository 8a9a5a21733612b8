"""The rules: whose turn it is, which moves are legal, and when the game is over."""

from __future__ import annotations

import re
from enum import Enum, IntEnum
from operator import index
from typing import ClassVar, Final, Self, SupportsIndex

import attrs

from ninetka import protocol
from ninetka.base.errors import InvalidMoveError, InvalidPositionError, check_move
from ninetka.drawing import DrawableState, Drawing
from ninetka.protocol.clicks import ClickableState

from .moves import SQUARES, Square, read_move, squares_of
from .symmetry import Symmetry

_LINES: Final = (
    *(0b000_000_111 << 3 * row for row in range(3)),
    *(0b001_001_001 << column for column in range(3)),
    *(0b100_010_001, 0b001_010_100),
)
_FULL: Final = 0b111_111_111


class Seat(IntEnum):
    """A player, by the mark that the player makes. Crosses begin."""

    CROSSES = 0
    NOUGHTS = 1

    def __str__(self) -> str:
        return "xo"[self]


class Reason(Enum):
    """Why a move is illegal."""

    GAME_OVER = "the game is over"
    TAKEN = "the square is taken"


@attrs.frozen
class Outcome(protocol.GameOutcome):
    """How a game ended."""

    winner: Seat | None

    @property
    def scores(self) -> tuple[int, ...]:
        """A point for the winner."""
        return tuple(int(seat is self.winner) for seat in Seat)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The player who has three in a row; nobody after a draw."""
        return () if self.winner is None else (self.winner,)

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """The winner first; both in the order of their seats after a draw."""
        return tuple(sorted(Seat, key=lambda seat: seat is not self.winner))

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))


@attrs.frozen
class Ruleset(protocol.GameRuleset["State", Square]):
    """The rules as everybody knows them; a game with variants has a field for each choice."""

    game: ClassVar[str] = "tictactoe"

    @property
    def summary(self) -> str:
        """The rules in short."""
        return (
            "Two players take turns to mark a free square of a board of 3 by 3, x first, then o. "
            "Three marks of one player in a row, a column or a diagonal win. "
            "If the board is full before that, the game is a draw."
        )


CLASSIC: Final = Ruleset()


@attrs.frozen
class State(
    protocol.ObservableState[Square],
    ClickableState[Square],
    DrawableState[Square, Square],
):
    """A position of tic-tac-toe."""

    game: ClassVar[str] = "tictactoe"

    crosses: int = 0
    """The squares with a cross, as a bitboard: bit n is the square with the value n."""
    noughts: int = 0
    """The squares with a nought."""

    @property
    def players(self) -> int:
        """Two."""
        return 2

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Both seats, x first."""
        return tuple(Seat)

    @property
    def ruleset(self) -> Ruleset:
        """The only one."""
        return CLASSIC

    @property
    def action_count(self) -> int:
        """A code for each square."""
        return len(SQUARES)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The position of a text as `to_text` writes it. Raises InvalidPositionError."""
        if not re.fullmatch("[xo.]{3}(/[xo.]{3}){2}", text):
            raise InvalidPositionError(f"a position is written x.o/.x./..., not {text!r}")
        marks = text.replace("/", "")
        crosses, noughts = (
            sum(square.bit for square in SQUARES if marks[square.value] == mark) for mark in "xo"
        )
        state = cls(crosses, noughts)
        if crosses.bit_count() - noughts.bit_count() not in (0, 1):
            raise InvalidPositionError("there are as many crosses as noughts, or one more")
        if _has_line(state.marks_of(state.to_move)):
            raise InvalidPositionError(f"{state.to_move} has three in a row, but is to move")
        return state

    @property
    def drawing(self) -> Drawing[State, Square, Square]:
        """The module that draws it."""
        from . import drawing

        return drawing

    @property
    def observation(self) -> protocol.Observation[State]:
        """The module that makes its planes."""
        from . import observation

        return observation

    def to_text(self) -> str:
        """The rows from top to bottom, such as `x.o/.x./...`."""
        seats = map(self.mark_at, SQUARES)
        marks = "".join("." if seat is None else str(seat) for seat in seats)
        return f"{marks[:3]}/{marks[3:6]}/{marks[6:]}"

    def mark_at(self, square: Square) -> Seat | None:
        """Who has marked a square."""
        return next((seat for seat in Seat if self.marks_of(seat) & square.bit), None)

    def marks_of(self, seat: Seat) -> int:
        """The squares that a player has marked, as a bitboard."""
        return self.noughts if seat else self.crosses

    @property
    def _free(self) -> int:
        return _FULL & ~(self.crosses | self.noughts)

    @property
    def to_move(self) -> Seat:
        """Whose turn it is; when the game is over, whose it would be."""
        return Seat.NOUGHTS if self.crosses.bit_count() > self.noughts.bit_count() else Seat.CROSSES

    @property
    def winner(self) -> Seat | None:
        """The player who has three in a row; None if there is none."""
        return next((seat for seat in Seat if _has_line(self.marks_of(seat))), None)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won or the board is full."""
        return self.winner is not None or not self._free

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None until it is over."""
        return Outcome(self.winner) if self.is_over else None

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat, if the game ended here."""
        return Outcome(self.winner).scores

    @property
    def legal_moves(self) -> tuple[Square, ...]:
        """The free squares; none when the game is over."""
        return () if self.is_over else squares_of(self._free)

    def action(self, move: Square) -> int:
        """The code of a legal move. Raises IllegalMoveError."""
        return self.checked(move).value

    def move(self, action: SupportsIndex) -> Square:
        """The move that a code stands for. Raises InvalidMoveError."""
        try:
            return Square(index(action))
        except ValueError:
            raise InvalidMoveError(f"{action} is not an action code from 0 to 8") from None

    def fault(self, move: Square) -> protocol.Fault[Reason] | None:
        """What is wrong with a move; None if it is legal. Raises InvalidMoveError."""
        check_move(move, Square)
        if self.is_over:
            return protocol.Fault(Reason.GAME_OVER, "the game is over")
        if self.mark_at(move) is not None:
            return protocol.Fault(Reason.TAKEN, f"{move} is taken")
        return None

    def apply_unchecked(self, move: Square) -> Self:
        """The state after a move that is known to be legal."""
        if self.to_move is Seat.CROSSES:
            return type(self)(self.crosses | move.bit, self.noughts)
        return type(self)(self.crosses, self.noughts | move.bit)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight ways to turn and mirror the board."""
        return tuple(Symmetry)

    def transform(self, symmetry: Symmetry) -> Self:
        """The same position on the turned or mirrored board."""
        return type(self)(symmetry.mask(self.crosses), symmetry.mask(self.noughts))

    def transform_move(self, move: Square, symmetry: Symmetry) -> Square:
        """The same move on the turned or mirrored board."""
        return symmetry.square(move)

    def places_of(self, move: Square) -> tuple[str, ...]:
        """The square to click, by the name that its target in pictures has."""
        return (str(move),)

    def parse_move(self, text: str) -> Square:
        """The legal move that a text stands for. Raises IllegalMoveError or InvalidMoveError."""
        return self.checked(read_move(text))

    @property
    def instruction(self) -> str:
        """What the player to move is asked to do."""
        if self.is_over:
            return "The game is over."
        return f"Mark a free square with {self.to_move}, for example {self.legal_moves[0]}."

    @property
    def max_plies_left(self) -> int:
        """The number of free squares, unless the game is over."""
        return len(self.legal_moves)


def _has_line(bits: int) -> bool:
    return any(bits & line == line for line in _LINES)
