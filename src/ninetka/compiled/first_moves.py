"""The first moves of an alpha-beta search: what they are worth, and how an iteration ends."""

from __future__ import annotations

from .compiling import inlined
from .frames import (
    ALPHA,
    BEST,
    BEST_NODE,
    BETA,
    CHOICE,
    COMPARED,
    COMPARES,
    COUNT,
    DEEPEST,
    DEPTH,
    FLOOR,
    FULL,
    HOPE,
    ITERATION,
    LAST,
    LOW,
    MARGIN,
    MORE,
    NEXT,
    SETTLED,
    SHIFT,
    SIZE,
    SPENT,
    STARTED,
    WINDOW,
    Search,
)
from .transpositions import ENTRIES, NOTHING, WON, enlarge
from .tree import Nodes

_PART, _GROWTH = 4, 3
"""The part of the visits that may compare first moves, and how many times as many as before these
take, as a rule, when they look a ply further."""


@inlined
def count_first(s: Search, worth: int) -> None:
    """Count what a first move is worth: exactly, if it is the best, and of wins if they are near.

    If moves are compared, those that are not far worse than the best are told apart.
    """
    f, at = s.frames[0], s.at
    node, is_best = s.moves[f[NEXT]] & LOW, worth > f[BEST]
    if at[COMPARES]:
        s.behind[node] = max(f[BEST] - worth, 0)
    else:
        s.worths[node] = worth
        at[BEST_NODE] = node if is_best else at[BEST_NODE]
    if is_best:
        f[BEST], f[CHOICE] = worth, s.first_moves[node]
        f[ALPHA] = worth - at[MARGIN] if at[COMPARES] or worth > WON else worth


@inlined
def deepen(s: Search, visited: int) -> None:
    """End an iteration and begin the next one, if anything is left to find out."""
    f, at = s.frames[0], s.at
    taken, at[STARTED] = visited - at[STARTED], visited
    if at[COMPARES]:
        at[COMPARED], at[SPENT], at[LAST] = at[COMPARED] + 1, at[SPENT] + taken, taken
    elif at[ITERATION] == at[DEEPEST] or (at[ITERATION] and abs(f[BEST]) > WON):
        at[SETTLED] = 1
        return
    is_cheap = (at[SPENT] + _GROWTH * at[LAST]) * _PART < visited
    at[COMPARES] = 1 if is_cheap and at[COMPARED] < at[ITERATION] else 0
    at[ITERATION] += 1 - at[COMPARES]
    while at[SIZE] < min(2 * visited, ENTRIES):
        at[SIZE] = enlarge(s.table, at[SIZE])
    for node in range(1, f[COUNT] + 1):
        s.moves[node - 1] = (s.worths[node] - s.behind[node]) << SHIFT | node
    s.moves[at[BEST_NODE] - 1] = MORE << SHIFT | at[BEST_NODE]
    f[ALPHA], f[BETA], f[BEST], f[CHOICE] = -MORE, MORE, -MORE, NOTHING
    f[DEPTH] = at[COMPARED] + 1 if at[COMPARES] else at[ITERATION]
    f[NEXT], f[WINDOW], f[FLOOR], f[HOPE] = 0, FULL, -MORE, -MORE


@inlined
def worth_of_first(s: Search, node: int) -> int:
    """What a first move is worth, as far as it is known."""
    best = s.at[BEST_NODE]
    top = s.worths[best]
    worth = min(s.worths[node], top)
    if node != best and abs(top) <= WON:
        worth = min(worth, top - s.behind[node])
    return int(worth)


@inlined
def share_visits(s: Search, nodes: Nodes) -> int:
    """Count visits as if first moves had shared them; returns those of the best, which are more."""
    count, best = s.frames[0, COUNT], s.at[BEST_NODE]
    each = (nodes.games[0] - 1) // count
    most = nodes.games[0] - each * (count - 1)
    for node in range(1, count + 1):
        nodes.games[node], nodes.children[node] = most if node == best else each, 0
    return int(most)
