"""A progress bar for whatever takes long."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TimeRemainingColumn,
)

T = TypeVar("T")

_LONG: Final = 1.0
"""Seconds after which work counts as long and a bar appears."""


class Bar:
    """A bar on standard error once the work has taken a while, if someone is there to see it.

    It can share a terminal with output now and then, but not with a steady flow of it.
    """

    def __init__(self, total: int, amount: ProgressColumn, *, beside_output: bool) -> None:
        console = Console(stderr=True)
        columns = (BarColumn(), amount, TimeRemainingColumn())
        self._shared = sys.stdout is not None and sys.stdout.isatty()
        self._wanted = console.is_terminal and (beside_output or not self._shared)
        self._due = time.monotonic() + _LONG
        self._bar = Progress(*columns, console=console, transient=True, redirect_stdout=False)
        self._task = self._bar.add_task("", total=total or None)

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def advance(self, amount: int = 1) -> None:
        """Count so much more as done."""
        if self._wanted:
            self._bar.advance(self._task, amount)
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


def reading(names: Iterable[str], *, beside_output: bool = True) -> Bar:
    """A bar for the bytes of these files."""
    return Bar(sum(map(_size, names)), DownloadColumn(), beside_output=beside_output)


def counting(total: int, *, beside_output: bool = True) -> Bar:
    """A bar for so many things."""
    return Bar(total, MofNCompleteColumn(), beside_output=beside_output)


def _size(name: str) -> int:
    try:
        return os.stat(name).st_size
    except OSError:
        return 0


def counted(things: Iterable[T], bar: Bar) -> Iterator[T]:
    """These things, each counted on the bar once it is done with."""
    for thing in things:
        yield thing
        bar.advance()
