"""The successors of a node: dots near others, at first only those that promise most.

They are more once the node has been visited often (progressive widening).
"""

from __future__ import annotations

from typing import Final

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, U, Word, lowest
from ...compiled.tree import Nodes, add_successors
from .priors import PASS, gain, near_dots, worth
from .rave import MOST_CAPTURED, RANKS, Worths
from .ruleset import Rules
from .turns import code_of, dot_of, find_offers
from .workspace import FREE, LOW, OFFERED, SIX, TURN, Workspace

_GAMES: Final = 30
"""The number of games that the gain of a move counts as, times the dots at stake if several."""
_ELDER: Final = 50
"""The most games that a node takes over from the last one in which its player could move."""


@inlined
def _add_dots(work: Workspace, rules: Rules, nodes: Nodes, used: int, near: bool) -> int:
    """Add nodes for dots on all free points, or those near dots. Returns the new size.

    A dot comes with the chains that are offered with it.
    """
    points = rules.columns * rules.rows
    for y in range(ONE, rules.rows + ONE):
        bits = near_dots(work, y, rules) if near else work.rows[FREE + y]
        while bits:
            cell = y << SIX | lowest(bits)
            offered = (work.rows[OFFERED + y] >> (cell & LOW)) & ONE
            nodes.action[used] = code_of(cell, rules) + points * offered
            bits &= bits - ONE
            used += 1
    return used


@inlined
def _expect(
    work: Workspace, rules: Rules, nodes: Nodes, worths: Worths, first: int, used: int
) -> None:
    """Say what is expected of the new nodes before any game."""
    passed = rules.columns * rules.rows
    for child in range(first, used):
        code, cell = U(nodes.action[child]), U(0)
        captured, at_stake, expected = 0.0, 0.0, PASS
        if code != passed or not rules.may_pass:
            cell = dot_of(code, rules)
            captured, at_stake, expected = gain(work, cell, rules)
        games = _GAMES * max(1.0, at_stake)
        worths.cell[child], worths.captured[child] = cell, int(min(captured, MOST_CAPTURED))
        worths.games[child], worths.all[child] = games, games * worth(expected)


@inlined
def _find(nodes: Nodes, worths: Worths, node: int, first: int, used: int) -> None:
    """Note for the cells of new nodes which successors of another node they have, if any."""
    for child in range(first, used):
        worths.at[worths.cell[child]] = 0
    start = nodes.child[node]
    for child in range(start, start + nodes.children[node]):
        worths.at[worths.cell[child]] = child


@inlined
def _inherit(nodes: Nodes, worths: Worths, elder: int, first: int, used: int) -> None:
    """Take over a part of what is known of the same moves two plies before."""
    if nodes.mover[nodes.child[elder]] != nodes.mover[first]:
        return
    _find(nodes, worths, elder, first, used)
    for child in range(first, used):
        same = worths.at[worths.cell[child]]
        if same:
            share = min(1.0, _ELDER / worths.games[same])
            worths.games[child] += share * worths.games[same]
            worths.all[child] += share * worths.all[same]


@inlined
def _move(nodes: Nodes, worths: Worths, source: int, target: int) -> None:
    """Make a node that has no games another."""
    nodes.action[target] = nodes.action[source]
    worths.cell[target] = worths.cell[source]
    worths.captured[target] = worths.captured[source]
    worths.games[target], worths.all[target] = worths.games[source], worths.all[source]


@inlined
def _keep_best(nodes: Nodes, worths: Worths, first: int, used: int, most: int) -> int:
    """Leave the most promising of the new nodes, without sorting them. Returns the new size."""
    for rank in range(RANKS):
        worths.ranks[rank] = 0
    for child in range(first, used):
        worths.ranks[int(worths.all[child] / worths.games[child] * (RANKS - 1))] += 1
    rank, better = RANKS - 1, 0
    while better + worths.ranks[rank] < most:
        better += worths.ranks[rank]
        rank -= 1
    kept, equal = first, most - better
    for child in range(first, used):
        of = int(worths.all[child] / worths.games[child] * (RANKS - 1))
        if of > rank or (of == rank and equal > 0):
            equal -= int(of == rank)
            _move(nodes, worths, child, kept)
            kept += 1
    return kept


@inlined
def _carry_over(nodes: Nodes, worths: Worths, node: int, first: int, used: int) -> None:
    """Give the new successors of a node what is known of its old ones."""
    _find(nodes, worths, node, first, used)
    for child in range(first, used):
        old = worths.at[worths.cell[child]]
        if old:
            nodes.games[child], nodes.won[child] = nodes.games[old], nodes.won[old]
            nodes.child[child], nodes.children[child] = nodes.child[old], nodes.children[old]
            worths.games[child], worths.all[child] = worths.games[old], worths.all[old]
            worths.own[child] = worths.own[old]


@compiled
def expand(
    work: Workspace,
    rules: Rules,
    nodes: Nodes,
    worths: Worths,
    node: int,
    elder: int,
    first: int,
    most: int,
    counter: Word,
) -> int:
    """Give a node, whose position is on the work, its best successors. Returns the new size.

    If it has some, they become part of the new ones. `elder` is the node two plies before, or -1.
    """
    find_offers(work, work.rows[TURN], rules)
    used = _add_dots(work, rules, nodes, first, True)
    if used == first:  # an empty board
        used = _add_dots(work, rules, nodes, first, False)
    if rules.may_pass:
        nodes.action[used] = rules.columns * rules.rows
        used += 1
    nodes.mover[first:used] = work.rows[TURN]
    old, count = nodes.child[node], nodes.children[node]
    add_successors(nodes, node, first, used, counter)
    _expect(work, rules, nodes, worths, first, used)
    if elder >= 0:
        _inherit(nodes, worths, elder, first, used)
    if used - first > most:
        used = _keep_best(nodes, worths, first, used, most)
        nodes.children[node] = used - first
    elif old:
        nodes.child[node], nodes.children[node] = old, count
        _carry_over(nodes, worths, node, first, used)
        nodes.child[node], nodes.children[node] = first, used - first
    return used
