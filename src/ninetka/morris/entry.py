"""The entry of 9AM and Mills in the registry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from ..base.errors import NinetkaError, quoted
from ..base.messages import listed
from ..protocol.entry import (
    GameEntry,
    MatchRules,
    RankedBy,
    RecordStyle,
    Samples,
    puzzles_of,
    seats_begin_again,
    view_schema_of,
)
from .board import PLAYER_COUNTS
from .mill_list import MILL_LIST
from .moves import Move, Phase
from .notation import REMOVAL
from .rulesets import MILLS, NINE_AM
from .scoring import gains
from .state import State
from .tags import TAGS
from .texts import Say
from .trusted import TRUSTED

if TYPE_CHECKING:
    from ..protocol.editor import Editor
    from ..protocol.lessons import Lessons
    from ..protocol.solver import Solver
    from .setup import Setup

_NINE_AM: Final = "9AM"
_MILLS: Final = "Mills"


def _naming(start: State) -> str:
    """A ruleset with cards is 9AM, whatever the board."""
    return _NINE_AM if start.ruleset.cards else _MILLS


def _begins_turn(ply: int, before: State, state: State) -> bool:
    """A player's second ply in a row belongs to the same turn only if it's a removal (M8, M10)."""
    again = state.to_move == before.to_move and state.phase is not Phase.REMOVE
    return again or seats_begin_again(ply, before, state)


def _joined_move(tags: Mapping[str, str]) -> re.Pattern[str] | None:
    """The beginning of a removal; names of one's own may have one within."""
    return None if "FieldNames" in tags else REMOVAL


def _seatings(players: int) -> Iterable[tuple[int, ...]]:
    """Everybody has every seat once; every order of five players would be 120 games."""
    seats = tuple(range(players))
    return (seats[first:] + seats[:first] for first in seats)


def _ranked_by(start: State) -> RankedBy:
    """9AM is played for points (M14), Mills to win (M15)."""
    return RankedBy.POINTS if start.ruleset.cards else RankedBy.WINS


def _levels(state: State) -> Mapping[str, int]:
    """Two play by alpha-beta, which sees far by few visits."""
    if state.players == 2:
        return {"easy": 150, "club": 30_000}
    return {"easy": 20_000, "club": 100_000}


def _solver() -> Solver[State, Move]:
    from .solving import MillSolver

    return MillSolver()


def _samples() -> Samples[State, Move]:
    from . import samples

    return samples


def _editor() -> Editor[State, Setup]:
    from .editing import MillEditor

    return MillEditor()


def _is_foreign(position: str) -> bool:
    from .fen import is_foreign

    return is_foreign(position)


def _lessons(name: str) -> Lessons:
    from .lessons import LESSONS

    if name not in LESSONS:
        raise NinetkaError(Say.NO_LESSONS(known=listed(LESSONS), name=quoted(name)))
    return LESSONS[name]()


MORRIS: Final[GameEntry[State, Move]] = GameEntry(
    names={
        _NINE_AM: {"Ruleset": NINE_AM.name, "Players": "3"},
        _MILLS: {"Ruleset": MILLS.name, "Players": "2"},
    },
    identifier="morris",
    start=State.start,
    tags=TAGS,
    name_by_start=_naming,
    player_counts=PLAYER_COUNTS,
    style=RecordStyle((MILL_LIST,), _begins_turn, _joined_move),
    match_rules=MatchRules(_seatings, _ranked_by),
    move_gains=gains,
    levels=_levels,
    trusted=TRUSTED,
    solver=_solver,
    samples=_samples,
    editor=_editor,
    lessons=_lessons,
    is_foreign_position=_is_foreign,
    puzzles=partial(puzzles_of, __package__),
    view_schema=partial(view_schema_of, __package__),
)
"""The entry of 9AM and Mills in the registry."""
