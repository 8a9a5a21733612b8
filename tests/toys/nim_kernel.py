"""A kernel for Nim in plain NumPy, which lets seat k + key modulo 2 win game k."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ninetka.protocol.compiled import Arrays, Counts


class FakeKernel:
    def pack(self, states: Sequence[Any]) -> Arrays:
        return (np.array([state.heap for state in states]),)

    def counts(self, arrays: Arrays, games: int, key: int, first: int) -> Counts:
        wins: NDArray[np.int64] = np.zeros(2, np.int64)
        scores = np.zeros((2, 3), np.int64)
        plies = np.zeros(100, np.int64)
        for number in range(first, first + games):
            winner = (number + key) % 2
            wins[winner] += 1
            scores[winner, 2 * (1 - winner)] += 1
            plies[arrays[0][0] + number % 3] += 1
        return Counts(scores, wins, plies)
