"""A program that plays, whatever protocol it speaks: it is started, asked, limited and ended."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from threading import Event
from time import monotonic, perf_counter
from typing import Any, ClassVar, Final, Self, TypeAlias

from ..base.errors import NinetkaError, did_you_mean, quoted
from ..base.messages import listed
from ..base.programs import Program, ProgramEndedError, ProgramError, SilentProgramError
from ..play.game import Game
from ..protocol.endings import EndingKind
from ..protocol.states import M
from .messages import Answer, EngineError, EngineErrorKind, EngineOption, Info, Limit
from .protocols import FirstContact, Protocol

TIMEOUT: Final = 120.0
"""The seconds that an engine has for an answer, where nothing else limits it."""
LAG: Final = 1.0
"""The seconds by which an engine may be late before it is killed."""
_SLICE: Final = 0.1
"""The seconds between looks whether another thread has stopped an engine that thinks."""
_MAX_BYTES: Final = 1 << 20
"""The longest line of an engine."""

OnInfo: TypeAlias = Callable[[Info], object]
"""Is called with what an engine finds out, as it says it."""
Chosen: TypeAlias = "tuple[str | EndingKind, Info]"
"""The text of a move as an engine says it, or how it ends the game; and its last information."""


class EngineProcess(ABC):
    """An engine: a running program that chooses moves, in the protocol of a subclass.

    The `command` is a text, which is split as a shell splits it, or its words. `timeout` is how
    many seconds an answer may take where no limit says it.

    Leaving a `with` block ends the program. One that does not answer in time is killed, with all
    that it has started. What it writes to standard error is kept for the sentences of errors.

    Raises EngineError if it cannot be started, or does not speak the protocol.
    """

    name: str
    """The engine's own name."""
    author: str = ""
    """The author that it states; empty if it does not."""
    _protocol: ClassVar[Protocol | None] = None
    """The protocol that it is expected to speak, if that can be told from others."""

    def __init__(self, command: str | Sequence[str], *, timeout: float = TIMEOUT) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else [*command]
        except ValueError as error:
            sentence = f"{quoted(command)} is not a command: {error}"
            raise EngineError(sentence, EngineErrorKind.START) from error
        self.command: tuple[str, ...] = tuple(words)
        self.timeout: float = timeout
        self.name = words[0] if words else ""
        self.options: dict[str, EngineOption] = {}
        """The options that can be set in it, by name."""
        self._stopped = Event()
        self._played: Game[Any, Any] | None = None
        try:
            self._program = Program(words, keep_errors=True, most_bytes=_MAX_BYTES)
        except ProgramError as error:
            raise EngineError(str(error), EngineErrorKind.START) from error
        self._contact: FirstContact | None = None
        if self._protocol is not None:
            self._contact = FirstContact(self._program, self.command, self._protocol)
        with self._engine_errors(EngineErrorKind.START):
            self._shake_hands()
        self._contact = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {quoted(self.name)}: {shlex.join(self.command)}>"

    @property
    def is_running(self) -> bool:
        """Whether the program is still running."""
        return self._program.is_running

    def play(
        self, game: Game[Any, M], limit: Limit | None = None, on_info: OnInfo | None = None
    ) -> Answer[M]:
        """Ask the engine for its move in a game, in which it has the seat to move.

        `on_info` is called with what it finds out. An error that this raises ends the engine.

        Raises NinetkaError if the game is over, and EngineError if the engine fails, refuses, or
        answers with an illegal move. After the last two it can be asked again.
        """
        return self._play_until(Event(), game, limit, on_info)

    def _play_until(
        self, stopped: Event, game: Game[Any, M], limit: Limit | None, on_info: OnInfo | None
    ) -> Answer[M]:
        """Play as `play` does, until `stopped` is set, even if that is before the engine begins."""
        if game.is_over:
            raise NinetkaError("there is no move to choose: the game is over")
        limit = Limit() if limit is None else limit
        self._stopped = stopped
        with self._engine_errors(EngineErrorKind.ENDED):
            self._prepare(game)
            self._played = game
            begun = perf_counter()
            chosen, info = self._choose(game, limit, on_info or (lambda _: None))
            seconds = perf_counter() - begun
        if isinstance(chosen, EndingKind):
            return Answer(None, seconds, info, chosen)
        try:
            move: M = game.state.parse_move(self._translated(game, chosen))
        except NinetkaError as error:
            sentence = f"{self.name} answers {quoted(chosen)}: {error}"
            raise EngineError(sentence, EngineErrorKind.MOVE) from error
        return Answer(move, seconds, info)

    def prepare(self, game: Game[Any, Any], seconds: float) -> None:
        """Show the engine a game, and wait until it has loaded what it needs for it.

        Raises EngineError if it takes more than some `seconds`, fails or refuses.
        """
        timeout, self.timeout = self.timeout, seconds
        try:
            with self._engine_errors(EngineErrorKind.ENDED):
                self._prepare(game)
                self._played = game
        finally:
            self.timeout = timeout

    def stop(self) -> None:
        """Let the engine answer now. Any thread may call this while another waits in `play`."""
        self._stopped.set()

    def set(self, name: str, value: str) -> None:
        """Set an option. Raises NinetkaError if it has no such option, or another kind of value."""
        if name not in self.options:
            known = listed(self.options) if self.options else "none"
            likely = did_you_mean(name, self.options)
            raise NinetkaError(f"{self.name} has no option {quoted(name)}; it has {known}{likely}")
        if not value.isprintable():
            raise NinetkaError(f"an option's value is one line, not {quoted(value)}")
        self.options[name].check(value)
        self._set(name, value)

    def _set(self, name: str, value: str) -> None:
        """Send the value of an option, which has been checked."""
        raise NotImplementedError  # only engines with options have it

    def close(self) -> None:
        """Ask the engine to end, and kill it if it does not."""
        self._program.send("quit")
        self._program.close()

    def kill(self) -> None:
        """End the engine at once. Any thread may call this."""
        self._program.kill()

    @abstractmethod
    def _shake_hands(self) -> None:
        """Learn who it is. Raises ProgramError or EngineError."""

    @abstractmethod
    def _prepare(self, game: Game[Any, Any]) -> None:
        """Show it the position of a game. Raises ProgramError or EngineError."""

    @abstractmethod
    def _choose(self, game: Game[Any, Any], limit: Limit, on_info: OnInfo) -> Chosen:
        """Let it choose. Raises ProgramError or EngineError."""

    def _translated(self, game: Game[Any, Any], text: str) -> str:
        """The text of a move as we write it. Raises NinetkaError."""
        return text

    def _continues(self, game: Game[Any, Any]) -> bool:
        """Tell whether a game is the one that was played last, perhaps with more moves."""
        last = self._played
        return (
            last is not None
            and last.initial_state == game.initial_state
            and last.moves == game.moves[: last.ply]
        )

    @contextmanager
    def _engine_errors(self, kind: EngineErrorKind) -> Iterator[None]:
        """Make an EngineError of a ProgramError, and end a program that cannot be asked again."""
        try:
            yield
        except EngineError as error:
            if error.kind is not EngineErrorKind.REFUSED or kind is EngineErrorKind.START:
                self.kill()
            raise
        except ProgramEndedError as error:
            self.kill()
            raise EngineError(str(error), kind) from error
        except BaseException:
            self.kill()
            raise

    def _line(self, seconds: float) -> str:
        """The next line that it writes. Raises ProgramError, or EngineError when it's started."""
        return (self._contact or self._program).line(seconds)

    @property
    def _said_instead(self) -> str:
        """The first line said instead of an answer, for the end of a sentence."""
        said = "" if self._contact is None else self._contact.said
        return f": it says {quoted(said)}" if said else ""

    def _answer_lines(self, asked: str, seconds: float) -> Iterator[str]:
        """Yield what it writes after it was asked something, line by line, within some seconds.

        Raises EngineError after that.
        """
        end = monotonic() + seconds
        with suppress(SilentProgramError):
            while (left := end - monotonic()) > 0:
                yield self._line(left)
        sentence = f"{self.name} did not answer {quoted(asked)} within {seconds:.3g} s"
        raise EngineError(f"{sentence}{self._said_instead}", EngineErrorKind.TIME)

    def _lines_while_thinking(self, limit: Limit, seat: int) -> Iterator[str]:
        """Yield what it writes while it thinks; it is stopped when its time is over.

        Raises EngineError if it does not answer then.
        """
        most = inf if limit.infinite else limit.seconds_for(seat)
        if most == inf and not limit.infinite:
            most = self.timeout
        end, stopped = monotonic() + most, False
        while True:
            if self._stopped.is_set() and not stopped:
                self.stop()  # again, as an engine that has not begun to think ignores it
                end, stopped = monotonic() + LAG, True
            left = end - monotonic()
            if left > 0:
                with suppress(SilentProgramError):
                    yield self._line(min(_SLICE, left))
            elif not stopped:
                self._stopped.set()
            else:
                sentence = f"{self.name} did not answer in time, nor {LAG:g} s after a stop"
                raise EngineError(f"{sentence}{self._said_instead}", EngineErrorKind.TIME)


class StoppableProcess(EngineProcess):
    """An engine that understands `stop` and `isready`, as those that speak UCI do."""

    def stop(self) -> None:
        """Let the engine answer now. Any thread may call this while another waits in `play`."""
        super().stop()
        self._program.send("stop")

    def _await_ready(self) -> None:
        """Wait until it has done what it was told. Raises EngineError for the first refusal."""
        self._program.send("isready")
        refusal = None
        for line in self._answer_lines("isready", self.timeout):
            if line == "readyok":
                break
            refusal = refusal or self._refused(line)
        if refusal is not None:
            self._played = None
            raise refusal

    @abstractmethod
    def _refused(self, line: str) -> EngineError | None:
        """The error that a line says, if it says one."""
