"""Tasks for an executor of `concurrent.futures`: their results as they come in."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from queue import SimpleQueue
from typing import Final, TypeVar

from ..base.errors import NinetkaError

__all__ = ["IN_FLIGHT", "ExecutorError", "done_by"]

T = TypeVar("T")
R = TypeVar("R")

IN_FLIGHT: Final = 1000
"""How many tasks an executor has at a time, unless it's told otherwise."""
_TRIES: Final = 4


class ExecutorError(NinetkaError):
    """An executor that takes no tasks any more, as a pool whose processes were killed."""


def done_by(
    executor: Executor,
    function: Callable[[T], R],
    tasks: Iterator[T],
    in_flight: int = IN_FLIGHT,
) -> Generator[tuple[T, R], None, None]:
    """Each task with what the function makes of it there, in the order in which they are done.

    The executor has at most `in_flight` tasks at once. A task that it loses is tried again, three
    times. If it breaks, what it still gives is taken first.

    Raises ExecutorError if the executor takes no more tasks, NinetkaError if it loses a task each
    time or a worker has not installed what it needs. Other errors of the function are raised as
    they are.
    """
    done = SimpleQueue[Future[R | Exception]]()
    running: dict[Future[R | Exception], tuple[T, int]] = {}
    refusal: Exception | None = None

    def submit(task: T, attempt: int) -> Exception | None:
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
                if attempt == _TRIES:
                    sentence = f"some games could not be played, tried {_TRIES} times"
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


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _attempt(function: Callable[[T], R], task: T, attempt: int) -> R | Exception:
    """What the function makes of a task, or its error: it would fail again.

    `attempt` is for Dask, which would take the same call for the one that failed.
    """
    try:
        return function(task)
    except ModuleNotFoundError as error:
        return NinetkaError(f"a worker cannot play these games: {error}")
    except Exception as error:
        return error
