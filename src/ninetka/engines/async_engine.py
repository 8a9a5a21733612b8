"""Engines for programs with an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any, Self, final

from ..play.game import Game
from ..protocol.states import M
from .engine import Engine
from .messages import Answer, EngineError, EngineErrorKind, Info, Limit
from .process import TIMEOUT, EngineProcess, OnInfo

__all__ = ["AsyncEngine"]


def _kill(starting: Future[EngineProcess]) -> None:
    """End an engine that nobody waits for any more."""
    if starting.exception() is None:
        starting.result().kill()


@final
class AsyncEngine:
    """An engine for an event loop, which goes on while a thread waits for the engine.

    Make one with `start`. Leaving an `async with` block ends the program. A call that is cancelled
    stops the engine, which can then be asked again.
    """

    def __init__(self, engine: EngineProcess, thread: ThreadPoolExecutor) -> None:
        self.engine = engine
        """The engine. Its `set`, `stop` and `kill` wait for nothing and can be called directly."""
        self._thread = thread

    @classmethod
    async def start(
        cls,
        command: str | Sequence[str],
        kind: Callable[..., EngineProcess] = Engine,
        *,
        timeout: float = TIMEOUT,
    ) -> AsyncEngine:
        """Start an engine of a class, by default `Engine`. Raises as the class does."""
        thread = ThreadPoolExecutor(1, "engine")
        starting = thread.submit(partial(kind, command, timeout=timeout))
        try:
            engine = await asyncio.shield(asyncio.wrap_future(starting))
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                starting.add_done_callback(_kill)
            thread.shutdown(wait=False)
            raise
        return cls(engine, thread)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def play(
        self, game: Game[Any, M], limit: Limit | None = None, on_info: OnInfo | None = None
    ) -> Answer[M]:
        """Ask the engine as `EngineProcess.play` does; `on_info` is called in the event loop.

        Raises as it does, and EngineError after `close`.
        """
        loop = asyncio.get_running_loop()

        def tell(info: Info) -> None:
            if on_info is not None:
                loop.call_soon_threadsafe(on_info, info)

        stopped = Event()
        try:
            asked = self._thread.submit(self.engine._play_until, stopped, game, limit, tell)
        except RuntimeError as error:  # the thread takes nothing any more
            sentence = f"{self.engine.name} has been ended"
            raise EngineError(sentence, EngineErrorKind.ENDED) from error
        try:
            return await asyncio.shield(asyncio.wrap_future(asked))
        except asyncio.CancelledError:
            if not asked.cancel():
                stopped.set()  # the thread may not have begun to play
                self.engine.stop()
            raise

    async def close(self) -> None:
        """Ask the engine to end, and kill it if it does not."""
        await asyncio.to_thread(self.engine.close)
        self._thread.shutdown(wait=False)
