"""What the commands print and write."""

from __future__ import annotations

import os
import secrets
import signal
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Final

import typer

from ..errors import NinetkaError, listed, named

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


def give(text: str) -> None:
    """Print what another program may read: UTF-8, whatever the terminal's encoding is."""
    typer.echo(text.encode(), nl=False)


def warn(text: object) -> None:
    """Print to standard error."""
    typer.echo(text, err=True)


def output_ending(path: str | None, endings: Collection[str]) -> str:
    """The ending of an output's name in lower case; the first of these if it has none.

    Raises NinetkaError for an ending that is not among these.
    """
    ending = os.path.splitext(path or "")[1]
    if ending and ending.lower() not in endings:
        raise NinetkaError(
            f"{named(str(path))}: the output's name can end in {listed(endings, 'or')}, "
            f"not in {named(ending)}"
        )
    return ending.lower() or next(iter(endings))


def refuse_overwrite(source: str, output: str | None) -> None:
    """Raise NinetkaError if the output would take the place of the record that is read."""
    both = output is not None and os.path.exists(source) and os.path.exists(output)
    if both and os.path.samefile(source, str(output)):
        raise NinetkaError(
            f"{named(str(output))} is the record itself: name another file for the output"
        )


@contextmanager
def whole_text(path: str | None) -> Iterator[IO[str]]:
    """The same as `whole_bytes` for text, written as UTF-8."""
    with whole_bytes(path) as out:
        text = TextIOWrapper(out, "utf-8", newline="\n")
        try:
            yield text
        finally:
            text.detach()


@contextmanager
def whole_bytes(path: str | None) -> Iterator[IO[bytes]]:
    """A file to write to. What is written gets to its place only if all goes well, and then whole.

    The place is a file, which is replaced in one step; a device or a pipe, which is written to; or
    standard output for None. Raises NinetkaError.
    """
    if path is None or path == STANDARD or _is_standard_output(path):
        with _held_back(lambda piece: typer.echo(piece, nl=False)) as file:
            yield file
        return
    if not os.path.basename(path):
        raise NinetkaError(f"{named(path)} is not a file's name")
    is_open_file = path.startswith(("/dev/", "/proc/"))
    try:
        if is_open_file or (os.path.exists(path) and not os.path.isfile(path)):
            with open(path, "ab") as out, _held_back(out.write) as file:
                yield file
        else:
            with _replacing(os.path.realpath(path)) as file:
                yield file
    except OSError as error:
        raise NinetkaError(f"{named(path)}: {error.strerror or error}") from error


def _is_standard_output(path: str) -> bool:
    """Whether a file is where standard output goes, by whatever name, such as /dev/stdout."""
    return os.path.exists(path) and os.path.samestat(os.stat(path), os.fstat(1))


@contextmanager
def _held_back(write: Callable[[bytes], object]) -> Iterator[IO[bytes]]:
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
        yield file
        file.seek(0)
        while piece := file.read(_IN_MEMORY):
            write(piece)


@contextmanager
def _replacing(path: str) -> Iterator[IO[bytes]]:
    old = os.stat(path) if os.path.exists(path) else None
    if old and not (old.st_mode & 0o222 and os.access(path, os.W_OK)):  # root may write any file
        raise NinetkaError(f"{named(path)}: the file is read-only, so it is not replaced")
    scratch = Path(os.path.dirname(path), f".ninetka-{secrets.token_hex(4)}")
    try:
        with scratch.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if old:
            _give_rights(scratch, old)
        with _undisturbed():
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
