"""Games whose moves are chosen at random, or by a function such as a test's."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

from ..base.deadline import check_time
from ..base.errors import NinetkaError
from ..protocol.states import GameState, M, Playable, S, as_game_state
from .game import Game


def random_game(start: Playable[S, M], rng: Random, plies: int | None = None) -> Game[S, M]:
    """A random game from a state: each move is one of those it offers, with equal chances.

    It goes to the end, or for the given number of plies. Where chance decides something first, the
    game begins with what it decides. The same state and seed give the same game. Raises
    NinetkaError for fewer than 0 plies.

    >>> from ninetka import State
    >>> random_game(State.start(), Random(1)).state.is_over
    True
    """
    dealt = cast("Playable[S, M]", as_game_state(start).dealt(rng))
    return chosen_game(dealt, lambda _, count: rng.randrange(count), plies)


def chosen_game(
    start: Playable[S, M], choose: Callable[[int, int], int], plies: int | None = None
) -> Game[S, M]:
    """A game from a state: `choose(ply, count)` gives the index of the move among those offered.

    It goes to the end, or for the given number of plies. Raises NinetkaError for fewer than 0
    plies.
    """
    if plies is not None and plies < 0:
        raise NinetkaError(f"a game has 0 plies or more, not {plies}")
    reached = [as_game_state(start)]
    moves: list[M] = []
    while (some := reached[-1].some_moves) and len(moves) != plies:
        moves.append(some[choose(len(moves), len(some))])
        reached.append(reached[-1].apply_unchecked(moves[-1]))
    return Game.from_replay(cast(tuple[S, ...], tuple(reached)), tuple(moves))


def played_out(state: GameState[Any], choose: Callable[[int], int]) -> tuple[GameState[Any], int]:
    """The state in which a game ends, and how many plies it takes from the state given.

    `choose(count)` gives the index of the next move among those offered. It takes a tenth less time
    than a `Game`, which keeps all states. Raises OutOfTimeError.
    """
    plies = 0
    while moves := state.some_moves:
        check_time()
        state = state.apply_unchecked(moves[choose(len(moves))])
        plies += 1
    return state, plies
