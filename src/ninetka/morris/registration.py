"""The entry of 9AM and Mills in the registry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, cast

from .. import protocol
from ..frozenmap import FrozenMap
from ..rules import Rules
from .board import PLAYER_COUNTS
from .moves import Move, Phase
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


def _turns(states: Sequence[State]) -> list[int]:
    """By ply: the number of its turn, which begins anew with the order of seats.

    So it does for a player who moves again since all others were stepped over (M8), but not for the
    removal that follows a mill (M10).
    """
    turns, turn, last = list[int](), 1, -1
    for state in states:
        if state.to_move < last or (state.to_move == last and state.phase is not Phase.REMOVE):
            turn += 1
        turns.append(turn)
        last = state.to_move
    return turns


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
    turns=_turns,
    seatings=_seatings,
    samples="ninetka.morris.samples",
    suggestions=FrozenMap(
        {
            "Ruleset": tuple(PUBLISHED),
            "Players": tuple(map(str, PLAYER_COUNTS)),
            "Tokens": (str(NINE_AM.tokens),),
            "Quiet": (str(NINE_AM.quiet), str(MILLS.quiet)),
        }
    ),
)
