"""Worker processes, which end with the command that uses them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children

from ..errors import NinetkaError


@contextmanager
def processes(workers: int) -> Iterator[Executor | None]:
    """An executor with so many processes; None for one, since this process is one.

    If an error or a signal ends the command, they stop whatever they are doing. Raises NinetkaError
    if one of them is killed.
    """
    if workers == 1:
        yield None
        return
    with ProcessPoolExecutor(workers, initializer=_obey_the_command) as pool:
        try:
            yield pool
        except BrokenExecutor as error:
            raise NinetkaError("a worker process was ended from outside") from error
        except BaseException:
            for process in active_children():
                process.terminate()
            raise


def _obey_the_command() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the command; die when told to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
