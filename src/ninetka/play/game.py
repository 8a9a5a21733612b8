"""A game as it is played: a start position and the moves made since, with undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, Generic, Self, cast, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.position import GameOutcome
from ..base.values import Value
from ..drawing.drawable import DrawableState
from ..games import entry_for_ruleset, entry_for_state
from ..protocol.endings import AGREEMENT, Ending, EndingKind
from ..protocol.states import M2, S2, GameRuleset, M, Playable, S_co


@final
@documented
@attrs.frozen(repr=False)
class Game(Value, Generic[S_co, M]):
    """A game as far as it has been played. It is immutable: every step returns another Game.

    Two games are equal if their first states, their moves, the moves that can be redone and their
    endings are. Make one with `start` or `from_state`, not by calling the class.

    A pickled game is small and quick to load: its moves are replayed when they are first asked for.

    >>> from ninetka import NESTORGAMES
    >>> game = Game.start(NESTORGAMES)
    >>> for text in ("*E5", "*H8"):
    ...     game = game.apply(game.state.parse_move(text))
    >>> game.undo()
    <Game from '11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames': *E5>
    """

    initial_state: S_co
    """Where the game began."""
    _line: _Line[S_co, M] | _PickledLine[S_co, M] = attrs.field(eq=lambda line: line.moves)
    """The moves made, and after them those taken back."""
    ply: int
    """The number of moves that have been made, passes included."""
    state: S_co = attrs.field(eq=False)
    """Where the game stands."""
    ending: Ending | None = None
    """What ended the game if that was not a move."""

    @classmethod
    def start(cls, ruleset: GameRuleset[S2, M2], players: int | None = None) -> Game[S2, M2]:
        """A new game, by default for the smallest number of players.

        Raises NinetkaError if the ruleset is not for that number.
        """
        entry = entry_for_ruleset(ruleset)
        state = entry.start(ruleset, ruleset.player_counts[0] if players is None else players)
        return Game.from_replay((state,), ())

    @classmethod
    def from_state(
        cls, state: Playable[S2, M2], moves: str | Iterable[M2 | str] = ()
    ) -> Game[S2, M2]:
        """A game that begins with any state, after some moves, which are given as to `play`.

        Raises IllegalMoveError for the first move that cannot be made, InvalidMoveError for a text
        that is not a move.
        """
        start: Game[S2, M2] = Game.from_replay((cast(S2, state),), ())
        return start.play(moves)

    @classmethod
    def from_replay(
        cls, reached: tuple[S2, ...], moves: tuple[M2, ...], texts: tuple[str, ...] = ()
    ) -> Game[S2, M2]:
        """A game from the states reached, the first one included, and the moves between them.

        For callers that have applied the moves themselves: nothing is checked. A game that is given
        its moves' texts is faster to pickle.
        """
        return Game(reached[0], _Line(moves, reached, texts), len(moves), reached[-1])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by a move or otherwise."""
        return self.ending is not None or self.state.is_over

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game ended; None until it is over."""
        if self.ending is None:
            return self.state.outcome
        return self.state.outcome_after(self.ending)

    @property
    def ending_text(self) -> str | None:
        """What ended the game if that was not a move, as in records: `x resigns`."""
        return None if self.ending is None else self.ending.to_text(self.state.seats)

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves made."""
        return self._line.moves[: self.ply]

    @property
    def states(self) -> tuple[S_co, ...]:
        """The states from the first to the present one; one more than there are moves."""
        return self._line.states[: self.ply + 1]

    @property
    def move_texts(self) -> tuple[str, ...]:
        """The moves made, as records write them."""
        return self._line.texts()[: self.ply]

    @property
    def turns(self) -> Sequence[int]:
        """By ply: the number of its turn, from 1, as records write it."""
        return entry_for_state(self.state).style.turns(self._line.states[: self.ply])

    def apply(self, move: M | str) -> Self:
        """The game with one more move, which may be given as its text.

        Moves taken back before can then no longer be redone. Raises IllegalMoveError, or
        InvalidMoveError for a text that is not a move.
        """
        return self.play([move])

    def play(self, moves: str | Iterable[M | str]) -> Self:
        """The game with more moves: one text such as `"E5 C9"`, or several moves or texts.

        Raises IllegalMoveError or InvalidMoveError for the first that cannot be made, with a note
        that tells its ply, and NinetkaError if the game has ended otherwise than by a move.

        >>> from ninetka import WIKI
        >>> Game.start(WIKI).play("E5 C9")
        <Game from '11/11/11/11/11/11/11/11/11/11/11 a 2 wiki': *E5 *C9>
        """
        if self.ending is not None:
            raise NinetkaError(f"the game has ended: {self.ending_text}")
        reached, line = list(self.states), list(self.moves)
        for move in moves.split() if isinstance(moves, str) else moves:
            state = reached[-1]
            try:
                if isinstance(move, str):
                    made = cast(M, state.parse_move(move))  # which is legal
                    reached.append(state.apply_unchecked(made))
                else:
                    made = move
                    reached.append(state.apply(made))
            except NinetkaError as error:
                error.add_note(f"at ply {len(reached)} of the game")
                raise
            line.append(made)
        return Game.from_replay(tuple(reached), tuple(line))

    def end(self, ending: Ending) -> Self:
        """The game, ended otherwise than by a move, in one of its state's `endings`.

        This takes an ending that was read; `resign`, `time_out` and `agree` make their own.
        Raises NinetkaError if the game is over or cannot end in this way.
        """
        if self.is_over:
            raise NinetkaError("the game is over already")
        self.state.outcome_after(ending)
        return attrs.evolve(Game.from_replay(self.states, self.moves), ending=ending)

    def resign(self, seat: int | None = None) -> Self:
        """The game, given up by a seat, by default the one to move. Raises as `end`."""
        seat = self.state.to_move if seat is None else seat
        return self.end(Ending(EndingKind.RESIGNATION, seat))

    def time_out(self, seat: int | None = None) -> Self:
        """The game, lost on time by a seat, by default the one to move. Raises as `end`."""
        seat = self.state.to_move if seat is None else seat
        return self.end(Ending(EndingKind.TIME, seat))

    def agree(self) -> Self:
        """The game, ended because the players agree to stop. Raises as `end`."""
        return self.end(AGREEMENT)

    def undo(self) -> Self:
        """The game with its last move, or its ending, taken back. An ending cannot be redone.

        Raises NinetkaError if there is nothing to take back.
        """
        if self.ending is not None:
            return attrs.evolve(self, ending=None)
        if not self.ply:
            raise NinetkaError("nothing to undo: the game is at its start")
        return self._at(self.ply - 1)

    def redo(self) -> Self:
        """The game with the last undone move made again. Raises NinetkaError if there is none."""
        if self.ply == len(self._line.moves):
            raise NinetkaError("nothing to redo: no move has been taken back")
        return self._at(self.ply + 1)

    def _at(self, ply: int) -> Self:
        return attrs.evolve(self, ply=ply, state=self._line.states[ply])

    def _repr_svg_(self) -> str | None:
        return picture(self)

    def __repr__(self) -> str:
        moves = " ".join(self.move_texts) or "no moves"
        ended = f", {self.ending_text}" if self.ending else ""
        return f"<Game from {self.initial_state.to_text()!r}: {moves}{ended}>"


