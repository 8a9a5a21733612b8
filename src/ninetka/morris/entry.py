"""The entry of 9AM and Mills in the registry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, cast

from .. import protocol
from ..base.frozenmap import FrozenMap
from ..protocol.entry import Counting, Rules, Samples, texts_of, turns_by_seat
from .board import PLAYER_COUNTS
from .gains import gains
from .moves import Move, Phase
from .rulesets import FEWEST_TOKENS, MILLS, MOST, NINE_AM, PUBLISHED, FromMills, Ruleset, Stuck
from .state import State
from .tags import TAG_NAMES, YES_OR_NO, from_tags, ruleset_tags, to_tags

_NINE_AM: Final = "9AM"
_MILLS: Final = "Mills"


def _start(ruleset: protocol.GameRuleset[State, Move], players: int) -> State:
    return State.start(cast(Ruleset, ruleset), players)


def _naming(start: State) -> str:
    """A ruleset with cards is 9AM, whatever the board."""
    return _NINE_AM if start.ruleset.cards else _MILLS


def _turns(states: Sequence[State]) -> list[int]:
    """A player's second ply in a row belongs to the same turn only if it's a removal (M8, M10)."""
    return turns_by_seat(states, lambda state: state.phase is Phase.REMOVE)


def _seatings(players: int) -> Iterable[tuple[int, ...]]:
    """Everybody has every seat once; every order of five players would be 120 games."""
    seats = tuple(range(players))
    return (seats[first:] + seats[:first] for first in seats)


def _counting(start: State) -> Counting:
    """9AM is played for points (M14), Mills to win (M15)."""
    return Counting.POINTS if start.ruleset.cards else Counting.WINS


def _samples() -> Samples[State, Move]:
    from . import samples

    return samples


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
    turns=_turns,
    seatings=_seatings,
    counting=_counting,
    samples=_samples,
    gains=gains,
    values={
        "Players": range(min(PLAYER_COUNTS), max(PLAYER_COUNTS) + 1),
        "Tokens": range(FEWEST_TOKENS, MOST + 1),
        "Cards": YES_OR_NO,
        "Stuck": texts_of(Stuck),
        "FromMills": texts_of(FromMills),
        "Jumping": YES_OR_NO,
        "Quiet": range(1, MOST + 1),
    },
    ruleset_tags=ruleset_tags,
    suggestions=FrozenMap(
        {
            "Ruleset": tuple(PUBLISHED),
            "Players": tuple(map(str, PLAYER_COUNTS)),
            "Tokens": (str(NINE_AM.tokens),),
            "Quiet": (str(NINE_AM.quiet), str(MILLS.quiet)),
        }
    ),
)
"""The entry of 9AM and Mills in the registry."""
