"""Records as `.9tka` text, much like PGN in chess. For any game.

docs/formats.md has the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import attrs

from ..errors import quoted
from ..forms import ENDING, Contents, LineForm, ParsedRecord, RawRecord

_WIDTH: Final = 80
_END_OF_LINE: Final = "\n"
# Possessive wherever something may repeat: backtracking would cost 200 bytes a repetition.
_TAG: Final = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"([^"\\]*+(?:\\["\\][^"\\]*+)*+)"\s*\]')
_TAG_START: Final = re.compile(r'\s*\[\s*[A-Za-z0-9_]+\s*"')
_COMMENT: Final = re.compile(r"\{[^}]*\}?|;.*")
_TOKEN: Final = re.compile(
    r"[0-9]++\.++(?![0-9])"  # a turn
    r"|\{(?P<comment>[^}]*+)\}|;(?P<rest>.*)|(?P<glyph>\$[0-9]+)(?![^\s{;])"
    r"|(?P<open>\{)|(?P<variation>\()|(?P<word>[^\s{;]+)"
)
MISSING_RESULT: Final = (
    "the record ends without its result: the points, such as 4-4, or * if unfinished"
)
_FLAWS: Final = {
    "open": "a comment is not closed with }",
    "variation": "variations in ( ) cannot be read: a record holds one line of play",
}
_SCORE: Final = r"-?+[0-9]++(?:[./][0-9]++)?+"
_RESULT: Final = re.compile(rf"\*|{_SCORE}(?:[-:]{_SCORE})++")


def is_result(word: str) -> bool:
    """Whether a word looks like a result: points by seat, or `*`. Some games' moves do too."""
    return _RESULT.fullmatch(word) is not None


def is_word(text: str) -> bool:
    """Whether a text can be a move or a result in a record.

    It must be one word of printable characters that cannot be taken for a tag, the number of a
    turn, a comment or the start of a variation.
    """
    match = _TOKEN.match(text)
    whole = match is not None and match["word"] == text
    return whole and text.isprintable() and not text.startswith("[")


@attrs.define
class _Splitter:
    in_tags: bool = False
    in_comment: bool = False

    def __call__(self, line: str) -> bool:
        # A comment left open must not swallow the records after it.
        is_tag = bool(_TAG_START.match(line)) if self.in_comment else _is_tag(line)
        begins = is_tag and not self.in_tags
        if begins:
            self.in_comment = False
        elif not is_tag and (self.in_comment or "{" in line):
            self.in_comment = _leaves_open(f"{{{line}" if self.in_comment else line)
        self.in_tags = is_tag
        return begins


def _leaves_open(text: str) -> bool:
    """Whether a text ends within a comment in braces."""
    last = ""
    for match in _COMMENT.finditer(text):
        last = match[0]
    return last.startswith("{") and not last.endswith("}")


def _is_tag(line: str) -> bool:
    return line.lstrip().startswith("[")


class TextForm(LineForm):
    """Records as text, much like PGN."""

    name = "9tka"
    endings = (".9tka", ".txt")

    def opens(self, line: str) -> bool:
        """Whether a source that begins with this line is text."""
        return _is_tag(line)

    def new_splitter(self) -> Callable[[str], bool]:
        """A record begins with each line of a tag that doesn't follow another one."""
        return _Splitter()

    def read(self, raw: RawRecord) -> ParsedRecord:
        """What a record says. Raises RecordError for a bad tag, or if there are only tags."""
        raw.check_encoding()
        tags = _read_tags(raw)
        moves: list[tuple[int, str]] = []
        comments: dict[int, list[str]] = {}
        flaw = None
        for line, kind, text in _tokens(raw, len(tags)):
            if kind == "word":
                moves.append((line, text))
            elif kind in _FLAWS:
                flaw = line, _FLAWS[kind]
                break
            else:
                comments.setdefault(len(moves), []).append(text)
        if not moves and not comments and flaw is None:
            sentence = "nothing follows the tags: moves and result are missing, or a blank line"
            raise raw.error(f"{sentence} stands between tags", raw.line + len(tags) - 1)
        result = moves.pop() if moves and flaw is None else None
        if result is None and flaw is None:
            flaw = raw.line + "\n".join(raw.lines).rstrip().count("\n"), MISSING_RESULT
        if result is not None and len(moves) + 1 in comments:  # after the result
            comments.setdefault(len(moves), []).extend(comments.pop(len(moves) + 1))
        joined = {ply: " ".join(texts) for ply, texts in comments.items()}
        return ParsedRecord(tags, moves, joined, result, flaw)

    def write(self, contents: Contents) -> str:
        """The text of a record."""
        tags = {"Game": contents.game, **contents.start, **contents.tags}
        if contents.ending is not None:
            tags[ENDING] = contents.ending
        tags["Result"] = contents.result
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
        return "\n".join([*lines, "", *_wrapped(_words(contents)), ""])


TEXT: Final = TextForm()


def _read_tags(raw: RawRecord) -> dict[str, str]:
    tags: dict[str, str] = {}
    for number, line in enumerate(raw.lines, start=raw.line):
        if not _is_tag(line):
            break
        match = _TAG.fullmatch(line.strip())
        if match is None:
            sentence = f'a tag is written [Name "value"], not {quoted(line)}'
            raise raw.error(sentence, number, text=line)
        name, value = match.groups()
        if name in tags:
            raise raw.error(f"the tag {quoted(name)} appears twice", number, text=line)
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
    comments, last = contents.comments, 0
    if 0 in comments:
        yield from _comment_words(comments[0])
    for ply, (move, turn) in enumerate(zip(contents.moves, contents.turns, strict=True), start=1):
        if turn != last:
            yield f"{turn}."
        last = turn
        yield move
        if ply in comments:
            yield from _comment_words(comments[ply])
    yield contents.result


def _comment_words(text: str) -> list[str]:
    """A comment in braces, or after `;` if it has a brace that would close it."""
    return [f"; {text}", _END_OF_LINE] if "}" in text else f"{{{text}}}".split()


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


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
