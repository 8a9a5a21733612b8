"""Lessons for beginners: a picture, a first game with a guide, and exercises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..base.documented import documented
from ..base.frozenmap import FrozenMap

__all__ = ["Exercise", "GuidedMove", "Lessons", "exercises"]


def _moves(texts: str) -> tuple[str, ...]:
    return tuple(texts.split())


def _options(options: Mapping[str, str]) -> FrozenMap[str, str]:
    return FrozenMap(options)


@documented
@attrs.frozen
class GuidedMove:
    """A move of a first game that a beginner is asked to make."""

    text: str
    """The instruction and its reason, in a sentence or two."""
    move: str
    """The move's text."""
    replies: Sequence[str] = attrs.field(default="", converter=_moves)
    """The moves that follow before it is the beginner's turn again; given as one text."""


@documented
@attrs.frozen
class Exercise:
    """A position in which a beginner has to find a move."""

    position: str
    """The position's text."""
    task: str
    """The task, in a sentence."""
    answers: Sequence[str]
    """The texts of all moves that solve it."""
    explanation: str
    """Why they do, in a sentence or two."""


def exercises(task: str, explanation: str, answers: Mapping[str, str]) -> tuple[Exercise, ...]:
    """Exercises with the same task: by the text of a position, the moves that solve it."""
    return tuple(
        Exercise(position, task, tuple(moves.split()), explanation)
        for position, moves in answers.items()
    )


@documented
@attrs.frozen
class Lessons:
    """The lessons of a game."""

    picture: str
    """The text of a position that shows what the game looks like."""
    start: Mapping[str, str] = attrs.field(default=FrozenMap(), converter=_options)
    """The options of `GameEntry.begin` with which the first game begins, besides the name."""
    first_game: Sequence[GuidedMove] = ()
    """The first game; the last move need not end it."""
    exercises: Sequence[Exercise] = ()
    """The exercises, the easiest first."""
    about: str = attrs.field(default="", kw_only=True)
    """The aim of the game, in a short sentence."""
