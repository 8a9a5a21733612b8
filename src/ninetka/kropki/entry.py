"""Kropki's entry in the registry."""

from __future__ import annotations

from typing import Final

from ..protocol.entry import GameEntry, RecordStyle, Samples
from .gains import gains
from .moves import Move
from .rulesets import STANDARD
from .sgf import SGF
from .state import State
from .tags import TAGS
from .trusted import TRUSTED


def _samples() -> Samples[State, Move]:
    from . import samples

    return samples


KROPKI: Final[GameEntry[State, Move]] = GameEntry(
    names={"Kropki": {"Ruleset": STANDARD.name}},
    identifier="kropki",
    start=State.start,
    tags=TAGS,
    style=RecordStyle(forms=(SGF,)),
    gains=gains,
    trusted=TRUSTED,
    samples=_samples,
)
"""Kropki's entry in the registry."""
