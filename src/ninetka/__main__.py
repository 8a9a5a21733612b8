"""The `ninetka` command, also as `python -m ninetka`."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from _thread import interrupt_main
from contextlib import suppress
from io import TextIOWrapper
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TextIO

from .base.errors import missing_extra

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
UNUSABLE = 2
INTERRUPTED = 130
UNREAD = 141  # as if SIGPIPE had ended it


def main() -> None:
    """Run the command line, or say which extra it needs."""
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            sys.exit(UNREAD)
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still buffered
        sys.exit(_error(f"standard output: {error.strerror}"))
    finally:
        for number in (signal.SIGINT, *_ENDINGS):  # what is done stays done while Python ends
            signal.signal(number, signal.SIG_IGN)


def _run() -> None:
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()  # else a worker would begin the command anew
    try:
        from .cli import app
    except ModuleNotFoundError as error:
        sys.exit(_error(missing_extra("cli", error)))
    if sys.stdin is None or sys.stdout is None:
        sys.exit(_error("standard input or output is closed"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # for what a terminal cannot show
    for number in _ENDINGS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    sys.unraisablehook = _end_later
    with warnings.catch_warnings():
        warnings.showwarning = _warn
        app(prog_name="ninetka")


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    with suppress(OSError):
        print(f"Warning: {message}", file=sys.stderr)


def _error(sentence: object) -> int:
    with suppress(OSError):
        print(f"Error: {sentence}", file=sys.stderr)
    return UNUSABLE


def _end(number: int, _: FrameType | None) -> NoReturn:
    """Exit as after an error, so that no half-written file stays behind."""
    sys.exit(128 + number)


def _end_later(lost: UnraisableHookArgs) -> None:
    """Send a signal to end again, if C code that was calling Python has dropped its exception."""
    code = getattr(lost.exc_value, "code", None)
    if isinstance(lost.exc_value, KeyboardInterrupt):
        code = INTERRUPTED
    for number in (signal.SIGINT, *_ENDINGS):
        if code == 128 + number:
            Timer(0.1, interrupt_main, [number]).start()
            return
    sys.__unraisablehook__(lost)


if __name__ == "__main__":
    main()
