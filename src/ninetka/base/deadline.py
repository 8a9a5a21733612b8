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

_END: Final = ContextVar("_END", default=inf)
"""When the time is over, on the clock of `monotonic`."""


class OutOfTimeError(Exception):
    """The time is over.

    Not a NinetkaError, which readers of records turn into a verdict on a record.
    """


@contextmanager
def limited_to(seconds: float) -> Iterator[None]:
    """Limit the work in the block to some `seconds`; a limit within another can't be longer."""
    token = _END.set(min(_END.get(), monotonic() + seconds))
    try:
        yield
    finally:
        _END.reset(token)


def check_time() -> None:
    """Raise OutOfTimeError if there is a limit and its time is over."""
    if monotonic() >= _END.get():
        raise OutOfTimeError


def time_left() -> float:
    """How many seconds are left, at least 0; infinitely many if there is no limit."""
    return max(0.0, _END.get() - monotonic())
