"""Checking the records of several files, for the commands that go on after a bad game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, Final

import attrs

from ..base.errors import RecordError
from ..records import AnyVerdict
from ..tournament import match
from .common import verdicts_of
from .output import warn
from .progress import Bar

BAD_GAME: Final = 1
"""The exit code if a game is bad."""
UNUSABLE: Final = 2
"""The exit code if input, usage or output is unusable."""


@attrs.define
class Tally:
    """How many games were good, how many bad, and how many files could not be used."""

    good: int = 0
    bad: int = 0
    unusable: int = 0

    @property
    def exit_code(self) -> int:
        """What the command ends with."""
        return UNUSABLE if self.unusable else BAD_GAME if self.bad else 0


def checked(
    names: Sequence[str], tally: Tally, bar: Bar, executor: Executor | None = None
) -> Iterator[tuple[str, AnyVerdict]]:
    """Each game of these files with its file's name; warns of files that cannot be used.

    With an executor, games are replayed there.
    """
    for name in names:
        try:
            for verdict in match.checked(verdicts_of(name, bar, executor)):
                tally.good += verdict.error is None
                tally.bad += verdict.error is not None
                yield name, verdict
        except RecordError as error:
            bar.hide()
            tally.unusable += 1
            warn(error)


def error_text(error: RecordError, shown: Callable[[Any], str] = str) -> str:
    """What is wrong with a game, and the board before it."""
    return str(error) if error.position is None else f"{error}\n{shown(error.position)}\n"
