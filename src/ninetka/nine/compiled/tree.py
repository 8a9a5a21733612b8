"""A search tree of one position (UCT). Each visit plays one random game in every lane."""

from __future__ import annotations

import math
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import ONE, ZERO, U, Word, below, drawn, entry, inlined, lowest
from .lanes import LANES, Lanes, begin, load, new_lanes, place
from .playouts import finish, winner
from .rules import CODES, STREAM, Positions, Terms, apply, copy, legal_codes

MOST_NODES: Final = 1 << 23
"""The size that a tree grows to. The memory, 23 bytes a node, is taken when it is used."""
_LONGEST: Final = 256
"""More plies than any game has."""
_LANES, _WORD, _ROOT = U(LANES), U(64), U(1)
_UNUSED = U(160)
"""The first of the random words of a game's own that no game needs."""


class Nodes(NamedTuple):
    """The tree, by node; node 0 is the position itself."""

    child: NDArray[np.int32]
    """The first of its successors, which are next to each other; 0 if it has none yet."""
    children: NDArray[np.uint8]
    """The number of its successors."""
    action: NDArray[np.uint8]
    """The move that leads to it."""
    mover: NDArray[np.uint8]
    """The seat that made that move."""
    games: NDArray[np.int64]
    """The number of random games that went through it."""
    won: NDArray[np.int64]
    """The number of those games that its mover won."""


class Tree:
    """A search tree, as `protocol.compiled.Tree` describes it."""

    def __init__(self, p: Positions, terms: Terms, key: int, exploration: float) -> None:
        """The tree of position 1; position 0 is working space."""
        self._p, self._terms, self._key, self._exploration = p, terms, U(key), exploration
        bytes_, counts = np.zeros((3, MOST_NODES), np.uint8), np.zeros((2, MOST_NODES), np.int64)
        self._nodes = Nodes(
            child=np.zeros(MOST_NODES, np.int32),
            children=bytes_[0],
            action=bytes_[1],
            mover=bytes_[2],
            games=counts[0],
            won=counts[1],
        )
        self._used, self._visits = 1, 0
        self._lanes, self._path = new_lanes(), np.zeros(_LONGEST, np.int64)
        self._wins = np.zeros(4, np.int32)
        self._lock = Lock()

    def grow(self, visits: int) -> None:
        """Visit the tree a number of times more, with a random game in every lane at each visit."""
        with self._lock:
            self._used = _grow(
                self._p, self._terms, self._nodes, self._used, self._visits, visits, self._key,
                self._exploration, self._lanes, self._path, self._wins,
            )  # fmt: skip
            self._visits += visits

    @property
    def playouts(self) -> int:
        """The number of random games played."""
        return self._visits * LANES

    def _by_action(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of the first moves' nodes, by action code."""
        first, count = self._nodes.child[0], self._nodes.children[0]
        by_action = np.zeros(CODES, np.int64)
        by_action[self._nodes.action[first : first + count]] = values[first : first + count]
        return by_action

    @property
    def playouts_by_action(self) -> NDArray[np.int64]:
        """By action code: the number of random games that went through that move."""
        return self._by_action(self._nodes.games)

    @property
    def win_rates(self) -> NDArray[np.float64]:
        """By action code: the share of them that the seat to move won."""
        return self._by_action(self._nodes.won) / np.maximum(self.playouts_by_action, 1)


@inlined
def _best(nodes: Nodes, node: int, exploration: float) -> int:
    """The successor to go on with (UCB1): one not yet visited, else the most promising."""
    best, most = 0, -1.0
    scale = exploration * math.sqrt(math.log(nodes.games[node]))
    for child in range(nodes.child[node], nodes.child[node] + nodes.children[node]):
        games = nodes.games[child]
        if games == 0:
            return child
        promise = nodes.won[child] / games + scale / math.sqrt(games)
        if promise > most:
            best, most = child, promise
    return best


@inlined
def _expand(p: Positions, terms: Terms, nodes: Nodes, node: int, used: int, counter: Word) -> int:
    """Add the successors of a node whose position is number 0. Returns the new number of nodes.

    They are shuffled: in this order they are first visited, and small trees visit only a few.
    """
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
    for last in range(used - 1, first, -1):
        other = first + int(below(drawn(counter), U(last - first + 1)))
        nodes.action[last], nodes.action[other] = nodes.action[other], nodes.action[last]
        counter += ONE
    if used > first:
        nodes.child[node], nodes.children[node] = first, used - first
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
def _grow(
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
            node = _best(nodes, node, exploration)
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
