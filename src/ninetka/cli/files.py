"""Files that commands write: whole or not at all, and some again and again while they run."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from itertools import count
from pathlib import Path
from typing import IO, Final, Self

import attrs

from ..base.errors import NinetkaError, path_text
from ..base.messages import listed

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

STANDARD: Final = "-"
"""The file name that stands for standard input or output."""

_ENDINGS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
_IN_MEMORY: Final = 1 << 20
"""The number of bytes held in memory before a temporary file takes them."""
_LOCK_ERRORS: Final = {errno.EACCES, errno.EAGAIN}
"""The system's errors for a file that another process has locked."""


@contextmanager
def os_errors_naming(path: str) -> Iterator[None]:
    """Raise an OSError in the block as a NinetkaError that names the file."""
    try:
        yield
    except OSError as error:
        raise NinetkaError(f"{path_text(path)}: {error.strerror or error}") from error


def output_extension(path: str | None, known: Collection[str]) -> str:
    """The extension of an output's name in lower case; the first known one if it has none.

    Raises NinetkaError for one that is not `known`.
    """
    extension = os.path.splitext(path or "")[1].lower()
    if extension and extension not in known:
        sentence = f"the output's name can end in {listed(known, 'or')}, not in"
        raise NinetkaError(f"{path_text(str(path))}: {sentence} {path_text(extension)}")
    return extension or next(iter(known))


def refuse_overwrite(source: str, output: str | None) -> None:
    """Raise NinetkaError if the output would take the place of the record that is read."""
    if output is not None and is_same(source, output):
        raise NinetkaError(
            f"{path_text(output)} is the record itself: name another file for the output"
        )


def is_same(path: str, other: str) -> bool:
    """Tell whether two paths lead to the same file."""
    there = os.path.exists(path) and os.path.exists(other)
    return there and os.path.samefile(path, other)


def is_standard_output(path: str) -> bool:
    """Return whether a path is where standard output goes, by any name: `-`, /dev/stdout."""
    return path == STANDARD or (os.path.exists(path) and os.path.samefile(path, 1))


def is_replaced(path: str) -> bool:
    """Return whether a path is a file or does not exist yet: no device, pipe or folder.

    Raises NinetkaError if it isn't a file's name.
    """
    if not os.path.basename(path):
        raise NinetkaError(f"{path_text(path)} is not a file's name")
    if is_standard_output(path) or path.startswith(("/dev/", "/proc/")):
        return False
    return os.path.isfile(path) or not os.path.exists(path)


def check_replaceable(path: str) -> None:
    """Raise NinetkaError if there is a read-only file."""
    if os.path.exists(path):
        mode = os.stat(path).st_mode
        if not (mode & 0o222 and os.access(path, os.W_OK)):  # root may write any file
            raise NinetkaError(f"{path_text(path)}: the file is read-only, so it is not replaced")


def check_writable(path: str) -> None:
    """Raise NinetkaError if no output can be written there.

    There is no such folder, nothing can be made in it, or a folder or a read-only file is in place
    of the output.
    """
    if is_standard_output(path):
        return
    with os_errors_naming(path):
        if is_replaced(path):
            check_replaceable(path)
            with tempfile.TemporaryFile(dir=os.path.dirname(os.path.realpath(path))):
                pass
        elif os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))


@contextmanager
def whole_file(path: str | None, *, is_ending: bool = True) -> Iterator[IO[bytes]]:
    """A file to write to, whose content takes its place only when all is written.

    The place is a file, which is replaced in one step; a device or a pipe, which is written to; or
    standard output for None. A signal to end that comes while a file is replaced is ignored if the
    command `is_ending` with it. Raises NinetkaError.
    """
    if path is None or is_standard_output(path):
        with _buffered(sys.stdout.buffer) as file:
            yield file
        return
    with os_errors_naming(path):
        if is_replaced(path):
            with _replacing(os.path.realpath(path), is_ending) as file:
                yield file
        else:
            with open(path, "ab") as out, _buffered(out) as file:
                yield file


