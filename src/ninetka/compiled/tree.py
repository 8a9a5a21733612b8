"""Search trees of one position (UCT), for any game.

A game's own function goes down the tree and plays random games. This module has the nodes, the
choice between successors, and what Python sees of a tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from mmap import mmap
from threading import Lock
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from .compiling import inlined
from .line import Successor, principal_line
from .machine import ONE, U, Word, below, drawn

K = TypeVar("K", bound=np.generic)

MOST_NODES: Final = 1 << 23
"""The size that a tree grows to. The memory, 25 bytes a node, is taken when it is used."""


class Nodes(NamedTuple):
    """The tree, by node; node 0 is the position itself."""

    child: NDArray[np.int32]
    """The first of its successors, which are next to each other; 0 if it has none yet."""
    children: NDArray[np.uint16]
    """The number of its successors."""
    action: NDArray[np.uint16]
    """The move that leads to it."""
    mover: NDArray[np.uint8]
    """The seat that made that move."""
    games: NDArray[np.int64]
    """The number of random games that went through it."""
    won: NDArray[np.float64]
    """The mover's share of the wins of those games."""


def by_node(kind: type[K]) -> NDArray[K]:
    """Zeros for the nodes of the largest tree, (MOST_NODES,).

    Their memory comes from the system, which clears it when it is used. NumPy clears at once what
    was used before, which took 5 to 95 ms for each tree.
    """
    return np.frombuffer(mmap(-1, MOST_NODES * np.dtype(kind).itemsize), kind)


def new_nodes() -> Nodes:
    """Room for the largest tree."""
    return Nodes(
        child=by_node(np.int32),
        children=by_node(np.uint16),
        action=by_node(np.uint16),
        mover=by_node(np.uint8),
        games=by_node(np.int64),
        won=by_node(np.float64),
    )


@inlined
def most_promising(nodes: Nodes, node: int, exploration: float) -> int:
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
def add_successors(nodes: Nodes, node: int, first: int, used: int, counter: Word) -> None:
    """Make the nodes from `first` to `used` the successors of a node, in random order.

    In this order they are first visited, and small trees visit only a few.
    """
    for last in range(used - 1, first, -1):
        other = first + int(below(drawn(counter), U(last - first + 1)))
        nodes.action[last], nodes.action[other] = nodes.action[other], nodes.action[last]
        counter += ONE
    if used > first:
        nodes.child[node], nodes.children[node] = first, used - first


Grow: TypeAlias = Callable[[Nodes, int, int, int], int]
"""Visits a tree of so many nodes, visited so often, so many times more; returns its new size."""


class SearchTree:
    """A search tree, as `protocol.compiled.Tree` describes it."""

    def __init__(self, grow: Grow, actions: int) -> None:
        """A tree with nothing in it, of a game of `actions` codes."""
        self._grow, self._actions = grow, actions
        self._nodes = new_nodes()
        self._used, self._visits = 1, 0
        self._lock = Lock()

    def grow(self, visits: int) -> None:
        """Visit the tree a number of times more, with the same number of random games each time."""
        with self._lock:
            self._used = self._grow(self._nodes, self._used, self._visits, visits)
            self._visits += visits

    @property
    def playouts(self) -> int:
        """The number of random games played."""
        return int(self._nodes.games[0])

    def _by_action(self, values: NDArray[np.int64 | np.float64]) -> NDArray[np.float64]:
        """The values of the first moves' nodes, by action code."""
        first, count = self._nodes.child[0], self._nodes.children[0]
        by_action = np.zeros(self._actions)
        by_action[self._nodes.action[first : first + count]] = values[first : first + count]
        return by_action

    @property
    def playouts_by_action(self) -> NDArray[np.int64]:
        """By action code: the number of random games that went through that move."""
        return self._by_action(self._nodes.games).astype(np.int64)

    @property
    def win_rates(self) -> NDArray[np.float64]:
        """By action code: the share of their wins that the seat to move has."""
        return self._by_action(self._nodes.won) / np.maximum(self.playouts_by_action, 1)

    @property
    def line(self) -> list[int]:
        """The action codes of the principal line, which begins with the move to play."""
        return principal_line(self._successors)

    def _successors(self, node: int) -> Iterator[Successor]:
        first = int(self._nodes.child[node])
        numbers = range(first, first + int(self._nodes.children[node]))
        among = slice(numbers.start, numbers.stop)
        columns = self._nodes.games, self._nodes.won, self._nodes.action
        games, won, actions = (column[among].tolist() for column in columns)
        return zip(games, won, numbers, actions, strict=True)
