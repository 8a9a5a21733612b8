"""A game as it is played: a start position and the moves made since, with undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, cast, final, get_args, overload

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.fields import as_int
from ..base.plain import Serializable
from ..base.position import GameOutcome
from ..drawing.drawable import DrawableState
from ..drawing.options import NOTEBOOK_WIDTH
from ..games import entry_for_ruleset, entry_for_state
from ..protocol.endings import AGREEMENT, Ending, EndingKind
from ..protocol.entry import GameEntry
from ..protocol.rulesets import GameRuleset
from ..protocol.states import M2, S2, GameState, M, Playable, S, S_co
from ..protocol.texts import Say

if TYPE_CHECKING:
    from random import Random

    from .trusted import TrustedGame


@final
@documented
@attrs.frozen(repr=False)
class Game(Serializable, Generic[S_co, M]):
    """A game as far as it has been played. It is immutable: every step returns another Game.

    Two games are equal if their first states, their moves, the moves that can be redone and their
    endings are. Make one with `start` or `from_state`, not by calling the class.

    A game that was pickled, or kept as a trusted text, is small and quick to load: its moves are
    replayed when they or the states between them are first asked for.

    >>> from ninetka import NESTORGAMES
    >>> game = Game.start(NESTORGAMES)
    >>> for text in ("*E5", "*H8"):
    ...     game = game.apply(game.state.parse_move(text))
    >>> game.undo()
    <Game from '11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames': *E5>
    """

    _plain_type: ClassVar[type[dict[str, Any]]] = dict

    initial_state: S_co
    """The state in which the game began."""
    _line: _Line[S_co, M] | _WrittenLine[S_co, M] = attrs.field(eq=lambda line: line.moves)
    """The moves made, and after them those taken back."""
    ply: int
    """The number of moves that have been made, passes included."""
    state: S_co = attrs.field(eq=False)
    """The state that the game has reached."""
    ending: Ending | None = None
    """The ending, if the game did not end by a move."""

    @classmethod
    def start(
        cls, ruleset: GameRuleset[S2, M2], players: int | None = None, rng: Random | None = None
    ) -> Game[S2, M2]:
        """A new game, by default for the smallest number of players.

        What chance decides before the first move, if anything, is decided by `rng`, or anew each
        time. Raises NinetkaError if the ruleset is not for that number.
        """
        entry = entry_for_ruleset(ruleset)
        state = entry.start(ruleset, ruleset.player_counts[0] if players is None else players)
        if not state.is_dealt:
            from random import Random  # which most games do without

            state = state.dealt(Random() if rng is None else rng)
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

    @classmethod
    @overload
    def from_trusted(cls, text: str, *, secret: bytes = b"") -> Game[GameState[Any], Any]: ...
    @classmethod
    @overload
    def from_trusted(
        cls, text: str, entry: GameEntry[S, M2], *, secret: bytes = b""
    ) -> Game[S, M2]: ...
    @classmethod
    def from_trusted(
        cls, text: str, entry: GameEntry[Any, Any] | None = None, *, secret: bytes = b""
    ) -> Game[Any, Any]:
        """The game of a text that `to_trusted` wrote with the same `secret`.

        Its form and its checksum are checked, but not the moves, nor that they lead to the state: a
        program trusts its own texts. Moves are replayed when they are asked for. `entry` is the
        game to expect, by default any. Raises NinetkaError.
        """
        from . import trusted

        kept = trusted.read(text, entry, secret)
        known = kept.made, kept.state
        line: _WrittenLine[Any, Any] = _WrittenLine(kept.start, kept.moves, known)
        return Game(kept.start, line, kept.made, kept.state, kept.ending)

    def to_trusted(self, *, secret: bytes = b"") -> str:
        """The game as one line of JSON, from which `from_trusted` restores it without replaying.

        For a program's own storage (docs/formats.md); moves that can be redone are in it. The text
        has a checksum. With a `secret`, nobody without it can write a text that is taken, so the
        text may be left with a client.
        """
        from . import trusted

        return trusted.write(self._kept, secret)

    @property
    def _kept(self) -> TrustedGame:
        from .trusted import TrustedGame

        line, ending = self._line, self.ending
        return TrustedGame(self.initial_state, line.texts(), self.ply, self.state, ending)

    def to_plain(self) -> dict[str, Any]:
        """The fields of its trusted text without a secret, which `from_plain` reads."""
        from . import trusted

        return trusted.to_fields(self._kept)

    @classmethod
    def from_plain(cls, data: object, /) -> Self:
        """The game that `to_plain` has written. All of it is checked: it may come from outside.

        Raises NinetkaError.
        """
        from . import trusted

        _, kept = trusted.from_fields(data)
        game: Game[Any, Any] = Game.from_state(kept.start, kept.moves).at(kept.made)
        if kept.ending is not None:
            game = game.end(kept.ending)
        if game.to_plain() != data:
            raise NinetkaError("the data of the game is damaged: its moves lead elsewhere")
        return cast(Self, game)

    def _has_type(self, kind: Any) -> bool:
        """Return whether its states are of the class in a type such as `Game[State, Move]`."""
        states, *_ = get_args(kind) or (Any,)
        known = isinstance(states, type) and states is not Any  # and no type variable
        return not known or isinstance(self.state, states)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by a move or otherwise."""
        return self.ending is not None or self.state.is_over

    @property
    def outcome(self) -> GameOutcome | None:
        """The outcome of the game; None until it is over."""
        if self.ending is None:
            return self.state.outcome
        return self.state.outcome_after(self.ending)

    @property
    def ending_text(self) -> str | None:
        """The ending if that was not a move, as in records: `x resigns`."""
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
        """The number of each ply's turn, from 1, as records write it."""
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
            raise NinetkaError(Say.HAS_ENDED(ending=self.ending_text))
        reached, made = [self.state], list[M]()
        for move in moves.split() if isinstance(moves, str) else moves:
            state = reached[-1]
            try:
                if isinstance(move, str):
                    parsed = cast(M, state.parse_move(move))  # which is legal
                    reached.append(state.apply_unchecked(parsed))
                else:
                    parsed = move
                    reached.append(state.apply(parsed))
            except NinetkaError as error:
                error.add_note(f"at ply {self.ply + len(reached)} of the game")
                raise
            made.append(parsed)
        line = self._line.played(self.ply, reached, made)
        return attrs.evolve(self, line=line, ply=self.ply + len(made), state=reached[-1])

    def end(self, ending: Ending) -> Self:
        """The game, ended otherwise than by a move, in one of its state's `endings`.

        This takes an ending that was read; `resign`, `time_out`, `ground` and `agree` make their
        own.
        Raises NinetkaError if the game is over or cannot end in this way.
        """
        if self.is_over:
            raise NinetkaError(Say.OVER_ALREADY())
        self.state.outcome_after(ending)
        line = self._line.played(self.ply, [self.state], [])
        return attrs.evolve(self, line=line, ending=ending)

    def resign(self, seat: int | None = None) -> Self:
        """The game, given up by a seat, by default the one to move.

        A game for several may go on without that seat; then this is a move. Raises as `end`.
        """
        return self._left(EndingKind.RESIGNATION, seat)

    def time_out(self, seat: int | None = None) -> Self:
        """The game, lost on time by a seat, by default the one to move.

        A game for several may go on without that seat; then this is a move. Raises as `end`.
        """
        return self._left(EndingKind.TIME, seat)

    def _left(self, kind: EndingKind, seat: int | None) -> Self:
        ending = Ending(kind, self.state.to_move if seat is None else seat)
        move = None if self.is_over else self.state.leaving(ending)
        return self.end(ending) if move is None else self.play([move])

    def ground(self, seat: int | None = None) -> Self:
        """The game, stopped by a seat that grounds, by default the one to move. Raises as `end`."""
        seat = self.state.to_move if seat is None else seat
        return self.end(Ending(EndingKind.GROUNDING, seat))

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
            raise NinetkaError(Say.NOTHING_TO_UNDO())
        return self._at(self.ply - 1)

    def redo(self) -> Self:
        """The game with the last undone move made again. Raises NinetkaError if there is none."""
        if self.ply == len(self._line):
            raise NinetkaError(Say.NOTHING_TO_REDO())
        return self._at(self.ply + 1)

    def at(self, ply: int) -> Self:
        """The game as it stood after the first `ply` moves; the moves after them can be redone.

        Moves that were taken back count too. An ending stays only at the ply where the game stands.
        Raises NinetkaError for a ply that the game does not have.

        >>> from ninetka import WIKI
        >>> Game.start(WIKI).play("E5 C9 G3").at(1)
        <Game from '11/11/11/11/11/11/11/11/11/11/11 a 2 wiki': *E5>
        """
        if as_int(ply) not in range(len(self._line) + 1):
            raise NinetkaError(Say.PLIES(last=len(self._line), ply=quoted(ply)))
        return self if ply == self.ply else attrs.evolve(self._at(int(ply)), ending=None)

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
    """The texts from which the moves were read, if they were."""

    def __len__(self) -> int:
        return len(self.moves)

    def texts(self) -> tuple[str, ...]:
        """The moves, as records write them."""
        pairs = zip(self.states, self.moves, strict=False)
        return tuple(state.move_text_unchecked(move) for state, move in pairs)

    def played(self, ply: int, reached: Sequence[S_co], made: Sequence[M]) -> _Line[S_co, M]:
        """The line up to a ply, and then other moves; `reached` begins with the state there."""
        moves, states = (*self.moves[:ply], *made), (*self.states[:ply], *reached)
        return _Line(moves, states)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[S_co, tuple[str, ...]]]:
        return _WrittenLine, (self.states[0], self.written or self.texts())


