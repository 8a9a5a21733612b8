"""Kropki's entry in the registry."""

from __future__ import annotations

from typing import Final, cast

from .. import protocol
from ..base.frozenmap import FrozenMap
from ..protocol.entry import Rules, Samples, texts_of
from .board import LONGEST
from .gains import gains
from .moves import Place
from .rulesets import PUBLISHED, STANDARD, Capture, Ruleset, Start
from .sgf import SGF
from .state import State
from .tags import TAG_NAMES, from_tags, ruleset_tags, to_tags


def _start(ruleset: protocol.GameRuleset[State, Place], players: int) -> State:
    return State.start(cast(Ruleset, ruleset), players)


def _samples() -> Samples[State, Place]:
    from . import samples

    return samples


KROPKI: Final[Rules[State, Place]] = Rules(
    names=FrozenMap({"Kropki": FrozenMap({"Ruleset": STANDARD.name})}),
    identifier="kropki",
    tag_names=TAG_NAMES,
    start=_start,
    from_tags=from_tags,
    to_tags=to_tags,
    values={
        "Columns": range(1, LONGEST + 1),
        "Rows": range(1, LONGEST + 1),
        "Capture": texts_of(Capture),
        "Start": texts_of(Start),
        "Players": range(2, 3),
    },
    ruleset_tags=ruleset_tags,
    suggestions=FrozenMap(
        {
            "Ruleset": tuple(PUBLISHED),
            "Columns": ("39", "30", "20", "15", "10"),
            "Rows": ("32", "30", "20", "15", "10"),
            "Players": ("2",),
        }
    ),
    sizes=tuple(
        FrozenMap({"Columns": columns, "Rows": rows})
        for columns, rows in (("20", "20"), ("30", "30"), ("39", "32"))
    ),
    forms=(SGF,),
    samples=_samples,
    gains=gains,
)
"""Kropki's entry in the registry."""
