"""Where an alpha-beta search stands: the positions on its way, their windows, moves and counts."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .machine import U
from .transpositions import new_table

MORE: Final = 1 << 20
"""More than anything is worth."""
_FRAME: Final = 11
(ALPHA, BETA, DEPTH, BEST, CHOICE, FIRST, COUNT, NEXT, WINDOW, FLOOR, HOPE) = range(_FRAME)
"""What is kept of a position on the way: the window, how deep to search, the best worth and move so
far, where its moves begin, how many they are, which is at hand and in which window, the first alpha
and how promising a move must be."""
FULL, NULL, REDUCED = range(3)
ENTER, GO_ON, LEAVE = range(3)
_STATE: Final = 13
(
    PLY, STAGE, ITERATION, SETTLED, BEST_NODE, SIZE, COMPARES, COMPARED, STARTED, SPENT, LAST,
    DEEPEST, MARGIN,
) = range(_STATE)  # fmt: skip
"""The ply, what is done there next, the depth of the iteration, whether nothing is left to find
out, the node of the best first move, and how many positions can be remembered; then whether this
iteration compares first moves, how deeply they have been compared, at which visit the iteration
began, and how many visits all such comparisons and the last one took; at last, how deep the search
may go, and how much worse than the best a first move may be for its worth to be found out."""
SHIFT: Final = 13
"""Where in a listed move it is said how promising it is."""
LOW: Final = (1 << SHIFT) - 1


class Search(NamedTuple):
    """Where a search stands."""

    stack: Any
    """(plies + 2,): the positions on the way from the root; the last is for principal lines."""
    keys: NDArray[np.uint64]
    """(plies + 2,): their hashes."""
    frames: NDArray[np.int64]
    """(plies + 2, 11): what is kept of each."""
    moves: NDArray[np.int64]
    """(room,): how promising moves are, times 2**13, plus the move. First moves are given by their
    nodes."""
    first_moves: NDArray[np.int64]
    """(most moves + 1,): by node, the first moves."""
    worths: NDArray[np.int64]
    """(most moves + 1,): by node, what these are worth at most; the best one is worth just that."""
    behind: NDArray[np.int64]
    """(most moves + 1,): by node, how much worse than the best they were when compared."""
    history: NDArray[np.int64]
    """(2, most moves): by seat and move, how often it was too good for the other player."""
    table: NDArray[np.uint64]
    """What is remembered of positions."""
    at: NDArray[np.int64]
    """(13,): what else is known."""


def new_search(stack: Any, plies: int, room: int, most_moves: int) -> Search:
    """Room for a search, given room for `plies + 2` positions, for `room` moves in all of them."""
    return Search(
        stack=stack,
        keys=np.zeros(plies + 2, U),
        frames=np.zeros((plies + 2, _FRAME), np.int64),
        moves=np.zeros(room, np.int64),
        first_moves=np.zeros(most_moves + 1, np.int64),
        worths=np.zeros(most_moves + 1, np.int64),
        behind=np.zeros(most_moves + 1, np.int64),
        history=np.zeros((2, most_moves), np.int64),
        table=new_table(),
        at=np.zeros(_STATE, np.int64),
    )
