"""One game between players, with clocks: who breaks the rules or the time limit loses it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import timedelta
from random import Random
from threading import Event
from time import perf_counter
from typing import Final, Generic, Self, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.fields import convert_fields
from ..base.texts import printable
from ..engines import Answer, EngineError, EngineErrorKind, EnginePlayer, EngineProcess
from ..engines.player import set_seed
from ..play.game import Game
from ..players import BuiltIn, Player, PlayerSession
from ..protocol.clocks import Clock
from ..protocol.endings import Ending, EndingKind
from ..protocol.states import M, S

__all__ = ["StoppedError", "TimeControl"]

TERMINATION: Final = "Termination"
"""The tag that says how a game was lost otherwise than by its moves, as PGN has it."""
TIME_CONTROL: Final = "TimeControl"
"""The tag with the clock, as PGN has it: `60+1`."""
_TERMINATIONS: Final[Mapping[EngineErrorKind, str]] = {
    EngineErrorKind.TIME: "time forfeit",
    EngineErrorKind.MOVE: "rules infraction",
}
_CONTROL: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(?:\+([0-9]{1,6}(?:\.[0-9]{1,3})?))?")


class StoppedError(NinetkaError):
    """A game was stopped before its end, since it is no longer wanted."""


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class TimeControl:
    """The time that each player has for a game. Raises NinetkaError unless it's more than 0.

    >>> TimeControl.parse("60+0.5")
    TimeControl(seconds=60.0, increment=0.5)
    """

    seconds: float
    """The seconds for all moves."""
    increment: float = 0.0
    """The seconds that a player gets after each move."""

    def __attrs_post_init__(self) -> None:
        if not (0 < self.seconds < 1e6 and 0 <= self.increment < 1e6):
            raise NinetkaError("a clock begins with more than 0 and less than a million seconds")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The time control of a text such as `60` or `60+1`. Raises NinetkaError."""
        known = _CONTROL.fullmatch(text)
        if known is None:
            raise NinetkaError(f"a clock is written SECONDS+INCREMENT, 60+1, not {quoted(text)}")
        return cls(float(known[1]), float(known[2] or 0))

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}" if self.increment else f"{self.seconds:g}"


@attrs.frozen
class RefereedGame(Generic[S, M]):
    """A game that has been played, and what a record of it says besides."""

    game: Game[S, M]
    clocks: Mapping[int, Clock]
    comments: Mapping[int, str]
    """The reason why somebody has lost the game, by the ply when they did."""
    tags: Mapping[str, str]


class Referee(Generic[S, M]):
    """Asks players for moves in turn, from a position on, until the game is over."""

    def __init__(
        self,
        opening: Game[S, M],
        players: Sequence[Player],
        rng: Random,
        control: TimeControl | None = None,
        stopped: Event | None = None,
    ) -> None:
        self._reached, self._moves = [*opening.states], [*opening.moves]
        self._players, self._rng = players, rng
        self._control, self._stopped = control, stopped
        self._left = [control.seconds if control else 0.0] * len(players)
        self._engines: dict[int, EngineProcess] = {}
        self._sessions: dict[int, PlayerSession] = {}
        self._clocks: dict[int, Clock] = {}
        self._comments: dict[int, str] = {}
        self._tags = {} if control is None else {TIME_CONTROL: str(control)}

    def play(self) -> RefereedGame[S, M]:
        """The game, played to its end.

        Raises StoppedError if it is stopped before, NinetkaError if somebody breaks the rules and
        the game knows no ending for that, and IllegalMoveError if a player that is no engine does.
        """
        ended = None
        with ExitStack() as self._games:
            while ended is None and not self._reached[-1].is_over:
                ended = self._turn()
        game = self._game if ended is None else ended
        return RefereedGame(game, self._clocks, self._comments, self._tags)

    @property
    def _game(self) -> Game[S, M]:
        return Game.from_replay(tuple(self._reached), tuple(self._moves))

    def _turn(self) -> Game[S, M] | None:
        """Let the seat to move make its move; return the game if that ended it otherwise."""
        state = self._reached[-1]
        seat = int(state.to_move)
        try:
            answer = self._asked(seat)
        except EngineError as error:
            return self._forfeit(seat, error.kind, str(error))
        finally:
            if self._stopped is not None and self._stopped.is_set():
                raise StoppedError("the game was stopped")
        if answer.move is None:
            return self._leave(seat, answer.ending or EndingKind.RESIGNATION)
        seconds = answer.seconds
        if self._control is not None:
            if seconds > self._left[seat]:
                late = f"{self._players[seat].name} took {seconds:.3f} of {self._left[seat]:.3f} s"
                return self._forfeit(seat, EngineErrorKind.TIME, late)
            self._left[seat] += self._control.increment - seconds
            times = (timedelta(seconds=each) for each in (self._left[seat], seconds))
            self._clocks[len(self._moves) + 1] = Clock(*times)
        self._make(answer.move)
        return None

    def _make(self, move: M) -> None:
        self._reached.append(self._reached[-1].apply(move))
        self._moves.append(move)

    def _asked(self, seat: int) -> Answer[M]:
        """Ask the player in a seat for a move. Raises EngineError."""
        player = self._players[seat]
        if isinstance(player, EnginePlayer):
            if seat not in self._engines:  # which plays throughout the game
                engine = self._games.enter_context(player.engine())
                set_seed(engine, self._rng)
                self._engines[seat] = engine
            limit = player.limit
            if self._control is not None:
                increments = (self._control.increment,) * len(self._left)
                limit = attrs.evolve(limit, clocks=tuple(self._left), increments=increments)
            return self._engines[seat].play(self._game, limit)
        begun = perf_counter()
        if isinstance(player, BuiltIn):
            session = self._sessions.setdefault(seat, PlayerSession(player))
            move = session.choose(self._game, self._rng)
        else:
            move = player.choose(self._reached[-1], self._rng)
        return Answer(move, perf_counter() - begun)

    def _forfeit(self, seat: int, kind: EngineErrorKind, why: str) -> Game[S, M] | None:
        """The game, lost by a seat that has failed; None if it goes on without it."""
        self._tags[TERMINATION] = _TERMINATIONS.get(kind, "abandoned")
        said = printable(why).translate(str.maketrans("{}", "()"))  # comments stand in braces
        self._comments[len(self._moves)] = f"{self._reached[-1].seats[seat]}: {said}"
        kinds = [EndingKind.TIME] if kind is EngineErrorKind.TIME else []
        return self._leave(seat, *kinds, EndingKind.RESIGNATION)

    def _leave(self, seat: int, *kinds: EndingKind) -> Game[S, M] | None:
        """The game, ended by a seat in the first of these ways that it knows.

        None if it goes on without that seat.
        """
        state = self._reached[-1]
        for kind in kinds:
            ending = Ending(kind, seat)
            move = state.leaving(ending)
            if move is not None:
                self._make(move)
                return None
            if kind in state.endings:
                return self._game.end(ending)
        why = self._comments.get(len(self._moves), f"{self._players[seat].name} resigns")
        raise NinetkaError(f"{why}: this game knows no ending for that")
