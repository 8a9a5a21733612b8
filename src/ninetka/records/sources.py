"""Where records come from: the lines of a source, cut into one piece a record. For any game.

A source is a file's path, an open file, best in binary mode, or any iterable of its lines; it is
read as far as needed and never held whole.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from os import PathLike, fspath
from typing import AnyStr, Final, TypeAlias

from ..errors import RecordError, quoted
from ..forms import MAX_RECORD, Form, RawRecord

Source: TypeAlias = str | PathLike[str] | Iterable[str] | Iterable[bytes]
"""A file's path, an open file, or its lines."""

_PIECE: Final = 4 * MAX_RECORD + 2
"""The most of a line that is read at once, more than a record may have: a character has at most
four bytes, the end of a line two."""
_SHOWN: Final = 80
_MARK: Final = "\ufeff"
"""What some systems begin files with."""
_MARKED_RECORDS: Final = (f"{_MARK}[", f"{_MARK}{{")
"""What stands where such a file was joined to another."""
_ARRAY: Final = re.compile(r"\s*\[\s*([{\]]|$)")


def split(source: Source, name: str | None, forms: Iterable[Form]) -> Iterator[RawRecord]:
    """The records of a source, all in the form of the first. Raises RecordError if it is of none.

    `name` is what errors call the source; a file that is opened here is closed after the last.
    """
    name = name_of(source, name)
    decoded = _decoded(source, name)
    for number, first in enumerate(decoded, start=1):
        if first.strip():
            form = _form_of(first.removesuffix("\n"), forms, name, number)
            yield from form.split(chain([first], decoded), name, number)


def _form_of(line: str, forms: Iterable[Form], name: str | None, number: int) -> Form:
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
    """The pieces of a source as `Form.split` takes them."""
    if isinstance(source, bytes) or not isinstance(source, str | PathLike | Iterable):
        raise RecordError("a source is a file's path, an open file or its lines", name)
    decoder = getincrementaldecoder("utf-8")("surrogateescape")
    at_start, begins = True, True
    try:
        for piece in _lines(source, name):
            if not isinstance(piece, str | bytes):
                raise RecordError(f"a line of a source is a text, not {quoted(piece)}", name)
            text = piece if isinstance(piece, str) else decoder.decode(piece, not _goes_on(piece))
            if at_start or (begins and text.startswith(_MARKED_RECORDS)):
                text = text.removeprefix(_MARK)
            at_start, begins = False, not _goes_on(piece)
            yield text.rstrip("\r\n") + "\n" if begins else text
    except UnicodeDecodeError as error:
        raise RecordError("the source is not UTF-8 text; open it in binary mode", name) from error


def _goes_on(piece: str | bytes) -> bool:
    """Whether a piece is not the last of its line."""
    return len(piece) == _PIECE and piece[-1:] not in ("\n", b"\n")


def _lines(source: Source, name: str | None) -> Iterator[str | bytes]:
    if isinstance(source, str | PathLike):
        return _lines_of_file(fspath(source), name)
    readline = getattr(source, "readline", None)
    return iter(source) if readline is None else pieces(readline)


def _lines_of_file(path: str, name: str | None) -> Iterator[bytes]:
    if "\n" in path:
        raise RecordError("a text of several lines is not a file's path: give it to parse")
    try:
        with open(path, "rb") as file:
            yield from pieces(file.readline)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise RecordError(getattr(error, "strerror", None) or str(error), name) from error


def pieces(readline: Callable[[int], AnyStr]) -> Iterator[AnyStr]:
    """An open file's lines, by its `readline`; one that is very long comes in several pieces."""
    while piece := readline(_PIECE):
        yield piece


def bounded_lines(readline: Callable[[int], AnyStr]) -> Iterator[AnyStr]:
    """The same, but only the first piece of each line.

    So a line of any length takes no more memory and counts as one.
    """
    begins = True
    for piece in pieces(readline):
        if begins:
            yield piece
        begins = not _goes_on(piece)
