"""What follows from a player's live dots on the eight points around a new one (K10)."""

from __future__ import annotations

from typing import Final

import numpy as np

from .packing import STRIDE

_ROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The steps to the eight neighbours, as columns and rows, clockwise from the one above."""
STEPS: Final = np.array([row * STRIDE + column for column, row in _ROUND]).astype(np.uint64)
"""The same as numbers of cells, backwards ones modulo 2**64."""

ARCS: Final = 3
"""The first bit of the number of arcs, after that of the gaps."""
GAP: Final = 6
"""The first bit of the gaps: three bits for the first point of each, four times."""
ARC: Final = 18
"""The first bit of the arcs: three bits for a dot of each, four times."""


def _around(own: list[bool]) -> int:
    """The arcs of linked dots and the gaps between them, given which of the eight are own dots.

    Points in a gap are connected beside the new dot, orthogonally. Dots in an arc are linked
    beside it. So two gaps become different groups only if the arcs on both sides hang together.
    """
    starts = [k for k in range(0, 8, 2) if not own[k] and (own[k - 1] or own[k - 2])]
    ends = [k - 1 if own[k - 1] else k - 2 for k in starts]
    if not starts and not any(own):
        starts = [0]
    elif not starts:
        ends = [own.index(True)]
    word = len(starts) | len(ends) << ARCS
    for bit, each in ((GAP, starts), (ARC, ends)):
        for at, side in enumerate(each):
            word |= side % 8 << bit + 3 * at
    return word


def _pattern(number: int) -> list[bool]:
    """Which of the eight neighbours are own dots, by three rows of three bits."""
    return [bool(number >> 3 * (row + 1) + column + 1 & 1) for column, row in _ROUND]


AROUND: Final = np.array([_around(_pattern(number)) for number in range(512)], np.uint32)
"""By the own dots on three points of three rows, of which the middle one does not count: see
`_around`. The number of gaps comes first, then the number of arcs, the gaps and the arcs."""
