"""The law of random games: exact chances from states, and how often compiled games ended so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ninetka import State
from ninetka.batch import Batch, RandomGames
from ninetka.protocol.states import EnumerableState

K = TypeVar("K", bound=Hashable)


@cache
def endings(state: State) -> dict[tuple[tuple[int, ...], int], float]:
    """The chance of each ending, points and plies from here, when all moves are equally likely."""
    if state.is_over:
        return {(state.scores, 0): 1.0}
    moves, chances = state.legal_moves, Counter[Any]()
    for move in moves:
        for (scores, plies), chance in endings(state.apply_unchecked(move)).items():
            chances[scores, plies + 1] += chance / len(moves)  # type: ignore[assignment]
    return dict(chances)


def paths(state: EnumerableState[Any], plies: int) -> dict[tuple[int, ...], float]:
    """The chance of each sequence of `plies` action codes, when all moves are equally likely."""
    if plies == 0:
        return {(): 1.0}
    codes = state.legal_actions
    if not codes:
        return {(-1,) * plies: 1.0}
    return {
        (code, *rest): chance / len(codes)
        for code in codes
        for rest, chance in paths(state.apply_unchecked(state.move(code)), plies - 1).items()
    }


def counted(scores: NDArray[Any], plies: NDArray[Any]) -> Counter[tuple[tuple[int, ...], int]]:
    """How often random games ended in each way."""
    rows = np.concatenate([scores, plies[..., None]], axis=-1)
    return Counter({(row[:-1], row[-1]): count for row, count in tallied(rows).items()})


def tallied(rows: NDArray[Any]) -> Counter[tuple[int, ...]]:
    """How often there is each row, of numbers from -1 to 254, along the last dimension."""
    flat = rows.reshape(-1, rows.shape[-1]).astype(np.int64) + 1
    keys, counts = np.unique(flat @ 256 ** np.arange(rows.shape[-1]), return_counts=True)
    numbers = keys[:, None] // 256 ** np.arange(rows.shape[-1]) % 256 - 1
    return Counter(dict(zip(map(tuple, numbers.tolist()), counts.tolist(), strict=True)))


def at_one_go(state: State, games: int, seed: int) -> Counter[tuple[tuple[int, ...], int]]:
    """How often the random games of `playouts` ended in each way."""
    played = Batch.of([state]).playouts(games, seed)
    return counted(played.scores[0], played.plies[0])


def ply_by_ply(state: State, games: int, seed: int) -> Counter[tuple[tuple[int, ...], int]]:
    """How often random games that were played move by move ended in each way."""
    batch = Batch.of([state])[np.zeros(games, np.intp)]
    played = batch.random_games(seed)
    replay(batch, played)
    return counted(batch.scores(), played.plies)


def replay(batch: Batch[Any, Any], played: RandomGames) -> None:
    """Make the moves of random games, which must lead to the end."""
    for ply in range(played.actions.shape[1]):
        batch.step(played.actions[:, ply])
    assert batch.is_over.all()


def share(counts: Mapping[K, int], of: Callable[[K], Any]) -> Counter[Any]:
    """The counts of some property."""
    found = Counter[Any]()
    for key, count in counts.items():
        found[of(key)] += count
    return found
