"""The search of the last placements and of movement between two, by alpha-beta.

Stones fill the rim in any order, and then each slides once, so many ways lead to one position. What
is remembered of it does not depend on whose stones are inside, but on the lead in each section.

What it gains over the search by random games is in docs/performance.md.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ...compiled import alphabeta
from ...compiled.alphabeta import (
    ALPHA,
    BEST,
    BEST_NODE,
    BETA,
    CHOICE,
    COUNT,
    DEPTH,
    FLOOR,
    FULL,
    GO_ON,
    HOPE,
    LEAVE,
    LOW,
    MORE,
    NEXT,
    NULL,
    REDUCED,
    SETTLED,
    SIZE,
    WINDOW,
    Search,
    is_known,
    move_at,
    search_by,
    share_visits,
    worth_of_first,
)
from ...compiled.compiling import compiled, entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from ...compiled.transpositions import NOTHING, fetch, found, move_in
from ...compiled.tree import Nodes, add_successors
from ..rulesets import RIM_SQUARES
from .packing import LAST_PLACEMENTS, SPLIT
from .promises import LEVEL, WHOLE
from .rules import NEUTRALS, RIM_CODE, Positions, Terms, apply, copy
from .slides import (
    PASS,
    POSITIONS,
    Slides,
    hash_at,
    leaves,
    left_to_place,
    list_moves,
    most_slides,
    usable,
    usable_by_mover,
)
from .tables import COUNTS, ENDS

_MARGIN: Final = 400
"""How much worse than the best a first move may be for its worth to be found out exactly."""
_SOFT: Final = 400
"""The worth of a position in which three of four games are won."""
_LONGEST: Final = 16
"""The most plies of a principal line."""
_TWO, _FULL_RIM = U(2), NEUTRALS + U(RIM_SQUARES)


@inlined
def plays(p: Positions, terms: Terms) -> bool:
    """Whether two play, and position 1 is in movement, or the last stones fill the rim."""
    most = LAST_PLACEMENTS if terms.full == _FULL_RIM else 0
    left = np.int64(terms.full) - np.int64(p.placed[ONE])  # no call, as Python runs this too
    return bool(terms.players == _TWO and left <= most)


@inlined
def _enter(s: Search, ply: int, given: tuple[Slides, Terms]) -> int:
    """Begin with a position. Returns what is next: `LEAVE` if it is known what it is worth."""
    t, terms = given
    p, i, f = s.stack, U(ply), s.frames[ply]
    every = usable(p, i, terms)
    if leaves(t, ply, every, terms):
        return LEAVE
    s.keys[ply] = hash_at(p, i, t.leads[ply])
    fetch(s.table, s.at[SIZE], s.keys[ply])
    f[CHOICE], f[NEXT], f[WINDOW], f[FLOOR], f[HOPE] = NOTHING, 0, FULL, f[ALPHA], 0
    f[BEST] = -MORE
    list_moves(t, ply, usable_by_mover(p, i, every, terms), U(p.placed[i]) >= terms.full)
    return LEAVE if is_known(s, ply) else GO_ON


@inlined
def _make(t: Slides, i: Word, j: Word, move: int, terms: Terms) -> None:
    """Make position j what follows position i, which may be the same, after a move."""
    p, lead, rim = t.search.stack, t.leads[i], U(move)
    if move != PASS and U(p.placed[i]) >= terms.full:
        one = COUNTS[ENDS[rim, p.depths[i, rim]]]
        lead = lead - one if p.turn[i] else lead + one
    if i != j:
        copy(p, i, p, j, terms)
    t.leads[j] = lead
    apply(p, j, rim + RIM_CODE, terms)


@inlined
def _try(s: Search, ply: int, given: tuple[Slides, Terms]) -> None:
    """Make the move at hand, with the depth and the window in which it is looked at."""
    t, terms = given
    f, g, move = s.frames[ply], s.frames[ply + 1], move_at(s, ply)
    p, i, after = s.stack, U(ply), U(ply) + ONE
    _make(t, i, after, move, terms)
    if f[WINDOW] == REDUCED:
        f[WINDOW] = NULL
    alpha = f[ALPHA]
    beta = f[BETA] if f[WINDOW] == FULL else alpha + 1
    is_same = p.turn[after] == p.turn[i]
    g[ALPHA], g[BETA] = (alpha, beta) if is_same else (-beta, -alpha)
    g[DEPTH] = f[DEPTH] if move == PASS else f[DEPTH] - 1


@inlined
def has_begun(t: Slides) -> bool:
    """Whether this is where a search stands."""
    return bool(t.search.at[SIZE] > 0)


@compiled
def _begin(p: Positions, terms: Terms, nodes: Nodes, key: Word, t: Slides) -> None:
    """Begin to search position 1 of `p`. Its moves become nodes, in random order."""
    s, leads = t.search, U(LEVEL)
    copy(p, ONE, s.stack, ZERO, terms)
    for square in range(81):
        word, bit = (0, U(square)) if square < SPLIT else (1, U(square - SPLIT))
        leads += COUNTS[square] * (p.stones[1, 0, word] >> bit & ONE)
        leads -= COUNTS[square] * (p.stones[1, 1, word] >> bit & ONE)
    t.leads[0] = leads
    s.keys[0] = hash_at(s.stack, ZERO, leads)
    every, left = usable(s.stack, ZERO, terms), left_to_place(s.stack, ZERO, terms)
    list_moves(t, 0, usable_by_mover(s.stack, ZERO, every, terms), left == 0)
    count = s.frames[0, COUNT]
    for node in range(1, count + 1):
        nodes.action[node] = (s.moves[node - 1] & LOW) + np.int64(RIM_CODE)
        nodes.mover[node] = s.stack.turn[0]
    add_successors(nodes, 0, 1, count + 1, key)
    for node in range(1, count + 1):
        s.first_moves[node] = np.int64(nodes.action[node]) - np.int64(RIM_CODE)
    most = left + 36 if left else most_slides(s.stack, ZERO, every, terms)
    alphabeta.begin(s, nodes, count, most, _MARGIN)


@inlined
def _share(s: Search, worth: int) -> float:
    """The share of the win that a worth stands for: all or nothing where the end is known."""
    if s.at[SETTLED]:
        short = (WHOLE - abs(worth)) * 1e-9
        return 1 - short if worth > 0 else short
    return 0.5 + 0.5 * worth / (abs(worth) + _SOFT)


@compiled
def _publish(t: Slides, terms: Terms, nodes: Nodes) -> None:
    """Let the nodes say what has been found out."""
    s, most = t.search, share_visits(t.search, nodes)
    count, node, row = s.frames[0, COUNT], s.at[BEST_NODE], U(POSITIONS - 1)
    for first in range(1, count + 1):
        nodes.won[first] = nodes.games[first] * _share(s, worth_of_first(s, first))
    # The principal line, as far as it is remembered
    p, before, move = s.stack, ZERO, s.first_moves[node]
    for used in range(count + 1, count + _LONGEST):
        _make(t, before, row, move, terms)
        before = row
        every = usable(p, row, terms)
        known = found(s.table, s.at[SIZE], hash_at(p, row, t.leads[row])) if every else ZERO
        able = usable_by_mover(p, row, every, terms)
        move = move_in(known) if known else NOTHING
        if move == NOTHING or not (able >> U(move) & ONE if able else move == PASS):
            return
        nodes.child[node], nodes.children[node] = used, 1
        nodes.action[used] = move + np.int64(RIM_CODE)
        nodes.games[used], nodes.won[used], nodes.children[used] = most, 0.0, 0
        node = used


_search: Final = search_by(_enter, _try)


@entry
def search(
    p: Positions, terms: Terms, nodes: Nodes, done: int, visits: int, key: Word, t: Slides
) -> None:
    """Search position 1, after `done` visits, for so many more, or until nothing is left to do."""
    if done == 0:
        _begin(p, terms, nodes, key, t)
    _search(t.search, nodes, visits, (t, terms))
    _publish(t, terms, nodes)
