"""Clocks in place of the system's, so that no test depends on how fast the machine is."""

from __future__ import annotations


class Clock:
    """A clock that goes on by `tick` seconds at each look, and else only when a test sets it."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now, self.tick = 100.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now
