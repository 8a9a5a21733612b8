"""Ways through a search tree, however the tree is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

Successor: TypeAlias = tuple[int, float, int, int]
"""Of a node's successor: its games, what its mover won of them, its number, and the action."""


def principal_line(successors: Callable[[int], Iterable[Successor]]) -> list[int]:
    """The actions from node 0 on that were visited most often, and of those the one that won most.

    Equal ones are all as likely, since successors are in random order.
    """
    line: list[int] = []
    node = 0
    while True:
        games, _, node, action = max(successors(node), default=(0, 0.0, 0, 0))
        if not games:
            return line
        line.append(action)


def node_after(successors: Callable[[int], Iterable[Successor]], actions: Sequence[int]) -> int:
    """The node that actions lead to from node 0; -1 if it has never been visited."""
    node = 0
    for action in actions:
        at = (number for games, _, number, code in successors(node) if games and code == action)
        node = next(at, -1)
        if node < 0:
            break
    return node
