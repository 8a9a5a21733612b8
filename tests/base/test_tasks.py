"""Tasks are handed out whole, even if Ctrl-C is pressed meanwhile."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from threading import Thread
from typing import Any

import pytest
from support.posix import HEARD
from support.waiting import PATIENCE

from ninetka.base.tasks import map_as_completed, map_in_order


class Pressing(Executor):
    """An executor whose user presses Ctrl-C just when it has taken a task."""

    def __init__(self) -> None:
        self.taken: list[Future[Any]] = []

    def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
        signal.raise_signal(signal.SIGINT)
        future = Future[Any]()
        self.taken.append(future)
        return future


def twice(number: int) -> int:
    return 2 * number


@HEARD
@pytest.mark.parametrize("run", [map_as_completed, map_in_order])
def test_a_task_is_taken_whole_when_ctrl_c_is_pressed(
    run: Callable[[Executor, Callable[[int], int], Iterator[int]], Iterator[object]],
) -> None:
    executor, handler = Pressing(), signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        list(run(executor, twice, iter([1, 2])))
    assert len(executor.taken) == 1
    assert signal.getsignal(signal.SIGINT) is handler


def test_other_threads_hand_out_tasks_too() -> None:
    class Prompt(Pressing):
        def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
            future = Future[Any]()
            future.set_result(function(*given))
            return future

    found: list[int] = []
    thread = Thread(target=lambda: found.extend(map_in_order(Prompt(), twice, [1, 2])))
    thread.start()
    thread.join(PATIENCE)
    assert found == [2, 4]
