"""The functions of 9tka's WebAssembly, with an example of the arguments that each takes.

Arrays become memory that the functions share if they have the same name; numbers in tuples too.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry
from ...compiled.machine import U, Word
from ...compiled.tree import Nodes, by_node, new_nodes
from ...compiled.wasm import ROWS
from . import alphabeta, playouts, tree
from .alphabeta import POSITIONS, LeadSearch, new_lead_search
from .lanes import Lanes
from .packing import LONG, MOST_PLAYERS
from .rave import Ends, Worths, new_worths
from .rules import CODES, Positions, Rules, legal_masks, steps


@entry
def grow(
    p: Positions, rules: Rules, nodes: Nodes, worths: Worths, used: int, done: int,
    visits: int, key: Word, exploration: float, lanes: Lanes, ends: Ends, path: NDArray[np.int64],
    slides: LeadSearch,
) -> int:  # fmt: skip
    """Visit a search tree; returns its new size."""
    if alphabeta.plays(p, rules):
        alphabeta.search(p, rules, nodes, done, visits, key, slides)
        return used
    size = tree.grow(
        p, rules, nodes, worths, used, done, visits, key, exploration, lanes, ends, path
    )
    return int(size)


@entry
def keep(
    p: Positions, rules: Rules, nodes: Nodes, worths: Worths, used: int, node: int,
    targets: NDArray[np.int32], slides: LeadSearch,
) -> int:  # fmt: skip
    """Go on from a node of a search tree, whose position is number 1 now; returns its new size."""
    if alphabeta.plays(p, rules):
        return 1 if alphabeta.has_begun(slides) else 0
    return int(tree.keep(p, rules, nodes, worths, used, node, targets))


def _positions(size: int) -> Positions:
    """Room for positions."""
    return Positions(
        stones=np.zeros((size, MOST_PLAYERS + 1, 2), U),
        depths=np.zeros((size, LONG), np.uint8),
        turn=np.zeros(size, np.uint8),
        placed=np.zeros(size, np.uint8),
    )


def exports() -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """By name: a compiled function and its arguments. The position is number 1, 0 is for work."""
    both = _positions(2)
    one = Positions(both.stones[1:], both.depths[1:], both.turn[1:], both.placed[1:])
    rules = Rules(*(U(0) for _ in Rules._fields))
    games = playouts.games(0, 0, ROWS, MOST_PLAYERS)
    visits, work, targets = (1, 0, 1, U(0), 1.0), tree.new_work(), by_node(np.int32)
    sought = new_lead_search(_positions(POSITIONS))
    found = new_nodes(), new_worths()
    mask, actions = np.zeros(CODES, np.uint8), np.zeros(1, np.int64)
    return {
        "grow": (grow, (both, rules, *found, *visits, *work, sought)),
        "keep": (keep, (both, rules, *found, 1, 0, targets, sought)),
        "play": (playouts.playouts, (one, rules, U(1), games)),
        "legal_mask": (legal_masks, (one, rules, mask)),
        "step": (steps, (one, actions, rules)),
    }
