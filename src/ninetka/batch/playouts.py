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
"""The least number of random games that a thread plays before it takes others."""


@documented
@attrs.frozen(eq=False)
class Playouts:
    """The results of random games."""

    scores: NDArray[Any]
    """(size, games, players): points by seat, of the type of `Batch.scores`."""
    plies: NDArray[np.int16]
    """(size, games): the number of plies from the position at hand to the end of each game."""
    winners: NDArray[np.bool_]
    """(size, games, players): whether each seat won, alone or with others; nobody after a draw."""


@documented
@attrs.frozen(eq=False)
class RandomGames:
    """Random games move by move."""

    actions: NDArray[np.int16]
    """(size, longest): action codes by ply, -1 after a game's last."""
    plies: NDArray[np.int16]
    """(size,): the number of plies of each game."""


def key_of(size: int, games: int, seed: int | str, first: int, workers: int) -> int:
    """The key of a seed. Raises NinetkaError for numbers that are too small or too large."""
    for name, value, least in (("games", games, 1), ("workers", workers, 1), ("first", first, 0)):
        if value < least:
            raise NinetkaError(f"{name} must be {least} or more, not {quoted(value)}")
    if first + max(1, size) * games > GAMES:
        raise NinetkaError("the numbers of games must be below 2**48")
    return stream_key(seed)


@attrs.frozen
class PlayoutWork:
    """Random games to be played from some positions, shared out among threads."""

    kernel: Kernel
    arrays: Arrays
    games: int
    """The number of games played from each position."""
    key: int
    first: int
    workers: int

    def playouts(self) -> Playouts:
        """Play the games."""
        points = self.kernel.scores(self.arrays)
        size, players = points.shape
        scores = np.empty((size, self.games, players), points.dtype)
        plies, winners = (np.empty((size, self.games), kind) for kind in (np.int16, np.uint8))

        def play(some: Arrays, games: int, number: int, part: tuple[slice, slice]) -> None:
            ended = self.kernel.playouts(some, games, self.key, number)
            scores[part], plies[part], winners[part] = ended

        self._in_threads(play)
        return Playouts(scores, plies, by_seat(winners, players))

    def counts(self) -> Counts:
        """Play the games and count how they end."""

        def play(some: Arrays, games: int, number: int, _: object) -> Counts:
            return self.kernel.counts(some, games, self.key, number)

        return reduce(Counts.__add__, self._in_threads(play))

    def _in_threads(self, play: Callable[[Arrays, int, int, tuple[slice, slice]], T]) -> list[T]:
        """Call a function for each part of the work.

        It is given the positions, how many games to play from each, the number of the first, and
        the part: a slice of the positions and one of the games from each.
        """

        def play_part(part: tuple[slice, slice]) -> T:
            rows, games = part
            some = tuple(array[rows] for array in self.arrays)
            number = self.first + rows.start * self.games + games.start
            return play(some, games.stop - games.start, number, part)

        parts = self._parts()
        if self.workers == 1 or len(parts) == 1:
            return [*map(play_part, parts)]
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(play_part, parts))

    def _parts(self) -> list[tuple[slice, slice]]:
        """Divide the work for the threads: some positions and some of the games from each."""
        size, games, workers = len(self.arrays[0]), self.games, self.workers
        if not size:
            return [(slice(0, 0), slice(0, games))]
        share = max(_PART, -(-size * games // (4 * workers))) if workers > 1 else size * games
        step, many = max(1, share // games), min(games, share)
        return [
            (slice(i, min(i + step, size)), slice(k, min(k + many, games)))
            for i in range(0, size, step)
            for k in range(0, games, many)
        ]


def by_seat(winners: NDArray[np.uint8], players: int) -> NDArray[np.bool_]:
    """Sets of winners, as bits, by seat in a further dimension."""
    return (winners[..., None] >> np.arange(players, dtype=np.uint8) & 1).astype(np.bool_)
