"""Waiting for an event, such as a file or a line of output, however busy the machine is."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

PATIENCE = 600.0
"""The seconds after which a test gives up waiting: much longer than anything takes."""


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, "what the test waits for has not happened"
        sleep(0.01)
