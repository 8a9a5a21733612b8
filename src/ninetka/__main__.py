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
_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


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
    finally:
        _hear_no_more()


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
    for number in _ENDINGS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    app(prog_name="ninetka")


def _end(number: int, _: FrameType | None) -> NoReturn:
    """End in order, so that no half-written file stays behind."""
    sys.exit(128 + number)


def _hear_no_more() -> None:
    """Let no signal that comes while Python ends change how a command ended that is done."""
    for number in (signal.SIGINT, *_ENDINGS):
        signal.signal(number, signal.SIG_IGN)


if __name__ == "__main__":
    main()
