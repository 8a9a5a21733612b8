"""What Kropki's WebAssembly offers: functions, with an example of the arguments that each takes.

Arrays become memory that the functions share if they have the same name; numbers in tuples too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import U, Word, entry
from ...compiled.tree import Nodes, new_nodes
from ...compiled.wasm import ROWS
from . import playouts, rules, tree
from .desk import Desk, Terms, new_desk
from .packing import MOST_SIDE
from .rave import Worths, new_worths

_POINTS = MOST_SIDE * MOST_SIDE


class Komi(NamedTuple):
    """What the second player gets for being second (K19)."""

    doubled: int


class Games(NamedTuple):
    """The random games wanted, and how they end."""

    key: Word
    first: Word
    """The game of row k has the number first + k."""
    ended: playouts.Games
    winners: NDArray[np.uint8]
    """(rows,): the seat that won, as a bit; none after a draw."""


@entry
def grow(
    p: rules.Positions, root: Desk, desk: Desk, terms: Terms, komi: Komi, nodes: Nodes,
    worths: Worths, used: int, done: int, visits: int, key: Word, exploration: float,
    path: NDArray[np.int64],
) -> int:  # fmt: skip
    """Visit a search tree; returns its new size."""
    given = used, done, visits, key, exploration, path
    return int(tree._grow(p, root, desk, terms, komi.doubled, nodes, worths, *given))


@entry
def play(
    p: rules.Positions, root: Desk, desk: Desk, terms: Terms, komi: Komi, games: Games, each: Word
) -> None:
    """Play random games from a position, and write down who won (K11, K19)."""
    ended = games.ended
    playouts.playouts(p, each, games.key, games.first, root, desk, terms, ended)
    for row in range(each):
        lead = 2 * (int(ended.captured[row, 0]) - int(ended.captured[row, 1])) - komi.doubled
        games.winners[row] = 1 if lead > 0 else 2 if lead < 0 else 0


def exports() -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """By name: a compiled function and its arguments, for the largest board."""
    sides = (1, 2, MOST_SIDE)
    p = rules.Positions(
        dots=np.zeros(sides, U),
        owned=np.zeros(sides, U),
        turn=np.zeros(1, np.uint8),
        passes=np.zeros(1, np.uint8),
        free=np.zeros(1, np.uint16),
        log=np.zeros((1, _POINTS), np.uint16),
        logged=np.zeros(1, np.uint16),
    )
    root, desk, terms = new_desk(0, 0), new_desk(0, 0), Terms(*(U(0) for _ in Terms._fields))
    ended = playouts.Games(np.zeros((ROWS, 2), np.int16), np.zeros(ROWS, np.int16))
    games = Games(U(0), U(0), ended, np.zeros(ROWS, np.uint8))
    path, mask = np.zeros(2 * _POINTS + 1, np.int64), np.zeros((1, _POINTS + 1), np.bool_)
    visits = 1, 0, 1, U(0), 1.0
    return {
        "grow": (grow, (p, root, desk, terms, Komi(0), new_nodes(), new_worths(), *visits, path)),
        "play": (play, (p, root, desk, terms, Komi(0), games, U(1))),
        "legal_mask": (rules.legal_masks, (p, terms, mask)),
        "step": (rules.steps, (p, np.zeros(1, np.int64), desk, terms)),
    }
