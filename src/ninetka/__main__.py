"""The `ninetka` command, also as `python -m ninetka`."""

from __future__ import annotations

import signal
import sys
from io import TextIOWrapper
from types import FrameType
from typing import NoReturn

UNUSABLE = 2
UNREAD = 128 + 13
INTERRUPTED = 130


def main() -> None:
    """Run the command line, or say which extra it needs."""
    try:
        _run()
    except KeyboardInterrupt:  # before the command line could take it
        sys.exit(INTERRUPTED)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # of help, which ends with 1 then
            sys.exit(UNREAD)
        raise
    except OSError:  # help could not be printed
        sys.exit(UNUSABLE)


def _run() -> None:
    try:
        from .cli import app
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"typer", "rich"}:
            raise
        print("the ninetka command needs its extra: pip install 'ninetka[cli]'", file=sys.stderr)
        sys.exit(UNUSABLE)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # What a record holds may be more than the terminal's encoding can show.
            stream.reconfigure(errors="backslashreplace")
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # not every system has both
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    app(prog_name="ninetka")


def _end(number: int, _: FrameType | None) -> NoReturn:
    """End in order, so that no half-written file stays behind."""
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
