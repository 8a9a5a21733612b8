"""The game's entry in the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ninetka.base.errors import NinetkaError
from ninetka.protocol.entry import GameEntry, Samples
from ninetka.protocol.tags import POSITION, StartTags

from .moves import Square
from .state import State


def _start(_: object, players: int) -> State:
    if players != 2:
        raise NinetkaError(f"tic-tac-toe is for 2 players, not {players}")
    return State()


def _from_tags(tags: Mapping[str, str]) -> State:
    return State.from_text(tags[POSITION]) if POSITION in tags else State()


def _to_tags(start: State) -> dict[str, str]:
    return {} if start == State() else {POSITION: start.to_text()}


def _samples() -> Samples[State, Square]:
    from . import samples

    return samples


TIC_TAC_TOE: Final = GameEntry(
    names={"tic-tac-toe": {}},
    identifier="tictactoe",
    start=_start,
    tags=StartTags(names=(POSITION,), read=_from_tags, write=_to_tags),
    samples=_samples,
)
