"""What the commands print and write."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any, Final

import typer
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style

from ..base.errors import NinetkaError, listed, named
from ..drawing.drawable import DrawableState
from ..drawing.svg import ink_on
from ..protocol.endings import Ending
from ..protocol.states import GameState

STANDARD: Final = "-"
"""What stands for standard input or output instead of a file's name."""

_ENDINGS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
_IN_MEMORY: Final = 1 << 20
"""How many bytes are held in memory before a temporary file takes them."""


def say(text: object) -> None:
    """Print to standard output."""
    typer.echo(text)


def warn(text: object) -> None:
    """Print to standard error."""
    typer.echo(text, err=True)


def board(
    state: GameState[Any],
    last_move: Any = None,
    names: Sequence[str] = (),
    ending: Ending | None = None,
    room: tuple[int, int] | None = None,
) -> str:
    """The position as lines of text, with lines and colours where the terminal has them.

    `room` is how many columns and lines a large board may take.
    """
    if not isinstance(state, DrawableState):
        return str(state)
    console = Console()
    if console.color_system == "standard":  # 16 colours, of which several seats would have one
        console = Console(color_system="256")
    colours = None if console.no_color else COLOR_SYSTEMS.get(str(console.color_system))

    def paint(text: str, ground: str) -> str:
        style = Style(bold=True, color=ink_on(ground), bgcolor=ground)
        return style.render(text, color_system=colours)

    return state.to_board(
        last_move=last_move,
        ending=ending,
        names=names,
        unicode=console.is_terminal and not console.options.ascii_only,
        paint=paint if colours else None,
        room=room,
    )


def output_ending(path: str | None, endings: Collection[str]) -> str:
    """The ending of an output's name in lower case; the first of these if it has none.

    Raises NinetkaError for an ending that is not among these.
    """
    ending = os.path.splitext(path or "")[1].lower()
    if ending and ending not in endings:
        known = listed(endings, "or")
        raise NinetkaError(
            f"{named(str(path))}: the output's name can end in {known}, not in {named(ending)}"
        )
    return ending or next(iter(endings))


def refuse_overwrite(source: str, output: str | None) -> None:
    """Raise NinetkaError if the output would take the place of the record that is read."""
    if output is not None and is_same(source, output):
        raise NinetkaError(
            f"{named(output)} is the record itself: name another file for the output"
        )


def is_same(path: str, other: str) -> bool:
    """Whether two paths lead to the same file."""
    there = os.path.exists(path) and os.path.exists(other)
    return there and os.path.samefile(path, other)


@contextmanager
def whole_file(path: str | None, *, is_ending: bool = True) -> Iterator[IO[bytes]]:
    """A file to write to. What is written gets to its place only if all goes well, and then whole.

    The place is a file, which is replaced in one step; a device or a pipe, which is written to; or
    standard output for None. A signal to end that comes while a file is replaced is ignored if the
    command `is_ending` with it. Raises NinetkaError.
    """
    if path is None or path == STANDARD or _is_standard_output(path):
        with _held_back(sys.stdout.buffer) as file:
            yield file
        return
    try:
        if is_replaced(path):
            with _replacing(os.path.realpath(path), is_ending) as file:
                yield file
        else:
            with open(path, "ab") as out, _held_back(out) as file:
                yield file
    except OSError as error:
        raise NinetkaError(f"{named(path)}: {error.strerror or error}") from error


def is_replaced(path: str) -> bool:
    """Whether a path is of a file, or of none yet, rather than of a device, a pipe or a folder.

    Raises NinetkaError if it isn't a file's name.
    """
    if not os.path.basename(path):
        raise NinetkaError(f"{named(path)} is not a file's name")
    if path == STANDARD or _is_standard_output(path) or path.startswith(("/dev/", "/proc/")):
        return False
    return os.path.isfile(path) or not os.path.exists(path)


def check_replaceable(path: str) -> None:
    """Raise NinetkaError if there is a read-only file."""
    if os.path.exists(path):
        mode = os.stat(path).st_mode
        if not (mode & 0o222 and os.access(path, os.W_OK)):  # root may write any file
            raise NinetkaError(f"{named(path)}: the file is read-only, so it is not replaced")


def _is_standard_output(path: str) -> bool:
    """Whether a file is where standard output goes, by whatever name, such as /dev/stdout."""
    return os.path.exists(path) and os.path.samefile(path, 1)


@contextmanager
def _held_back(out: IO[bytes]) -> Iterator[IO[bytes]]:
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
        yield file
        file.seek(0)
        shutil.copyfileobj(file, out)
        out.flush()


@contextmanager
def _replacing(path: str, is_ending: bool) -> Iterator[IO[bytes]]:
    check_replaceable(path)
    old = os.stat(path) if os.path.exists(path) else None
    scratch = Path(os.path.dirname(path), f".ninetka-{secrets.token_hex(4)}")
    try:
        with scratch.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if old:
            _give_rights(scratch, old)
        with _undisturbed() if is_ending else nullcontext():
            scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def _give_rights(path: Path, old: os.stat_result) -> None:
    """Give a file the owner and the rights of another, but no right to run as the owner."""
    if hasattr(os, "chown"):
        for owner in (old.st_uid, -1):  # others than root can often keep the group alone
            with suppress(OSError):
                os.chown(path, owner, old.st_gid)
                break
    path.chmod(old.st_mode & 0o777)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore signals to end, which would report failure for a file that has been written."""
    handlers = {number: signal.signal(number, signal.SIG_IGN) for number in _ENDINGS}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
