"""Random games. For any game whose moves can be listed."""

from __future__ import annotations

from random import Random

from .game import Game
from .protocol import EnumerableState, M


def random_game(
    start: EnumerableState[M], random: Random, plies: int | None = None
) -> Game[EnumerableState[M], M]:
    """A game from some state, each move chosen from all legal ones with equal chances.

    It goes to the end, or for so many plies. The same state and seed give the same game.
    """
    reached: list[EnumerableState[M]] = [start]
    moves: list[M] = []
    while (legal := reached[-1].legal_moves) and len(moves) != plies:
        moves.append(legal[random.randrange(len(legal))])
        reached.append(reached[-1].apply_unchecked(moves[-1]))
    return Game.from_replay(tuple(reached), tuple(moves))
