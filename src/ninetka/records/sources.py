"""Sources of records: a file or lines, decoded and cut into records. For any game."""

from __future__ import annotations

import io
import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from os import PathLike, fspath
from typing import AnyStr, BinaryIO, Final, NoReturn, TypeAlias, TypeVar, cast

from ..base.errors import RecordError, RecordErrorKind, quoted
from ..games import which_game
from ..protocol.forms import MAX_RECORD, Form, RawRecord
from ..protocol.movetext import head_lines
from .record import forms
from .texts import Say

T = TypeVar("T")
Source: TypeAlias = str | PathLike[str] | Iterable[str] | Iterable[bytes]
"""A file's path, an open file, or its lines."""

_PIECE: Final = 4 * MAX_RECORD + 2
"""The part of a line read at once: more than a record may have, since a character has at most
four bytes and the end of a line two."""
_ARRAY: Final = re.compile(r"\s*\[\s*([{\]]|$)")
_TURN: Final = re.compile(r"\s*1\s*[.)]")
GZIP: Final = b"\x1f\x8b"
"""The first bytes of a gzip file."""
_MAX_TIMES: Final = 50
"""A gzip file may unpack to this multiple of its size, besides one record. Records are packed to a
quarter, or to a fortieth if no moves are played; a bomb of some megabytes would take hours.
"""
_UTF_16_OR_32: Final = re.compile(r"\udcff\udcfe|\x00*\udcfe\udcff|[\[({]\x00|\x00+([\[({]|$)")
"""A byte order mark, null bytes beside the first character of a record, or nothing but these."""
_OTHER_FILES: Final = {
    "\x1f\udc8b": "gzip file",
    "PK\x03\x04": "ZIP file",
    "BZh": "bzip2 file",
    "\udcfd7zXZ\x00": "xz file",
    "(\udcb5/\udcfd": "Zstandard file",
}
"""Packed files that are not read, by their first characters as they are decoded."""


def split(source: Source, name: str | None, line: int = 1) -> Generator[RawRecord, None, None]:
    """The records of a source, all in the form of the first. Raises RecordError if it has no form.

    `name` is what errors call the source, and `line` the number of its first line. A file that is
    opened here is closed after the last, or when the generator is.
    """
    with opened(source, name) as lines:
        texts = decoded(unpacked(lines, name), name)
        for number, first in enumerate(texts, start=line):
            if first.strip():
                ahead = [*head_lines(chain([first], texts))]
                opening = first.removesuffix("\n")
                form = None if _UTF_16_OR_32.match(opening) else recognized_form(ahead)
                if form is None:
                    raise RecordError(*_no_form(opening), name, line=number)
                yield from form.split(chain(ahead, texts), number)


def nth(games: Iterable[T], number: int, name: str | None = None, first: int = 1) -> T:
    """The game of that number, if the first one has the number `first`; no more are read.

    Raises RecordError, with the source's `name`, if there is none.
    """
    last = first - 1
    for last, game in enumerate(games, start=first):
        if last == number:
            return game
    if last < first:
        raise RecordError(Say.NO_GAME(), RecordErrorKind.COUNT, name)
    known = last if first == 1 else Say.FROM_TO(first=first, last=last)
    sentence = Say.NO_SUCH_GAME(number=quoted(number), known=known)
    raise RecordError(sentence, RecordErrorKind.COUNT, name)


def recognized_form(lines: Iterable[str]) -> Form | None:
    """The form of a source that begins with these lines; None if it has none.

    The forms of single games know theirs by more than a tag, so they are asked first.
    """
    text = "\n".join(line.removesuffix("\n") for line in head_lines(lines))
    if _ARRAY.match(text.partition("\n")[0]):
        return None
    return next((form for form in reversed([*forms()]) if form.recognizes(text)), None)


def _no_form(line: str) -> tuple[str, RecordErrorKind]:
    """The sentence for a source whose first line no form knows, and the kind of the error."""
    if _UTF_16_OR_32.match(line):
        return Say.IS_UTF_16(), RecordErrorKind.ENCODING
    for magic, kind_of_file in _OTHER_FILES.items():
        if line.startswith(magic):
            return Say.IS_PACKED(kind=kind_of_file), RecordErrorKind.SOURCE
    if _ARRAY.match(line):
        return Say.IS_ARRAY(), RecordErrorKind.SYNTAX
    if _TURN.match(line):
        return which_game(), RecordErrorKind.SYNTAX
    return Say.BEGINS_OTHERWISE(line=quoted(line)), RecordErrorKind.SYNTAX


