"""Tic-tac-toe in one module: the least that a game has to say, and all tools can play it.

    python examples/python/tic_tac_toe.py

docs/howto/adding-a-game.md explains it, and links to what else a game may have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from typing import ClassVar, Final, Self, SupportsIndex

import attrs

from ninetka import Game, protocol
from ninetka.base.errors import InvalidMoveError, InvalidPositionError
from ninetka.games import register
from ninetka.play.perft import perft
from ninetka.players import parse_player
from ninetka.protocol.entry import GameEntry
from ninetka.protocol.tags import POSITION, StartTags

LINES: Final = ("012", "345", "678", "036", "147", "258", "048", "246")
"""The lines of three squares; squares are numbered row by row, from 0 to 8."""


@attrs.frozen
class Outcome(protocol.GameOutcome):
    """How a game ended: who has three in a row, or a draw."""

    winner: int | None

    @property
    def scores(self) -> tuple[int, ...]:
        """A point for the winner."""
        return tuple(int(seat == self.winner) for seat in range(2))

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner; nobody after a draw."""
        return () if self.winner is None else (self.winner,)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The winner first."""
        return (1, 0) if self.winner == 1 else (0, 1)

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))


@attrs.frozen
class State(protocol.EnumerableState[int]):
    """A position; a move is the number of the square that is marked."""

    game: ClassVar[str] = "tictactoe"
    players: ClassVar[int] = 2
    seats: ClassVar[Sequence[int]] = (0, 1)
    action_count: ClassVar[int] = 9

    marks: str = "." * 9
    """By square: the seat that has marked it, or a dot."""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The position of a text as `to_text` writes it. Raises InvalidPositionError."""
        state = cls(text)
        if len(text) != 9 or {*text} - {*"01."}:
            raise InvalidPositionError(f"a position has 0, 1 or . for each square, not {text!r}")
        if text.count("0") - text.count("1") not in (0, 1) or state.has_line(state.to_move):
            raise InvalidPositionError(f"no game leads to {text}")
        return state

    def to_text(self) -> str:
        """The marks, from the first square to the last."""
        return self.marks

    def has_line(self, seat: int) -> bool:
        """Whether a seat has three in a row."""
        return any(all(self.marks[int(at)] == str(seat) for at in line) for line in LINES)

    @property
    def to_move(self) -> int:
        """Whose turn it is: they alternate."""
        return (9 - self.marks.count(".")) % 2

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None until it is over."""
        winner = 1 - self.to_move  # who made the last move
        if self.has_line(winner):
            return Outcome(winner)
        return None if "." in self.marks else Outcome(None)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won or the board is full."""
        return self.outcome is not None

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """The free squares; none when the game is over."""
        return () if self.is_over else tuple(at for at in range(9) if self.marks[at] == ".")

    def action(self, move: int) -> int:
        """The code of a legal move: the square. Raises IllegalMoveError."""
        return self.checked(move)

    def move(self, action: SupportsIndex) -> int:
        """The move of a code. Raises InvalidMoveError."""
        if not 0 <= index(action) < 9:
            raise InvalidMoveError(f"{action} is not an action code from 0 to 8")
        return index(action)

    def parse_move(self, text: str) -> int:
        """The legal move of a text such as `#4`. Raises InvalidMoveError or IllegalMoveError."""
        if len(text) != 2 or text[0] != "#" or text[1] not in "012345678":
            raise InvalidMoveError(f"{text!r} is not a move: write #0 to #8")
        return self.checked(int(text[1]))

    def move_text_unchecked(self, move: int) -> str:
        """A legal move as records write it."""
        return f"#{move}"

    def apply_unchecked(self, move: int) -> Self:
        """The state after a legal move."""
        return type(self)(f"{self.marks[:move]}{self.to_move}{self.marks[move + 1 :]}")


def read(tags: Mapping[str, str]) -> State:
    """The position from which a record with these tags starts. Raises InvalidPositionError."""
    return State.from_text(tags.get(POSITION, State().marks))


ENTRY: Final[GameEntry[State, int]] = GameEntry(
    names={"tic-tac-toe": {}},
    identifier="tictactoe",
    start=lambda ruleset, players: State(),
    tags=StartTags([POSITION], read, lambda start: {POSITION: start.to_text()}),
)

if __name__ == "__main__":
    register(ENTRY)
    game, player = Game.from_state(State()), parse_player("search:1000")
    while not game.is_over:
        game = game.apply(player.choose(game.state, Random(1)))
    print(*game.move_texts, game.outcome, f"and {perft(State(), 5)} sequences of 5 moves")