@contextmanager
def _buffered(out: IO[bytes]) -> Iterator[IO[bytes]]:
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
            _copy_rights(scratch, old)
        with _ignoring_signals() if is_ending else nullcontext():
            scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def _copy_rights(path: Path, old: os.stat_result) -> None:
    """Give a file the owner and permissions of another, but never setuid or setgid."""
    if hasattr(os, "chown"):
        for owner in (old.st_uid, -1):  # others than root can often keep the group alone
            with suppress(OSError):
                os.chown(path, owner, old.st_gid)
                break
    path.chmod(old.st_mode & 0o777)


@contextmanager
def _ignoring_signals() -> Iterator[None]:
    """Ignore signals to end, which would report failure for a file that has been written."""
    handlers = {number: signal.signal(number, signal.SIG_IGN) for number in _ENDINGS}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


class InUseError(NinetkaError):
    """Another process is using a file."""


@attrs.define
class KeptFile:
    """A file that this process alone keeps up to date: `with KeptFile.held(path) as kept`.

    Hold it before its content is read. Meanwhile other processes that hold it are refused, and what
    any other program has written there is never overwritten. A device or a pipe is not held.
    """

    path: str
    """The path for `write`: the one given, until another program changes the file there."""
    _own: tuple[bytes | None, ...]
    """The content of the file unless another program has changed it; None stands for no file.

    While it is written, and if that is interrupted, it has what was there or what is new.
    """

    @classmethod
    @contextmanager
    def held(cls, path: str) -> Iterator[Self]:
        """Hold a file for this process while the block runs; it need not exist yet.

        A file `.NAME.lock` beside it is locked, and removed afterwards. Where files can't be
        locked, `write` still notices what others have written. Raises InUseError if another
        process holds the file.
        """
        folder, name = os.path.split(os.path.realpath(path))
        lock = os.path.join(folder, f".{name}.lock")
        try:
            handle = _locked(lock) if is_replaced(path) else None
        except InUseError:
            sentence = f"{path_text(path)} is in use by another ninetka"
            raise InUseError(f"{sentence}: wait until it has ended, or use another file") from None
        try:
            yield cls(path, (_content(path),))
        finally:
            if handle is not None:
                _unlock(lock, handle)

    def write(self, data: bytes) -> None:
        """Replace the file's content. Raises NinetkaError if that can't be done.

        If another program has changed the file, it's left as it is: the data goes to a new file
        beside it, which the error names and where `write` goes on.
        """
        found = _content(self.path)
        changed = found is not None and found not in self._own
        before = self.path
        if changed:  # go on where no file is: in counts-2.json beside counts.json
            stem, ending = os.path.splitext(before)
            names = (f"{stem}-{number}{ending}" for number in count(2))
            self.path = next(name for name in names if not os.path.lexists(name))
        self._own = (*self._own, data)
        with whole_file(self.path, is_ending=False) as out:
            out.write(data)
        self._own = (data,)
        if changed:
            raise NinetkaError(
                f"{path_text(before)} was changed by another program, so it is left as it is: "
                f"what should have replaced it is in {path_text(self.path)}"
            )


def _content(path: str) -> bytes | None:
    """The content of a file; None if there is none. Raises NinetkaError."""
    with os_errors_naming(path), suppress(FileNotFoundError):
        return Path(path).read_bytes() if is_replaced(path) else None
    return None


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
            with suppress(FileNotFoundError):  # if the process that held it has removed it
                if os.path.samestat(os.fstat(handle), os.stat(path)):
                    return handle
        except OSError as error:
            if error.errno in _LOCK_ERRORS:
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


def _unlock(path: str, handle: int) -> None:
    """Remove a lock file and let it go."""
    with suppress(OSError):  # Windows removes no open file
        os.unlink(path)
    os.close(handle)
    if sys.platform == "win32":
        with suppress(OSError):
            os.unlink(path)