class _WrittenLine(Generic[S_co, M]):
    """A line as it is kept: the first state and the moves' texts, replayed when asked for.

    All moves and states would take twice as long to send to another process as to replay, and there
    one often asks only how the game has ended. `known` is a ply with its state, if one is known.
    """

    def __init__(
        self, start: S_co, written: tuple[str, ...], known: tuple[int, S_co] | None = None
    ) -> None:
        self._start, self._written, self._known = start, written, known

    def __reduce__(self) -> tuple[Callable[..., object], tuple[S_co, tuple[str, ...]]]:
        return _WrittenLine, (self._start, self._written)

    def __len__(self) -> int:
        return len(self._written)

    @cached_property
    def _line(self) -> _Line[S_co, M]:
        start = cast("Playable[S_co, M]", self._start)
        try:
            game: Game[S_co, M] = Game.from_state(start, self._written)
        except NinetkaError as error:
            raise NinetkaError("the text of the game is damaged: a move is illegal") from error
        ply, state = self._known or (0, self._start)
        if game.states[ply] != state:
            raise NinetkaError("the text of the game is damaged: its moves lead to another state")
        return _Line(game.moves, game.states)

    @property
    def moves(self) -> tuple[M, ...]:
        return self._line.moves

    @property
    def states(self) -> tuple[S_co, ...]:
        return self._line.states

    def texts(self) -> tuple[str, ...]:
        return self._written

    def played(
        self, ply: int, reached: Sequence[S_co], made: Sequence[M]
    ) -> _Line[S_co, M] | _WrittenLine[S_co, M]:
        """Return a line with more moves, like `_Line.played`, without replaying what is written."""
        if "_line" in vars(self):
            return self._line.played(ply, reached, made)
        pairs = zip(reached, made, strict=False)
        texts = (state.move_text_unchecked(move) for state, move in pairs)
        written = (*self._written[:ply], *texts)
        return _WrittenLine(self._start, written, (len(written), reached[-1]))


def picture(game: Game[Any, Any], names: Sequence[str] = ()) -> str | None:
    """The picture of a game in a notebook, with its last move; None if it cannot be drawn."""
    state = game.state
    if not isinstance(state, DrawableState):
        return None
    last = game.moves[-1] if game.ply else None
    return state.to_svg(last_move=last, ending=game.ending, names=names, size=NOTEBOOK_WIDTH)
