"""Forms of records: how a source is cut into records, and how one is read and written."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

import attrs

from ..base.documented import documented
from ..base.errors import RecordError, RecordErrorKind
from ..base.frozenmap import FrozenMap
from ..base.position import GameOutcome, Played
from ..base.texts import DASH
from .clocks import Clock

__all__ = [
    "ENDING",
    "MAX_RECORD",
    "MAX_VARIATION_DEPTH",
    "MAX_VARIATION_MOVES",
    "UNFINISHED",
    "Form",
    "LineForm",
    "ParsedLine",
    "ParsedRecord",
    "RawRecord",
    "RecordContents",
    "RecordHead",
    "WrittenLine",
]

MAX_RECORD: Final = 1 << 20
"""The most characters a record may have. A longer one is refused, not held in memory."""
MAX_VARIATION_DEPTH: Final = 32
"""The depth to which variations may be nested: more than anybody can follow, and still JSON that
is not nested too deep."""
MAX_VARIATION_MOVES: Final = 1 << 15
"""The most moves that all variations of a record may have together, so that they fit in memory."""
ENDING: Final = "Ending"
"""The tag that says how a game ended if not by a move."""
UNFINISHED: Final = "*"
"""The result of a game that is not over."""
NOT_UTF8: Final = re.compile("[\ud800-\udfff]")
"""A character that stands for a byte that is not UTF-8."""


@documented
@attrs.define
class RawRecord:
    """The lines of one record, not read yet."""

    form: Form
    """The form it is written in."""
    line: int
    """The line of the source where it begins, from 1."""
    column: int = 1
    """The column where it begins, from 1."""
    lines: list[str] = attrs.field(factory=list)
    """The lines; incomplete if the record is too long."""
    size: int = -1
    """The number of its characters, with the ends of all lines but the last."""
    is_guess: bool = False
    """Whether it may go on after its last line: the source ended before this was clear."""

    def add(self, line: str) -> None:
        """Take one more line, unless that makes it too long."""
        self.size += len(line) + 1
        if self.size <= MAX_RECORD:
            self.lines.append(line)

    def check_encoding(self) -> None:
        """Raise RecordError for a line that is not UTF-8."""
        for number, line in enumerate(self.lines, start=self.line):
            if NOT_UTF8.search(line):
                sentence = "the line is not UTF-8 text"
                raise RecordError(sentence, RecordErrorKind.ENCODING, line=number)


@documented
@attrs.frozen
class ParsedLine:
    """A game or a variation as a record states it, not replayed yet. It counts its own moves."""

    moves: Sequence[tuple[int | None, str]]
    """The line of the source, if there is one, and the text of each move."""
    comments: Mapping[int, str] = FrozenMap()
    """Comments by the number of its moves made before them."""
    glyphs: Mapping[int, Sequence[int]] = FrozenMap()
    """The numbers of each move's glyphs, by ply."""
    clocks: Mapping[int, Clock] = FrozenMap()
    """The clock times of moves, by ply. Those written in comments may stay there."""
    variations: Mapping[int, Sequence[ParsedLine]] = FrozenMap()
    """The variations that replace a move, by its ply."""


@documented
@attrs.frozen
class ParsedRecord:
    """The contents of a record; its game is not replayed yet. Lines are numbered in the source."""

    tags: Mapping[str, str]
    """All tags, including those that describe the start."""
    mainline: ParsedLine
    """The moves of the game, with what is written on them."""
    results: Sequence[tuple[int, str]] = ()
    """The line and the text of the result, wherever it is stated."""
    ending: str | None = None
    """The ending, if not by a move (`Ending.to_text`)."""
    flaw: RecordError | None = None
    """The error besides those of moves: raised after these have been replayed."""


