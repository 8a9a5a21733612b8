"""Search trees as Python sees them, wherever their nodes are kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from threading import RLock
from typing import Any, TypeAlias

Successor: TypeAlias = tuple[int, float, int, int]
"""Of a node's successor: its games, what its mover won of them, its number, and the action."""


class GrowingTree(ABC):
    """A search tree (`protocol.compiled.KernelTree`), whose nodes have numbers from 0 on."""

    def __init__(self) -> None:
        self._used, self._visits = 1, 0
        self._is_whole = True
        """Not after growth that was interrupted: then it is unknown which nodes are used."""
        self._lock = RLock()

    @abstractmethod
    def _visit(self, visits: int) -> int:
        """Visit the tree a number of times more. Returns the number of nodes."""

    @abstractmethod
    def _keep(self, state: Any, node: int) -> int:
        """Go on from a state, which has that node, or -1. Returns the number of nodes kept.

        That is 1 if visits count anew, and 0 if nothing can be kept.
        """

    @abstractmethod
    def _successors(self, node: int) -> Iterable[Successor]:
        """The successors of a node, in random order."""

    def grow(self, visits: int) -> None:
        """Visit the tree a number of times more, with the same number of random games each time."""
        with self._lock:
            is_whole, self._is_whole = self._is_whole, False
            self._used = self._visit(visits)
            self._visits += visits
            self._is_whole = is_whole

    def follow(self, state: Any, actions: Sequence[int]) -> bool:
        """Go on from a state, which these actions lead to. False if nothing can be kept."""
        with self._lock:
            if not self._is_whole:
                return False
            node = 0
            for action in actions:
                after = self._successors(node)
                visited = (number for games, _, number, code in after if games and code == action)
                node = next(visited, -1)
                if node < 0:
                    break
            self._used = self._keep(state, node)
            self._visits = 0 if self._used == 1 else self._visits
            return self._used > 0

    @property
    def line(self) -> list[int]:
        """The action codes of the principal line, which begins with the move to play.

        Each is the one that was visited most often, and of those the one that won most. Equal ones
        are all as likely, since successors are in random order.
        """
        line: list[int] = []
        node = 0
        while True:
            games, _, node, action = max(self._successors(node), default=(0, 0.0, 0, 0))
            if not games:
                return line
            line.append(action)
