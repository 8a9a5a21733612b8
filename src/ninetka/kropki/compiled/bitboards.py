"""Bitboards of states as words, one for each row of the board, and back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..rulesets import Ruleset


def words_of(ruleset: Ruleset, masks: Sequence[tuple[int, int]]) -> NDArray[np.uint64]:
    """Bitboards by position and seat as words, one for each row: (size, 2, rows)."""
    columns, rows, stride = ruleset.columns, ruleset.rows, ruleset.board.stride
    length = -(-rows * stride // 8)
    data = b"".join(mask.to_bytes(length, "little") for pair in masks for mask in pair)
    octets = np.frombuffer(data, np.uint8).reshape(len(masks), 2, length)
    bits = np.unpackbits(octets, -1, rows * stride, "little").reshape(-1, 2, rows, stride)
    words = np.zeros((*bits.shape[:3], 64), np.uint8)
    words[..., :columns] = bits[..., :columns]
    return np.packbits(words, -1, "little").view(np.uint64)[..., 0]


def masks_of(ruleset: Ruleset, words: NDArray[np.uint64]) -> tuple[int, int]:
    """Bitboards by seat, given their words: (2, rows)."""
    stride = ruleset.board.stride
    first, second = (
        sum(word << stride * row for row, word in enumerate(seat)) for seat in words.tolist()
    )
    return first, second
