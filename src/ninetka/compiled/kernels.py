"""The base of the library's kernels: arrays go in and out, a game's functions play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import prod
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..base.errors import NinetkaError, quoted
from ..protocol.compiled import Arrays
from .compiling import HAS_NUMBA
from .machine import U, Word

S = TypeVar("S")


class GameKernel(ABC, Generic[S]):
    """A `protocol.compiled.Kernel` of positions `p`: named arrays of a game's own kind."""

    __slots__ = ()

    @property
    def has_trees(self) -> bool:
        """Whether it has search trees, which need numba."""
        return HAS_NUMBA

    @property
    @abstractmethod
    def _most_plies(self) -> int:
        """The number of plies of the longest game."""

    @abstractmethod
    def _read(self, arrays: Arrays) -> Any:
        """Arrays as the positions that compiled code takes."""

    @abstractmethod
    def pack(self, states: Sequence[S]) -> Arrays:
        """States as arrays. Raises NinetkaError for other rulesets."""

    def _check_rulesets(self, given: Iterable[Any], own: Any) -> None:
        """Raise NinetkaError if some of the rulesets with numbers of players is another."""
        if any(each != own for each in {id(each): each for each in given}.values()):
            raise NinetkaError("all states of a batch need the same ruleset and number of players")

    def to_move(self, arrays: Arrays) -> NDArray[np.int8]:
        """The seat to move in each position."""
        seats: NDArray[np.int8] = self._read(arrays).turn.astype(np.int8)
        return seats

    def planes(self, arrays: Arrays, seats: NDArray[np.int8], out: NDArray[np.uint8]) -> None:
        """Write into `out` the planes of `observation` as a seat sees each position."""
        self._fill_planes(self._read(arrays), seats, out.reshape(len(seats), prod(out.shape[1:])))

    @abstractmethod
    def _fill_planes(self, p: Any, seats: NDArray[np.int8], out: NDArray[np.uint8]) -> None:
        """Fill `out`, (size, bytes), with what the seats see."""

    def random_actions(self, arrays: Arrays, words: NDArray[np.uint64]) -> NDArray[np.int64]:
        """A legal action of each position; -1 if its game is over."""
        actions = np.empty(len(words), np.int64)
        self._draw(self._read(arrays), words, actions)
        return actions

    @abstractmethod
    def _draw(self, p: Any, words: NDArray[np.uint64], out: NDArray[np.int64]) -> None:
        """Fill `out`, (size,), with an action of each position, drawn by its random word."""

    def random_games(
        self, arrays: Arrays, key: int, first: int
    ) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """Play random games move by move; their actions and plies."""
        actions = np.full((len(arrays[0]), self._longest(arrays, key, first)), -1, np.int16)
        self._write_games(self._read(arrays), U(key), U(first), actions)
        plies = (actions >= 0).sum(1, dtype=np.int16)
        return np.ascontiguousarray(actions[:, : plies.max(initial=0)]), plies

    def _longest(self, arrays: Arrays, key: int, first: int) -> int:
        """The number of plies for which `random_games` has room."""
        return self._most_plies

    @abstractmethod
    def _write_games(self, p: Any, key: Word, first: Word, actions: NDArray[np.int16]) -> None:
        """Play a game from each position, and write the codes of its moves to `actions`."""

    def perft(self, state: S, depth: int) -> int:
        """Count the sequences of `depth` legal moves. Raises NinetkaError for a depth below 1."""
        if depth < 1:
            raise NinetkaError(f"a depth is 1 or more here, not {quoted(depth)}")
        depth = min(depth, self._most_plies + 1)  # so deep, there is no game
        return self._count(self._read(self.pack([state] * depth)), depth)

    @abstractmethod
    def _count(self, p: Any, depth: int) -> int:
        """Count the sequences from position 0; there are as many positions as the depth."""
