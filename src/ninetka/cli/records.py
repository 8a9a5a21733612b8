"""The games of files: read, checked, or picked by number."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from typing import Any, Final, TypeVar

import attrs
import typer

from ..base.errors import NinetkaError, RecordError, RecordErrorKind, record_error_kind
from ..games import all_games
from ..protocol.tags import GAME
from ..records import AnyRecord, AnyVerdict, verify
from ..records.sources import nth, pieces
from ..tournament import match
from .app import UNUSABLE
from .files import STANDARD
from .output import amount, warn
from .progress import Bar

BAD_GAME: Final = 1
"""The exit code if a game is bad."""

T = TypeVar("T")


def standard_input() -> str:
    """The input to read if no file is named. Raises BadParameter if it is a terminal."""
    if sys.stdin.isatty():
        raise typer.BadParameter("name a record file, or - for standard input")
    return STANDARD


def is_position(text: str) -> bool:
    """Tell whether a text is a position, maybe an incomplete one, rather than a file's name.

    It has the number of words that positions of some game have, is a board with their number of
    rows, or is written as other programs do. If positions are boards alone, the game must be able
    to read it: a path looks much the same.
    """
    if os.path.exists(text):
        return False
    count, slashes = len(text.split()), text.partition(" ")[0].count("/")
    for entry in all_games():
        for name in entry.names:
            board, *others = entry.begin({GAME: name}).to_text().split()
            if others and (count == 1 + len(others) or 0 < slashes == board.count("/")):
                return True
    foreign = (entry.is_foreign_position for entry in all_games())
    if any(recognizes is not None and recognizes(text) for recognizes in foreign):
        return True
    return any(entry.reads(text) for entry in all_games())


def read_lines(name: str, bar: Bar | None = None) -> Iterator[bytes]:
    """The lines of a file, or of standard input. Raises RecordError if it cannot be read."""
    try:
        with nullcontext(sys.stdin.buffer) if name == STANDARD else open(name, "rb") as file:
            for line in pieces(file.readline):
                if bar is not None:
                    bar.advance(len(line))
                yield line
    except OSError as error:
        sentence = error.strerror or str(error)
        raise RecordError(sentence, RecordErrorKind.SOURCE, name) from error


def read_verdicts(
    name: str, bar: Bar | None = None, executor: Executor | None = None
) -> Iterator[AnyVerdict]:
    """A verdict for each game of a file. Raises RecordError if it cannot be read or holds none.

    With an executor, games are replayed there.
    """
    return _at_least_one(verify(read_lines(name, bar), name, executor=executor), name)


def _at_least_one(games: Iterator[T], name: str) -> Iterator[T]:
    game = None
    for game in games:
        yield game
    if game is None:
        raise RecordError("there is no game in it", RecordErrorKind.COUNT, name)


def pick(verdicts: Iterator[AnyVerdict], number: int) -> AnyRecord:
    """The record of that number; no more are read. Raises RecordError."""
    return nth(verdicts, number).good_record()


@attrs.define
class GameReader:
    """The good games of a file. A bad one ends the command, or it is left out if that is wanted."""

    skips_bad: bool
    left_out: list[RecordError] = attrs.field(factory=list)
    """The error of each game that is left out."""
    count: int = 0
    """The number of good games."""
    _verdicts: Iterator[AnyVerdict] = attrs.field(factory=lambda: iter(()), init=False)

    def read(self, name: str, bar: Bar) -> Iterator[tuple[int, AnyRecord]]:
        """The records with their numbers in the file.

        Raises NinetkaError for the first that is bad unless such games are left out, and if none is
        good.
        """
        self._verdicts = read_verdicts(name, bar)
        for verdict in self._verdicts:
            if verdict.record is not None:
                self.count += 1
                yield verdict.number, verdict.record
            elif verdict.error is not None:
                self._leave_out(verdict.error)
        if not self.count:
            self.show_left_out()
            raise RecordError("there is no good game in it", RecordErrorKind.COUNT, name)

    def refuse(self, error: NinetkaError, name: str, number: int) -> None:
        """Take the game that was read last as bad after all, because of an error."""
        self.count -= 1
        kind = record_error_kind(error, RecordErrorKind.SYNTAX)
        self._leave_out(RecordError(error.message, kind, name, number))

    def _leave_out(self, error: RecordError) -> None:
        """Leave a game out. Raises NinetkaError unless that is wanted, or if it is the only one."""
        if not self.skips_bad:
            is_only = error.number == 1 and next(self._verdicts, None) is None
            hint = "" if is_only else ". With --skip-bad, bad games are left out"
            raise NinetkaError(f"{error}{hint}") from error
        self.left_out.append(error)

    def show_left_out(self) -> None:
        """Show the games that have been left out."""
        list_left_out(self.left_out)


def list_left_out(errors: Sequence[RecordError]) -> None:
    """Show how many games have been left out, and what is wrong with each."""
    if errors:
        warn(f"Left out: {amount(len(errors), 'bad game')}")
    for error in errors:
        warn(error)


@attrs.define
class Tally:
    """Numbers of good games, of bad games, and of files that could not be used."""

    good: int = 0
    bad: int = 0
    unusable: int = 0

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return UNUSABLE if self.unusable else BAD_GAME if self.bad else 0


def checked_files(
    names: Sequence[str], tally: Tally, bar: Bar, executor: Executor | None = None
) -> Iterator[tuple[str, AnyVerdict]]:
    """Each game of these files with its file's name; warns of files that cannot be used.

    With an executor, games are replayed there.
    """
    for name in names:
        try:
            for verdict in match.checked(read_verdicts(name, bar, executor)):
                tally.good += verdict.error is None
                tally.bad += verdict.error is not None
                yield name, verdict
        except RecordError as error:
            bar.hide()
            tally.unusable += 1
            warn(error)


def error_text(error: RecordError, shown: Callable[[Any], str] = str) -> str:
    """The sentence that says what is wrong with a game, and the board before it."""
    return str(error) if error.position is None else f"{error}\n{shown(error.position)}\n"
