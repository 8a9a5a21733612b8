"""Files that a command writes again and again while it runs, such as counts or a saved game."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final, Self

import attrs

from ..base.errors import NinetkaError, named
from .output import whole_file

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_TAKEN: Final = {errno.EACCES, errno.EAGAIN}
"""What a system says of a lock that another process has."""


class InUseError(NinetkaError):
    """Another process is using a file."""


@attrs.define
class KeptFile:
    """A file that this process alone keeps up to date: `with KeptFile.held(path) as kept`.

    Hold it before its content is read. Meanwhile other processes that hold it are refused, and what
    any other program has written there is never overwritten.
    """

    path: str
    """Where `write` writes: the path given, until something else has changed the file there."""
    _last: bytes | None
    """What the file had in it when it was read or written here last; None if it wasn't there."""

    @classmethod
    @contextmanager
    def held(cls, path: str) -> Iterator[Self]:
        """The file, which may not be there yet, for this process as long as the block lasts.

        A lock on a file `.NAME.lock` beside it says so, which is gone afterwards. Where files can't
        be locked, `write` still notices what others have written. Raises InUseError if another
        process holds it.
        """
        folder, name = os.path.split(os.path.realpath(path))
        lock = os.path.join(folder, f".{name}.lock")
        try:
            handle = _locked(lock)
        except InUseError:
            sentence = f"{named(path)} is in use by another ninetka"
            raise InUseError(f"{sentence}: wait until it has ended, or use another file") from None
        try:
            yield cls(path, _content(path))
        finally:
            if handle is not None:
                _unlock(lock, handle)

    def write(self, data: bytes) -> None:
        """Replace the file's content. Raises NinetkaError if that can't be done.

        If another program has changed the file, it's left as it is: the data goes to a new file
        beside it, which the error names and where `write` goes on.
        """
        found = _content(self.path)
        changed = found is not None and found != self._last
        before = self.path
        if changed:
            self.path = _free_name(before)
        with whole_file(self.path, is_ending=False) as out:
            out.write(data)
        self._last = data
        if changed:
            raise NinetkaError(
                f"{named(before)} was changed by another program, so it is left as it is: "
                f"what should have replaced it is in {named(self.path)}"
            )


def _content(path: str) -> bytes | None:
    """What is in a file; None if there is none. Raises NinetkaError."""
    try:
        return Path(path).read_bytes() if os.path.isfile(path) else None
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NinetkaError(f"{named(path)}: {error.strerror or error}") from error


def _free_name(path: str) -> str:
    """The name of a file that is not there: `counts-2.json` beside `counts.json`."""
    stem, ending = os.path.splitext(path)
    names = (f"{stem}-{number}{ending}" for number in count(2))
    return next(name for name in names if not os.path.lexists(name))


def _locked(path: str) -> int | None:
    """An open lock file that only this process has; None where files can't be locked.

    Raises InUseError if another process has it.
    """
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        except OSError:  # writing to this folder will say why
            return None
        try:
            _lock(handle)
            if _is_still_there(path, handle):
                return handle
        except OSError as error:
            if error.errno in _TAKEN:
                os.close(handle)
                raise InUseError from error
            _unlock(path, handle)
            return None
        os.close(handle)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # workers don't inherit this kind


def _is_still_there(path: str, handle: int) -> bool:
    """Whether a lock file has not been removed by the process that had it before."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), os.stat(path))
    return False


def _unlock(path: str, handle: int) -> None:
    """Remove a lock file and let it go."""
    with suppress(OSError):  # Windows removes no open file
        os.unlink(path)
    os.close(handle)
    if sys.platform == "win32":
        with suppress(OSError):
            os.unlink(path)
