"""What teaches the games: every move is legal and written as the page hears of it."""

from __future__ import annotations

from typing import Any

import pytest
from support.server_calls import result

from ninetka.games import all_games, entry_for_name
from ninetka.protocol.lessons import Lessons

NAMES = [name for entry in all_games() if entry.lessons for name in entry.names]


def lessons_of(name: str) -> Lessons:
    teaching = entry_for_name(name).lessons
    assert teaching is not None
    return teaching(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_game_can_be_played(name: str) -> None:
    lessons = lessons_of(name)
    state: Any = entry_for_name(name).begin(game=name, **lessons.start)
    assert len(lessons.first_game) >= 4
    for guided in lessons.first_game:
        assert state.to_move == 0
        for text in (guided.move, *guided.replies):
            move = state.parse_move(text)
            assert state.move_text_unchecked(move) == text
            state = state.apply(move)


@pytest.mark.parametrize("name", NAMES)
def test_every_exercise_is_solved_by_some_moves_and_not_by_all(name: str) -> None:
    lessons = lessons_of(name)
    assert len(lessons.exercises) == 10
    for exercise in lessons.exercises:
        state: Any = entry_for_name(name).begin(position=exercise.position)
        texts = [state.move_text_unchecked(move) for move in state.some_moves]
        assert set(exercise.answers) <= set(texts)
        assert 0 < len(exercise.answers) < len(texts)


@pytest.mark.parametrize("name", NAMES)
def test_the_server_gives_them(name: str) -> None:
    lessons, given = lessons_of(name), result("lessons", game=name)["lessons"]
    assert given["exercises"][3]["answers"] == [*lessons.exercises[3].answers]
    assert given["first_game"][0]["move"] == lessons.first_game[0].move
