"""Worker processes, which end with the command that uses them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

from ..errors import NinetkaError


@contextmanager
def processes(workers: int) -> Iterator[Executor | None]:
    """An executor with so many processes; None for one, which is this process itself.

    If an error or a signal ends the command, they stop whatever they are doing. Raises NinetkaError
    for the executor's own error when one of them has been killed.
    """
    if workers == 1:
        yield None
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), _be_worker) as pool:
        try:
            yield pool
        except BaseException as error:
            for process in active_children():  # which would finish their tasks first
                process.terminate()
            if isinstance(error, BrokenExecutor):
                raise NinetkaError("a worker process was ended from outside") from error
            raise


def _be_worker() -> None:
    """Leave Ctrl-C to the command, and end when it does, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
