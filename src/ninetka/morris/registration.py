"""The entry of 9AM and Mills in the registry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

from .. import protocol
from ..frozenmap import FrozenMap
from ..rules import Rules
from .board import PLAYER_COUNTS
from .moves import Move
from .rulesets import MILLS, NINE_AM, PUBLISHED, Ruleset
from .state import State
from .tags import TAG_NAMES, from_tags, to_tags

_NINE_AM: Final = "9AM"
_MILLS: Final = "Mills"


def _start(ruleset: protocol.Ruleset[State, Move], players: int) -> State:
    return State.start(cast(Ruleset, ruleset), players)


def _naming(start: State) -> str:
    """What is played for cards is 9AM, whatever the board."""
    return _NINE_AM if start.ruleset.cards else _MILLS


def _seatings(players: int) -> Iterable[tuple[int, ...]]:
    """Everybody has every seat once; every order would be 120 games for five."""
    seats = tuple(range(players))
    return (seats[first:] + seats[:first] for first in seats)


MORRIS: Final[Rules[State, Move]] = Rules(
    names=FrozenMap(
        {
            _NINE_AM: FrozenMap({"Ruleset": NINE_AM.name, "Players": "3"}),
            _MILLS: FrozenMap({"Ruleset": MILLS.name, "Players": "2"}),
        }
    ),
    identifier="morris",
    tag_names=TAG_NAMES,
    start=_start,
    from_tags=from_tags,
    to_tags=to_tags,
    naming=_naming,
    player_counts=PLAYER_COUNTS,
    seatings=_seatings,
    samples="ninetka.morris.samples",
    suggestions=FrozenMap({"Ruleset": tuple(PUBLISHED), "Players": tuple(map(str, PLAYER_COUNTS))}),
)
