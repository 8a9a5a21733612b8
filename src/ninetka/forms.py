"""A form of records: how a source is cut into records, and how one is read and written."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import ClassVar, Final

import attrs

from .errors import RecordError
from .position import GameOutcome, Played

__all__ = [
    "ENDING",
    "MAX_RECORD",
    "NOT_UTF8",
    "UNFINISHED",
    "Contents",
    "Form",
    "LineForm",
    "ParsedRecord",
    "RawRecord",
]

MAX_RECORD: Final = 1 << 20
"""The most characters a record may have: what is longer is refused, not held in memory."""
ENDING: Final = "Ending"
"""The tag of games that were ended other than by a move."""
UNFINISHED: Final = "*"
"""The result of a game that is not over."""
NOT_UTF8: Final = re.compile("[\ud800-\udfff]")
"""What stands in a text for bytes that are not UTF-8."""


@attrs.frozen
class ParsedRecord:
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
    ending: tuple[int, str] | None = None
    """How the game ended if not by a move (`Ending.to_text`), with its line."""


@attrs.frozen
class Contents:
    """What there is to write down of a game."""

    game: str
    """The game's name."""
    start: Mapping[str, str]
    """The tags that say how it starts."""
    tags: Mapping[str, str]
    """The other ones."""
    moves: Sequence[str]
    """The moves' texts."""
    turns: Sequence[int]
    """By move, the number of its turn."""
    comments: Mapping[int, str]
    """Number of moves made before it: a comment."""
    result: str
    """The outcome's text, or `*`."""
    ending: str | None
    """How the game ended if not by a move (`Ending.to_text`)."""
    outcome: GameOutcome | None
    """None if the game is not over."""
    played: Played


@attrs.define
class RawRecord:
    """The lines of one record, not yet understood."""

    file: str | None
    number: int
    """Which record of the source, from 1."""
    line: int
    """The line of the source it begins on, from 1."""
    form: Form
    column: int = 1
    """The column of that line, from 1."""
    lines: list[str] = attrs.field(factory=list)
    size: int = -1
    """How many characters it has, the ends of all lines but the last included."""

    def add(self, line: str) -> None:
        """Keep one more line, as long as the record is not too long."""
        self.size += len(line) + 1
        if self.size <= MAX_RECORD:
            self.lines.append(line)

    def check_encoding(self) -> None:
        """Raise RecordError for a line that is not UTF-8."""
        for number, line in enumerate(self.lines, start=self.line):
            if NOT_UTF8.search(line):
                raise self.error("the line is not UTF-8 text", number)

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


class Form(ABC):
    """A way to write records."""

    name: ClassVar[str]
    """What users call it."""
    endings: ClassVar[Sequence[str]]
    """How names of files in it end, such as `.json`."""

    @abstractmethod
    def opens(self, line: str) -> bool:
        """Whether a source that begins with this line is in this form."""

    @abstractmethod
    def split(self, pieces: Iterable[str], file: str | None, line: int) -> Iterator[RawRecord]:
        r"""Cut a source into its records.

        `pieces` are its lines, each with a `\n` at its end, from line number `line` on; a very long
        one comes in several pieces, the last of which has the `\n`.
        """

    @abstractmethod
    def read(self, raw: RawRecord) -> ParsedRecord:
        """What a record says. Raises RecordError."""

    @abstractmethod
    def write(self, contents: Contents) -> str:
        """The text of a record, with the end of its last line."""

    def agrees(self, result: str, outcome: GameOutcome | None) -> bool:
        """Whether a stated result is that of an outcome, or of a game that is not over."""
        return result == self.result(outcome)

    def result(self, outcome: GameOutcome | None) -> str:
        """What a record states of an outcome, or of a game that is not over."""
        return UNFINISHED if outcome is None else str(outcome)


class LineForm(Form):
    """A form in which every record begins with a line of its own."""

    @abstractmethod
    def new_splitter(self) -> Callable[[str], bool]:
        """A function that is given the lines of a source and says which of them begin a record."""

    def split(self, pieces: Iterable[str], file: str | None, line: int) -> Iterator[RawRecord]:
        """Cut a source into its records where the splitter says."""
        begins = self.new_splitter()
        raw: RawRecord | None = None
        for number, text in _numbered(pieces, line):
            if begins(text) or raw is None:
                if raw is not None:
                    yield raw
                raw = RawRecord(file, 1 if raw is None else raw.number + 1, number, self)
            raw.add(text)
        if raw is not None:
            yield raw


def _numbered(pieces: Iterable[str], number: int) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without their ends; of a line in pieces the first alone.

    That is more than a record may have already.
    """
    inside = False
    for piece in pieces:
        if not inside:
            yield number, piece.removesuffix("\n")
        inside = not piece.endswith("\n")
        number += not inside
