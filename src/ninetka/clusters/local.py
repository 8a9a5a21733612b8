"""An executor on processes of this machine."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Lock, Thread, current_thread, main_thread
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

from ..errors import NinetkaError

__all__ = ["MOST_WORKERS", "started"]

P = ParamSpec("P")
T = TypeVar("T")
_Task: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]

MOST_WORKERS: Final = 61
"""As many processes as Python's own pools have on Windows."""


@contextmanager
def started(workers: int) -> Iterator[Executor]:
    """An executor on so many processes, which are gone after the block.

    They end at once if the block is left by an error such as Ctrl-C, and if this process is killed.
    They import the main module of the program, which must not start them when it is imported.

    Raises NinetkaError if they cannot be started. If one of them is killed, its task and those that
    have not begun fail with BrokenExecutor, and no more are taken; leaving the block with that
    error makes a NinetkaError of it.
    """
    try:
        with _without_ctrl_c():
            executor = _Workers(workers)
    except OSError as error:
        sentence = f"{workers} worker processes cannot be started: {error.strerror}"
        raise NinetkaError(sentence) from error
    with executor:
        try:
            yield executor
        except BrokenExecutor as error:
            sentence = "a worker process was killed, maybe because memory ran out"
            raise NinetkaError(sentence) from error


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Ctrl-C is ignored meanwhile, which processes started then inherit."""
    if current_thread() is not main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


class _Workers(Executor):
    """Processes, each with a pipe of its own.

    A `ProcessPoolExecutor` waits forever if a process is killed while it writes a result: all share
    one pipe, which this process itself holds open.
    """

    def __init__(self, workers: int) -> None:
        self._tasks: SimpleQueue[tuple[Future[Any], _Task]] = SimpleQueue()
        self._lock, self._is_broken = Lock(), False
        self._processes, pipes = [], []
        for _ in range(workers):
            ours, theirs = Pipe()
            process = Process(target=_work, args=(theirs,), daemon=True)
            process.start()
            theirs.close()  # so that ours ends with the process
            self._processes.append(process)
            pipes.append(ours)
        for pipe in pipes:
            Thread(target=self._serve, args=(pipe,), daemon=True).start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        with self._lock:
            if self._is_broken:
                raise BrokenExecutor("a worker process was killed")
            self._tasks.put((future, (fn, args, kwargs)))
        return future

    def _serve(self, pipe: Connection) -> None:
        """Give one process task after task, until it ends."""
        while True:
            future, task = self._tasks.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                message = pickle.dumps(task)
            except Exception as unsendable:
                future.set_exception(unsendable)
                continue
            try:
                pipe.send_bytes(message)
                answer = pipe.recv_bytes()
            except (EOFError, OSError):
                future.set_exception(BrokenExecutor("a worker process was killed"))
                self._break()
                return
            result, error = pickle.loads(answer)
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    def _break(self) -> None:
        """Refuse all tasks that have not begun."""
        with self._lock, suppress(Empty):
            self._is_broken = True
            while True:
                future, _ = self._tasks.get_nowait()
                if future.set_running_or_notify_cancel():
                    future.set_exception(BrokenExecutor("a worker process was killed"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()


def _work(pipe: Connection) -> None:
    """Do task after task, and end when the process that started this one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError):
        while True:
            message = pipe.recv_bytes()
            try:
                call, args, options = pickle.loads(message)
                answer = pickle.dumps((call(*args, **options), None))
                pickle.loads(answer)
            except Exception as error:  # raised where the result is asked for
                answer = _pickled(error)
            pipe.send_bytes(answer)


def _pickled(error: Exception) -> bytes:
    """The answer of a task that failed; an error that cannot be pickled becomes a RuntimeError."""
    try:
        answer = pickle.dumps((None, error))
        pickle.loads(answer)
    except Exception:
        answer = pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
    return answer


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
