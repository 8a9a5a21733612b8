"""What a search learns of a move from all games in which it is made later (RAVE)."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import ONE, U, inlined
from ...compiled.tree import Nodes, by_node
from .chains import ROWS
from .desk import DOTS, LOW, SIX, Desk, Terms
from .turns import cell_of

_TRUST: Final = 1500
"""After a third as many games of its own, all games with the move weigh 0.71."""


class Worths(NamedTuple):
    """What random games were worth to the mover of each node, by node."""

    own: NDArray[np.float64]
    """The sum over the games through it."""
    games: NDArray[np.float64]
    """The number of games through its predecessor in which the mover made its move at any time."""
    all: NDArray[np.float64]
    """The sum over those games."""


def new_worths() -> Worths:
    """Nothing learnt yet. The memory, 24 bytes a node, is taken when it is used."""
    return Worths(by_node(np.float64), by_node(np.float64), by_node(np.float64))


@inlined
def most_promising(nodes: Nodes, worths: Worths, node: int, exploration: float) -> int:
    """The successor to go on with: the fewer games one has, the more all with its move count."""
    best, most = 0, -1.0
    scale = exploration * math.sqrt(math.log(max(nodes.games[node], 1)))
    for child in range(nodes.child[node], nodes.child[node] + nodes.children[node]):
        games, promise = nodes.games[child], worths.all[child] / worths.games[child]
        if games == 0:
            promise += scale
        else:
            weight = math.sqrt(_TRUST / (3 * games + _TRUST))
            promise = weight * promise + (1 - weight) * worths.own[child] / games
            promise += scale / math.sqrt(games + 1)
        if promise > most:
            best, most = child, promise
    return best


@inlined
def learn(
    nodes: Nodes, worths: Worths, node: int, made: int, first: float, desk: Desk, terms: Terms
) -> None:
    """Add a finished game, on the desk, to the moves after a node; `made` is the one it went to.

    Each point takes one dot in a game, so the board at the end says who had it first.
    `first` is what the game is worth to the first seat.
    """
    start, passed = nodes.child[node], terms.columns * terms.rows
    mover = U(nodes.mover[start])
    share = 1 - first if mover else first
    for child in range(start, start + nodes.children[node]):
        code, has = U(nodes.action[child]), child == made
        if code != passed:
            cell = cell_of(code, terms)
            row = desk.rows[DOTS + mover * ROWS + (cell >> SIX)]
            has = bool((row >> (cell & LOW)) & ONE)
        if has:
            worths.games[child] += 1
            worths.all[child] += share
