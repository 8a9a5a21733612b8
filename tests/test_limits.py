"""No test waits for ever."""

from __future__ import annotations

import signal
from threading import Event

import pytest
from support import limits
from support.limits import limited
from support.posix import POSIX
from support.waiting import PATIENCE


@POSIX
def test_a_test_that_waits_too_long_fails_and_one_that_goes_on_ends_the_run(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)  # this test's own
    monkeypatch.setattr(limits, "_USUAL", 0.0005)
    monkeypatch.setattr(limits, "_MORE", 0.01)

    def wait_on() -> None:
        with limited(request.node):
            try:
                Event().wait(PATIENCE)
            except pytest.fail.Exception:
                Event().wait(PATIENCE)

    with pytest.raises(pytest.exit.Exception, match="it may wait for what never comes"):
        wait_on()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
