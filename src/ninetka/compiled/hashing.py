"""Hashes of positions, for tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .compiling import entry
from .machine import ONE, drawn


@entry
def hash_rows(words: NDArray[np.uint64], out: NDArray[np.uint64]) -> None:
    """Fill `out`, (size,), with a 64-bit hash of each row of words, word after word."""
    for i in range(len(out)):
        key = ONE
        for k in range(words.shape[1]):
            key = drawn(key ^ words[i, k])
        out[i] = key
