"""What a state can do is said by its bases: to ask runs nothing of it."""

from __future__ import annotations

import pytest

from ninetka import State, kropki, protocol
from ninetka.drawing import DrawableState
from ninetka.protocol.clicks import ClickableState

ABILITIES = (
    ClickableState, DrawableState, protocol.EnumerableState, protocol.ObservableState,
    protocol.UndoableState,
)  # fmt: skip


@pytest.mark.parametrize("state", [State.start(), kropki.State.start(kropki.TERRITORY)], ids=repr)
def test_asking_runs_no_property(state: object, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(state)
    for name in dir(kind):
        if isinstance(getattr(kind, name, None), property):
            monkeypatch.setattr(kind, name, property(lambda self: pytest.fail("it was run")))
    for ability in ABILITIES:
        assert isinstance(state, ability) == issubclass(kind, ability)


def test_rulesets_of_one_game_lead_to_states_of_different_abilities() -> None:
    declared = kropki.State.start(kropki.TERRITORY)
    automatic = kropki.State.start(kropki.STANDARD)
    assert not isinstance(declared, protocol.EnumerableState)
    assert not hasattr(declared, "legal_moves")
    assert isinstance(declared, protocol.GameState)
    assert isinstance(automatic, protocol.ObservableState)
