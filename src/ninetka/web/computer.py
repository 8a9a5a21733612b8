"""Let computer players think in processes of their own, where they can be stopped at any time."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from typing import Final

from ..base.errors import NinetkaError
from ..server.methods import Server

_POLL_SECONDS: Final = 0.05
"""The seconds between two looks at whether an answer is still wanted."""


class PlayerProcesses:
    """Processes that answer messages to the rules, one for each message at a time.

    They are started when they are needed, and kept for later messages. Threads may share this.
    """

    def __init__(self) -> None:
        self._free: SimpleQueue[tuple[SpawnProcess, Connection]] = SimpleQueue()
        self.processes: set[SpawnProcess] = set()

    def answer(self, message: bytes, is_wanted: Callable[[], bool]) -> str | None:
        """The reply to a message; None if it has none, or as soon as nobody wants it any more.

        Raises NinetkaError if the process cannot be started, or is ended by others.
        """
        try:
            try:
                process, pipe = self._free.get_nowait()
            except Empty:
                process, pipe = self._started()
        except OSError as error:
            raise NinetkaError(f"the computer cannot think: {error.strerror}") from error
        try:
            pipe.send_bytes(message)
            while not pipe.poll(_POLL_SECONDS):
                if not is_wanted():
                    self._end(process)
                    return None
            reply: str | None = pipe.recv()
        except (EOFError, OSError) as error:
            self._end(process)
            raise NinetkaError("the computer was stopped while it thought") from error
        self._free.put((process, pipe))
        return reply

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        for process in list(self.processes):
            self._end(process)

    def _started(self) -> tuple[SpawnProcess, Connection]:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_think, args=(theirs,), daemon=True)
        if sys.platform != "win32":  # inherited: Ctrl-C, meant for all, says nothing there
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        process.start()
        theirs.close()  # so that ours ends with the process
        self.processes.add(process)
        return process, ours

    def _end(self, process: SpawnProcess) -> None:
        process.kill()
        process.join()
        self.processes.discard(process)


def _think(pipe: Connection) -> None:
    """Answer message after message, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = Server()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(server.answer(pipe.recv_bytes()))
