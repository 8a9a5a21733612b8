"""A search tree of one position (UCT). Each visit plays one random game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import ONE, ZERO, U, Word, entry, inlined, lowest
from ...compiled.tree import MOST_NODES, Nodes, SearchTree, add_successors, most_promising
from .desk import FREE, LEFT, SIX, TURN, Desk, Terms, copy
from .playouts import STREAM, UNUSED, captured, play_out
from .rules import Positions, load
from .turns import code_of, make_move, survey


@inlined
def _expand(desk: Desk, terms: Terms, nodes: Nodes, node: int, used: int, counter: Word) -> int:
    """Add the successors of a node whose position is on the desk. Returns the new size."""
    first = used
    for y in range(ONE, terms.rows + ONE):
        bits = desk.rows[FREE + y]
        while bits:
            nodes.action[used] = code_of(y << SIX | lowest(bits), terms)
            bits &= bits - ONE
            used += 1
    if terms.may_pass:
        nodes.action[used] = terms.columns * terms.rows
        used += 1
    nodes.mover[first:used] = desk.rows[TURN]
    add_successors(nodes, node, first, used, counter)
    return used


@inlined
def _share(desk: Desk, doubled_komi: int, terms: Terms) -> float:
    """The first seat's share of the win in a game that is over (K11, K19)."""
    lead = 2 * int(captured(desk, ZERO, terms)) - 2 * int(captured(desk, ONE, terms))
    lead -= doubled_komi
    return 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0


@entry
def _grow(
    p: Positions,
    root: Desk,
    desk: Desk,
    terms: Terms,
    doubled_komi: int,
    nodes: Nodes,
    used: int,
    done: int,
    visits: int,
    key: Word,
    exploration: float,
    path: NDArray[np.int64],
) -> int:
    """Visit a tree that has `used` nodes and `done` visits. Returns the new number of nodes."""
    load(p, ZERO, root, terms)
    survey(root, terms)
    codes = int(terms.columns * terms.rows) + 1
    for visit in range(done, done + visits):
        copy(root, desk, terms)
        counter = key + U(visit) * STREAM
        node, length = 0, 1
        while desk.rows[LEFT]:
            is_new = nodes.child[node] == 0
            if is_new and (nodes.games[node] or node == 0) and used + codes < MOST_NODES:
                used = _expand(desk, terms, nodes, node, used, counter + UNUSED)
            if nodes.child[node] == 0:
                break
            node = most_promising(nodes, node, exploration)
            make_move(desk, U(nodes.action[node]), terms)
            path[length] = node
            length += 1
            if nodes.games[node] == 0:
                break
        play_out(desk, counter, terms, False, nodes.action)
        first = _share(desk, doubled_komi, terms)
        for k in range(length):
            nodes.games[path[k]] += 1
            nodes.won[path[k]] += 1 - first if nodes.mover[path[k]] else first
    return used


def tree(
    p: Positions,
    root: Desk,
    desk: Desk,
    terms: Terms,
    doubled_komi: int,
    key: int,
    exploration: float,
) -> SearchTree:
    """A search tree of position 0. The desks are working space, the tree's alone."""
    points = int(terms.columns * terms.rows)
    path = np.zeros(2 * points + 1, np.int64)

    def grow(nodes: Nodes, used: int, done: int, visits: int) -> int:
        return _grow(
            p, root, desk, terms, doubled_komi, nodes, used, done, visits, U(key), exploration, path
        )  # fmt: skip

    return SearchTree(grow, points + int(terms.may_pass), 1)
