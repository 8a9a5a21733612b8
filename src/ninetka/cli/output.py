"""What the commands print and write, and how they end if they cannot."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EINVAL
from typing import IO, Final, NoReturn

import typer

from ..errors import NinetkaError, quoted

UNUSABLE: Final = 2
"""The exit code for input, usage or output that is no good."""
STANDARD: Final = "-"
"""Standard input, or output, by the name of a file."""

_KEPT: Final = 1 << 20
"""Characters held in memory before a file takes them."""


def say(text: object, *, newline: bool = True) -> None:
    """Print to standard output, or end if that cannot be."""
    with printing():
        typer.echo(text, nl=newline)


@contextmanager
def printing() -> Iterator[None]:
    """End if standard output cannot be written to, and quietly if nobody reads it any more."""
    if sys.stdout is None:
        fail("standard output is closed")
    try:
        yield
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still buffered
        gone = isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == EINVAL)
        if not gone:
            warn(f"Error: standard output: {error.strerror}")
        raise typer.Exit(UNUSABLE) from error


def give(text: str) -> None:
    """Print what another program may read: UTF-8, whatever the terminal's encoding is."""
    say(text.encode(), newline=False)


def warn(text: object) -> None:
    """Print to standard error, if that can be."""
    with contextlib.suppress(OSError):
        typer.echo(text, err=True)


def fail(sentence: object) -> NoReturn:
    """End because of what was given, with a sentence that says what is wrong with it."""
    warn(f"Error: {sentence}")
    raise typer.Exit(UNUSABLE)


@contextmanager
def failing() -> Iterator[None]:
    """End with the sentence of a library error."""
    try:
        yield
    except NinetkaError as error:
        fail(error)


@contextmanager
def whole_output(path: str | None) -> Iterator[IO[str]]:
    """A file to write to, whose text gets to its place only if all went well, and then whole.

    The place is a path, replaced at one stroke, or standard output for None. Raises NinetkaError.
    """
    try:
        if path is None or path == STANDARD:
            with _kept_back(give) as file:
                yield file
        elif _is_replaceable(path):
            with _replacing(os.path.realpath(path)) as file:
                yield file
        else:
            with (
                open(path, "w", encoding="utf-8", newline="\n") as out,
                _kept_back(out.write) as file,
            ):
                yield file
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NinetkaError(f"{'standard output' if path is None else path}: {reason}") from error


def spare(source: str, output: str | None) -> None:
    """Raise NinetkaError if the output would take the place of what is read."""
    both = output is not None and os.path.exists(source) and os.path.exists(output)
    if both and os.path.samefile(source, str(output)):
        raise NinetkaError(f"{output} is the record itself: name another file for the output")


def _is_replaceable(path: str) -> bool:
    """Whether a plain file is there, or none yet: neither a device nor a pipe."""
    if not path:
        raise NinetkaError("the output's name is empty")
    if path.endswith((os.sep, os.altsep or os.sep)):
        raise NinetkaError(f"{path}: a folder is no file")
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True
    except ValueError as error:
        raise NinetkaError(f"no file can be called {quoted(path)}") from error


@contextmanager
def _replacing(path: str) -> Iterator[IO[str]]:
    handle, scratch = tempfile.mkstemp(prefix=".ninetka-", dir=os.path.dirname(path))
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(handle)
        os.chmod(scratch, _mode_for(path))
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise


def _mode_for(path: str) -> int:
    """The rights of the file there, or else those of any new file."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


@contextmanager
def _kept_back(write: Callable[[str], object]) -> Iterator[IO[str]]:
    with tempfile.SpooledTemporaryFile(_KEPT, "w+", encoding="utf-8", newline="\n") as file:
        yield file
        file.seek(0)
        while piece := file.read(_KEPT):
            write(piece)
