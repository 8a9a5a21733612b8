"""Counting calls of functions: work that is the same however busy the machine is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Calls:
    """How many functions have been called; as a clock, a second goes by with each."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> float:
        return float(self.number)

    def count(self, _: FrameType, event: str, __: object) -> None:
        """Count a call of a function, in Python or in C."""
        if event in ("call", "c_call"):
            self.number += 1


@contextmanager
def counted_calls() -> Iterator[Calls]:
    """Count the calls in a block, in this thread."""
    calls, before = Calls(), sys.getprofile()
    sys.setprofile(calls.count)
    try:
        yield calls
    finally:
        sys.setprofile(before)
