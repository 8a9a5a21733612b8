"""A search tree of one position (UCT). Each visit plays one random game in every lane."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import ONE, ZERO, U, Word, entry, inlined, lowest
from ...compiled.tree import MOST_NODES, Nodes, SearchTree, add_successors, most_promising
from .lanes import LANES, Lanes, begin, load, new_lanes, place
from .playouts import finish, winner
from .rules import CODES, STREAM, Positions, Terms, apply, copy, legal_codes

_LONGEST: Final = 256
"""More plies than any game has."""
_LANES, _WORD, _ROOT = U(LANES), U(64), U(1)
_UNUSED = U(160)
"""The first of the random words of a game's own that no game needs."""


@inlined
def _expand(p: Positions, terms: Terms, nodes: Nodes, node: int, used: int, counter: Word) -> int:
    """Add the successors of a node whose position is number 0. Returns the new number of nodes."""
    low, high = legal_codes(p, ZERO, terms)
    first = used
    while low | high:
        if low:
            nodes.action[used] = lowest(low)
            low &= low - ONE
        else:
            nodes.action[used] = _WORD + lowest(high)
            high &= high - ONE
        nodes.mover[used] = p.turn[0]
        used += 1
    add_successors(nodes, node, first, used, counter)
    return used


@inlined
def _play(p: Positions, terms: Terms, lanes: Lanes, counter: Word, wins: NDArray[np.int32]) -> None:
    """Play random games from position 0, and write how many each seat won to `wins`, (4,)."""
    load(p, ZERO, terms, lanes)
    for lane in range(_LANES):
        begin(lanes, lane)
        lanes.counter[lane] = counter + lane * STREAM
        place(terms, lanes, lane)
    finish(terms, lanes)
    wins[:] = 0
    for lane in range(_LANES):
        wins[winner(terms, lanes, lane)] += 1


@entry
def grow(
    p: Positions,
    terms: Terms,
    nodes: Nodes,
    used: int,
    done: int,
    visits: int,
    key: Word,
    exploration: float,
    lanes: Lanes,
    path: NDArray[np.int64],
    wins: NDArray[np.int32],
) -> int:
    """Visit a tree that has `used` nodes and `done` visits. Returns the new number of nodes."""
    path[0] = 0
    for visit in range(done, done + visits):
        copy(p, _ROOT, ZERO, terms)
        counter = key + U(visit) * _LANES * STREAM
        node, length = 0, 1
        while True:
            is_new = nodes.child[node] == 0
            if is_new and (nodes.games[node] or node == 0) and used + CODES < MOST_NODES:
                used = _expand(p, terms, nodes, node, used, counter + _UNUSED)
            if nodes.child[node] == 0:
                break
            node = most_promising(nodes, node, exploration)
            apply(p, ZERO, U(nodes.action[node]), terms)
            path[length] = node
            length += 1
            if nodes.games[node] == 0:
                break
        _play(p, terms, lanes, counter, wins)
        for k in range(length):
            nodes.games[path[k]] += LANES
            nodes.won[path[k]] += wins[nodes.mover[path[k]]]
    return used


def new_work() -> tuple[Lanes, NDArray[np.int64], NDArray[np.int32]]:
    """Working space for `grow`: its last three arguments."""
    return new_lanes(), np.zeros(_LONGEST, np.int64), np.zeros(4, np.int32)


def tree(p: Positions, terms: Terms, key: int, exploration: float) -> SearchTree:
    """A search tree of position 1; position 0 is working space."""
    work = new_work()

    def visit(nodes: Nodes, used: int, done: int, visits: int) -> int:
        return grow(p, terms, nodes, used, done, visits, U(key), exploration, *work)

    return SearchTree(visit, CODES, LANES)
