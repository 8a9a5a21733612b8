"""Checking the records of several files, for the commands that go on after a bad game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import attrs

from .. import match
from ..errors import RecordError
from ..records import AnyVerdict, verify
from .common import lines_of
from .output import UNUSABLE, warn
from .progress import Bar

BAD_GAME: Final = 1


@attrs.define
class Tally:
    """How many games were good, how many bad, and how many files were of no use."""

    good: int = 0
    bad: int = 0
    unusable: int = 0

    @property
    def exit_code(self) -> int:
        """What the command ends with."""
        return UNUSABLE if self.unusable else BAD_GAME if self.bad else 0

    def __str__(self) -> str:
        games = self.good + self.bad
        return f"{games} game{'' if games == 1 else 's'}: {self.good} good, {self.bad} bad"


def checked(names: Sequence[str], tally: Tally, bar: Bar) -> Iterator[tuple[str, AnyVerdict]]:
    """Each game of these files with its file's name; warns of files that cannot be used."""
    for name in names:
        try:
            for verdict in _verdicts(name, bar):
                if verdict.error is None:
                    tally.good += 1
                else:
                    tally.bad += 1
                yield name, verdict
        except RecordError as error:
            bar.hide()
            tally.unusable += 1
            warn(error)


def _verdicts(name: str, bar: Bar) -> Iterator[AnyVerdict]:
    """Check one input. Raises RecordError if it cannot be read or holds no game."""
    number = 0
    for verdict in match.checked(verify(lines_of(name, bar.advance), name)):
        number = verdict.number
        yield verdict
    if not number:
        raise RecordError("there is no game in it", name)


def error_text(error: RecordError, shown: Callable[[Any], str] = str) -> str:
    """What is wrong with a game, and the board before it."""
    return str(error) if error.position is None else f"{error}\n{shown(error.position)}\n"
