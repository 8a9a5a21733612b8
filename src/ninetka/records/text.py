"""Records as `.9tka` text, much like PGN in chess. For any game.

docs/formats.md has the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from ..errors import RecordError, RecordErrorKind, quoted
from ..forms import ENDING, Contents, LineForm, ParsedRecord, RawRecord

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
        """A record begins with each tag that doesn't follow another, even within a comment."""
        return not _is_tag(previous) and _TAG_START.match(line) is not None

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
