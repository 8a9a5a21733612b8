"""The errors of each game are kinds of the common ones, wherever they are caught."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest
from support.games import PACKAGES

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
def test_an_error_is_the_same_when_it_is_pickled(game: Any) -> None:
    error, problem = refused(game), unread(game)
    again, same = pickle.loads(pickle.dumps((error, problem)))
    assert (type(again), str(again)) == (type(error), str(error))
    assert (again.move, again.state, again.reason) == (error.move, error.state, error.reason)
    assert (type(same), same.problems) == (type(problem), problem.problems)
    assert same.sentences == problem.sentences


def play_twice(name: str) -> None:
    state = PACKAGES[name].State.start()
    move: Any = state.some_moves[0]
    state.apply(move).apply(move)


@pytest.mark.long
def test_an_error_comes_through_an_executor() -> None:
    with ProcessPoolExecutor(1) as pool:
        for name, game in PACKAGES.items():
            error = pool.submit(play_twice, name).exception()
            assert isinstance(error, game.IllegalMoveError)
            assert error.reason in game.Reason
