"""Things that only POSIX systems have; tests that need them are skipped elsewhere."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

POSIX = pytest.mark.skipif(os.name != "posix", reason="only POSIX has sh, signals and named pipes")
SIGTERM, SIGHUP, SIGINT = (getattr(signal, name, 0) for name in ("SIGTERM", "SIGHUP", "SIGINT"))


HEARD = pytest.mark.usefixtures("heard")


@pytest.fixture
def heard() -> Iterator[None]:
    """Signals to end are heard here and by programs started from here.

    Under nohup, or in a command begun with `&`, some are ignored, and programs inherit that.
    """
    ways: dict[int, Any] = {
        SIGINT: signal.default_int_handler,
        SIGTERM: _overheard,
        SIGHUP: _overheard,
    }
    ignored = [number for number in ways if number and signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, ways[number])
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


def _overheard(*_: object) -> None:
    """Go on, while programs started from here are ended."""


def pseudo_terminal() -> tuple[int, int]:
    """Both ends of a new pseudo-terminal, ours first."""
    pty: Any = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    ours, theirs = pty.openpty()
    return ours, theirs