@attrs.frozen
class _Line(Generic[S_co, M]):
    """Moves, the states before each of them, and the last state."""

    moves: tuple[M, ...]
    states: tuple[S_co, ...]
    written: tuple[str, ...] = ()
    """The moves as they were read, if they were."""

    def texts(self) -> tuple[str, ...]:
        """The moves, as records write them."""
        pairs = zip(self.states, self.moves, strict=False)
        return tuple(state.move_text_unchecked(move) for state, move in pairs)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[S_co, tuple[str, ...]]]:
        return _PickledLine, (self.states[0], self.written or self.texts())


class _PickledLine(Generic[S_co, M]):
    """A line as it is pickled: the first state and the moves' texts, replayed when asked for.

    All moves and states would take twice as long to send to another process as to replay, and there
    one often asks only how the game has ended.
    """

    def __init__(self, start: S_co, written: tuple[str, ...]) -> None:
        self._start, self._written = start, written

    def __reduce__(self) -> tuple[Callable[..., object], tuple[S_co, tuple[str, ...]]]:
        return _PickledLine, (self._start, self._written)

    @cached_property
    def _line(self) -> _Line[S_co, M]:
        game: Game[S_co, M] = Game.from_state(cast("Playable[S_co, M]", self._start), self._written)
        return _Line(game.moves, game.states)

    @property
    def moves(self) -> tuple[M, ...]:
        return self._line.moves

    @property
    def states(self) -> tuple[S_co, ...]:
        return self._line.states

    def texts(self) -> tuple[str, ...]:
        return self._line.texts()


def picture(game: Game[Any, Any], names: Sequence[str] = ()) -> str | None:
    """The picture of a game in a notebook, with its last move; None if it cannot be drawn."""
    state = game.state
    if not isinstance(state, DrawableState):
        return None
    from ..drawing.options import NOTEBOOK_WIDTH

    last = game.moves[-1] if game.ply else None
    return state.to_svg(last_move=last, ending=game.ending, names=names, size=NOTEBOOK_WIDTH)
