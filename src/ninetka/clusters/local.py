"""An executor on processes of this machine, which end when they are no longer needed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

__all__ = ["started"]


@contextmanager
def started(workers: int) -> Iterator[Executor]:
    """An executor on so many processes.

    Unlike those of a mere `ProcessPoolExecutor`, they end at once if the block is left by an error
    such as Ctrl-C, and if this process is killed. They import the main module of the program, which
    must not start them when it is imported.
    """
    others = active_children()
    with ProcessPoolExecutor(workers, get_context("spawn"), _be_worker) as executor:
        try:
            yield executor
        except BaseException:
            for process in active_children():  # which would finish their tasks first
                if process not in others:
                    process.terminate()
            raise


def _be_worker() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
