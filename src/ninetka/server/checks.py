"""Checking a text of records part by part, each of which begins where the one before it stopped."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise, takewhile
from time import monotonic

import attrs

from ..base.deadline import check_time
from ..base.errors import NinetkaError
from ..protocol.forms import RawRecord
from ..records import AnyVerdict, Summary
from ..records.reader import verdict_on
from ..records.sources import recognized_form, split
from ..tournament.match import begins_match, checked


@attrs.frozen
class Cursor:
    """The place where a game begins in a file, or in a text of games."""

    line: int = 1
    column: int = 1
    """The character of the line, from 1: games of SGF can begin anywhere in a line."""
    number: int = 1
    """The number of the game, from 1."""


@attrs.frozen
class CheckedPart:
    """The games found in one part of a file, and where the next part begins."""

    games: list[Summary]
    """The verdict on each game, as `match.checked` gives them."""
    rest: Cursor | None = None
    """The beginning of the next part; None at the end of the file."""


def check(
    text: str, start: Cursor, most: int, *, seconds: float | None = None, more: bool = False
) -> CheckedPart:
    """Check the games of a text, which begins at the place `start` of its file.

    Without `seconds` or `more` these are all its games. A part ends after that many seconds, or
    near the end of the text if there is `more` of the file: before a game that stands alone or
    begins a match. Text beyond that point may be incomplete.

    Raises RecordError if the text does not begin with a record, NinetkaError for more than `most`
    games, or for a part that would hold no game.
    """
    in_parts = more or seconds is not None
    deadline = math.inf if seconds is None else monotonic() + seconds
    place = begins = start

    def judged() -> Iterator[AnyVerdict]:
        nonlocal place, begins
        for number, raw in enumerate(_raws(text, start, more=more), start=start.number):
            check_time()
            verdict = verdict_on(number, raw)
            place = Cursor(raw.line, raw.column, number)
            is_opening = bool(raw.lines) and recognized_form(raw.lines) is raw.form
            if is_opening and begins_match(verdict):  # a text can be read from here
                begins = place
            yield verdict

    games: list[Summary] = []
    for verdict in checked(judged()):
        if games and begins == place and monotonic() >= deadline:
            break
        if len(games) == most:
            if not in_parts:
                raise NinetkaError(f"a call checks {most} games at most: send the rest in another")
            break
        games.append(verdict.summary())
    else:
        if not more:
            return CheckedPart(games)
    if begins.number == start.number:
        raise NinetkaError("the text ends within its first game or match: send more of it at once")
    return CheckedPart(games[: begins.number - start.number], begins)


def _raws(text: str, start: Cursor, *, more: bool) -> Iterator[RawRecord]:
    """The records, numbered by their lines in the file; without the last if there is `more`."""
    raws: Iterator[RawRecord] = split(text.split("\n"), None, start.line)
    if more:
        raws = takewhile(lambda raw: not raw.is_guess, (raw for raw, _ in pairwise(raws)))
    for raw in raws:
        if raw.line == start.line:
            raw.column += start.column - 1
        yield raw
