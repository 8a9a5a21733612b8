"""The functions of Kropki's WebAssembly, with an example of the arguments that each takes.

Arrays become memory that the functions share if they have the same name; numbers in tuples too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import U, Word
from ...compiled.tree import Nodes, by_node, new_nodes
from ...compiled.wasm import ROWS
from . import playouts, tree
from .packing import MOST_SIDE
from .rave import Worths, new_worths
from .rules import Positions, legal_masks, offered_masks, offered_steps, steps
from .ruleset import DeclaredRules, Rules
from .workspace import Workspace, new_workspace

_POINTS = MOST_SIDE * MOST_SIDE


class Komi(NamedTuple):
    """The points that the second player gets for being second (K19)."""

    doubled: int


class Chains(NamedTuple):
    """The way in which dots are captured."""

    declared: Word
    """1 if players declare chains (K5), else 0."""


class ExportedGames(NamedTuple):
    """The random games wanted, and how they end."""

    key: Word
    first: Word
    """The game of row k has the number first + k."""
    ended: playouts.Ended
    winners: NDArray[np.uint8]
    """(rows,): the seat that won, as a bit; none after a draw."""


@inlined
def _declared(rules: Rules) -> Any:
    """The same rules for code of declared chains; numba alone tells them apart."""
    return DeclaredRules(
        rules.columns, rules.rows, rules.may_pass, rules.for_good, rules.empty_areas, rules.border
    )


@entry
def grow(
    p: Positions, root: Workspace, work: Workspace, rules: Rules, chains: Chains, komi: Komi,
    nodes: Nodes, worths: Worths, used: int, done: int, visits: int, key: Word,
    exploration: float, path: NDArray[np.int64],
) -> int:  # fmt: skip
    """Visit a search tree; returns its new size."""
    growth = komi.doubled, nodes, worths, used, done, visits, key, exploration, path
    if chains.declared:
        return int(tree.grow(p, root, work, _declared(rules), *growth))
    return int(tree.grow(p, root, work, rules, *growth))


@entry
def play(
    p: Positions, root: Workspace, work: Workspace, rules: Rules, chains: Chains, komi: Komi,
    games: ExportedGames, each: Word,
) -> None:  # fmt: skip
    """Play random games from a position, and write down who won (K11, K19)."""
    ended = games.ended
    if chains.declared:
        playouts.playouts(p, each, games.key, games.first, root, work, _declared(rules), ended)
    else:
        playouts.playouts(p, each, games.key, games.first, root, work, rules, ended)
    for row in range(each):
        lead = 2 * (int(ended.captured[row, 0]) - int(ended.captured[row, 1])) - komi.doubled
        games.winners[row] = 1 if lead > 0 else 2 if lead < 0 else 0


@entry
def legal_mask(
    p: Positions, work: Workspace, rules: Rules, chains: Chains, out: NDArray[np.bool_]
) -> None:
    """Fill `out` with what is legal, or offered where chains are declared."""
    if chains.declared:
        offered_masks(p, work, _declared(rules), out)
    else:
        legal_masks(p, rules, out)


@entry
def step(
    p: Positions, actions: NDArray[np.int64], work: Workspace, rules: Rules, chains: Chains
) -> int:
    """Make a move; returns -1 if it is legal, or offered where chains are declared."""
    if chains.declared:
        return int(offered_steps(p, actions, work, _declared(rules)))
    return int(steps(p, actions, work, rules))


def exports() -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """By name: a compiled function and its arguments, for the largest board."""
    sides = (1, 2, MOST_SIDE)
    p = Positions(
        dots=np.zeros(sides, U),
        owned=np.zeros(sides, U),
        turn=np.zeros(1, np.uint8),
        passes=np.zeros(1, np.uint8),
        free=np.zeros(1, np.uint16),
        log=np.zeros((1, _POINTS), np.uint16),
        logged=np.zeros(1, np.uint16),
    )
    root, work, rules = (
        new_workspace(0, 0),
        new_workspace(0, 0),
        Rules(*(U(0) for _ in Rules._fields)),
    )
    ended = playouts.Ended(np.zeros((ROWS, 2), np.int16), np.zeros(ROWS, np.int16))
    games = ExportedGames(U(0), U(0), ended, np.zeros(ROWS, np.uint8))
    path, mask = np.zeros(2 * _POINTS + 1, np.int64), np.zeros((1, 2 * _POINTS), np.bool_)
    found, targets = (new_nodes(), new_worths()), by_node(np.int32)
    visits, actions, chains = (1, 0, 1, U(0), 1.0), np.zeros(1, np.int64), Chains(U(0))
    board = root, work, rules, chains, Komi(0)
    return {
        "grow": (grow, (p, *board, *found, *visits, path)),
        "keep": (tree.keep, (*found, 1, 0, targets)),
        "play": (play, (p, *board, games, U(1))),
        "legal_mask": (legal_mask, (p, work, rules, chains, mask)),
        "step": (step, (p, actions, work, rules, chains)),
    }
