"""The law of random games: exact chances from states, and how often compiled games ended so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ninetka.batch import Batch, RandomGames

from .compare import codes_of

K = TypeVar("K", bound=Hashable)
Ending = tuple[float, ...]
"""Points by seat, or something else that is told of the end; last the number of plies."""


def scores(state: Any) -> Iterable[float]:
    return map(float, state.scores)


@cache
def endings(state: Any, told: Callable[[Any], Iterable[float]] = scores) -> dict[Ending, float]:
    """The chance of each ending from here, when all moves are equally likely."""
    if state.is_over:
        return {(*told(state), 0): 1.0}
    moves, chances = state.some_moves, Counter[Any]()
    for move in moves:
        for (*ended, plies), chance in endings(state.apply_unchecked(move), told).items():
            chances[*ended, plies + 1] += chance / len(moves)  # type: ignore[assignment]
    return dict(chances)


def paths(state: Any, plies: int) -> dict[tuple[int, ...], float]:
    """The chance of each sequence of `plies` action codes, when all moves are equally likely."""
    if plies == 0:
        return {(): 1.0}
    codes = codes_of(state)
    if not codes:
        return {(-1,) * plies: 1.0}
    return {
        (code, *rest): chance / len(codes)
        for code in codes
        for rest, chance in paths(state.apply_unchecked(state.move(code)), plies - 1).items()
    }


def ended(values: NDArray[Any], plies: NDArray[Any]) -> Counter[Ending]:
    """How often random games ended in each way."""
    return tallied(np.concatenate([values, plies[..., None]], axis=-1))


def tallied(rows: NDArray[Any]) -> Counter[tuple[Any, ...]]:
    """How often there is each row, along the last dimension."""
    kinds, counts = np.unique(rows.reshape(-1, rows.shape[-1]), axis=0, return_counts=True)
    return Counter(dict(zip(map(tuple, kinds.tolist()), counts.tolist(), strict=True)))


def at_one_go(state: Any, games: int, seed: int) -> Counter[Ending]:
    """How often the random games of `playouts` ended in each way."""
    played = Batch.of([state]).playouts(games, seed)
    return ended(played.scores[0], played.plies[0])


def ply_by_ply(state: Any, games: int, seed: int) -> Counter[Ending]:
    """How often random games that were played move by move ended in each way."""
    batch = Batch.of([state])[np.zeros(games, np.intp)]
    played = batch.random_games(seed)
    replay(batch, played)
    return ended(batch.scores(), played.plies)


def replay(batch: Batch[Any, Any], played: RandomGames) -> None:
    """Make the moves of random games, which must lead to the end."""
    for ply in range(played.actions.shape[1]):
        batch.step(played.actions[:, ply])
    assert batch.is_over.all()


def first_moves(state: Any, plies: int, games: int, seed: int) -> Counter[tuple[int, ...]]:
    """How often random games began with each sequence of action codes."""
    batch = Batch.of([state])[np.zeros(games, np.intp)]
    actions = batch.random_games(seed).actions[:, :plies]
    missing = plies - actions.shape[1]
    return tallied(np.pad(actions, ((0, 0), (0, missing)), constant_values=-1))


def share(counts: Mapping[K, int], of: Callable[[K], Any]) -> Counter[Any]:
    """The counts of some property."""
    found = Counter[Any]()
    for key, count in counts.items():
        found[of(key)] += count
    return found
