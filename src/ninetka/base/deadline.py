"""Limit the time that a piece of work may take.

Loops that can be long call `check_time`. So the limit holds for code that nobody can end from
outside, as in a browser, where there are no other processes or threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import Final


class OutOfTimeError(Exception):
    """The time is over.

    Not a NinetkaError, which readers of records turn into a verdict on a record.
    """


class Deadline:
    """The end of the time for some work."""

    __slots__ = ("_end", "_outer")

    def __init__(self, seconds: float, outer: Deadline | None) -> None:
        """Expire after some seconds, or when an outer deadline does."""
        self._end, self._outer = monotonic() + seconds, outer

    def expire(self) -> None:
        """End the time now. Any thread may call this."""
        self._end = -inf

    @property
    def left(self) -> float:
        """The seconds that are left, at least 0."""
        left = max(0.0, self._end - monotonic())
        return left if self._outer is None else min(left, self._outer.left)


_DEADLINE: Final = ContextVar[Deadline | None]("_DEADLINE", default=None)


@contextmanager
def limited_to(seconds: float) -> Iterator[Deadline]:
    """Limit the work in the block to some `seconds`; a limit within another can't be longer."""
    deadline = Deadline(seconds, _DEADLINE.get())
    token = _DEADLINE.set(deadline)
    try:
        yield deadline
    finally:
        _DEADLINE.reset(token)


def check_time() -> None:
    """Raise OutOfTimeError if there is a limit and its time is over."""
    if not time_left():
        raise OutOfTimeError


def time_left() -> float:
    """The seconds that are left, at least 0; infinitely many if there is no limit."""
    deadline = _DEADLINE.get()
    return inf if deadline is None else deadline.left
