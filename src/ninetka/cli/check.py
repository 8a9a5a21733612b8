"""`ninetka check`: whether games were played by the rules."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Annotated, Any, Final

import attrs
import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

from ..errors import RecordError
from ..match import verify
from ..records import Verdict
from .common import lines_of
from .output import STANDARD, UNUSABLE, say, warn

BAD_GAME: Final = 1

_LONG: Final = 1.0
"""Seconds after which input counts as long and a progress bar appears."""


def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Record files; - or none for standard input.", show_default=False),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a game, a line each.")
    ] = False,
) -> None:
    """Check records: replay every game by the rules and compare its stated result.

    Shows each bad game with its place, what is wrong and the board before it. Exits with 0 if all
    games are good, 1 if one is bad, 2 if some input could not be read or holds no game.
    """
    if not files and sys.stdin is not None and sys.stdin.isatty():
        raise typer.BadParameter("name record files to check, or - for standard input")
    names = files or [STANDARD]
    tally = _Tally()
    with _Progress(sum(map(_size, names)), beside_output=not as_json) as progress:
        for name in names:
            try:
                for verdict in _verdicts(name, progress):
                    tally.count(verdict)
                    if as_json:
                        say(json.dumps({"file": name, **verdict.summary()}))
                    elif verdict.error is not None:
                        progress.make_way()
                        say(_as_text(verdict.error))
            except RecordError as error:
                progress.hide()
                tally.unusable += 1
                warn(error)
    if not as_json:
        say(tally)
    raise typer.Exit(UNUSABLE if tally.unusable else BAD_GAME if tally.bad else 0)


@attrs.define
class _Tally:
    good: int = 0
    bad: int = 0
    unusable: int = 0

    def count(self, verdict: Verdict[Any, Any]) -> None:
        if verdict.error is None:
            self.good += 1
        else:
            self.bad += 1

    def __str__(self) -> str:
        games = self.good + self.bad
        return f"{games} game{'' if games == 1 else 's'}: {self.good} good, {self.bad} bad"


class _Progress:
    """A bar on standard error once the work has taken a while, if someone is there to see it.

    It can share a terminal with output now and then, but not with a steady flow of it.
    """

    def __init__(self, size: int, *, beside_output: bool) -> None:
        console = Console(stderr=True)
        columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
        self._shared = sys.stdout is not None and sys.stdout.isatty()
        self._wanted = console.is_terminal and (beside_output or not self._shared)
        self._due = time.monotonic() + _LONG
        self._bar = Progress(*columns, console=console, transient=True, redirect_stdout=False)
        self._task = self._bar.add_task("", total=size or None)

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def advance(self, size: int) -> None:
        """Count so many more bytes as read."""
        if self._wanted:
            self._bar.advance(self._task, size)
            if time.monotonic() > self._due:
                self._bar.start()

    def make_way(self) -> None:
        """Take the bar away before something is printed, if that goes to the same terminal."""
        if self._shared:
            self.hide()

    def hide(self) -> None:
        """Take the bar away, until there is progress again."""
        if self._bar.live.is_started:
            self._bar.stop()


def _size(name: str) -> int:
    try:
        return os.stat(name).st_size
    except OSError:
        return 0


def _verdicts(name: str, progress: _Progress) -> Iterator[Verdict[Any, Any]]:
    """Check one input. Raises RecordError if it cannot be read or holds no game."""
    number = 0
    for verdict in verify(lines_of(name, progress.advance), name):
        number = verdict.number
        yield verdict
    if not number:
        raise RecordError("there is no game in it", name)


def _as_text(error: RecordError) -> str:
    return str(error) if error.position is None else f"{error}\n{error.position}\n"
