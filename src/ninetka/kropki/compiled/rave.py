"""Values of moves from all games in which they are made later (RAVE)."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import inlined
from ...compiled.machine import ONE, U
from ...compiled.tree import Nodes, by_node
from .workspace import DOTS, LOW, ROWS, SIX, Workspace

_TRUST: Final = 1500
"""After a third as many games of its own, all games with the move weigh 0.71."""
_URGENT: Final = 0.02
"""The bonus of a move for each dot it captures at once, however many games have been played: in
random games a capture that waits is seldom prevented, while good players prevent it."""
MOST_CAPTURED: Final = 10
"""The most captured dots that make a move more urgent."""
RANKS: Final = 64
"""The number of steps by which new nodes are told apart when the best are chosen."""


class Worths(NamedTuple):
    """The sums of random games' worth to the mover of each node, by node, and working space."""

    cell: NDArray[np.uint16]
    """The cell of the dot that leads to it; 0 after a pass."""
    own: NDArray[np.float64]
    """The sum over the games through it."""
    games: NDArray[np.float64]
    """The number of games through its predecessor in which the mover made its move at any time."""
    all: NDArray[np.float64]
    """The sum over those games."""
    captured: NDArray[np.uint8]
    """The dots that it captured, but no more than `MOST_CAPTURED`."""
    at: NDArray[np.int32]
    """(4096,): by cell, the successor of some node that has its dot there; 0 if none has."""
    ranks: NDArray[np.int64]
    """(RANKS,): how many new nodes promise how much."""


def new_worths() -> Worths:
    """Nothing learnt yet. The memory, 27 bytes a node, is taken when it is used."""
    worths = by_node(np.float64), by_node(np.float64), by_node(np.float64)
    space = np.zeros(4096, np.int32), np.zeros(RANKS, np.int64)
    return Worths(by_node(np.uint16), *worths, by_node(np.uint8), *space)


@inlined
def move(worths: Worths, node: int, to: int) -> None:
    """Move what is known of a node's move to another node."""
    worths.cell[to], worths.captured[to] = worths.cell[node], worths.captured[node]
    worths.own[to], worths.games[to] = worths.own[node], worths.games[node]
    worths.all[to] = worths.all[node]


@inlined
def most_promising(nodes: Nodes, worths: Worths, node: int, exploration: float) -> int:
    """The successor to go on with. RAVE: moves with few games borrow the worth of all with them."""
    best, most = 0, -1.0
    scale = exploration * math.sqrt(math.log(max(nodes.games[node], 1)))
    start = nodes.child[node]
    for child in range(start, start + nodes.children[node]):
        games, promise = nodes.games[child], worths.all[child] / worths.games[child]
        if games == 0:
            promise += scale
        else:
            weight = math.sqrt(_TRUST / (3 * games + _TRUST))
            promise = weight * promise + (1 - weight) * worths.own[child] / games
            promise += scale / math.sqrt(games + 1)
        promise += _URGENT * worths.captured[child]
        if promise > most:
            best, most = child, promise
    return best


@inlined
def learn(
    nodes: Nodes, worths: Worths, node: int, made: int, first: float, work: Workspace
) -> None:
    """Add a finished game, on the work, to the moves after a node; `made` is the one it went to.

    Each point takes one dot in a game, so the board at the end says who had it first.
    `first` is what the game is worth to the first seat.
    """
    start = U(nodes.child[node])
    mover = U(nodes.mover[start])
    share, dots = 1 - first if mover else first, DOTS + mover * ROWS
    for child in range(start, start + U(nodes.children[node])):
        cell = U(worths.cell[child])
        # Half of the points have the dot: not to ask is faster than to guess wrong
        has = float(np.int64((work.rows[dots + (cell >> SIX)] >> (cell & LOW)) & ONE))
        worths.games[child] += has
        worths.all[child] += has * share
    if made and worths.cell[made] == 0:  # a pass
        worths.games[made] += 1
        worths.all[made] += share
