"""Records as `.9tka` text, much like PGN in chess. For any game.

docs/formats.md has the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from ..base.errors import NinetkaError, RecordError, RecordErrorKind
from ..base.position import GameOutcome
from ..games import entry_for_record
from ..protocol.forms import ENDING, Form, ParsedRecord, RawRecord, RecordContents, RecordHead
from ..protocol.movetext import (
    TOKEN,
    MovetextReader,
    ParsedHead,
    leading_tags,
    read_head,
    split,
    words_of,
    wrapped,
    written_tags,
)
from .texts import Say

_HALVES: Final = {"1/2", "\u00bd", "\u00bd-\u00bd"}
"""Other ways to write a draw of two players."""


def is_word(text: str) -> bool:
    """Return whether a text can be a move or a result in a record, and nothing else."""
    match = TOKEN.match(text)
    is_one = match is not None and match["word"] == text
    return is_one and text.isprintable() and not text.startswith(("[", "%"))


class TextForm(Form):
    """Records as text, much like PGN."""

    name = "9tka"
    extensions: ClassVar[Sequence[str]] = (".9tka", ".txt")

    def recognizes(self, text: str) -> bool:
        """Return whether a source that begins so is text: with a tag, maybe after comments."""
        return bool(leading_tags(text).tags) or text.lstrip().startswith("[")

    def split(self, pieces: Iterable[str], line: int) -> Iterator[RawRecord]:
        """Cut a source where its records begin: `movetext.split` says where."""
        return split(self, pieces, line)

    def read(self, raw: RawRecord) -> ParsedRecord:
        """Read a record. Raises NinetkaError for a bad tag, or if there is no result at all."""
        raw.check_encoding()
        head = read_head(raw)
        game = MovetextReader(head, _joined_move(head)).read(head.tokens())
        results = [game.moves.pop()] if game.moves else []
        if "Result" in head.tags:
            results.append((head.lines["Result"], head.tags["Result"]))
        if not results:
            entry_for_record(head.tags)  # that nothing says the game is told first
            last = max(head.lines.values(), default=raw.line)
            raise RecordError(Say.NO_RESULT(), RecordErrorKind.SYNTAX, line=last)
        return ParsedRecord(head.tags, game.parsed(), results, head.tags.get(ENDING))

    def head(self, raw: RawRecord) -> RecordHead:
        """The tags, and the tag Result or the last word; the moves are not read."""
        raw.check_encoding()
        head = read_head(raw)
        tags = head.tags
        result = tags["Result"] if "Result" in tags else _last_word(head.tokens())
        return RecordHead(tags, result, tags.get(ENDING))

    def agrees(self, result: str, outcome: GameOutcome | None) -> bool:
        """Compare as any form does, and take `1/2` and the like for a draw of two."""
        return super().agrees("1/2-1/2" if result in _HALVES else result, outcome)

    def write(self, contents: RecordContents) -> str:
        """The text of a record."""
        tags = {"Game": contents.game, **contents.start, **contents.tags}
        if contents.ending is not None:
            tags[ENDING] = contents.ending
        tags["Result"] = self.result(contents.outcome)
        words = [*words_of(contents.mainline), tags["Result"]]
        return "\n".join([*written_tags(tags), "", *wrapped(words), ""])


TEXT: Final = TextForm()


def _joined_move(head: ParsedHead) -> re.Pattern[str] | None:
    """The beginning of a further move in a word, if a record may have such words."""
    try:
        style = entry_for_record(head.tags).style
    except NinetkaError:
        return None  # which is found again when the game begins
    pattern = None if style.joined_move is None else style.joined_move(head.tags)
    return pattern if pattern is not None and pattern.search(head.text, head.end) else None


def _last_word(tokens: Iterable[tuple[int, str, str]]) -> str | None:
    """The last word that is in no variation: the result, if a record is as it should be."""
    last, depth = None, 0
    for _, kind, text in tokens:
        if kind == "word" and not depth:
            last = text
        depth += (kind == "open") - (kind == "close")
    return last
