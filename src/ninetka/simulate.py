"""Random games. For any game whose moves can be listed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, TypeVar, cast

from .game import Game
from .protocol import EnumerableState, M, S

_S_out = TypeVar("_S_out", covariant=True)


class _First(Protocol[_S_out, M]):
    """What type checkers read a game's own type off: its first state, of type S with moves M."""

    @property
    def legal_moves(self) -> Sequence[M]: ...

    def apply(self, move: M, /) -> _S_out: ...


def random_game(start: _First[S, M], random: Random, plies: int | None = None) -> Game[S, M]:
    """A game from an EnumerableState, each move chosen from all legal ones with equal chances.

    It goes to the end, or for so many plies. The same state and seed give the same game.
    """
    reached = [cast(EnumerableState[Any], start)]
    moves: list[M] = []
    while (legal := reached[-1].legal_moves) and len(moves) != plies:
        moves.append(legal[random.randrange(len(legal))])
        reached.append(reached[-1].apply_unchecked(moves[-1]))
    return Game.from_replay(cast(tuple[S, ...], tuple(reached)), tuple(moves))
