"""Engines as players, wherever players play: in the arena, for example."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from threading import Lock
from typing import Any, Final, NoReturn, Self, final

from ..base.errors import NinetkaError, quoted
from ..base.messages import listed
from ..play.game import Game
from ..protocol.states import GameState, M
from .dots import GtpEngine, OppaiEngine
from .engine import Engine
from .messages import EngineError, EngineErrorKind, Limit
from .process import EngineProcess
from .sanmill import SanmillEngine

__all__ = ["EnginePlayer"]

PROTOCOLS: Final[Mapping[str, Callable[[str], EngineProcess]]] = {
    "engine": Engine,
    "gtp": GtpEngine,
    "oppai": OppaiEngine,
    "sanmill": SanmillEngine,
}
"""The classes that speak with an engine, by the word before the command in a player's name."""
_NAME: Final = re.compile(r"([a-z]+)(?:\[([^\]]*)\])?:(.*)", re.DOTALL)


@final
class EnginePlayer:
    """An engine as a player: a running program, or several, since it can play games at once.

    The text has the protocol, perhaps options, and the command: `engine:node engine.mjs`,
    `engine[visits=500,seed=1]:./engine`. Every move may take what `limit` says, by default a
    second; a referee with clocks adds these.

    The program is started at once, to find out whether it can be and what it calls itself. Leaving
    a `with` block ends all that were started. Raises NinetkaError for a text that is not an
    engine's, EngineError if it cannot be started.
    """

    def __init__(self, text: str, limit: Limit | None = None) -> None:
        known = _NAME.fullmatch(text)
        if known is None or known[1] not in PROTOCOLS:
            forms = listed((f"{name}:COMMAND" for name in PROTOCOLS), "or")
            raise NinetkaError(f"an engine is written {forms}, not {quoted(text)}")
        self._kind, self._command = PROTOCOLS[known[1]], known[3].strip()
        pairs = [pair.partition("=") for pair in (known[2] or "").split(",") if pair]
        self._options = {name.strip(): value.strip() for name, _, value in pairs}
        self.limit: Limit = Limit(seconds=1) if limit is None else limit
        """The limit of each move."""
        self._lock = Lock()
        self._idle: list[EngineProcess] = []
        self._running: set[EngineProcess] = set()
        self._is_closed = False
        with self.engine() as engine:
            self.name: str = engine.name
            """The engine's own name."""

    @staticmethod
    def is_engine(text: str) -> bool:
        """Tell whether a player's name is that of an engine."""
        known = _NAME.fullmatch(text)
        return known is not None and known[1] in PROTOCOLS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise NinetkaError(f"{self.name} cannot be sent to another process: play in threads")

    @contextmanager
    def engine(self) -> Iterator[EngineProcess]:
        """A running engine that plays no other game meanwhile; an error in the block ends it."""
        engine = self._taken()
        try:
            yield engine
        except BaseException:
            self._end(engine)
            raise
        with self._lock:
            self._idle.append(engine)

    def _taken(self) -> EngineProcess:
        with self._lock:
            if self._is_closed:
                raise EngineError(f"{self.name} has been ended", EngineErrorKind.ENDED)
            while self._idle:
                engine = self._idle.pop()
                if engine.is_running:
                    return engine
                self._running.discard(engine)
        engine = self._kind(self._command)
        with self._lock:
            self._running.add(engine)
            is_late = self._is_closed
        try:
            for name, value in self._options.items():
                engine.set(name, value)
        except NinetkaError:
            self._end(engine)
            raise
        if is_late:
            self._end(engine)
        return engine

    def _end(self, engine: EngineProcess) -> None:
        engine.kill()
        with self._lock:
            self._running.discard(engine)

    def choose(self, state: GameState[M], rng: Random) -> M:
        """Choose a move, as any `Player` does. Raises EngineError, also if the engine resigns."""
        with self.engine() as engine:
            set_seed(engine, rng)
            game: Game[Any, M] = Game.from_replay((state,), ())
            answer = engine.play(game, self.limit)
        if answer.move is None:
            raise EngineError(f"{self.name} resigns")
        return answer.move

    def interrupt(self) -> None:
        """End the programs that play now. Their games fail; other games start other programs."""
        with self._lock:
            busy = self._running.difference(self._idle)
        for engine in busy:
            engine.kill()

    def close(self) -> None:
        """End all programs."""
        with self._lock:
            self._is_closed, idle = True, self._idle
            self._idle = []
        for engine in idle:
            engine.close()
        self.interrupt()


def set_seed(engine: EngineProcess, rng: Random) -> None:
    """Set an engine's option `seed`, if it has one."""
    if "seed" in engine.options:
        engine.set("seed", f"{rng.getrandbits(32)}")
