"""A search tree of one position (UCT with RAVE and priors). Each visit plays one random game.

What each of these is worth was measured against the same search without it: see
reliability/measurements.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from ...compiled.tree import MOST_NODES, Nodes, SearchTree, keep_by
from .candidates import expand
from .playouts import STREAM, UNUSED, captured, play_out
from .priors import worth
from .rave import Worths, learn, most_promising, move, new_worths
from .rules import Positions, load
from .ruleset import Rules
from .turns import make_move, survey
from .workspace import LEFT, Workspace, copy

_RIPE: Final = 4
"""The number of games that a node has before it has successors, which cost as much as a game."""
_FEW: Final = 32
"""The number of successors that a node has at first, the most promising (progressive widening)."""
_OFTEN: Final = 64
"""After how many games it has all."""
_EXPLORED: Final = 1 / 15
"""The share of the usual exploration that is best, since all games say something about a move."""


@inlined
def _add_game(
    work: Workspace,
    rules: Rules,
    doubled_komi: int,
    nodes: Nodes,
    worths: Worths,
    path: NDArray[np.int64],
    length: int,
) -> None:
    """Add the finished game on the work to the nodes that it went through (K11, K19)."""
    lead = 2 * int(captured(work, ZERO, rules)) - 2 * int(captured(work, ONE, rules))
    lead -= doubled_komi
    won, first = 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0, worth(lead / 2)
    for k in range(length):
        node = path[k]
        nodes.games[node] += 1
        nodes.won[node] += 1 - won if nodes.mover[node] else won
        worths.own[node] += 1 - first if nodes.mover[node] else first
        if nodes.children[node]:
            made = path[k + 1] if k + 1 < length else 0
            learn(nodes, worths, node, made, first, work)


@inlined
def _is_due(nodes: Nodes, node: int) -> bool:
    """Return whether a node that is visited gets successors: first the best, then all."""
    if nodes.child[node] == 0:
        return bool(nodes.games[node] >= _RIPE or node == 0)
    return bool(nodes.games[node] == _OFTEN and nodes.children[node] == _FEW)


@entry
def grow(
    p: Positions,
    root: Workspace,
    work: Workspace,
    rules: Rules,
    doubled_komi: int,
    nodes: Nodes,
    worths: Worths,
    used: int,
    done: int,
    visits: int,
    key: Word,
    exploration: float,
    path: NDArray[np.int64],
) -> int:
    """Visit a tree that has `used` nodes and `done` visits. Returns the new number of nodes."""
    load(p, ZERO, root, rules)
    survey(root, rules)
    codes = int(rules.columns * rules.rows) + 1
    for visit in range(done, done + visits):
        copy(root, work, rules)
        counter = key + U(visit) * STREAM
        node, length = 0, 1
        while work.rows[LEFT]:
            if _is_due(nodes, node) and used + codes < MOST_NODES:
                most = _FEW if node and nodes.child[node] == 0 else codes
                elder = path[length - 3] if length > 2 else -1
                used = expand(work, rules, nodes, worths, node, elder, used, most, counter + UNUSED)
            if nodes.child[node] == 0:
                break
            node = most_promising(nodes, worths, node, exploration * _EXPLORED)
            make_move(work, U(nodes.action[node]), rules)
            path[length] = node
            length += 1
            if nodes.games[node] == 0:
                break
        play_out(work, counter, rules, False, nodes.action)
        _add_game(work, rules, doubled_komi, nodes, worths, path, length)
    return used


_keep: Final = keep_by(move)


@entry
def keep(nodes: Nodes, worths: Worths, used: int, node: int, targets: NDArray[np.int32]) -> int:
    """Go on from a node. Returns the new number of nodes, or 0."""
    return int(_keep(nodes, worths, used, node, targets)) if node >= 0 else 0


def tree(
    state: Any,
    root: Workspace,
    work: Workspace,
    rules: Rules,
    doubled_komi: int,
    key: int,
    exploration: float,
    pack: Callable[[Any], Positions],
) -> SearchTree:
    """A search tree of a state, of which `pack` makes a position.

    The workspaces are the tree's alone.
    """
    points, p = int(rules.columns * rules.rows), pack(state)
    path, worths = np.zeros(2 * points + 1, np.int64), new_worths()

    def visit(nodes: Nodes, used: int, done: int, visits: int) -> int:
        return grow(
            p, root, work, rules, doubled_komi, nodes, worths, used, done, visits, U(key),
            exploration, path,
        )  # fmt: skip

    def go_on(nodes: Nodes, used: int, node: int, targets: NDArray[np.int32]) -> int:
        return keep(nodes, worths, used, node, targets)

    return SearchTree(visit, go_on, p, pack, state.action_count)
