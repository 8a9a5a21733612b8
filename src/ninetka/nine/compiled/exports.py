"""What 9tka's WebAssembly offers: functions, with an example of the arguments that each takes.

Arrays become memory that the functions share if they have the same name; numbers in tuples too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compiled.machine import U
from ...compiled.tree import new_nodes
from ...compiled.wasm import ROWS
from . import playouts, rules, tree
from .packing import LONG, MOST_PLAYERS
from .rave import new_worths


def exports() -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """By name: a compiled function and its arguments. The position is number 1, 0 is for work."""
    both = rules.Positions(
        stones=np.zeros((2, MOST_PLAYERS + 1, 2), U),
        depths=np.zeros((2, LONG), np.uint8),
        turn=np.zeros(2, np.uint8),
        placed=np.zeros(2, np.uint8),
    )
    one = rules.Positions(both.stones[1:], both.depths[1:], both.turn[1:], both.placed[1:])
    terms = rules.Terms(*(U(0) for _ in rules.Terms._fields))
    games = playouts.games(0, 0, ROWS, MOST_PLAYERS)
    visits, work = (1, 0, 1, U(0), 1.0), tree.new_work()
    mask, actions = np.zeros(rules.CODES, np.uint8), np.zeros(1, np.int64)
    return {
        "grow": (tree.grow, (both, terms, new_nodes(), new_worths(), *visits, *work)),
        "play": (playouts.playouts, (one, terms, U(1), games)),
        "legal_mask": (rules.legal_masks, (one, terms, mask)),
        "step": (rules.steps, (one, actions, terms)),
    }
