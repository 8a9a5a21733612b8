"""Worker processes for commands that take long."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import Annotated, Final

import typer

from ..errors import NinetkaError

MOST_WORKERS: Final = 61
"""The most processes that Windows lets a pool have."""

WorkersOption = Annotated[
    int, typer.Option(min=1, max=MOST_WORKERS, help="How many processes share the work.")
]


@contextmanager
def worker_pool(workers: int) -> Iterator[Executor | None]:
    """So many processes to work in; None for one, which is this process itself.

    Raises NinetkaError if they cannot be started, or if one of them is killed.
    """
    if workers == 1:
        yield None
        return
    executor = ProcessPoolExecutor(workers, initializer=_leave_signals_to_the_command)
    try:
        _start(executor, workers)
        yield executor
    except BrokenExecutor as error:
        raise NinetkaError("a worker process was killed, maybe because memory ran out") from error
    finally:
        executor.shutdown(cancel_futures=True)


def _start(executor: Executor, workers: int) -> None:
    """Start all processes now, which inherit that Ctrl-C is ignored: else they may print errors."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(workers):
            executor.submit(int)
    except OSError as error:
        sentence = f"{workers} worker processes cannot be started: {error.strerror}"
        raise NinetkaError(sentence) from error
    finally:
        signal.signal(signal.SIGINT, handler)


def _leave_signals_to_the_command() -> None:
    """The command ends its workers; Ctrl-C at a terminal goes to all of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    threading.Thread(target=_end_with_the_command, daemon=True).start()


def _end_with_the_command() -> None:
    """A worker whose command is killed would wait for work forever, with its output open."""
    command = parent_process()
    if command is not None:
        command.join()
        os._exit(1)
