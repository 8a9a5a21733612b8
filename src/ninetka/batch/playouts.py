"""Random games from all positions of a batch, in as many threads as wanted."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from typing import Any, Final, TypeVar

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, missing_extra, quoted

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as _error:
    raise missing_extra("batch", _error) from _error

from ..protocol.compiled import GAMES, Arrays, Counts, Kernel, stream_key

T = TypeVar("T")
_PART: Final = 1000
"""How many random games a thread plays at the least before it takes others."""


@documented
@attrs.frozen(eq=False)
class Playouts:
    """How random games ended."""

    scores: NDArray[Any]
    """(size, games, players): points by seat, of the type of `Batch.scores`."""
    plies: NDArray[np.int16]
    """(size, games): how many plies the game took from the position at hand."""
    winners: NDArray[np.bool_]
    """(size, games, players): whether each seat won, alone or with others; nobody after a draw."""


@documented
@attrs.frozen(eq=False)
class RandomGames:
    """Random games move by move."""

    actions: NDArray[np.int16]
    """(size, longest): action codes by ply, -1 after a game's last."""
    plies: NDArray[np.int16]
    """(size,): how many plies each game took."""


def key_of(size: int, games: int, seed: int | str, first: int, workers: int) -> int:
    """The key of a seed. Raises NinetkaError for numbers that are too small or too large."""
    for name, value, least in (("games", games, 1), ("workers", workers, 1), ("first", first, 0)):
        if value < least:
            raise NinetkaError(f"{name} must be {least} or more, not {quoted(value)}")
    if first + max(1, size) * games > GAMES:
        raise NinetkaError("the numbers of games must be below 2**48")
    return stream_key(seed)


def played(
    kernel: Kernel, arrays: Arrays, games: int, key: int, first: int, workers: int
) -> Playouts:
    """`Batch.playouts`, with what it was given checked."""
    points = kernel.scores(arrays)
    size, players = points.shape
    scores = np.empty((size, games, players), points.dtype)
    plies, winners = np.empty((size, games), np.int16), np.empty((size, games), np.uint8)

    def play(rows: slice, part: slice) -> None:
        some = tuple(array[rows] for array in arrays)
        many, number = part.stop - part.start, first + rows.start * games + part.start
        ended = kernel.playouts(some, many, key, number)
        scores[rows, part], plies[rows, part], winners[rows, part] = ended

    _in_threads(play, _parts(size, games, workers), workers)
    return Playouts(scores, plies, by_seat(winners, players))


def counted(
    kernel: Kernel, arrays: Arrays, games: int, key: int, first: int, workers: int
) -> Counts:
    """`Batch.counts`, likewise."""

    def play(rows: slice, part: slice) -> Counts:
        some = tuple(array[rows] for array in arrays)
        many, number = part.stop - part.start, first + rows.start * games + part.start
        return kernel.counts(some, many, key, number)

    found = _in_threads(play, _parts(len(arrays[0]), games, workers), workers)
    return reduce(Counts.__add__, found)


def _parts(size: int, games: int, workers: int) -> list[tuple[slice, slice]]:
    """Parts of the work for some threads: some positions and some of the games from each."""
    if not size:
        return [(slice(0, 0), slice(0, games))]
    share = max(_PART, -(-size * games // (4 * workers))) if workers > 1 else size * games
    step, many = max(1, share // games), min(games, share)
    return [
        (slice(i, min(i + step, size)), slice(k, min(k + many, games)))
        for i in range(0, size, step)
        for k in range(0, games, many)
    ]


def _in_threads(
    play: Callable[[slice, slice], T], parts: list[tuple[slice, slice]], workers: int
) -> list[T]:
    if workers == 1 or len(parts) == 1:
        return [play(*part) for part in parts]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(lambda part: play(*part), parts))


def by_seat(winners: NDArray[np.uint8], players: int) -> NDArray[np.bool_]:
    """Sets of winners, as bits, by seat in a further dimension."""
    return (winners[..., None] >> np.arange(players, dtype=np.uint8) & 1).astype(np.bool_)
