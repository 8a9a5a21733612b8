"""Kropki's entry in the registry."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from ..protocol.entry import GameEntry, RecordStyle, Samples, puzzles_of, view_schema_of
from .capture import gains
from .moves import Move
from .rulesets import STANDARD
from .sgf import SGF
from .state import State
from .tags import TAGS
from .trusted import TRUSTED

if TYPE_CHECKING:
    from ..protocol.editor import Editor
    from ..protocol.lessons import Lessons
    from ..protocol.solver import Solver
    from .setup import Setup


def _solver() -> Solver[State, Move]:
    from .solving import KropkiSolver

    return KropkiSolver()


def _samples() -> Samples[State, Move]:
    from . import samples

    return samples


def _editor() -> Editor[State, Setup]:
    from .editing import KropkiEditor

    return KropkiEditor()


def _lessons(_: str) -> Lessons:
    from .lessons import lessons

    return lessons()


KROPKI: Final[GameEntry[State, Move]] = GameEntry(
    names={"Kropki": {"Ruleset": STANDARD.name}},
    identifier="kropki",
    start=State.start,
    tags=TAGS,
    style=RecordStyle(forms=(SGF,)),
    move_gains=gains,
    levels=lambda _: {"easy": 30, "club": 2000},
    trusted=TRUSTED,
    solver=_solver,
    samples=_samples,
    editor=_editor,
    lessons=_lessons,
    puzzles=partial(puzzles_of, __package__),
    view_schema=partial(view_schema_of, __package__),
)
"""Kropki's entry in the registry."""
