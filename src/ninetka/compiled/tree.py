"""Search trees of one position (UCT), for any game.

A game's own function goes down the tree and plays random games. This module has the nodes, the
choice between successors, what of a tree is kept when a move is made, and what Python sees of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from mmap import mmap
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..protocol.compiled import Arrays
from .compiling import inlined
from .growing import GrowingTree, Successor
from .machine import ONE, U, Word, below, drawn

K = TypeVar("K", bound=np.generic)
_KEPT: Final = 128
"""A mark in `Nodes.mover`."""

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


def keep_by(move_worths: Callable[[Any, int, int], None]) -> Callable[..., int]:
    """Make what keeps a part of a game's tree, given how what is learnt of a node is moved.

    `move_worths(worths, node, to)` does that.
    """

    @inlined
    def move(nodes: Nodes, worths: Any, node: int, to: int) -> None:
        nodes.child[to], nodes.children[to] = nodes.child[node], nodes.children[node]
        nodes.action[to], nodes.mover[to] = nodes.action[node], nodes.mover[node]
        nodes.games[to], nodes.won[to] = nodes.games[node], nodes.won[node]
        move_worths(worths, node, to)

    @inlined
    def keep(nodes: Nodes, worths: Any, used: int, root: int, targets: NDArray[np.int32]) -> int:
        """Keep what is below a node, which becomes node 0. Returns the new number of nodes.

        The nodes behind it stay in order. `targets`, (used,), is working space.
        """
        if root == 0:
            return used
        targets[0], count, at = root, 1, 0
        while at < count:
            node, at = targets[at], at + 1
            nodes.mover[node] |= _KEPT
            for child in range(nodes.child[node], nodes.child[node] + nodes.children[node]):
                targets[count] = child
                count += 1
        count = 1
        for node in range(used):
            if nodes.mover[node] & _KEPT:
                nodes.mover[node] -= _KEPT
                targets[node] = 0 if node == root else count
                count += int(node != root)
            else:
                targets[node] = -1
        move(nodes, worths, root, 0)
        for node in range(1, used):
            if targets[node] > 0:
                move(nodes, worths, node, targets[node])
        for node in range(count):
            nodes.child[node] = targets[nodes.child[node]] if nodes.child[node] else 0
        for node in range(count, used):
            move(nodes, worths, used, node)
        return count

    return keep


@inlined
def _move_nothing(_: Any, __: int, ___: int) -> None:
    """Nothing else is known of nodes."""


keep_plain: Final = keep_by(_move_nothing)
"""Keeps a part of a tree, for games that know nothing else of nodes."""

Grow: TypeAlias = Callable[[Nodes, int, int, int], int]
"""Takes the nodes, their number, the visits made and those to make; returns the new number."""
Keep: TypeAlias = Callable[[Nodes, int, int, NDArray[np.int32]], int]
"""Takes the nodes, their number, the node to go on from, -1 if there is none, and working space.

Returns the new number of nodes: 1 if visits count anew, 0 if nothing can be kept.
"""


class SearchTree(GrowingTree):
    """A search tree that numba grows."""

    def __init__(
        self, grow: Grow, keep: Keep, root: Arrays, pack: Callable[[Any], Arrays], actions: int
    ) -> None:
        """A tree with nothing in it, of a game of `actions` codes.

        `root` is what the search reads of its position, as `pack` makes it of a state.
        """
        super().__init__()
        self._grow, self._keep_below, self._actions = grow, keep, actions
        self._root, self._pack = root, pack
        self._nodes = new_nodes()

    def _visit(self, visits: int) -> int:
        return self._grow(self._nodes, self._used, self._visits, visits)

    def _keep(self, state: Any, node: int) -> int:
        for array, packed in zip(self._root, self._pack(state), strict=True):
            array[:] = packed
        return self._keep_below(self._nodes, self._used, node, np.empty(self._used, np.int32))

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
        """The number of random games that went through each move, by action code."""
        return self._by_action(self._nodes.games).astype(np.int64)

    @property
    def win_rates(self) -> NDArray[np.float64]:
        """The share of their wins that the seat to move has, by action code."""
        return self._by_action(self._nodes.won) / np.maximum(self.playouts_by_action, 1)

    def _successors(self, node: int) -> Iterator[Successor]:
        first = int(self._nodes.child[node])
        numbers = range(first, first + int(self._nodes.children[node]))
        among = slice(numbers.start, numbers.stop)
        columns = self._nodes.games, self._nodes.won, self._nodes.action
        games, won, actions = (column[among].tolist() for column in columns)
        return zip(games, won, numbers, actions, strict=True)
