"""A game: a start position and the moves made since, with undo and redo. For any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Self, cast, final

import attrs

from .drawing import NOTEBOOK_WIDTH
from .endings import AGREEMENT, Ending, EndingKind
from .errors import NinetkaError
from .games import rules_for_ruleset, rules_for_state
from .protocol import M2, S2, DrawableState, EndableState, GameOutcome, GameRuleset, M, Playable, S
from .values import Value


@final
@attrs.frozen(repr=False)
class Game(Value, Generic[S, M]):
    """A game as far as it has been played; immutable, so every step gives another Game.

    Two games are equal when their first states, their moves, the moves they could redo and their
    endings are. Make one with `start` or `from_state`, not by calling the class.

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
    ending: Ending | None = None
    """What ended the game if that was not a move."""

    @classmethod
    def start(cls, ruleset: GameRuleset[S2, M2], players: int | None = None) -> Game[S2, M2]:
        """A new game, of as few players as the ruleset is for if no number is given.

        Raises NinetkaError if it is not for so many.
        """
        rules = rules_for_ruleset(ruleset)
        state = rules.start(ruleset, ruleset.player_counts[0] if players is None else players)
        return Game(state, (), 0, (state,))

    @classmethod
    def from_state(
        cls, state: Playable[S2, M2], moves: str | Iterable[M2 | str] = ()
    ) -> Game[S2, M2]:
        """A game that begins with any state, and the moves made since, as `play` takes them.

        Raises IllegalMoveError for the first move that cannot be made, InvalidMoveError for one
        that is not a move.
        """
        start: Game[S2, M2] = Game.from_replay((cast(S2, state),), ())
        return start.play(moves)

    @classmethod
    def from_replay(cls, reached: tuple[S2, ...], moves: tuple[M2, ...]) -> Game[S2, M2]:
        """A game already replayed: the states reached, from the first on, and the moves between.

        For callers that have applied the moves themselves; nothing is checked.
        """
        return Game(reached[0], moves, len(moves), reached)

    @property
    def state(self) -> S:
        """Where the game stands."""
        return self._reached[self.ply]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by a move or otherwise."""
        return self.ending is not None or self.state.is_over

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game ended; None until it is over."""
        if self.ending is None:
            return self.state.outcome
        return _endable(self.state).outcome_after(self.ending)

    @property
    def ending_text(self) -> str | None:
        """What ended the game if that was not a move, as records state it: `x resigns`."""
        return None if self.ending is None else self.ending.to_text(self.state.seats)

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

    def turns(self) -> Sequence[int]:
        """By ply: the number of its turn, from 1, as records write it."""
        return rules_for_state(self.state).turns(self._reached[: self.ply])

    def apply(self, move: M | str) -> Self:
        """The game with one move more; moves that were taken back can then not be redone.

        The move may be its text. Raises IllegalMoveError, or InvalidMoveError if it is not a move.
        """
        return self.play([move])

    def play(self, moves: str | Iterable[M | str]) -> Self:
        """The game with more moves, such as `"E5 C9"`: a text of them, or moves and texts of one.

        Raises IllegalMoveError or InvalidMoveError for the first that cannot be made, with a note
        that says at which ply that was, and NinetkaError for a game that was ended.

        >>> from ninetka import WIKI
        >>> Game.start(WIKI).play("E5 C9")
        <Game from '11/11/11/11/11/11/11/11/11/11/11 a 2 wiki': *E5 *C9>
        """
        if self.ending is not None:
            raise NinetkaError(f"the game has ended: {self.ending_text}")
        reached, line = list(self._reached[: self.ply + 1]), list(self.moves)
        for move in moves.split() if isinstance(moves, str) else moves:
            state = reached[-1]
            try:
                made = cast(M, state.parse_move(move)) if isinstance(move, str) else move
                reached.append(state.apply(made))
            except NinetkaError as error:
                error.add_note(f"at ply {len(reached)} of the game")
                raise
            line.append(made)
        return attrs.evolve(self, line=tuple(line), ply=len(line), reached=tuple(reached))

    def end(self, ending: Ending) -> Self:
        """The game ended otherwise than by a move: `EndableState.endings` says how that can be.

        Raises NinetkaError for a game that is over, or that knows no such ending.
        """
        if self.is_over:
            raise NinetkaError("the game is over already")
        _endable(self.state).outcome_after(ending)
        return attrs.evolve(self, line=self.moves, reached=tuple(self.states()), ending=ending)

    def resign(self, seat: int | None = None) -> Self:
        """The game given up by a seat, by default the one to move. Raises NinetkaError as `end`."""
        seat = self.state.to_move if seat is None else seat
        return self.end(Ending(EndingKind.RESIGNATION, int(seat)))

    def agree(self) -> Self:
        """The game ended because the players agree. Raises NinetkaError as `end`."""
        return self.end(AGREEMENT)

    def undo(self) -> Self:
        """The game with its last move, or its ending, taken back.

        An ending cannot be redone. Raises NinetkaError if there is nothing to take back.
        """
        if self.ending is not None:
            return attrs.evolve(self, ending=None)
        if not self.ply:
            raise NinetkaError("nothing to undo: the game is at its start")
        return attrs.evolve(self, ply=self.ply - 1)

    def redo(self) -> Self:
        """The game with the move last taken back made again. Raises NinetkaError if none is."""
        if self.ply == len(self._line):
            raise NinetkaError("nothing to redo: no move has been taken back")
        return attrs.evolve(self, ply=self.ply + 1)

    def _repr_svg_(self) -> str | None:
        return picture(self)

    def __repr__(self) -> str:
        moves = " ".join(self.move_texts()) or "no moves"
        ended = f", {self.ending_text}" if self.ending else ""
        return f"<Game from {self.initial_state.to_text()!r}: {moves}{ended}>"


def _endable(state: object) -> EndableState[Any]:
    if not isinstance(state, EndableState):
        raise NinetkaError("this game ends by its moves alone: nobody can resign, or agree to stop")
    return state


def picture(game: Game[Any, Any], names: Sequence[str] = ()) -> str | None:
    """Where a game stands and its last move, as notebooks show it; None if it has no pictures."""
    state = game.state
    if not isinstance(state, DrawableState):
        return None
    last = game.moves[-1] if game.ply else None
    return state.to_svg(last_move=last, names=names, size=NOTEBOOK_WIDTH)
