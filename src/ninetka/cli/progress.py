"""Progress bars for long-running work."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from math import inf
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.status import Status
from rich.text import Text

from .files import STANDARD

_DELAY_SECONDS: Final = 1.0
"""The seconds without output after which a bar appears."""
_POLL_SECONDS: Final = 0.1
"""The seconds between two looks at whether it is time for that."""


class Bar:
    """A bar on standard error, if that is a terminal, once nothing has been shown for a while.

    It appears even if the work makes no progress. Call `hide` or `give_way` before anything is
    printed.
    """

    def __init__(
        self, total: int | None, *columns: ProgressColumn, text: str = "", wanted: bool = True
    ) -> None:
        console = Console(stderr=True)
        self._wanted = wanted and console.is_terminal
        self._bar = Progress(*columns, console=console, transient=True, redirect_stdout=False)
        self._task = self._bar.add_task(text, total=total or None)
        self._lock, self._over = Lock(), Event()
        self._due = monotonic() + _DELAY_SECONDS

    def __enter__(self) -> Bar:
        if self._wanted:
            self._show_if_due()
            Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._hide_until(inf)

    def advance(self, amount: int = 1) -> None:
        """Count an amount of the work as done."""
        self._bar.advance(self._task, amount)
        self._show_if_due()

    def set_text(self, text: str) -> None:
        """Show a text on a bar that has room for one."""
        self._bar.update(self._task, description=text)
        self._show_if_due()

    def hide(self) -> None:
        """Take the bar away: something else is to be printed."""
        self._hide_until(monotonic() + _DELAY_SECONDS)

    def give_way(self) -> None:
        """Take the bar away if standard output, which is to be written, goes to a terminal too."""
        if self._wanted and sys.stdout.isatty():
            self.hide()

    def _watch(self) -> None:
        while not self._over.wait(_POLL_SECONDS):
            self._show_if_due()

    def _show_if_due(self) -> None:
        with self._lock:
            if self._wanted and monotonic() > self._due:
                self._bar.start()

    def _hide_until(self, due: float) -> None:
        with self._lock:
            self._due = due
            if self._bar.live.is_started:
                self._bar.stop()


def reading_bar(names: Collection[str]) -> Bar:
    """A bar for the bytes that are read of some files; none where somebody types them."""
    size = sum(os.path.getsize(name) for name in names if os.path.isfile(name))
    is_typed = STANDARD in names and sys.stdin.isatty()
    return Bar(size, BarColumn(), DownloadColumn(), TimeRemainingColumn(), wanted=not is_typed)


def counting_bar(total: int) -> Bar:
    """A bar for things of which there are `total`."""
    return Bar(total, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def searching_bar(text: str) -> Bar:
    """A bar for work of unknown length, with a text and the time so far."""
    said = TextColumn("{task.description}", markup=False)
    return Bar(None, BarColumn(bar_width=10), said, TimeElapsedColumn(), text=text)


def thinking_status(sentence: str) -> Status:
    """Show a sentence on standard error, if that is a terminal, for as long as this lasts."""
    return Console(stderr=True).status(Text(sentence), spinner="line")
