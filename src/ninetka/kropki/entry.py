"""Kropki's entry in the registry."""

from __future__ import annotations

from typing import Final

from ..protocol.entry import GameEntry, RecordStyle, Samples
from .gains import gains
from .moves import Place
from .rulesets import STANDARD
from .sgf import SGF
from .state import State
from .tags import TAGS


def _samples() -> Samples[State, Place]:
    from . import samples

    return samples


KROPKI: Final[GameEntry[State, Place]] = GameEntry(
    names={"Kropki": {"Ruleset": STANDARD.name}},
    identifier="kropki",
    start=State.start,
    tags=TAGS,
    style=RecordStyle(forms=(SGF,)),
    gains=gains,
    samples=_samples,
)
"""Kropki's entry in the registry."""
