"""Records as `.9tka` text, much like PGN in chess. For any game.

docs/formats.md has the grammar.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import ClassVar, Final, TypeVar

import attrs

from ..base.errors import RecordError, RecordErrorKind, quoted
from ..base.messages import listed
from ..protocol.forms import (
    ENDING,
    MAX_RECORD,
    MAX_VARIATION_DEPTH,
    Contents,
    Head,
    LineForm,
    ParsedLine,
    ParsedRecord,
    RawRecord,
    WrittenLine,
    numbered,
)
from .annotations import MAX_GLYPH, SUFFIXES
from .texts import Say
from .variations import too_deep

T = TypeVar("T")

_WIDTH: Final = 80
_END_OF_LINE: Final = "\n"
# Possessive wherever something may repeat: backtracking would cost 200 bytes a repetition.
_TAG: Final = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"([^"\\]*+(?:\\["\\][^"\\]*+)*+)"\s*\]')
_TAG_START: Final = re.compile(r'\s*\[\s*[A-Za-z0-9_]+\s*"')
_TOKEN: Final = re.compile(
    r"[0-9]++\.++(?![0-9])"  # a turn
    r"|\{(?P<comment>[^}]*+)\}|;(?P<rest>.*)|\$(?P<glyph>[0-9]++)(?![^\s{;()!?])"
    r"|(?P<flaw>\{)|(?P<open>\()|(?P<close>\))|(?P<suffix>[!?]++)|(?P<word>[^\s{;()!?]++)"
)
_BRACE: Final = re.compile("[{}]")
# Before 3.11.5, CPython goes on at the wrong place after a possessive group that fails inside
# (gh-106052). So a possessive group fails inside only where nothing after it could match either.
_COMMENTS: Final = re.compile(r"[^{;]*+(?:\{[^}]*+\}?+[^{;]*+)*+")
"""A line up to a comment that ends with the line."""


def is_word(text: str) -> bool:
    """Return whether a text can be a move or a result in a record, and nothing else."""
    match = _TOKEN.match(text)
    is_one = match is not None and match["word"] == text
    return is_one and text.isprintable() and not text.startswith("[")


class TextForm(LineForm):
    """Records as text, much like PGN."""

    name = "9tka"
    endings: ClassVar[Sequence[str]] = (".9tka", ".txt")

    def opens(self, line: str) -> bool:
        """Return whether a source that begins with this line is text."""
        return _is_tag(line)

    def begins(self, line: str, previous: str) -> bool:
        """A record begins with each tag that doesn't follow another and is not in a comment."""
        return not _is_tag(previous) and _TAG_START.match(line) is not None

    def split(self, pieces: Iterable[str], line: int) -> Iterator[RawRecord]:
        """Cut a source where its records begin.

        A line like a tag in a comment belongs to the comment if that is closed. If another comment
        begins first, or the source ends, the comment was never closed and a record begins there.
        """
        lines = _Lines(text for _, text in numbered(pieces, line))
        raw, previous, is_open = RawRecord(self, line), "", False
        for number, text in enumerate(lines, start=line):
            begins = number > line and self.begins(text, previous)
            if begins and not (is_open and lines.close_comment(text)):
                raw.is_guess = is_open and lines.are_over
                yield raw
                raw, is_open = RawRecord(self, number), False
            raw.add(text)
            if is_open or not _is_tag(text):
                comments = _COMMENTS.match(f"{{{text}" if is_open else text)
                left = "" if comments is None else comments[0]
                is_open = left.rfind("{") > left.rfind("}")
            previous = text
        yield raw

    def read(self, raw: RawRecord) -> ParsedRecord:
        """Read a record. Raises RecordError for a bad tag, or if there are only tags."""
        raw.check_encoding()
        tags = _read_tags(raw)
        game = _MovetextReader(raw.line + len(tags)).read(_tokens(raw, len(tags)))
        if not game.moves:
            last = raw.line + len(tags) - 1
            raise RecordError(Say.NO_RESULT(), RecordErrorKind.SYNTAX, line=last)
        results = [game.moves.pop()]
        if "Result" in tags:
            results.append((raw.line + list(tags).index("Result"), tags["Result"]))
        line = game.parsed()
        return ParsedRecord(
            tags,
            line.moves,
            line.comments,
            results,
            tags.get(ENDING),
            glyphs=line.glyphs,
            variations=line.variations,
        )

    def head(self, raw: RawRecord) -> Head:
        """The tags, and the tag Result or the last word; moves are not looked at further."""
        raw.check_encoding()
        tags = _read_tags(raw)
        result = tags["Result"] if "Result" in tags else _last_word(_tokens(raw, len(tags)))
        return Head(tags, result, tags.get(ENDING))

    def write(self, contents: Contents) -> str:
        """The text of a record."""
        tags = {"Game": contents.game, **contents.start, **contents.tags}
        if contents.ending is not None:
            tags[ENDING] = contents.ending
        tags["Result"] = self.result(contents.outcome)
        escaped = str.maketrans({"\\": "\\\\", '"': '\\"'})
        lines = [f'[{name} "{value.translate(escaped)}"]' for name, value in tags.items()]
        words = [*_words(contents, 0), tags["Result"]]
        return "\n".join([*lines, "", *_wrapped(words), ""])


