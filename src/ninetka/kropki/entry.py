"""Kropki's entry in the registry."""

from __future__ import annotations

from typing import Final, cast

from .. import protocol
from ..protocol.entry import GameEntry, RecordStyle, Samples
from .gains import gains
from .moves import Place
from .rulesets import STANDARD, Ruleset
from .sgf import SGF
from .state import State
from .tags import TAGS


def _start(ruleset: protocol.GameRuleset[State, Place], players: int) -> State:
    return State.start(cast(Ruleset, ruleset), players)


def _samples() -> Samples[State, Place]:
    from . import samples

    return samples


KROPKI: Final[GameEntry[State, Place]] = GameEntry(
    names={"Kropki": {"Ruleset": STANDARD.name}},
    identifier="kropki",
    start=_start,
    tags=TAGS,
    style=RecordStyle(forms=(SGF,)),
    gains=gains,
    samples=_samples,
)
"""Kropki's entry in the registry."""
