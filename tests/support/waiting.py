"""Waiting for an event, such as a file or a line of output, however busy the machine is."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from time import monotonic, sleep
from typing import IO, AnyStr

PATIENCE = 600.0
"""The seconds after which a test gives up waiting: much longer than anything takes."""


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, "what the test waits for has not happened"
        sleep(0.01)


def line_of(stream: IO[AnyStr]) -> AnyStr:
    """The next line of a stream, empty at its end."""
    lines: list[AnyStr] = []
    reader = Thread(target=lambda: lines.append(stream.readline()), daemon=True)
    reader.start()
    reader.join(PATIENCE)
    assert lines, "the line that the test waits for has not come"
    return lines[0]
