"""Worker processes for commands that take long."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Annotated, Any, Final, TypeAlias

import typer

from ..errors import NinetkaError

_MOST: Final = 61
"""More than 16 have nothing to do; it is as many as Python's own pools have on Windows."""

Task: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]

WorkersOption = Annotated[
    int, typer.Option(min=1, max=_MOST, help="How many processes share the work.")
]


class _Workers(Executor):
    """Processes, each with a pipe of its own.

    A `ProcessPoolExecutor` waits forever if a process is killed while it writes a result: all share
    one pipe, which the command itself holds open.
    """

    def __init__(self, workers: int) -> None:
        self._tasks: SimpleQueue[tuple[Future[Any], Task]] = SimpleQueue()
        self._processes: list[BaseProcess] = []
        self._pipes: list[Connection] = []
        for _ in range(workers):
            ours, theirs = Pipe()
            process = Process(target=_work, args=(theirs,), daemon=True)
            process.start()
            theirs.close()  # so that ours ends with the process
            self._processes.append(process)
            self._pipes.append(ours)
        for pipe in self._pipes:
            threading.Thread(target=self._serve, args=(pipe,), daemon=True).start()

    def submit(self, call: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._tasks.put((future, (call, args, options)))
        return future

    def _serve(self, pipe: Connection) -> None:
        """Give one process task after task, until it ends."""
        while True:
            future, task = self._tasks.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                pipe.send(task)
                result, error = pipe.recv()
            except (EOFError, OSError):
                future.set_exception(BrokenExecutor())
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()


def _work(pipe: Connection) -> None:
    _leave_signals_to_the_command()
    while True:
        call, args, options = pipe.recv()
        answer: tuple[Any, Exception | None]
        try:
            answer = call(*args, **options), None
        except Exception as error:  # raised where the result is asked for
            answer = None, error
        pipe.send(answer)


@contextmanager
def worker_pool(workers: int) -> Iterator[Executor | None]:
    """So many processes to work in; None for one, which is this process itself.

    Raises NinetkaError if they cannot be started, or if one of them is killed.
    """
    if workers == 1:
        yield None
        return
    with _started(workers) as executor:
        try:
            yield executor
        except BrokenExecutor as error:
            sentence = "a worker process was killed, maybe because memory ran out"
            raise NinetkaError(sentence) from error


def _started(workers: int) -> Executor:
    """Start processes, which inherit that Ctrl-C is ignored: else they may print errors."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return _Workers(workers)
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