@documented
@attrs.frozen
class WrittenLine:
    """A game or a variation to write. It counts its own moves."""

    moves: Sequence[str]
    """The moves' texts."""
    turns: Sequence[int]
    """The number of each move's turn in the game."""
    comments: Mapping[int, str]
    """Comments by the number of its moves made before them."""
    glyphs: Mapping[int, Sequence[int]]
    """The numbers of each move's glyphs, by ply."""
    clocks: Mapping[int, Clock]
    """The clock times of moves, by ply."""
    variations: Mapping[int, Sequence[WrittenLine]]
    """The variations that replace a move, by its ply."""
    played: Played
    """The line itself, as a game; that of a variation begins where it branches off."""


@documented
@attrs.frozen
class RecordContents:
    """The contents of a record to write."""

    game: str
    """The game's name."""
    start: Mapping[str, str]
    """The tags that describe the start."""
    tags: Mapping[str, str]
    """The other tags."""
    mainline: WrittenLine
    """The moves of the game, with what is written on them."""
    ending: str | None
    """The ending, if not by a move (`Ending.to_text`)."""
    outcome: GameOutcome | None
    """The outcome; None if the game is not over."""


@documented
@attrs.frozen
class RecordHead:
    """The head of a record: its tags and result. None of it is compared with the game."""

    tags: Mapping[str, str]
    """The tags, including those that describe the start."""
    result: str | None
    """The result as it is written; None if there is none."""
    ending: str | None = None
    """The ending, if not by a move (`Ending.to_text`)."""


class Form(ABC):
    """A form of records, such as text or JSON."""

    name: ClassVar[str]
    """The name for users."""
    extensions: ClassVar[Sequence[str]]
    """The extensions of its files, such as `.json`."""

    @property
    def hint(self) -> str:
        """A part of a sentence: what else than tags of a start says that a source has this form."""
        return ""

    @abstractmethod
    def recognizes(self, text: str) -> bool:
        """Return whether a source that begins with this text is in this form.

        The text has the first lines, from one that is not blank to the first one with more than
        tags and comments.
        """

    @abstractmethod
    def split(self, pieces: Iterable[str], line: int) -> Iterator[RawRecord]:
        r"""Cut a source into its records.

        `pieces` are its lines from number `line` on, each with `\n` at its end. A very long line
        comes in several pieces, of which the last has the `\n`.
        """

    @abstractmethod
    def read(self, raw: RawRecord) -> ParsedRecord:
        """Read a record. Raises RecordError, which need not tell the place of the record."""

    def head(self, raw: RawRecord) -> RecordHead:
        """Read what a record states besides its moves, by default by reading all of it.

        A form may leave out what costs time, such as most of the checks. Raises RecordError.
        """
        parsed = self.read(raw)
        result = parsed.results[0][1] if parsed.results else None
        return RecordHead(parsed.tags, result, parsed.ending)

    @abstractmethod
    def write(self, contents: RecordContents) -> str:
        """The text of a record, with an end of line at its end."""

    def agrees(self, result: str, outcome: GameOutcome | None) -> bool:
        """Return whether `result` states this outcome, or without one a game that is not over.

        Dashes of word processors stand for hyphens.
        """
        return re.sub(DASH, "-", result) == self.result(outcome)

    def result(self, outcome: GameOutcome | None) -> str:
        """The result of an outcome, or of a game that is not over, as records state it."""
        return UNFINISHED if outcome is None else str(outcome)


class LineForm(Form):
    """A form in which each record begins on a new line."""

    @abstractmethod
    def begins_record(self, line: str, previous: str) -> bool:
        """Return whether a record begins with this line, given the line before it."""

    def split(self, pieces: Iterable[str], line: int) -> Iterator[RawRecord]:
        """Cut a source where its records begin."""
        raw, previous = RawRecord(self, line), ""
        for number, text in numbered(pieces, line):
            if number > line and self.begins_record(text, previous):
                yield raw
                raw = RawRecord(self, number)
            raw.add(text)
            previous = text
        yield raw


def numbered(pieces: Iterable[str], number: int) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, from `number`; only the first piece of a very long one."""
    inside = False
    for piece in pieces:
        if not inside:
            yield number, piece.removesuffix("\n")
        inside = not piece.endswith("\n")
        number += not inside
