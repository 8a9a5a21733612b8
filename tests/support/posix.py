"""Things that only POSIX systems have; tests that need them are skipped elsewhere."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

POSIX = pytest.mark.skipif(os.name != "posix", reason="only POSIX has sh, signals and named pipes")
SIGTERM, SIGHUP, SIGINT = (getattr(signal, name, 0) for name in ("SIGTERM", "SIGHUP", "SIGINT"))


def skip_if_ignored(number: int) -> None:
    """Skip a test of a signal that programs started from here ignore."""
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("this signal is ignored here, as under nohup")


def pseudo_terminal() -> tuple[int, int]:
    """Both ends of a new pseudo-terminal, ours first."""
    pty: Any = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    ours, theirs = pty.openpty()
    return ours, theirs
