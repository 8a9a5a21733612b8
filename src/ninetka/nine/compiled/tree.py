"""A search tree of one position: by alpha-beta near the end of two, else by UCT with RAVE.

In UCT, each visit plays a random game in every lane.

What each of its parts is worth was measured against the same search without it: see
reliability/measurements.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined, uncompiled
from ...compiled.machine import ZERO, U, Word
from ...compiled.tree import MOST_NODES, Nodes, SearchTree, add_successors, keep_by
from . import alphabeta
from .alphabeta import POSITIONS, new_lead_search
from .lanes import LANES, Lanes, begin, load, new_lanes, place
from .playouts import finish
from .rave import (
    Ends,
    Worths,
    learn,
    most_promising,
    move,
    new_ends,
    new_worths,
    note_ends,
    note_placements,
)
from .rules import CODES, NEUTRALS, STREAM, Positions, Rules, apply, copy, legal_codes, take_first

_LONGEST: Final = 256
"""More plies than any game has."""
_LANES, _ROOT = U(LANES), U(1)
_ALL: Final = (1 << LANES) - 1
_UNUSED = U(160)
"""The first of the random words of a game's own that no game needs."""


@inlined
def _expand(p: Positions, rules: Rules, nodes: Nodes, node: int, used: int, counter: Word) -> int:
    """Add the successors of a node whose position is number 0. Returns the new number of nodes."""
    low, high = legal_codes(p, ZERO, rules)
    first = used
    while low | high:
        nodes.action[used], low, high = take_first(low, high)
        nodes.mover[used] = p.turn[0]
        used += 1
    add_successors(nodes, node, first, used, counter)
    return used


@inlined
def _play(p: Positions, rules: Rules, lanes: Lanes, ends: Ends, counter: Word) -> None:
    """Play random games from position 0, and note how they end."""
    placed = p.placed[_ROOT]
    load(p, ZERO, rules, lanes)
    for lane in range(_LANES):
        begin(lanes, lane)
        lanes.counter[lane] = counter + lane * STREAM
        place(rules, lanes, lane)
    if placed < rules.all_stones:
        note_placements(rules, lanes, placed < NEUTRALS, ends)
    finish(rules, lanes)
    note_ends(rules, lanes, ends)


@entry
def grow(
    p: Positions,
    rules: Rules,
    nodes: Nodes,
    worths: Worths,
    used: int,
    done: int,
    visits: int,
    key: Word,
    exploration: float,
    lanes: Lanes,
    ends: Ends,
    path: NDArray[np.int64],
) -> int:
    """Visit a tree that has `used` nodes and `done` visits. Returns the new number of nodes."""
    path[0] = 0
    placing = int(rules.all_stones) - p.placed[1]
    for visit in range(done, done + visits):
        copy(p, _ROOT, p, ZERO, rules)
        counter = key + U(visit) * _LANES * STREAM
        node, length = 0, 1
        while True:
            is_new = nodes.child[node] == 0
            if is_new and (nodes.games[node] or node == 0) and used + CODES < MOST_NODES:
                used = _expand(p, rules, nodes, node, used, counter + _UNUSED)
            if nodes.child[node] == 0:
                break
            node = most_promising(nodes, worths, node, exploration, length <= placing)
            apply(p, ZERO, U(nodes.action[node]), rules)
            path[length] = node
            length += 1
            if nodes.games[node] == 0:
                break
        _play(p, rules, lanes, ends, counter)
        # The games go through the nodes on the path, the first `placing` of them in placement
        for k in range(length):
            node = path[k]
            mover = nodes.mover[node]
            nodes.games[node] += LANES
            nodes.won[node] += ends.wins[mover]
            worths.own[node] += ends.worths[mover, _ALL]
            if k < placing and nodes.children[node]:
                learn(nodes, worths, node, ends)
    return used


_keep: Final = keep_by(move)


@entry
def keep(
    p: Positions, rules: Rules, nodes: Nodes, worths: Worths, used: int, node: int,
    targets: NDArray[np.int32],
) -> int:  # fmt: skip
    """Go on from a node, whose position is number 1 now. Returns the new number of nodes, or 0."""
    if node < 0 or alphabeta.plays(p, rules):
        return 0
    return int(_keep(nodes, worths, used, node, targets))


def new_work() -> tuple[Lanes, Ends, NDArray[np.int64]]:
    """Working space for `grow`: its last three arguments."""
    return new_lanes(), new_ends(), np.zeros(_LONGEST, np.int64)


def tree(
    state: Any, rules: Rules, key: int, exploration: float, pack: Callable[[Any, int], Positions]
) -> SearchTree:
    """A search tree of a state; `pack` makes a number of positions of one."""
    p = pack(state, 2)
    if uncompiled(alphabeta.plays)(p, rules):
        slides = new_lead_search(pack(state, POSITIONS))

        def look(nodes: Nodes, used: int, done: int, visits: int) -> int:
            alphabeta.search(p, rules, nodes, done, visits, U(key), slides)
            return used

        return SearchTree(look, lambda *_: 1, p, lambda state: pack(state, 2), CODES)
    worths, work = new_worths(), new_work()

    def visit(nodes: Nodes, used: int, done: int, visits: int) -> int:
        return grow(p, rules, nodes, worths, used, done, visits, U(key), exploration, *work)

    def go_on(nodes: Nodes, used: int, node: int, targets: NDArray[np.int32]) -> int:
        return keep(p, rules, nodes, worths, used, node, targets)

    return SearchTree(visit, go_on, p, lambda state: pack(state, 2), CODES)