TEXT: Final = TextForm()


class _Lines:
    """The lines of a source, one after another; the next ones can be looked at before."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self._ahead, self._taken = lines, deque[str](), 0
        self._answer, self._answered = False, 0
        self.are_over = False
        """Whether no line was left when `close_comment` looked."""

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._ahead.popleft() if self._ahead else next(self._lines)
        self._taken += 1
        return line

    def close_comment(self, line: str) -> bool:
        """Return whether the comment open at `line`, just taken, ends before another starts."""
        if self._taken > self._answered:  # each line is looked at once
            self._answer, looked_at = self._looked_ahead(line)
            self._answered = self._taken + looked_at
        return self._answer

    def _looked_ahead(self, line: str) -> tuple[bool, int]:
        size = 0
        for number, each in enumerate(chain([line], self._ahead, self._further())):
            if not _TAG.fullmatch(each.strip()) and (brace := _BRACE.search(each)):
                return brace[0] == "}", number
            size += len(each) + 1
            if size > MAX_RECORD:
                return False, 0
        self.are_over = True
        return False, 0

    def _further(self) -> Iterator[str]:
        for line in self._lines:
            self._ahead.append(line)
            yield line


def _is_tag(line: str) -> bool:
    return line.lstrip().startswith("[")


def _read_tags(raw: RawRecord) -> dict[str, str]:
    tags: dict[str, str] = {}
    for number, line in enumerate(raw.lines, start=raw.line):
        if not _is_tag(line):
            break
        match = _TAG.fullmatch(line.strip())
        if match is None:
            sentence = Say.NOT_A_TAG(line=quoted(line))
            raise RecordError(sentence, RecordErrorKind.TAG, line=number)
        name, value = match.groups()
        if name in tags:
            sentence = Say.TAG_TWICE(tag=quoted(name))
            raise RecordError(sentence, RecordErrorKind.TAG, line=number)
        tags[name] = re.sub(r"\\(.)", r"\1", value)
    return tags


def _last_word(tokens: Iterable[tuple[int, str, str]]) -> str | None:
    """The last word that is in no variation: the result, if a record is as it should be."""
    last, depth = None, 0
    for _, kind, text in tokens:
        if kind == "word" and not depth:
            last = text
        depth += (kind == "open") - (kind == "close")
    return last


def _tokens(raw: RawRecord, skip: int) -> Iterator[tuple[int, str, str]]:
    """Yield the line, kind and text of each token after the tags; turns' numbers are left out."""
    text = "\n".join(raw.lines[skip:])
    line, counted = raw.line + skip, 0
    for match in _TOKEN.finditer(text):
        if kind := match.lastgroup:
            line += text.count("\n", counted, match.start())
            counted = match.start()
            yield line, kind, match[kind]


