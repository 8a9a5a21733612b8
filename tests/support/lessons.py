"""Whether the answers to exercises are the moves that do what the exercises ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ninetka.games import entry_for_name
from ninetka.protocol.lessons import Exercise, Lessons

Goal = Callable[[Any, Any], bool]
"""Whether a move in a state does what is asked for."""


def check_goals(lessons: Lessons, goals: Mapping[str, Goal], game: str) -> None:
    """Check every exercise by the goal whose words its task begins with."""
    for exercise, goal in _goals(lessons, goals):
        state: Any = entry_for_name(game).begin(position=exercise.position)
        found = [state.move_text_unchecked(move) for move in state.some_moves if goal(state, move)]
        assert sorted(found) == sorted(exercise.answers), exercise


def _goals(lessons: Lessons, goals: Mapping[str, Goal]) -> Iterator[tuple[Exercise, Goal]]:
    used = set()
    for exercise in lessons.exercises:
        (words,) = [each for each in goals if exercise.task.startswith(each)]
        used.add(words)
        yield exercise, goals[words]
    assert used == {*goals}


def first_game(lessons: Lessons, game: str) -> Iterator[tuple[str, Any, Any]]:
    """What the guide says of each move, with the state before and the move; last the end."""
    state: Any = entry_for_name(game).begin(game=game, **lessons.start)
    for guided in lessons.first_game:
        yield guided.text, state, state.parse_move(guided.move)
        for text in (guided.move, *guided.replies):
            state = state.apply(text)
    yield "", state, None
