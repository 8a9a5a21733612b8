"""What the commands print and write, and how they end if they cannot."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from errno import EINVAL
from io import TextIOWrapper
from typing import IO, Final, NoReturn

import typer

from ..errors import NinetkaError, listed, named, quoted

UNUSABLE: Final = 2
"""The exit code for input, usage or output that is no good."""
UNREAD: Final = 128 + 13
"""The exit code if nobody reads the output any more: that of programs which SIGPIPE ends."""
STANDARD: Final = "-"
"""Standard input, or output, by the name of a file."""

_KEPT: Final = 1 << 20
"""Bytes held in memory before a file takes them."""
_STDOUT: Final = 1
_DESCRIPTORS: Final = ("/dev/fd", "/proc/self/fd", "/proc/thread-self/fd")
"""Folders in which the files that this process has open are listed by number."""
_LINKS: Final = 40
"""The most symbolic links that are followed."""


class Form(Enum):
    """What a command can write, by the endings of names of files that ask for it."""

    TEXT = (".txt",)
    PAGE = (".html", ".htm")
    SVG = (".svg",)
    PNG = (".png",)


def form_for(path: str | None, *forms: Form) -> Form:
    """Which of these forms the name of an output asks for; the first of them if it has no ending.

    Raises NinetkaError for an ending that none of them has.
    """
    ending = os.path.splitext(path or "")[1]
    for form in forms:
        if not ending or ending.lower() in form.value:
            return form
    raise no_ending(str(path), [each for form in forms for each in form.value])


def no_ending(path: str, endings: Iterable[str]) -> NinetkaError:
    """The error for an output whose name does not end in any of these."""
    ending = os.path.splitext(path)[1]
    known = listed(dict.fromkeys(endings), "or")
    return NinetkaError(
        f"{named(path)}: the output's name can end in {known}, not in {named(ending)}"
    )


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
        if isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == EINVAL):
            raise typer.Exit(UNREAD) from error
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
    """The same as `whole_bytes` for text, written as UTF-8."""
    with whole_bytes(path) as out:
        text = TextIOWrapper(out, "utf-8", newline="\n")
        try:
            yield text
        finally:
            text.detach()


@contextmanager
def whole_bytes(path: str | None) -> Iterator[IO[bytes]]:
    """A file to write to, whose content gets to its place only if all went well, and then whole.

    The place is a file, replaced at one stroke, or what is there already and cannot be replaced: a
    device, a pipe, an open file by a name such as /dev/stdout, standard output for None. Raises
    NinetkaError.
    """
    number = _STDOUT if path is None or path == STANDARD else _descriptor(path)
    try:
        if number == _STDOUT:
            with _kept_back(lambda piece: say(piece, newline=False)) as file:
                yield file
        elif number is None and _is_replaceable(str(path)):
            with _replacing(os.path.realpath(str(path))) as file:
                yield file
        else:
            opened = str(path) if number is None else number
            with (
                open(opened, "wb", closefd=number is None) as out,
                _kept_back(out.write) as file,
            ):
                yield file
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        place = "standard output" if path is None else named(path)
        raise NinetkaError(f"{place}: {reason}") from error


def spare(source: str, output: str | None) -> None:
    """Raise NinetkaError if the output would take the place of what is read."""
    both = output is not None and os.path.exists(source) and os.path.exists(output)
    if both and os.path.samefile(source, str(output)):
        raise NinetkaError(
            f"{named(str(output))} is the record itself: name another file for the output"
        )


def _descriptor(path: str) -> int | None:
    """The number of the open file that a name such as /dev/stdout or /dev/fd/1 stands for.

    What such a name leads to must not be replaced, nor opened anew: others may be writing to it.
    """
    for _ in range(_LINKS):
        folder, name = os.path.split(path)
        if name.isdecimal() and _lists_descriptors(folder):
            return int(name)
        if not os.path.islink(path):
            break
        path = os.path.join(folder, os.readlink(path))
    return None


def _lists_descriptors(folder: str) -> bool:
    there = filter(os.path.exists, _DESCRIPTORS)
    return os.path.isdir(folder) and any(os.path.samefile(folder, each) for each in there)


def _is_replaceable(path: str) -> bool:
    """Whether a plain file is there, or none yet: neither a device nor a pipe."""
    if not path:
        raise NinetkaError("the output's name is empty")
    if path.endswith((os.sep, os.altsep or os.sep)):
        raise NinetkaError(f"{named(path)}: this is a folder's name")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return True
    except ValueError as error:
        raise NinetkaError(f"no file can be called {quoted(path)}") from error
    if stat.S_ISREG(mode) and not (mode & 0o222 and os.access(path, os.W_OK)):
        raise NinetkaError(f"{named(path)}: the file is read-only, so it is not replaced")
    return stat.S_ISREG(mode)


@contextmanager
def _replacing(path: str) -> Iterator[IO[bytes]]:
    handle, scratch = tempfile.mkstemp(prefix=".ninetka-", dir=os.path.dirname(path))
    with contextlib.ExitStack() as cleaning:
        cleaning.callback(os.unlink, scratch)
        with open(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(handle)
        _give_rights(scratch, path)
        with _undisturbed():
            os.replace(scratch, path)
            cleaning.pop_all()


def _give_rights(scratch: str, path: str) -> None:
    """Give a file the owner and the rights of the one it is to replace, or those of any new one.

    Rights to run as the owner or the group are not for a content that they did not write.
    """
    try:
        old = os.stat(path)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(scratch, 0o666 & ~umask)
        return
    if hasattr(os, "chown"):
        for owner in (old.st_uid, -1):  # the group alone can be kept more often
            with contextlib.suppress(OSError):
                os.chown(scratch, owner, old.st_gid)
                break
    os.chmod(scratch, old.st_mode & 0o777)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Finish what is done here even if a signal says to end, and end well after it then."""
    if sys.platform == "win32":
        yield
        return
    ends = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    ends = {number for number in ends if signal.getsignal(number) is not signal.SIG_IGN}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ends)
    ended = False
    try:
        yield
        ended = bool(signal.sigpending() & ends)
        if ended:
            signal.sigwait(ends)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if ended:
        raise typer.Exit


@contextmanager
def _kept_back(write: Callable[[bytes], object]) -> Iterator[IO[bytes]]:
    with tempfile.SpooledTemporaryFile(_KEPT, "w+b") as file:
        yield file
        file.seek(0)
        while piece := file.read(_KEPT):
            write(piece)
