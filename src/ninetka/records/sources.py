"""Where records come from: a source is decoded and cut into its records. For any game."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from os import PathLike, fspath
from typing import AnyStr, Final, TypeAlias, TypeVar

from ..errors import RecordError, RecordErrorKind, quoted
from ..forms import MAX_RECORD, Form, RawRecord
from .record import forms

T = TypeVar("T")
Source: TypeAlias = str | PathLike[str] | Iterable[str] | Iterable[bytes]
"""A file's path, an open file, or its lines."""

_PIECE: Final = 4 * MAX_RECORD + 2
"""How much of a line is read at once: more than a record may have, since a character has at most
four bytes and the end of a line two."""
_ARRAY: Final = re.compile(r"\s*\[\s*([{\]]|$)")


def split(source: Source, name: str | None, line: int = 1) -> Iterator[RawRecord]:
    """The records of a source, all in the form of the first. Raises RecordError if it has no form.

    `name` is what errors call the source, and `line` the number of its first line. A file that is
    opened here is closed after the last.
    """
    decoded = _decoded(source, name)
    for number, first in enumerate(decoded, start=line):
        if first.strip():
            opening = first.removesuffix("\n")
            form = form_opened_by(opening)
            if form is None:
                raise RecordError(_no_form(opening), RecordErrorKind.SYNTAX, name, line=number)
            yield from form.split(chain([first], decoded), number)


def nth(games: Iterable[T], number: int, name: str | None = None, first: int = 1) -> T:
    """The game of that number, if the first one has the number `first`; no more are read.

    Raises RecordError, with the source's `name`, if there is none.
    """
    last = first - 1
    for last, game in enumerate(games, start=first):
        if last == number:
            return game
    if last < first:
        raise RecordError("there is no game in it", RecordErrorKind.COUNT, name)
    known = last if first == 1 else f"{first} to {last}"
    sentence = f"there is no game {quoted(number)}, only {known}"
    raise RecordError(sentence, RecordErrorKind.COUNT, name)


def form_opened_by(line: str) -> Form | None:
    """The form of a source whose first line with any text is this; None if it has none."""
    if _ARRAY.match(line):
        return None
    return next((form for form in forms() if form.opens(line)), None)


def _no_form(line: str) -> str:
    if _ARRAY.match(line):
        return "JSON records follow one another, without [ ] around them or commas between them"
    return f'a record begins with a tag, [Name "value"], not with {quoted(line)}'


def _decoded(source: Source, name: str | None) -> Iterator[str]:
    """The pieces of a source as `Form.split` takes them, without byte order marks."""
    decoder = getincrementaldecoder("utf-8")("surrogateescape")
    begins = True
    try:
        for piece in _lines(source, name):
            text = piece if isinstance(piece, str) else decoder.decode(piece, not _goes_on(piece))
            if begins:
                text = text.removeprefix("\ufeff")
            begins = not _goes_on(piece)
            yield text.rstrip("\r\n") + "\n" if begins else text
    except UnicodeDecodeError as error:
        sentence = "the source is not UTF-8 text; open it in binary mode"
        raise RecordError(sentence, RecordErrorKind.ENCODING, name) from error


def _goes_on(piece: str | bytes) -> bool:
    """Whether the line of a piece goes on in the next one."""
    return len(piece) == _PIECE and piece[-1:] not in ("\n", b"\n")


def _lines(source: Source, name: str | None) -> Iterator[str | bytes]:
    if not isinstance(source, str | PathLike):
        readline = getattr(source, "readline", None)
        yield from source if readline is None else pieces(readline)
        return
    if "\n" in fspath(source):
        sentence = "a text of several lines is not a file's path: give it to parse"
        raise RecordError(sentence, RecordErrorKind.SOURCE)
    try:
        with open(source, "rb") as file:
            yield from pieces(file.readline)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
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
        while _goes_on(piece):
            piece = readline(_PIECE)
