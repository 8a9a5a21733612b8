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

from ..base.errors import NinetkaError

__all__ = ["MAX_WORKERS", "started"]

P = ParamSpec("P")
T = TypeVar("T")
_Task: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]

MAX_WORKERS: Final = 61
"""The most processes, as in Python's own pools on Windows."""


@contextmanager
def started(workers: int) -> Iterator[Executor]:
    """An executor on processes of this machine, which are gone after the block.

    They end at once if the block is left by an error such as Ctrl-C, and if this process is killed.
    They import the main module of the program, which must not start them when it is imported.

    If one of them is killed, the others do its task again and go on without it. If all are, the
    tasks that are left fail with BrokenExecutor, and no more are taken; leaving the block with that
    error makes a NinetkaError of it. Raises NinetkaError if they cannot be started.
    """
    with _Workers(workers) as executor:  # it also ends those of which only some can be started
        try:
            with _without_ctrl_c():
                executor.start()
        except OSError as error:
            sentence = f"{workers} worker processes cannot be started: {error.strerror}"
            raise NinetkaError(sentence) from error
        try:
            yield executor
        except BrokenExecutor as error:
            sentence = "the worker processes were killed, maybe because memory ran out"
            raise NinetkaError(sentence) from error


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Ignore Ctrl-C in the block; processes started there inherit that."""
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
        self._lock, self._living = Lock(), workers
        self._processes: list[Process] = []

    def start(self) -> None:
        """Start the processes. Raises OSError."""
        pipes = []
        for _ in range(self._living):
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
            if not self._living:
                raise _killed()
            self._tasks.put((future, (fn, args, kwargs)))
        return future

    def _serve(self, pipe: Connection) -> None:
        """Give one process task after task, until it ends."""
        while True:
            future, task = self._tasks.get()
            if not future.running() and not future.set_running_or_notify_cancel():
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
                self._hand_over(future, task)
                return
            result, error = pickle.loads(answer)
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    def _hand_over(self, future: Future[Any], task: _Task) -> None:
        """Leave the task of a process that was killed to the others; without any, refuse all.

        It comes last: if it has killed the process, it may kill the next one too.
        """
        with self._lock, suppress(Empty):
            self._living -= 1
            self._tasks.put((future, task))
            while not self._living:
                left, _ = self._tasks.get_nowait()
                if left.running() or left.set_running_or_notify_cancel():
                    left.set_exception(_killed())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()


def _killed() -> BrokenExecutor:
    return BrokenExecutor("the worker processes were killed")


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
                try:
                    answer = pickle.dumps((None, error))
                    pickle.loads(answer)
                except Exception:
                    answer = pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
            pipe.send_bytes(answer)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
