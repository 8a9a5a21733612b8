"""The example packages are tested without being installed: their games are registered here."""

from __future__ import annotations

import pytest
from hexgame import HEX
from tictactoe import TIC_TAC_TOE

from ninetka import games


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the games in the registry, as if an entry point had named them."""
    for entry in (TIC_TAC_TOE, HEX):
        monkeypatch.setitem(games._GAMES, entry.identifier, entry)
