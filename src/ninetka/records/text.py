"""Records as `.9tka` text, much like PGN in chess. For any game.

docs/formats.md has the grammar.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import ClassVar, Final

from ..base.errors import RecordError, RecordErrorKind, quoted
from ..protocol.forms import (
    ENDING,
    MAX_RECORD,
    Contents,
    LineForm,
    ParsedRecord,
    RawRecord,
    numbered,
)

_WIDTH: Final = 80
_END_OF_LINE: Final = "\n"
# Possessive wherever something may repeat: backtracking would cost 200 bytes a repetition.
_TAG: Final = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"([^"\\]*+(?:\\["\\][^"\\]*+)*+)"\s*\]')
_TAG_START: Final = re.compile(r'\s*\[\s*[A-Za-z0-9_]+\s*"')
_TOKEN: Final = re.compile(
    r"[0-9]++\.++(?![0-9])"  # a turn
    r"|\{(?P<comment>[^}]*+)\}|;(?P<rest>.*)|(?P<glyph>\$[0-9]+)(?![^\s{;])"
    r"|(?P<open>\{)|(?P<variation>\()|(?P<word>[^\s{;]+)"
)
_BRACE: Final = re.compile("[{}]")
_COMMENTS: Final = re.compile(r"[^{;]*+(?:\{[^}]*+\}[^{;]*+)*+(?P<open>\{)?")
"""A line up to a comment that is not closed in it, or to one that ends with the line."""
_FLAWS: Final = {
    "open": "a comment is not closed with }",
    "variation": "variations in ( ) cannot be read: a record holds one line of play",
}


def is_word(text: str) -> bool:
    """Whether a text can be a move or a result in a record: it looks like nothing else there."""
    match = _TOKEN.match(text)
    is_one = match is not None and match["word"] == text
    return is_one and text.isprintable() and not text.startswith("[")


class TextForm(LineForm):
    """Records as text, much like PGN."""

    name = "9tka"
    endings: ClassVar[Sequence[str]] = (".9tka", ".txt")

    def opens(self, line: str) -> bool:
        """Whether a source that begins with this line is text."""
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
                is_open = _leaves_open(text, is_open)
            previous = text
        yield raw

    def read(self, raw: RawRecord) -> ParsedRecord:
        """What a record says. Raises RecordError for a bad tag, or if there are only tags."""
        raw.check_encoding()
        tags = _read_tags(raw)
        words: list[tuple[int, str]] = []
        remarks: list[tuple[int, str]] = []
        for line, kind, text in _tokens(raw, len(tags)):
            if kind == "word":
                words.append((line, text))
            elif kind in _FLAWS:
                raise RecordError(_FLAWS[kind], RecordErrorKind.SYNTAX, line=line)
            else:
                remarks.append((len(words), text))
        if not words:
            sentence = "no result follows the tags: perhaps a blank line stands between them"
            raise RecordError(sentence, RecordErrorKind.SYNTAX, line=raw.line + len(tags) - 1)
        *moves, result = words
        comments: dict[int, list[str]] = {}
        for ply, text in remarks:  # one after the result belongs to the last move
            comments.setdefault(min(ply, len(moves)), []).append(text)
        results = [result]
        if "Result" in tags:
            results.append((raw.line + list(tags).index("Result"), tags["Result"]))
        joined = {ply: " ".join(texts) for ply, texts in comments.items()}
        return ParsedRecord(tags, moves, joined, results, tags.get(ENDING))

    def write(self, contents: Contents) -> str:
        """The text of a record."""
        tags = {"Game": contents.game, **contents.start, **contents.tags}
        if contents.ending is not None:
            tags[ENDING] = contents.ending
        tags["Result"] = self.result(contents.outcome)
        escaped = str.maketrans({"\\": "\\\\", '"': '\\"'})
        lines = [f'[{name} "{value.translate(escaped)}"]' for name, value in tags.items()]
        words = [*_words(contents), tags["Result"]]
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
        """Whether the comment open at `line`, just taken, ends before the next one starts."""
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


def _leaves_open(line: str, is_open: bool) -> bool:
    """Whether a comment is open after a line; `is_open` says whether one is open before it."""
    match = _COMMENTS.match(f"{{{line}" if is_open else line)
    return match is not None and match["open"] is not None


def _is_tag(line: str) -> bool:
    return line.lstrip().startswith("[")


def _read_tags(raw: RawRecord) -> dict[str, str]:
    tags: dict[str, str] = {}
    for number, line in enumerate(raw.lines, start=raw.line):
        if not _is_tag(line):
            break
        match = _TAG.fullmatch(line.strip())
        if match is None:
            sentence = f'a tag is written [Name "value"], not {quoted(line)}'
            raise RecordError(sentence, RecordErrorKind.TAG, line=number)
        name, value = match.groups()
        if name in tags:
            sentence = f"the tag {quoted(name)} appears twice"
            raise RecordError(sentence, RecordErrorKind.TAG, line=number)
        tags[name] = re.sub(r"\\(.)", r"\1", value)
    return tags


def _tokens(raw: RawRecord, skip: int) -> Iterator[tuple[int, str, str]]:
    """What follows the tags, without numbers of turns: the line, kind and text of each token."""
    text = "\n".join(raw.lines[skip:])
    line, counted = raw.line + skip, 0
    for match in _TOKEN.finditer(text):
        if kind := match.lastgroup:
            line += text.count("\n", counted, match.start())
            counted = match.start()
            yield line, kind, match[kind]


def _words(contents: Contents) -> Iterator[str]:
    """Comments, numbers of turns and moves, without the result."""
    yield from _comment_words(contents.comments.get(0, ""))
    last = 0
    for ply, (move, turn) in enumerate(zip(contents.moves, contents.turns, strict=True), start=1):
        if turn != last:
            yield f"{turn}."
        last = turn
        yield move
        yield from _comment_words(contents.comments.get(ply, ""))


def _comment_words(text: str) -> list[str]:
    if "}" in text:
        return [f"; {text}", _END_OF_LINE]
    return f"{{{text}}}".split() if text else []


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
