"""Reading and verifying the records of a source, one at a time. For any game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from os import PathLike, fspath
from typing import Any, Generic, TypeAlias, cast, final, overload

import attrs

from ..errors import RecordError
from ..protocol import GameState, M, S
from ..rules import Rules
from .checking import to_record
from .record import Record
from .sources import Source, split


@final
@attrs.frozen
class Verdict(Generic[S, M]):
    """Whether one record of a source is good."""

    number: int
    """Which record of the source, from 1."""
    line: int
    """The line where it begins, from 1."""
    record: Record[S, M] | None
    """The record, or None if something is wrong with it."""
    error: RecordError | None
    """What is wrong with it, or None."""
    source: str | None = None
    """The name of the source, if it has one."""

    def summary(self) -> dict[str, bool | int | str | None]:
        """The verdict as plain data (docs/formats.md), with the same keys for every record."""
        error = self.error or RecordError("")
        played = self.record.game if self.record else error.game
        return {
            "game": self.number,
            "begins": self.line,
            "ok": self.error is None,
            "plies": None if played is None else len(played.moves),
            "result": None if self.record is None else self.record.result,
            "ending": None if self.record is None else self.record.game.ending_text,
            "line": error.line,
            "ply": error.ply,
            "move": error.text if error.ply else None,
            "reason": error.sentence or None,
            "code": None if error.reason is None else error.reason.name,
            "position": None if played is None else played.state.to_text(),
        }


AnyRecord: TypeAlias = Record[GameState[Hashable], Hashable]
"""A record of any game. With `rules`, reading gives records typed with that game's own types."""
AnyVerdict: TypeAlias = Verdict[GameState[Hashable], Hashable]
"""The same for verdicts."""


@overload
def parse(text: str | PathLike[str]) -> AnyRecord: ...
@overload
def parse(text: str | PathLike[str], rules: Rules[S, M]) -> Record[S, M]: ...
def parse(text: str | PathLike[str], rules: Rules[Any, Any] | None = None) -> Record[Any, Any]:
    """The only record of a text, or of the file at a `Path`; of any game, or the one of `rules`.

    Raises RecordError for a record with anything wrong, if there are none or several, or if the
    file cannot be read.

    >>> from ninetka import WIKI, Game
    >>> record = Record(Game.start(WIKI), {"Event": "Club"})
    >>> parse(record.to_text()) == record
    True
    """
    source, name = (text.split("\n"), None) if isinstance(text, str) else (text, fspath(text))
    verdicts = list(islice(verify(source, name, rules=rules), 2))
    if len(verdicts) != 1:
        count = "several" if verdicts else "none"
        raise RecordError(f"one record is expected here, not {count}", name)
    return _good(verdicts[0])


@overload
def read(source: Source, name: str | None = None, *, rules: None = None) -> Iterator[AnyRecord]: ...
@overload
def read(
    source: Source, name: str | None = None, *, rules: Rules[S, M]
) -> Iterator[Record[S, M]]: ...
def read(
    source: Source, name: str | None = None, *, rules: Rules[Any, Any] | None = None
) -> Iterator[Record[Any, Any]]:
    """The records of a source, one at a time, each game replayed by the rules.

    `source` is a file's path, an open file, best in binary mode, or its lines. `name` is what
    errors call it; by default that is its path. `rules` is the game to expect, by default any.

    Raises RecordError if the source cannot be read, and at the first record with anything wrong.
    `verify` goes on after such a record.
    """
    yield from map(_good, verify(source, name, rules=rules))


@overload
def verify(
    source: Source, name: str | None = None, *, rules: None = None
) -> Iterator[AnyVerdict]: ...
@overload
def verify(
    source: Source, name: str | None = None, *, rules: Rules[S, M]
) -> Iterator[Verdict[S, M]]: ...
def verify(
    source: Source, name: str | None = None, *, rules: Rules[Any, Any] | None = None
) -> Iterator[Verdict[Any, Any]]:
    """A verdict for each record of a source: every game is replayed, its stated result compared.

    Takes what `read` does. A bad record doesn't keep the ones after it from being read. Raises
    RecordError only if the source cannot be read or does not begin with a record.
    """
    if name is None and isinstance(source, str | PathLike):
        name = fspath(source)
    for number, raw in enumerate(split(source, name), start=1):
        try:
            yield Verdict(number, raw.line, to_record(raw, rules), None, name)
        except RecordError as wrong:
            error = attrs.evolve(wrong, file=name, number=number)
            yield Verdict(number, raw.line, None, error, name)


def _good(verdict: Verdict[S, M]) -> Record[S, M]:
    if verdict.error is not None:
        raise verdict.error
    return cast("Record[S, M]", verdict.record)
