"""Progress bars for long-running work."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TimeRemainingColumn,
)
from rich.status import Status
from rich.text import Text

_LONG: Final = 1.0
"""Seconds after which work counts as long and a bar appears."""


class Bar:
    """A bar on standard error, if that is a terminal, once the work has taken a while.

    `beside_output` is whether it may share the terminal with standard output.
    """

    def __init__(self, total: int, amount: ProgressColumn, *, beside_output: bool) -> None:
        console = Console(stderr=True)
        columns = (BarColumn(), amount, TimeRemainingColumn())
        self._wanted = console.is_terminal and (beside_output or not sys.stdout.isatty())
        self._due = time.monotonic() + _LONG
        self._bar = Progress(*columns, console=console, transient=True, redirect_stdout=False)
        self._task = self._bar.add_task("", total=total or None)

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def advance(self, amount: int = 1) -> None:
        """Count an amount of the work as done."""
        if self._wanted:
            self._bar.advance(self._task, amount)
            if time.monotonic() > self._due:
                self._bar.start()

    def hide(self) -> None:
        """Take the bar away, until there is progress again: something else is to be printed."""
        if self._bar.live.is_started:
            self._bar.stop()


def reading(names: Iterable[str], *, beside_output: bool = True) -> Bar:
    """A bar for the bytes that are read of some files."""
    size = sum(os.path.getsize(name) for name in names if os.path.isfile(name))
    return Bar(size, DownloadColumn(), beside_output=beside_output)


def counting(total: int, *, beside_output: bool = True) -> Bar:
    """A bar for things of which there are `total`."""
    return Bar(total, MofNCompleteColumn(), beside_output=beside_output)


def thinking(sentence: str) -> Status:
    """Show a sentence on standard error, if that is a terminal, for as long as this lasts."""
    return Console(stderr=True).status(Text(sentence), spinner="line")
