"""A search tree of one position (UCT with RAVE and priors). Each visit plays one random game.

What each of these is worth was measured against the same search without it: see
docs/performance.md.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import ONE, ZERO, U, Word, compiled, entry, inlined, lowest
from ...compiled.tree import MOST_NODES, Nodes, SearchTree, add_successors
from .desk import FREE, LEFT, SIX, TURN, Desk, Terms, copy
from .playouts import STREAM, UNUSED, captured, play_out
from .priors import PASS, gain, near_dots, worth
from .rave import Worths, learn, most_promising, new_worths
from .rules import Positions, load
from .turns import cell_of, code_of, make_move, survey

_GAMES: Final = 20
"""How many games with a move what it gains at once counts as, times the dots gained if several."""
_EXPLORED: Final = 1 / 15
"""How much of the usual exploration is best, since all games say something about a move."""


@inlined
def _add_dots(desk: Desk, terms: Terms, nodes: Nodes, used: int, near: bool) -> int:
    """Add nodes for dots on all free points, or those near dots. Returns the new size."""
    for y in range(ONE, terms.rows + ONE):
        bits = near_dots(desk, y, terms) if near else desk.rows[FREE + y]
        while bits:
            nodes.action[used] = code_of(y << SIX | lowest(bits), terms)
            bits &= bits - ONE
            used += 1
    return used


@compiled
def _expand(
    desk: Desk,
    terms: Terms,
    nodes: Nodes,
    worths: Worths,
    node: int,
    first: int,
    counter: Word,
) -> int:
    """Add the successors of a node whose position is on the desk. Returns the new size."""
    used = _add_dots(desk, terms, nodes, first, True)
    if used == first:  # an empty board
        used = _add_dots(desk, terms, nodes, first, False)
    passed = terms.columns * terms.rows
    if terms.may_pass:
        nodes.action[used] = passed
        used += 1
    nodes.mover[first:used] = desk.rows[TURN]
    add_successors(nodes, node, first, used, counter)
    for child in range(first, used):
        code, expected = U(nodes.action[child]), PASS
        if code != passed:
            expected = gain(desk, cell_of(code, terms), terms)
        games = _GAMES * max(1.0, expected)
        worths.games[child], worths.all[child] = games, games * worth(expected)
    return used


@inlined
def _add_game(
    desk: Desk,
    terms: Terms,
    doubled_komi: int,
    nodes: Nodes,
    worths: Worths,
    path: NDArray[np.int64],
    length: int,
) -> None:
    """Add the finished game on the desk to the nodes that it went through (K11, K19)."""
    lead = 2 * int(captured(desk, ZERO, terms)) - 2 * int(captured(desk, ONE, terms))
    lead -= doubled_komi
    won, first = 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0, worth(lead / 2)
    for k in range(length):
        node = path[k]
        nodes.games[node] += 1
        nodes.won[node] += 1 - won if nodes.mover[node] else won
        worths.own[node] += 1 - first if nodes.mover[node] else first
        if nodes.children[node]:
            made = path[k + 1] if k + 1 < length else 0
            learn(nodes, worths, node, made, first, desk, terms)


@entry
def _grow(
    p: Positions,
    root: Desk,
    desk: Desk,
    terms: Terms,
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
                used = _expand(desk, terms, nodes, worths, node, used, counter + UNUSED)
            if nodes.child[node] == 0:
                break
            node = most_promising(nodes, worths, node, exploration * _EXPLORED)
            make_move(desk, U(nodes.action[node]), terms)
            path[length] = node
            length += 1
            if nodes.games[node] == 0:
                break
        play_out(desk, counter, terms, False, nodes.action)
        _add_game(desk, terms, doubled_komi, nodes, worths, path, length)
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
    path, worths = np.zeros(2 * points + 1, np.int64), new_worths()

    def grow(nodes: Nodes, used: int, done: int, visits: int) -> int:
        return _grow(
            p, root, desk, terms, doubled_komi, nodes, worths, used, done, visits, U(key),
            exploration, path,
        )  # fmt: skip

    return SearchTree(grow, points + int(terms.may_pass), 1)
