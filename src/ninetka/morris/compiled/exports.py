"""The functions of the mill games' WebAssembly, with an example of the arguments of each.

Arrays become memory that the functions share if they have the same name; numbers in tuples too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.alphabeta import SearchState
from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from ...compiled.tree import Nodes, by_node, new_nodes
from ...compiled.wasm import ROWS
from . import alphabeta, plain, playouts, positions, scoring, stepping, tree
from .packing import (
    LONGEST_LINE,
    MOST_DIRECTIONS,
    MOST_LINES,
    MOST_PLAYERS,
    MOST_QUIET,
    MOST_ROWS,
    MOST_THROUGH,
    NOTED,
    NUMBERS,
)
from .tables import MOST_FIELDS, Tables


class Sizes(NamedTuple):
    """The sizes of the arrays that a board needs."""

    fields: int
    directions: int
    lines: int
    mills: int
    rows: int
    captures: int
    longest: int
    """The most fields of a line."""
    is_plain: int
    """Whether two play under the rules that `plain` is for."""


class ExportedGames(NamedTuple):
    """The random games wanted, and how they end."""

    key: Word
    first: Word
    """The game of row k has the number first + k."""
    cards: NDArray[np.int32]
    lasting: NDArray[np.uint8]
    plies: NDArray[np.int16]
    winners: NDArray[np.uint8]
    """(rows,): the seats that won, as bits; none after a draw."""


@inlined
def _fitted(rules: positions.Rules, sizes: Sizes) -> positions.Rules:
    """The rules with tables that are just as long as the board needs."""
    tables = rules.tables
    fitted = Tables(
        tables.places,
        tables.directions[: sizes.directions],
        tables.lines[: sizes.lines],
        tables.mills[: sizes.mills, : sizes.longest],
        tables.rows[: sizes.rows],
        tables.captures[: sizes.captures],
    )
    return positions.Rules(fitted, rules.numbers)


@entry
def grow(
    p: positions.Positions, rules: positions.Rules, sizes: Sizes, nodes: Nodes, used: int,
    done: int, visits: int, key: Word, exploration: float, order: NDArray[np.int64],
    places: NDArray[np.uint64], space: tree.Space, search: SearchState,
) -> int:  # fmt: skip
    """Visit a search tree; returns its new size."""
    fitted, fields = _fitted(rules, sizes), order[: sizes.fields]
    if alphabeta.plays(rules):
        alphabeta.search(p, fitted, nodes, done, visits, key, fields, search, space.ends)
        return used
    return int(
        tree.grow_by_games(
            p, fitted, nodes, used, done, visits, key, exploration, fields, places, space
        )
    )


@entry
def keep(
    rules: positions.Rules, nodes: Nodes, used: int, node: int, targets: NDArray[np.int32]
) -> int:
    """Go on from a node of a search tree; returns its new size."""
    return 1 if alphabeta.plays(rules) else int(tree.keep(nodes, used, node, targets))


@entry
def play(
    p: positions.Positions, rules: positions.Rules, sizes: Sizes, space: tree.Space,
    steps: plain.Steps, lanes: NDArray[np.uint64], games: ExportedGames, each: Word,
) -> None:  # fmt: skip
    """Play random games from a position, and write down who won (M14, M15)."""
    fitted, everybody = _fitted(rules, sizes), (ONE << rules.numbers[positions.PLAYERS]) - ONE
    played = playouts.Games(games.key, games.first, games.cards, games.lasting, games.plies)
    if sizes.is_plain:
        plain.playouts(p, fitted, steps, each, lanes, played)
    else:
        playouts.playouts(p, fitted, each, space.leaf, space.ends, played)
    for row in range(each):
        won = scoring.winners(games.cards, row, rules, U(games.lasting[row]))
        games.winners[row] = ZERO if won == everybody else won


@entry
def legal_mask(
    p: positions.Positions, rules: positions.Rules, sizes: Sizes, order: NDArray[np.int64],
    space: tree.Space, out: NDArray[np.bool_],
) -> None:  # fmt: skip
    """Fill `out` with what is legal."""
    stepping.legal_masks(p, _fitted(rules, sizes), order[: sizes.fields], space.ends, out)


@entry
def step(
    p: positions.Positions, actions: NDArray[np.int64], rules: positions.Rules, sizes: Sizes,
    places: NDArray[np.uint64], space: tree.Space,
) -> int:  # fmt: skip
    """Make a move; returns -1 if it is legal."""
    fitted, fields = _fitted(rules, sizes), places[: sizes.fields]
    return int(stepping.steps(p, actions, fitted, fields, space.ends))


def exports() -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """The compiled functions by name, each with arguments for the largest board."""
    rules = positions.Rules(
        Tables(
            places=np.zeros((MOST_FIELDS, 2 + MOST_THROUGH), U),
            directions=np.zeros((MOST_DIRECTIONS, 2), U),
            lines=np.zeros(MOST_LINES, U),
            mills=np.zeros((MOST_LINES, LONGEST_LINE), U),
            rows=np.zeros(MOST_ROWS, U),
            captures=np.zeros((3 * MOST_LINES, 3), U),
        ),
        np.zeros(len(NUMBERS), U),
    )
    p, space, sizes = (
        _positions(1),
        tree.new_space(_positions(1)),
        Sizes(*(0 for _ in Sizes._fields)),
    )
    search = alphabeta.room_for(_positions(alphabeta.PLIES + 2))
    steps = plain.Steps(np.zeros(MOST_DIRECTIONS, U), np.zeros(MOST_FIELDS, U))
    games = ExportedGames(
        key=U(0),
        first=U(0),
        cards=np.zeros((ROWS, MOST_PLAYERS), np.int32),
        lasting=np.zeros(ROWS, np.uint8),
        plies=np.zeros(ROWS, np.int16),
        winners=np.zeros(ROWS, np.uint8),
    )
    order, places = np.zeros(MOST_FIELDS, np.int64), np.zeros(MOST_FIELDS, U)
    actions, mask = np.zeros(1, np.int64), np.zeros((1, MOST_FIELDS * (MOST_FIELDS + 1)), np.bool_)
    nodes, targets, visits = new_nodes(), by_node(np.int32), (1, 0, 1, U(0), 1.0)
    return {
        "grow": (grow, (p, rules, sizes, nodes, *visits, order, places, space, search)),
        "keep": (keep, (rules, nodes, 1, 0, targets)),
        "play": (play, (p, rules, sizes, space, steps, plain.new_lanes(), games, U(1))),
        "legal_mask": (legal_mask, (p, rules, sizes, order, space, mask)),
        "step": (step, (p, actions, rules, sizes, places, space)),
    }


def _positions(size: int) -> positions.Positions:
    """Room for positions."""
    return positions.room(size, MOST_PLAYERS, MOST_QUIET, NOTED)
