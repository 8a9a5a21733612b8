"""A game: a start position and the moves made since, with undo and redo. For any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, Self, cast, final

import attrs

from .errors import NinetkaError, quoted
from .games import rules_for_ruleset
from .protocol import First, M, Ruleset, S
from .values import Value


@final
@attrs.frozen(repr=False)
class Game(Value, Generic[S, M]):
    """A game as far as it has been played; immutable, so every step gives another Game.

    Two games are equal when their first states, their moves and the moves they could redo are. Make
    one with `start` or `from_state`, not by calling the class.

    >>> from ninetka import NESTORGAMES
    >>> game = Game.start(NESTORGAMES)
    >>> for text in ("*E5", "*H8"):
    ...     game = game.apply(game.state.parse_move(text))
    >>> game.undo()
    <Game from '11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames': *E5>
    """

    initial_state: S
    """Where the game began."""
    _line: tuple[M, ...]
    """The moves made, and after them those taken back."""
    ply: int
    """How many moves have been made, passes included."""
    _reached: tuple[S, ...] = attrs.field(eq=False)
    """The state before each move of the line, and the last."""

    @classmethod
    def start(cls, ruleset: Ruleset[S, M], players: int = 2) -> Game[S, M]:
        """A new game. Raises NinetkaError if the ruleset is not for so many players."""
        state = rules_for_ruleset(ruleset).start(ruleset, players)
        return Game(state, (), 0, (state,))

    @classmethod
    def from_state(cls, state: First[S, M], moves: Iterable[M] = ()) -> Game[S, M]:
        """A game that begins with any state, and the moves made since.

        Raises IllegalMoveError for the first move that cannot be made, InvalidMoveError for what is
        none, NinetkaError for no state.
        """
        # A class has what its objects have, so it would pass for a state of its own.
        if isinstance(state, type) or not isinstance(state, First):
            raise NinetkaError(f"{quoted(state)} is no state that a game can begin with")
        if not isinstance(moves, Iterable):
            raise NinetkaError(f"{quoted(moves)} is no list of moves")
        first = cast(S, state)
        reached, line = [first], tuple(moves)
        for move in line:
            reached.append(reached[-1].apply(move))
        return Game(first, line, len(line), tuple(reached))

    @classmethod
    def from_replay(cls, reached: tuple[S, ...], moves: tuple[M, ...]) -> Game[S, M]:
        """A game already replayed: the states reached, from the first on, and the moves between.

        For callers that have applied the moves themselves; nothing is checked.
        """
        return Game(reached[0], moves, len(moves), reached)

    @property
    def state(self) -> S:
        """Where the game stands."""
        return self._reached[self.ply]

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves made."""
        return self._line[: self.ply]

    def states(self) -> Iterator[S]:
        """The states from the first to the present one: one more than there are moves."""
        return iter(self._reached[: self.ply + 1])

    def move_texts(self) -> tuple[str, ...]:
        """The moves made, as records write them."""
        return tuple(
            state.move_text(move) for state, move in zip(self._reached, self.moves, strict=False)
        )

    def apply(self, move: M) -> Game[S, M]:
        """The game with one move more; moves that were taken back can then not be redone.

        Raises IllegalMoveError, or InvalidMoveError if it is no move.
        """
        state = self.state.apply(move)
        reached = (*self._reached[: self.ply + 1], state)
        return Game(self.initial_state, (*self.moves, move), self.ply + 1, reached)

    def undo(self) -> Self:
        """The game with its last move taken back. Raises NinetkaError if there is none."""
        if not self.ply:
            raise NinetkaError("nothing to undo: the game is at its start")
        return attrs.evolve(self, ply=self.ply - 1)

    def redo(self) -> Self:
        """The game with the move last taken back made again. Raises NinetkaError if none is."""
        if self.ply == len(self._line):
            raise NinetkaError("nothing to redo: no move has been taken back")
        return attrs.evolve(self, ply=self.ply + 1)

    def __repr__(self) -> str:
        moves = " ".join(self.move_texts())
        return f"<Game from {self.initial_state.to_text()!r}: {moves or 'no moves'}>"
