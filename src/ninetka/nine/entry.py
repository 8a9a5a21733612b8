"""9tka's entry in the registry."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from ..protocol.entry import (
    LEVELS,
    GameEntry,
    MatchRules,
    RankedBy,
    RecordStyle,
    Samples,
    puzzles_of,
    view_schema_of,
)
from .moves import Move
from .rulesets import NEUTRALS, PLAYER_COUNTS, RIM_SQUARES
from .scoring import gains
from .state import State
from .tags import TAGS, USUAL
from .trusted import TRUSTED

if TYPE_CHECKING:
    from ..protocol.editor import Editor
    from ..protocol.lessons import Lessons
    from ..protocol.solver import Solver
    from .setup import Setup


def _begins_turn(ply: int, _: State, state: State) -> bool:
    """A turn is one move by each player, even if a phase begins anew with the first seat (Q1)."""
    return ply % state.players == 0


def _ranked_by(_: State) -> RankedBy:
    """The points of a tournament's games are added (R13)."""
    return RankedBy.POINTS


def _levels(state: State) -> Mapping[str, int]:
    """Return the visits for each level. A visit is a random game or, near the end, a position."""
    from .compiled.packing import LAST_PLACEMENTS

    full, left = state.terms.all_stones, state.terms.all_stones - state.occupied_mask.bit_count()
    if state.players == 2 and left == 0:
        return {"easy": 500, "club": 10_000}
    if state.players == 2 and left <= LAST_PLACEMENTS and full == NEUTRALS + RIM_SQUARES:
        return {"easy": 5_000, "club": 20_000}
    return LEVELS


def _solver() -> Solver[State, Move]:
    from .solving import NineSolver

    return NineSolver()


def _samples() -> Samples[State, Move]:
    from . import samples

    return samples


def _editor() -> Editor[State, Setup]:
    from .editing import NineEditor

    return NineEditor()


def _lessons(_: str) -> Lessons:
    from .lessons import lessons

    return lessons()


NINE: Final[GameEntry[State, Move]] = GameEntry(
    names={"9tka": USUAL},
    identifier="ninetka",
    start=State.start,
    tags=TAGS,
    player_counts=PLAYER_COUNTS,
    style=RecordStyle(begins_turn=_begins_turn),
    match_rules=MatchRules(ranked_by=_ranked_by),
    levels=_levels,
    move_gains=gains,
    trusted=TRUSTED,
    solver=_solver,
    samples=_samples,
    editor=_editor,
    lessons=_lessons,
    puzzles=partial(puzzles_of, __package__),
    view_schema=partial(view_schema_of, __package__),
)
"""9tka's entry in the registry."""
