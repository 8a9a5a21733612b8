"""Checking a text of records in steps, each of which is told where the one before it stopped."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from time import monotonic

import attrs

from .errors import NinetkaError
from .forms import RawRecord
from .match import begins_anew, checked
from .records import AnyVerdict, Summary
from .records.reading import verdict_on
from .records.sources import form_opened_by, split

__all__ = ["Place", "Step", "check", "offset"]


@attrs.frozen
class Place:
    """Where a game begins in a file, or a text of games."""

    line: int = 1
    column: int = 1
    """In characters, from 1. Games of SGF can begin anywhere in a line."""
    number: int = 1
    """The game's, from 1."""


@attrs.frozen
class Step:
    """What was found in one step."""

    games: list[Summary]
    """The verdict on each game, as `match.checked` gives them."""
    rest: Place | None = None
    """Where to go on; None at the end."""


def check(
    text: str, start: Place, most: int, *, seconds: float | None = None, more: bool = False
) -> Step:
    """Check the games of a text that begins at some place of its file.

    Without `seconds` or `more` these are all its games. A step ends after so many seconds, or at
    the end of the text if there is `more` of the file: not right there, but before a game that
    stands alone or begins a match. What is in the text from there on may not be all there.

    Raises RecordError if the text does not begin with a record, NinetkaError for more games than
    `most`, or for a step that would not get anywhere.
    """
    in_steps = more or seconds is not None
    deadline = math.inf if seconds is None else monotonic() + seconds
    place = begins = start

    def judged() -> Iterator[AnyVerdict]:
        nonlocal place, begins
        for number, raw in enumerate(_raws(text, start, more=more), start=start.number):
            verdict = verdict_on(number, raw)
            place = Place(raw.line, raw.column, number)
            if begins_anew(verdict) and _opens(raw):
                begins = place
            yield verdict

    games: list[Summary] = []
    for verdict in checked(judged()):
        if games and begins == place and monotonic() >= deadline:
            break
        if len(games) == most:
            if not in_steps:
                sentence = f"a call checks {most} games at most: send the rest in another"
                raise NinetkaError(sentence)
            break
        games.append(verdict.summary())
    else:
        if not more:
            return Step(games)
    if begins.number == start.number:
        raise NinetkaError("the text ends within its first game or match: send more of it at once")
    return Step(games[: begins.number - start.number], begins)


def offset(text: str, start: Place, place: Place) -> int:
    """How many characters of a text stand before a place in it, as JavaScript counts them."""
    lines = text.split("\n")
    before, line = lines[: place.line - start.line], lines[place.line - start.line]
    column = place.column - (start.column if place.line == start.line else 1)
    if column:  # which does not count a byte order mark at the beginning of the line
        column += line.startswith("\ufeff")
    passed = "".join(f"{each}\n" for each in before) + line[:column]
    return len(passed.encode("utf-16-le", "surrogatepass")) // 2


def _raws(text: str, start: Place, *, more: bool) -> Iterator[RawRecord]:
    """The records, where they are in the file; without the last if there is `more`."""
    raws = split(text.split("\n"), None, start.line)
    if more:
        raws = (raw for raw, _ in pairwise(raws))
    for raw in raws:
        if raw.line == start.line:
            raw.column += start.column - 1
        yield raw


def _opens(raw: RawRecord) -> bool:
    """Whether a text that begins with this record is read in the same form."""
    return bool(raw.lines) and form_opened_by(raw.lines[0]) is raw.form
