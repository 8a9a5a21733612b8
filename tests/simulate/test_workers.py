"""Worker processes answer every task, whatever it is."""

from __future__ import annotations

import os
import pickle
import signal
import time
from concurrent.futures import BrokenExecutor
from multiprocessing import active_children

import pytest
from support.waiting import PATIENCE

from ninetka.simulate.workers import started

ODD_ERROR = """
class Odd(Exception):
    def __init__(self, one, two):
        super().__init__(one)
raise Odd("odd", 2)
"""


def test_what_cannot_be_pickled_is_an_error_and_no_end() -> None:
    with started(1) as executor:
        with pytest.raises((pickle.PicklingError, AttributeError)):
            executor.submit(lambda: 1).result(PATIENCE)
        with pytest.raises((pickle.PicklingError, AttributeError)):
            executor.submit(eval, "lambda: 1").result(PATIENCE)
        with pytest.raises(RuntimeError, match="Odd: odd"):
            executor.submit(exec, ODD_ERROR).result(PATIENCE)
        assert executor.submit(int, "7").result(PATIENCE) == 7


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGTERM)


@pytest.mark.long
def test_without_processes_all_tasks_fail() -> None:
    with started(2) as executor:
        slow = [executor.submit(time.sleep, 1e6) for _ in range(9)]
        for process in active_children():
            _kill(process.pid or 0)
        for future in slow:
            assert isinstance(future.exception(PATIENCE), BrokenExecutor)
        with pytest.raises(BrokenExecutor, match="the worker processes were killed"):
            executor.submit(abs, 1)