@attrs.define
class _OpenLine:
    """The moves of a game or a variation, as far as they have been read."""

    begins: int
    """The line of the source where it begins."""
    moves: list[tuple[int, str]] = attrs.Factory(list)
    remarks: list[tuple[int, str]] = attrs.Factory(list)
    glyphs: list[tuple[int, int]] = attrs.Factory(list)
    variations: list[tuple[int, ParsedLine]] = attrs.Factory(list)

    def parsed(self) -> ParsedLine:
        """The line as parsed. What follows a game's result belongs to the last move."""
        comments = {ply: " ".join(texts) for ply, texts in self._by_ply(self.remarks).items()}
        glyphs, variations = self._by_ply(self.glyphs), self._by_ply(self.variations)
        return ParsedLine(self.moves, comments, glyphs, {}, variations)

    def _by_ply(self, things: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
        found: dict[int, list[T]] = {}
        for ply, thing in things:
            found.setdefault(min(ply, len(self.moves)), []).append(thing)
        return found


class _MovetextReader:
    """Reads what follows the tags: a game, with variations in one another."""

    def __init__(self, line: int) -> None:
        self._here = _OpenLine(line)
        self._outside: list[_OpenLine] = []
        """The lines that the present one is in, the game first."""

    def read(self, tokens: Iterable[tuple[int, str, str]]) -> _OpenLine:
        """The game, with its result as the last move. Raises RecordError."""
        here = self._here
        for line, kind, text in tokens:
            if kind == "word":
                here.moves.append((line, text))
            elif kind in ("comment", "rest"):
                here.remarks.append((len(here.moves), text))
            elif kind in ("glyph", "suffix"):
                here.glyphs.append((len(here.moves), _glyph(kind, text, line)))
            elif kind == "flaw":
                raise _flaw(Say.OPEN_COMMENT(), line)
            else:
                here = self._open(line) if kind == "open" else self._close(line)
        if self._outside:
            raise _flaw(Say.OPEN_VARIATION(), here.begins)
        return here

    def _open(self, line: int) -> _OpenLine:
        if not self._here.moves:
            raise _flaw(Say.LONE_VARIATION(), line)
        if len(self._outside) == MAX_VARIATION_DEPTH:
            raise attrs.evolve(too_deep(), line=line)
        self._outside.append(self._here)
        self._here = _OpenLine(line)
        return self._here

    def _close(self, line: int) -> _OpenLine:
        if not self._outside:
            raise _flaw(Say.NOTHING_TO_CLOSE(), line)
        if not self._here.moves:
            raise _flaw(Say.EMPTY_VARIATION(), line)
        inner, self._here = self._here.parsed(), self._outside.pop()
        self._here.variations.append((len(self._here.moves), inner))
        return self._here


def _flaw(sentence: str, line: int) -> RecordError:
    return RecordError(sentence, RecordErrorKind.SYNTAX, line=line)


def _glyph(kind: str, text: str, line: int) -> int:
    """The number of a glyph, given as a number or as a suffix such as `!?`."""
    if kind == "suffix" and text in SUFFIXES:
        return SUFFIXES[text]
    if kind == "suffix":
        raise _flaw(Say.NOT_A_GLYPH(glyph=quoted(text), known=listed(SUFFIXES, "or")), line)
    if len(text) > len(str(MAX_GLYPH)) or int(text) > MAX_GLYPH:
        glyph = quoted(f"${text}")
        raise _flaw(Say.GLYPH_OUT_OF_RANGE(most=MAX_GLYPH, glyph=glyph), line)
    return int(text)


def _words(line: Contents | WrittenLine, last: int) -> Iterator[str]:
    """The words of a line except its result; `last` is the turn of the move before it."""
    branches, remarked = {*line.variations}, {*line.comments, *line.glyphs, *line.clocks}
    yield from _remarks(line, 0)
    is_interrupted = isinstance(line, WrittenLine)
    for ply, (move, turn) in enumerate(zip(line.moves, line.turns, strict=True), start=1):
        if turn != last or is_interrupted:
            yield f"{turn}." if turn != last else f"{turn}..."
        yield move
        if ply in remarked:
            yield from _remarks(line, ply)
        is_interrupted = ply in branches
        if is_interrupted:
            for variation in line.variations[ply]:
                words = [*_words(variation, last)]
                words[0] = f"({words[0]}"
                if words[-1] == _END_OF_LINE:
                    words.append(")")
                else:
                    words[-1] += ")"
                yield from words
        last = turn


def _remarks(line: Contents | WrittenLine, ply: int) -> Iterator[str]:
    """Glyphs and the comment on a move, with its clock times."""
    yield from map("${}".format, line.glyphs.get(ply, ()))
    comment, clock = line.comments.get(ply, ""), line.clocks.get(ply)
    words = [*(clock.commands if clock is not None else ()), *comment.split()]
    if "}" in comment:
        yield from (f"; {' '.join(words)}", _END_OF_LINE)
    elif words:
        words[0] = f"{{{words[0]}"
        words[-1] += "}"
        yield from words


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line: list[str] = []
    length = 0
    for word in words:
        # No line of a comment may look like the first tag of a record, or begin with the byte order
        # mark of a file.
        is_full = length + len(word) > _WIDTH and not word.startswith(("[", "\ufeff"))
        if line and (is_full or word == _END_OF_LINE):
            yield " ".join(line)
            line, length = [], 0
        if word != _END_OF_LINE:
            line.append(word)
            length += len(word) + 1
    yield " ".join(line)
