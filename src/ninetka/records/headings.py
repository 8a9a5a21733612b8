"""Summaries of the records of a source, made without replaying a game. For any game."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from itertools import chain
from os import PathLike, fspath
from typing import Any, BinaryIO, cast, final, overload

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, RecordError, RecordErrorKind, in_record
from ..games import entry_for_record
from ..protocol.entry import GameEntry
from ..protocol.forms import MAX_RECORD, UNFINISHED, RawRecord
from ..protocol.states import M, S
from .reader import AnyRecord, verdict_on
from .record import Record, clean_tags, form_named, too_long
from .sources import GZIP, Source, decoded, goes_on, opened, pieces, split, unpacked


@final
@documented
@attrs.frozen
class Heading:
    """The head of one record of a source, and where it is. Its moves have not been replayed."""

    number: int
    """The number of the record in the source, from 1."""
    line: int
    """The line where it begins, from 1."""
    column: int
    """The column where it begins, from 1: other than 1 only if several are on a line, as in SGF."""
    offset: int | None
    """The number of bytes before that line, unpacked if it is a gzip file; None unless the source
    is a file's path or in bytes."""
    form: str
    """The form it is written in: `9tka`, `json` or one of a game's own."""
    game: str
    """The name of its game, as the registry has it; empty if there is an error."""
    tags: Mapping[str, str]
    """All its tags, those that describe the start included; in SGF, as its first node has them."""
    result: str | None
    """The result as it is written; None if none is."""
    ending: str | None
    """The ending, if not by a move, as records write it."""
    error: RecordError | None = None
    """The reason why it could not be read at all, or None. Moves may be wrong all the same."""

    @property
    def is_over(self) -> bool:
        """Whether it states a result."""
        return self.result not in (None, UNFINISHED)


def scan(source: Source, name: str | None = None) -> Generator[Heading, None, None]:
    """Read what each record of a source states, without replaying its game or checking it.

    Takes what `read` does, and is many times as fast. `read_at` then reads a single record. A bad
    record has a heading with an `error`. Raises RecordError if the source cannot be read or does
    not begin with a record.
    """
    if name is None and isinstance(source, str | PathLike):
        name = fspath(source)
    places = _LineOffsets()
    with opened(source, name) as lines:
        counted = cast("Iterable[bytes]", places.counted(unpacked(lines, name)))
        for number, raw in enumerate(split(counted, name), start=1):
            yield _heading(number, raw, places.offset_of(raw.line), name)


def _heading(number: int, raw: RawRecord, offset: int | None, name: str | None) -> Heading:
    form = raw.form.name
    try:
        if raw.size > MAX_RECORD:
            raise too_long()
        with in_record(RecordErrorKind.SYNTAX):
            head = raw.form.head(raw)
        tags = clean_tags(head.tags)
        with in_record(RecordErrorKind.GAME):
            game = entry_for_record(tags).name
    except RecordError as wrong:
        error = attrs.evolve(wrong, file=name, number=number, line=wrong.line or raw.line)
        return Heading(number, raw.line, raw.column, offset, form, "", {}, None, None, error)
    place = number, raw.line, raw.column, offset
    return Heading(*place, form, game, tags, head.result, head.ending)


class _LineOffsets:
    """The places where lines of a source begin, from the record on that is being cut."""

    def __init__(self) -> None:
        self._offsets: deque[int] = deque()
        self._first = 1
        """The number of the line that the first offset belongs to."""

    def counted(self, lines: Iterable[str | bytes]) -> Iterator[str | bytes]:
        """Pass the lines on, and note where each begins if they are in bytes."""
        offset, begins = 0, True
        for piece in lines:
            if isinstance(piece, bytes):
                if begins:
                    self._offsets.append(offset)
                offset += len(piece)
                begins = not goes_on(piece)
            yield piece

    def offset_of(self, line: int) -> int | None:
        """Return the place where a line begins, and forget those before it."""
        while self._offsets and self._first < line:
            self._offsets.popleft()
            self._first += 1
        return self._offsets[0] if self._offsets else None


@overload
def read_at(file: str | PathLike[str] | BinaryIO, heading: Heading) -> AnyRecord: ...
@overload
def read_at(
    file: str | PathLike[str] | BinaryIO, heading: Heading, entry: GameEntry[S, M]
) -> Record[S, M]: ...
def read_at(
    file: str | PathLike[str] | BinaryIO,
    heading: Heading,
    entry: GameEntry[Any, Any] | None = None,
) -> Record[Any, Any]:
    """The record of a heading, read and replayed alone.

    `file` is the path that was scanned, or an open binary file with `seek`; `entry` is the game to
    expect, by default any. Raises RecordError if something is wrong with the record or the file
    cannot be read, NinetkaError for a heading without `offset`.
    """
    if heading.offset is None:
        raise NinetkaError("this heading is of a source without bytes: scan the file by its path")
    name = fspath(file) if isinstance(file, str | PathLike) else None
    form = form_named(heading.form)
    with _at(file, heading.offset, name) as stream:
        lines = decoded(pieces(stream.readline), name)
        first = next(lines, "")[heading.column - 1 :]
        raw = next(iter(form.split(chain([first], lines), heading.line)), None)
        if not first.strip() or raw is None:
            sentence = "no record begins here any more: the file has changed since it was scanned"
            raise RecordError(sentence, RecordErrorKind.COUNT, name, line=heading.line)
    raw.column = heading.column
    return verdict_on(heading.number, raw, name, entry).good_record()


@contextmanager
def _at(
    file: str | PathLike[str] | BinaryIO, offset: int, name: str | None
) -> Iterator[io.BufferedIOBase | BinaryIO]:
    """A file from a byte on, unpacked if it is a gzip file; one that is opened here is closed."""
    from gzip import GzipFile  # noqa: PLC0415  # few need them
    from zlib import error as ZlibError  # noqa: N812, PLC0415

    try:
        with open(file, "rb") if isinstance(file, str | PathLike) else nullcontext(file) as opened:
            opened.seek(0)
            is_packed = opened.read(len(GZIP)) == GZIP
            opened.seek(0)
            stream = io.BufferedReader(GzipFile(fileobj=opened)) if is_packed else opened
            stream.seek(offset)
            yield stream
    except (OSError, EOFError, ZlibError) as error:
        sentence = getattr(error, "strerror", None) or str(error)
        raise RecordError(sentence, RecordErrorKind.SOURCE, name) from error
