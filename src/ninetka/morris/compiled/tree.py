"""A search tree of one position: of two players by alpha-beta, of more by UCT.

In UCT, each visit plays one informed random game, of some plies where cards tell who leads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined, uncompiled
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from ...compiled.tree import (
    MOST_NODES,
    Nodes,
    SearchTree,
    add_successors,
    keep_plain,
    most_promising,
)
from . import alphabeta
from .legality import MOST_MOVES, STREAM, legal_ends
from .playouts import play_on
from .positions import NOWHERE, OVER, PLAYERS, Positions, Rules, copy
from .rules import apply_by_call
from .scoring import lasting, winners
from .stepping import code_of

_LONGEST: Final = 1 << 15
"""More plies than any game has."""
_UNUSED: Final = STREAM - U(MOST_MOVES)
"""The first of the random words of a game's own that shuffle its successors."""


class Space(NamedTuple):
    """Working space for visits."""

    leaf: Positions
    """One position: the one that a visit has come to."""
    ends: NDArray[np.uint64]
    """(65,)"""
    path: NDArray[np.int64]
    """(most plies,): the nodes of a visit."""
    shares: NDArray[np.float64]
    """By seat: what the game of a visit is worth."""


def new_space(leaf: Positions) -> Space:
    """Working space, with one position."""
    players = leaf.tokens.shape[1]
    return Space(leaf, np.zeros(65, U), np.zeros(_LONGEST, np.int64), np.zeros(players))


@inlined
def _expand(
    p: Positions, rules: Rules, nodes: Nodes, node: int, used: int, counter: Word,
    order: NDArray[np.int64], ends: NDArray[np.uint64],
) -> int:  # fmt: skip
    """Add the successors of a node whose position is number 0. Returns the new number of nodes."""
    first = used
    legal_ends(p, ZERO, rules, ends)
    for start in range(NOWHERE + ONE):
        while ends[start]:
            nodes.action[used] = code_of(start, lowest(ends[start]), order)
            nodes.mover[used] = p.turn[0]
            ends[start] &= ends[start] - ONE
            used += 1
    add_successors(nodes, node, first, used, counter)
    return used


@inlined
def _descend(
    p: Positions, rules: Rules, nodes: Nodes, used: int, counter: Word, exploration: float,
    order: NDArray[np.int64], places: NDArray[np.uint64], space: Space,
) -> tuple[int, int]:  # fmt: skip
    """Go down the tree to a leaf. Returns the new number of nodes, and how many the path has."""
    leaf, fields = space.leaf, len(order)
    copy(p, ZERO, leaf, ZERO, rules)
    node, length = 0, 1
    while True:
        is_new = nodes.child[node] == 0
        if is_new and (nodes.games[node] or node == 0) and used + MOST_MOVES < MOST_NODES:
            used = _expand(leaf, rules, nodes, node, used, counter + _UNUSED, order, space.ends)
        if nodes.child[node] == 0:
            break
        node = most_promising(nodes, node, exploration)
        first, last = nodes.action[node] // fields, nodes.action[node] % fields
        start = places[first - 1] if first else NOWHERE
        apply_by_call(leaf, ZERO, start, places[last], rules)
        space.path[length] = node
        length += 1
        if nodes.games[node] == 0:
            break
    return used, length


@inlined
def _judge(rules: Rules, space: Space) -> None:
    """Note what a game is worth: the share of the win, or if it is not over, what cards promise.

    The most cards promise most, one card less a quarter of that, two a ninth, and so on.
    """
    leaf, shares, total = space.leaf, space.shares, 0.0
    is_over = U(leaf.phase[0]) == OVER
    best = winners(leaf.cards, ZERO, rules, lasting(leaf, ZERO, rules))
    most = leaf.cards[0, int(lowest(best))]
    for seat in range(rules.numbers[PLAYERS]):
        gap = 1.0 + most - leaf.cards[0, seat]
        shares[seat] = float(best >> seat & ONE) if is_over else 1 / (gap * gap)
        total += shares[seat]
    for seat in range(rules.numbers[PLAYERS]):
        shares[seat] /= total


@entry
def grow_by_games(
    p: Positions, rules: Rules, nodes: Nodes, used: int, done: int, visits: int, key: Word,
    exploration: float, order: NDArray[np.int64], places: NDArray[np.uint64], space: Space,
) -> int:  # fmt: skip
    """Visit a tree that has `used` nodes and `done` visits. Returns the new number of nodes."""
    for visit in range(done, done + visits):
        counter = key + U(visit) * STREAM
        used, length = _descend(p, rules, nodes, used, counter, exploration, order, places, space)
        play_on(space.leaf, ZERO, rules, counter, space.ends)
        _judge(rules, space)
        for k in range(length):
            node = space.path[k]
            nodes.games[node] += 1
            nodes.won[node] += space.shares[nodes.mover[node]]
    return used


@entry
def keep(nodes: Nodes, used: int, node: int, targets: NDArray[np.int32]) -> int:
    """Go on from a node. Returns the new number of nodes, or 0."""
    return int(keep_plain(nodes, nodes, used, node, targets)) if node >= 0 else 0


def tree(
    state: Any, terms: Rules, key: int, exploration: float, order: NDArray[np.int64],
    places: NDArray[np.uint64], room: Callable[[int], Positions], pack: Callable[[Any], Positions],
) -> SearchTree:  # fmt: skip
    """A search tree of a state; `pack` makes a position of one, `room` positions to work on."""
    fields, ends, p = len(order), np.zeros(65, U), pack(state)
    if uncompiled(alphabeta.plays)(terms):
        search = alphabeta.room_for(room(alphabeta.PLIES + 2))

        def look(nodes: Nodes, used: int, done: int, visits: int) -> int:
            alphabeta.search(p, terms, nodes, done, visits, U(key), order, search, ends)
            return used

        return SearchTree(look, lambda *_: 1, p, pack, fields * (fields + 1))
    space = new_space(room(1))

    def visit(nodes: Nodes, used: int, done: int, visits: int) -> int:
        return grow_by_games(
            p, terms, nodes, used, done, visits, U(key), exploration, order, places, space
        )

    return SearchTree(visit, keep, p, pack, fields * (fields + 1))
