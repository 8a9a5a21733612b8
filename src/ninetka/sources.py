"""Where records come from: the lines of a source, cut into one piece a record. For any game.

A source is a file's path, an open file, best in binary mode, or any iterable of its lines; it is
read as far as needed and never held whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from os import PathLike, fspath
from typing import AnyStr, Final, Protocol, TypeAlias

import attrs

from .errors import RecordError, quoted
from .protocol import Played

Source: TypeAlias = str | PathLike[str] | Iterable[str] | Iterable[bytes]
"""A file's path, an open file, or its lines."""

MAX_RECORD: Final = 1 << 20
"""The most characters a record may have: what is longer is refused, not held in memory."""
_SHOWN: Final = 80
_MARK: Final = "\ufeff"
"""What some systems begin files with."""
_MARKED_RECORDS: Final = (f"{_MARK}[", f"{_MARK}{{")
"""What stands where such a file was joined to another."""
_ARRAY: Final = re.compile(r"\s*\[\s*([{\]]|$)")


@attrs.frozen
class Written:
    """What a record says, not yet replayed."""

    tags: Mapping[str, str]
    """All of them, those that say how the game starts among them."""
    moves: Sequence[tuple[int, str]]
    """Each with the line it stands on."""
    comments: Mapping[int, str]
    """Number of moves made before it: a comment."""
    result: tuple[int, str] | None = None
    """With its line."""
    flaw: tuple[int, str] | None = None
    """The line after the moves where the record breaks off, and what is wrong there."""


@attrs.define
class Chunk:
    """The lines of one record, not yet understood."""

    file: str | None
    number: int
    """Which record of the source, from 1."""
    line: int
    """The line of the source it begins on, from 1."""
    form: Form
    lines: list[str] = attrs.field(factory=list)
    size: int = -1
    """How many characters it has, the ends of all lines but the last included."""

    def add(self, line: str) -> None:
        """Keep one more line, as long as the record is not too long."""
        self.size += len(line) + 1
        if self.size <= MAX_RECORD:
            self.lines.append(line)

    def error(
        self,
        sentence: str,
        line: int | None = None,
        ply: int | None = None,
        text: str | None = None,
        reason: Enum | None = None,
        game: Played | None = None,
    ) -> RecordError:
        """What is wrong with this record, with the place filled in."""
        line = self.line if line is None else line
        return RecordError(sentence, self.file, self.number, line, ply, text, reason, game)


class Form(Protocol):
    """A way to write records."""

    def opens(self, line: str) -> bool:
        """Whether a source that begins with this line is in this form."""

    def new_splitter(self) -> Callable[[str], bool]:
        """A function that is given the lines of a source and says which of them begin a record."""

    def read(self, chunk: Chunk) -> Written:
        """What a record says. Raises RecordError."""


def split(source: Source, name: str | None, forms: Sequence[Form]) -> Iterator[Chunk]:
    """The records of a source, all in the form of the first. Raises RecordError if it is of none.

    `name` is what errors call the source; a file that is opened here is closed after the last.
    """
    name = name_of(source, name)
    lines = enumerate(_decoded(source, name), start=1)
    first = next((each for each in lines if each[1].strip()), None)
    if first is None:
        return
    number, line = first
    form = _form_of(line, forms, name, number)
    begins = form.new_splitter()
    begins(line)
    chunk = Chunk(name, 1, number, form)
    chunk.add(line)
    for number, line in lines:
        if begins(line):
            yield chunk
            chunk = Chunk(name, chunk.number + 1, number, form)
        chunk.add(line)
    yield chunk


def _form_of(line: str, forms: Sequence[Form], name: str | None, number: int) -> Form:
    if _ARRAY.match(line):
        sentence = "records in JSON follow one another without [ ] around them and , between"
        raise RecordError(sentence, name, line=number, text=line[:_SHOWN])
    for form in forms:
        if form.opens(line):
            return form
    sentence = f'a record begins with a tag, [Name "value"], not with {quoted(line)}'
    raise RecordError(sentence, name, line=number, text=line[:_SHOWN])


def name_of(source: Source, name: str | None) -> str | None:
    """What errors call a source: the name given, or else its path."""
    return fspath(source) if name is None and isinstance(source, str | PathLike) else name


def _decoded(source: Source, name: str | None) -> Iterator[str]:
    if isinstance(source, bytes) or not isinstance(source, str | PathLike | Iterable):
        raise RecordError("a source is a file's path, an open file or its lines", name)
    first = True
    try:
        for line in _lines(source, name):
            text = line.decode("utf-8", "surrogateescape") if isinstance(line, bytes) else line
            if not isinstance(text, str):
                raise RecordError(f"a line of a source is a text, not {quoted(text)}", name)
            if first or text.startswith(_MARKED_RECORDS):
                text = text.removeprefix(_MARK)
            yield text.rstrip("\r\n")
            first = False
    except UnicodeDecodeError as error:
        raise RecordError("the source is not UTF-8 text; open it in binary mode", name) from error


def _lines(source: Source, name: str | None) -> Iterator[str | bytes]:
    if isinstance(source, str | PathLike):
        return _lines_of_file(fspath(source), name)
    readline = getattr(source, "readline", None)
    return iter(source) if readline is None else bounded_lines(readline)


def _lines_of_file(path: str, name: str | None) -> Iterator[bytes]:
    if "\n" in path:
        raise RecordError("a text of several lines is not a file's path: give it to parse")
    try:
        with open(path, "rb") as file:
            yield from bounded_lines(file.readline)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise RecordError(getattr(error, "strerror", None) or str(error), name) from error


def bounded_lines(readline: Callable[[int], AnyStr]) -> Iterator[AnyStr]:
    """An open file's lines, by its `readline`, but only the beginning of one that is too long.

    So a line of any length takes no more memory and counts as one. What is left of it is still more
    than a record may have.
    """
    most = 4 * MAX_RECORD + 2  # a character has at most four bytes, the end of a line two
    while line := readline(most):
        rest = line
        while len(rest) == most and not rest.endswith("\n" if isinstance(rest, str) else b"\n"):
            rest = readline(most)
        yield line
