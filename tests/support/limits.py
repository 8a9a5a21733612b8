"""A limit for each test: whatever it waits for, the run goes on or ends."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

import pytest

_USUAL, _DEEP = 20, 60
"""The minutes that a test may take: far more than any needs."""
_MORE = 60
"""The seconds that it has left to end what it has begun."""


@contextmanager
def limited(item: pytest.Item) -> Iterator[None]:
    """Fail a test that takes too long; end the run if it still goes on then.

    Where there are no timers of this kind, as on Windows, tests have no limit.
    """
    can_limit = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    is_main = current_thread() is main_thread()
    if not can_limit or not is_main or any(signal.getitimer(signal.ITIMER_REAL)):
        yield
        return
    minutes = _DEEP if item.get_closest_marker("deep") else _USUAL
    text = f"this test has taken {minutes} minutes: it may wait for what never comes"
    late = False

    def end(*_: object) -> None:
        nonlocal late
        if late:
            pytest.exit(f"{item.nodeid}: {text}", 1)
        late = True
        pytest.fail(text)

    handler = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, 60 * minutes, _MORE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
