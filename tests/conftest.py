"""Fixtures of several folders, and what is said below failed tests of a rule."""

from __future__ import annotations

import pytest
from support.posix import heard as heard
from support.rule_changes import pytest_terminal_summary as pytest_terminal_summary

from ninetka import games


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are made for tests, and the example tic-tac-toe, are in the registry."""
    from tictactoe import TIC_TAC_TOE
    from toys.nim import NIM
    from toys.race import RACE

    for entry in (NIM, RACE, TIC_TAC_TOE):
        monkeypatch.setitem(games._GAMES, entry.identifier, entry)
