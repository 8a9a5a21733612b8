"""An executor that loses some of its tasks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class Losing(ThreadPoolExecutor):
    """Loses a task if `lose`, given how many were submitted before, returns an error."""

    def __init__(self, lose: Callable[[int], Exception | None] = lambda _: None) -> None:
        super().__init__(2)
        self.lose = lose
        self.futures: list[Future[Any]] = []
        self.most_in_flight = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        error = self.lose(len(self.futures))
        future = super().submit(fn, *args, **kwargs) if error is None else Future[Any]()
        if error is not None:
            future.set_exception(error)
        self.futures.append(future)
        in_flight = sum(not future.done() for future in self.futures)
        self.most_in_flight = max(in_flight, self.most_in_flight)
        return future
