"""Progress bars: when they appear, and what they keep out of the way of."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import Stream
from support.waiting import wait_until

from ninetka.cli import progress


def terminal(monkeypatch: pytest.MonkeyPatch, *names: str) -> Stream:
    """Let some of the standard streams be a terminal; gives standard error."""
    monkeypatch.setenv("TERM", "xterm")
    streams = {name: Stream() for name in ("stdin", "stdout", "stderr")}
    for name, stream in streams.items():
        stream.terminal = name in names
        monkeypatch.setattr(sys, name, stream)
    return streams["stderr"]


def test_a_bar_appears_though_nothing_gets_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_DELAY_SECONDS", 0)
    seen = terminal(monkeypatch, "stderr")
    with progress.counting_bar(7):
        wait_until(lambda: "0/7" in seen.text())
    with progress.searching_bar("looking around"):
        wait_until(lambda: "looking around" in seen.text())


def test_a_bar_appears_only_while_nothing_else_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, now = terminal(monkeypatch, "stdout", "stderr"), [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    with progress.counting_bar(7) as bar:
        for now[0] in (0.9, 1.8, 2.7):
            bar.give_way()
            bar.advance()
            assert seen.text() == ""
        now[0] = 3.8
        bar.advance()
        assert "4/7" in seen.text()
        bar.hide()
        before = seen.text()
        bar.advance()
        assert seen.text() == before


def test_a_bar_stays_while_output_goes_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, now = terminal(monkeypatch, "stderr"), [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    with progress.counting_bar(7) as bar:
        for now[0] in (0.9, 1.8):
            bar.give_way()
            bar.advance()
        assert "2/7" in seen.text()


def test_there_is_no_bar_where_somebody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_DELAY_SECONDS", -1)
    seen = terminal(monkeypatch, "stdin", "stderr")
    with progress.reading_bar(["-"]) as bar:
        bar.advance(10)
    assert seen.text() == ""