def decoded(pieces: Iterable[str | bytes], name: str | None) -> Iterator[str]:
    """The lines of a source, or pieces of them, as `Form.split` takes them; no byte order marks."""
    decoder = getincrementaldecoder("utf-8")("surrogateescape")
    begins = True
    try:
        for piece in pieces:
            text = piece if isinstance(piece, str) else decoder.decode(piece, not goes_on(piece))
            if begins:
                text = text.removeprefix("\ufeff")
            begins = not goes_on(piece)
            yield text.rstrip("\r\n") + "\n" if begins else text
    except UnicodeDecodeError as error:
        sentence = "the source is not UTF-8 text; open it in binary mode"
        raise RecordError(sentence, RecordErrorKind.ENCODING, name) from error


def unpacked(lines: Iterator[str | bytes], name: str | None) -> Iterator[str | bytes]:
    """The lines of a source, or pieces of them, unpacked if it is a gzip file.

    Raises RecordError for a gzip file that is damaged or unpacks to far more than records would.
    """
    first = next(lines, b"")
    start = chain([first], lines)
    if isinstance(first, bytes) and first.startswith(GZIP):
        yield from _unzipped(cast("Iterator[bytes]", start), name)
    else:
        yield from start


def _unzipped(packed: Iterator[bytes], name: str | None) -> Iterator[bytes]:
    from gzip import BadGzipFile, GzipFile  # noqa: PLC0415  # few need them
    from zlib import error as ZlibError  # noqa: N812, PLC0415

    file, unpacked = _Pieces(packed), 0
    try:
        for piece in pieces(io.BufferedReader(GzipFile(fileobj=file, mode="rb")).readline):
            unpacked += len(piece)
            if unpacked > MAX_RECORD + _MAX_TIMES * file.size:
                sentence = f"the gzip file unpacks to more than {_MAX_TIMES} times its size"
                trusting = "if you trust it, unpack it yourself"
                raise RecordError(f"{sentence}: {trusting}", RecordErrorKind.SOURCE, name)
            yield piece
    except (BadGzipFile, EOFError, ZlibError) as error:
        sentence = f"the gzip file is damaged: {error}"
        raise RecordError(sentence, RecordErrorKind.SOURCE, name) from error


class _Pieces:
    """An open file made of pieces that come one after another."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._piece = memoryview(b"")
        self.size = 0
        """The number of bytes read so far."""

    def read(self, size: int) -> bytes:
        """The next bytes, some at least unless the file ends."""
        if not self._piece:
            self._piece = memoryview(next(self._pieces, b""))
        read, self._piece = bytes(self._piece[:size]), self._piece[size:]
        self.size += len(read)
        return read

    def seek(self, _: int) -> NoReturn:
        raise io.UnsupportedOperation("seek")


def goes_on(piece: str | bytes) -> bool:
    """Return whether the line of a piece goes on in the next one."""
    return len(piece) == _PIECE and piece[-1:] not in ("\n", b"\n")


@contextmanager
def opened(source: Source, name: str | None) -> Iterator[Iterator[str | bytes]]:
    """The lines of a source, or pieces of them; a file that is opened here is closed at the end.

    Raises RecordError if it cannot be opened or read.
    """
    if not isinstance(source, str | PathLike):
        readline = getattr(source, "readline", None)
        yield iter(source) if readline is None else pieces(readline)
        return
    if "\n" in fspath(source):
        sentence = "a text of several lines is not a file's path: give it to parse"
        raise RecordError(sentence, RecordErrorKind.SOURCE)
    if "\0" in fspath(source):
        raise RecordError("a file's name has no null character", RecordErrorKind.SOURCE, name)
    with ExitStack() as stack:
        with _source_errors(name):
            file = stack.enter_context(open(source, "rb"))
        yield _pieces_of(file, name)


def _pieces_of(file: BinaryIO, name: str | None) -> Iterator[bytes]:
    with _source_errors(name):
        yield from pieces(file.readline)


@contextmanager
def _source_errors(name: str | None) -> Iterator[None]:
    """Turn Python's errors for a file that cannot be read into RecordErrors."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a path that cannot be encoded
        sentence = getattr(error, "strerror", None) or str(error)
        raise RecordError(sentence, RecordErrorKind.SOURCE, name) from error


def pieces(readline: Callable[[int], AnyStr]) -> Iterator[AnyStr]:
    """An open file's lines, by its `readline`; a very long line comes in several pieces."""
    while piece := readline(_PIECE):
        yield piece


def bounded_lines(readline: Callable[[int], AnyStr]) -> Iterator[AnyStr]:
    """The first piece of each line, so that a line of any length takes no more memory."""
    while piece := readline(_PIECE):
        yield piece
        while goes_on(piece):
            piece = readline(_PIECE)
