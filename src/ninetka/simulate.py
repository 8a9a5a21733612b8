"""Random games. For any game whose moves can be listed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import cast

from .errors import NinetkaError, quoted
from .game import Game
from .protocol import First, M, S, enumerable

__all__ = ["chosen_game", "random_game"]


def random_game(start: First[S, M], random: Random, plies: int | None = None) -> Game[S, M]:
    """A game from some state, each move chosen from all legal ones with equal chances.

    It goes to the end, or for so many plies. The same state and seed give the same game. Raises
    NinetkaError if the state's moves cannot be listed, or for fewer than 0 plies.

    >>> from ninetka import State
    >>> random_game(State.start(), Random(1)).state.is_over
    True
    """
    return chosen_game(start, lambda _, count: random.randrange(count), plies)


def chosen_game(
    start: First[S, M], choose: Callable[[int, int], int], plies: int | None = None
) -> Game[S, M]:
    """A game from some state: of the ply and the number of legal moves, which of them is made.

    It goes to the end, or for so many plies. Raises NinetkaError if the state's moves cannot be
    listed, or for fewer than 0 plies.
    """
    if plies is not None and (not isinstance(plies, int) or plies < 0):
        raise NinetkaError(f"a game has 0 plies or more, not {quoted(plies)}")
    reached = [enumerable(start)]
    moves: list[M] = []
    while (legal := reached[-1].legal_moves) and len(moves) != plies:
        moves.append(legal[choose(len(moves), len(legal))])
        reached.append(reached[-1].apply_unchecked(moves[-1]))
    return Game.from_replay(cast(tuple[S, ...], tuple(reached)), tuple(moves))
