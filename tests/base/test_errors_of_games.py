"""The errors of each game are kinds of the common ones, wherever they are caught."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from copy import copy
from pickle import dumps, loads
from typing import Any

import pytest
from support.games import PACKAGES
from support.waiting import PATIENCE

from ninetka.base import errors

GAMES = pytest.mark.parametrize("game", PACKAGES.values(), ids=PACKAGES)


def refused(game: Any) -> errors.IllegalMoveError:
    """The error for a move made a second time."""
    state = game.State.start()
    move = state.some_moves[0]
    with pytest.raises(errors.IllegalMoveError) as caught:
        state.apply(move).apply(move)
    return caught.value


def unread(game: Any) -> errors.InvalidPositionError:
    with pytest.raises(errors.InvalidPositionError) as caught:
        game.State.from_text("nonsense")
    return caught.value


@GAMES
@pytest.mark.parametrize("fails", [refused, unread])
def test_an_error_is_of_its_game_alone(game: Any, fails: Callable[[Any], Any]) -> None:
    error = fails(game)
    name = type(error).__name__
    assert type(error) is getattr(game, name) is not getattr(errors, name)
    others = [getattr(other, name) for other in PACKAGES.values() if other is not game]
    assert not isinstance(error, tuple(others))


@GAMES
@pytest.mark.parametrize(
    "copied", [copy, lambda error: loads(dumps(error))], ids=["copy", "pickle"]
)
def test_an_error_is_the_same_when_it_is_copied(game: Any, copied: Callable[[Any], Any]) -> None:
    error, problem = refused(game), unread(game)
    again, same = copied(error), copied(problem)
    assert (type(again), str(again)) == (type(error), str(error))
    assert (again.move, again.state, again.reason) == (error.move, error.state, error.reason)
    assert (type(same), same.problems) == (type(problem), problem.problems)
    assert (str(same), same.sentences) == (str(problem), problem.sentences)


def play_twice(name: str) -> None:
    state = PACKAGES[name].State.start()
    move: Any = state.some_moves[0]
    state.apply(move).apply(move)


@pytest.mark.long
def test_an_error_comes_through_an_executor() -> None:
    with ProcessPoolExecutor(1) as pool:
        for name, game in PACKAGES.items():
            error = pool.submit(play_twice, name).exception(timeout=PATIENCE)
            assert isinstance(error, game.IllegalMoveError)
            assert error.reason in game.Reason
