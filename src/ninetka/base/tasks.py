"""Tasks for an executor of `concurrent.futures`, a limited number of them at a time."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from queue import SimpleQueue
from threading import current_thread, main_thread
from types import FrameType
from typing import Final, TypeVar

from .errors import NinetkaError

T = TypeVar("T")
R = TypeVar("R")

IN_FLIGHT: Final = 1000
"""The number of tasks that an executor has at a time, by default."""
_MAX_TRIES: Final = 4
"""The number of times that a task is tried."""
_MAX_BROKEN: Final = 3
"""The number of executors in a row that may break without having done anything."""


class ExecutorError(NinetkaError):
    """An executor takes no more tasks, for example because its processes were killed."""


@contextmanager
def _delaying_ctrl_c() -> Iterator[None]:
    """Put off Ctrl-C, at which an executor would hold for ever a lock that it has just taken."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or current_thread() is not main_thread():
        yield
        return
    pressed: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda *given: pressed.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if pressed:
        handler(*pressed[-1])


def map_as_completed(
    executor: Executor | None,
    function: Callable[[T], R],
    tasks: Iterator[T],
    in_flight: int = IN_FLIGHT,
) -> Generator[tuple[T, R], None, None]:
    """Run `function` on each task in the executor; yield (task, result) as they finish.

    Without an executor, they run here, one after another. An executor has at most `in_flight` tasks
    at once. A task that it loses is tried again, three times. If it breaks, the results that it
    still gives are taken first.

    Raises ExecutorError if the executor takes no more tasks, NinetkaError if it loses a task each
    time or a worker has not installed what it needs. Other errors of the function are raised as
    they are.
    """
    if executor is None:
        yield from ((task, function(task)) for task in tasks)
        return
    done = SimpleQueue[Future[R | Exception]]()
    running: dict[Future[R | Exception], tuple[T, int]] = {}
    refusal: Exception | None = None

    def submit(task: T, attempt: int) -> Exception | None:
        with _delaying_ctrl_c():
            try:
                future = executor.submit(_attempt, function, task, attempt)
            except Exception as error:
                return error
            running[future] = task, attempt
            future.add_done_callback(done.put)
        return None

    try:
        while True:
            while refusal is None and len(running) < max(1, in_flight):
                task = next(tasks, None)
                if task is None:
                    break
                refusal = submit(task, 1)
            if refusal is not None and not isinstance(refusal, BrokenExecutor):
                running.clear()  # so that it is not told to cancel them
            if not running:
                break
            future = done.get()
            task, attempt = running.pop(future)
            try:
                found = future.result()
            except BrokenExecutor as error:
                refusal = error
            except Exception as error:  # the executor's: those of the function are returned
                if attempt == _MAX_TRIES:
                    sentence = f"some games could not be played, tried {_MAX_TRIES} times"
                    raise NinetkaError(f"{sentence}: {_told(error)}") from error
                refusal = refusal or submit(task, attempt + 1)
            else:
                if isinstance(found, Exception):
                    raise found
                yield task, found
    finally:
        for future in running:
            future.cancel()
    if refusal is not None:
        sentence = f"the executor takes no more tasks: {_told(refusal)}"
        raise ExecutorError(sentence) from refusal


def map_in_order(
    executor: Executor, function: Callable[[T], R], tasks: Iterable[T], in_flight: int = IN_FLIGHT
) -> Generator[R, None, None]:
    """Run `function` on each task in the executor; yield the results in the order of the tasks.

    The executor has at most `in_flight` tasks at once. Results that are there are given before more
    tasks are taken. Raises what the executor or the function raises.
    """
    running = deque[Future[R]]()
    try:
        for task in tasks:
            with _delaying_ctrl_c():
                running.append(executor.submit(function, task))
            while running and (running[0].done() or len(running) == in_flight):
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    except BrokenExecutor:
        raise
    except (Exception, GeneratorExit):
        # Not for a broken pool, nor at Ctrl-C, which may be answered by ending a pool's processes:
        # there Python 3.11 trips over tasks that have been cancelled.
        for future in running:
            future.cancel()
        raise


def with_new_executors(work: Callable[[], object], done: Callable[[], int], count: int) -> None:
    """Do work until `done()` is `count`; if it breaks its executor, go on with another.

    `work` opens an executor and does with it what remains. Raises ExecutorError when three in a row
    have broken without having done anything.
    """
    broken = 0
    while (before := done()) < count:
        try:
            work()
        except ExecutorError:
            broken = broken + 1 if done() == before else 1
            if broken == _MAX_BROKEN:
                raise


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _attempt(function: Callable[[T], R], task: T, attempt: int) -> R | Exception:
    """Run a task; return its result, or the error it raised, since trying again would not help.

    `attempt` is for Dask, which would take the same call for the one that failed.
    """
    try:
        return function(task)
    except ModuleNotFoundError as error:
        return NinetkaError(f"a worker cannot play these games: {error}")
    except Exception as error:
        return error
