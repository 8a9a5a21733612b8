"""Many random games, divided into parts, so that counting more takes no more memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..protocol.compiled import Arrays

MOST: Final = 1 << 14
"""The number of games in a part."""


def parts(arrays: Arrays, games: int) -> Iterator[tuple[Arrays, int, int]]:
    """Parts of some games from each position: positions, games from each, number of the first."""
    number, many, step = 0, min(games, MOST), max(1, MOST // games)
    for i in range(0, len(arrays[0]), step):
        part = tuple(array[i : i + step] for array in arrays)
        for done in range(0, games, many):
            now = min(many, games - done)
            yield part, now, number
            number += now * len(part[0])
