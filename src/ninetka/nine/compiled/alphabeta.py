"""The search of the last placements and of movement between two, by alpha-beta.

Stones fill the rim in any order, and then each slides once, so many ways lead to one position. What
the transposition table has of it does not depend on whose stones are inside, but on the lead in
each section.

What it gains over the search by random games is in reliability/measurements.md.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.alphabeta import (
    ALPHA,
    BEST,
    BEST_NODE,
    BETA,
    CHOICE,
    COUNT,
    DEPTH,
    FIRST,
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
    SHIFT,
    SIZE,
    WINDOW,
    SearchState,
    begin,
    is_known,
    move_at,
    new_search,
    search_by,
    share_visits,
    worth_of_first,
)
from ...compiled.compiling import compiled, entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from ...compiled.transpositions import NOTHING, fetch, found, hash_of, move_in
from ...compiled.tree import Nodes, add_successors
from ..rulesets import RIM_SQUARES
from .evaluation import LEVEL, WHOLE, evaluation, worth_at_end
from .packing import LAST_PLACEMENTS, SPLIT
from .rules import NEUTRALS, RIM, RIM_BIT, RIM_CODE, Positions, Rules, apply, copy, movable, rims
from .tables import COUNTS, ENDS

_PLIES: Final = 74 + LAST_PLACEMENTS
"""More plies than are left: 36 slides, and no two passes without one between them."""
POSITIONS: Final = _PLIES + 2
"""On the way from the root, and one for principal lines."""
_MOVES: Final = 37
_PASS: Final = 36
"""The move of a seat that cannot slide; the others are rim squares."""
_GAINING: Final = 1 << 20
"""Score, for ordering, of moves into sections that they may turn."""
_MARGIN: Final = 400
"""The most by which a first move may be worse than the best if its exact worth is to be found."""
_SOFT: Final = 400
"""The worth of a position in which three of four games are won."""
_LONGEST: Final = 16
"""The most plies of a principal line."""
_TWO, _FIELD, _FULL_RIM = U(2), U(127), NEUTRALS + U(RIM_SQUARES)


class LeadSearch(NamedTuple):
    """A search, with the lead in each section of each of its positions."""

    search: SearchState
    leads: NDArray[np.uint64]
    """(plies + 2,): by position, what seat 0 has more than seat 1 in each section, plus 32, nine
    fields of seven bits."""


def new_lead_search(stack: Positions) -> LeadSearch:
    """Room for a search, given room for `POSITIONS` positions."""
    search = new_search(stack, _PLIES, POSITIONS * _MOVES, _MOVES)
    return LeadSearch(search, np.zeros(POSITIONS, U))


@inlined
def plays(p: Positions, rules: Rules) -> bool:
    """Return whether two play, and position 1 is in movement, or the last stones fill the rim."""
    most = LAST_PLACEMENTS if rules.all_stones == _FULL_RIM else 0
    left = np.int64(rules.all_stones) - np.int64(p.placed[ONE])  # no call, as Python runs this too
    return bool(rules.players == _TWO and left <= most)


@inlined
def _left_to_place(p: Positions, i: Word, rules: Rules) -> int:
    """The number of stones left to place."""
    return int(np.int64(rules.all_stones) - np.int64(p.placed[i]))


@inlined
def _usable(p: Positions, i: Word, rules: Rules) -> Word:
    """The rim squares where a stone can be placed, or from which one can slide."""
    if U(p.placed[i]) < rules.all_stones:
        return ~rims(p, i, rules) & RIM
    return movable(p, i, rims(p, i, rules), rules)


@inlined
def _usable_by_mover(p: Positions, i: Word, every: Word, rules: Rules) -> Word:
    """Those of them at which the seat to move can; none if it passes."""
    if U(p.placed[i]) < rules.all_stones:
        return every
    return every & p.stones[i, U(p.turn[i]), 1] >> RIM_BIT


@inlined
def _hash_at(p: Positions, i: Word, leads: Word) -> Word:
    """The hash of a position."""
    own = p.stones[i, 0, 1] >> RIM_BIT
    return hash_of(p.stones[i, 2, 0], p.stones[i, 2, 1], own << ONE | U(p.turn[i]), leads)


@inlined
def _list_moves(t: LeadSearch, ply: int, able: Word, slides: bool) -> None:
    """List placements or the slides of some stones, or the pass if there are none."""
    s, p, i = t.search, t.search.stack, U(ply)
    f, seat, at = s.frames[ply], s.stack.turn[ply], ply * _MOVES
    f[FIRST] = at
    if able == ZERO:
        s.moves[at] = _PASS
        at += 1
    while able:
        rim = lowest(able)
        able &= able - ONE
        hope = s.history[seat, np.int64(rim)]
        if slides:
            field = lowest(COUNTS[ENDS[rim, p.depths[i, rim]]])
            lead = np.int64(t.leads[ply] >> field & _FIELD) - 32
            turns = lead == 0 or lead == (1 if seat else -1)
            hope += _GAINING if turns else 0
        s.moves[at] = hope << SHIFT | np.int64(rim)
        at += 1
    f[COUNT] = at - f[FIRST]


@inlined
def _most_slides(p: Positions, i: Word, every: Word, rules: Rules) -> int:
    """The most slides that can follow, given what can slide."""
    return int(np.int64(popcount(rims(p, i, rules) if rules.can_resume else every)))


@inlined
def _leaves(t: LeadSearch, ply: int, every: Word, rules: Rules) -> bool:
    """Return whether the worth of a position is known at once, given what can slide in it."""
    s, i = t.search, U(ply)
    f = s.frames[ply]
    left = _left_to_place(s.stack, i, rules)
    if left > 0:
        f[DEPTH] = max(f[DEPTH], left)
        return False
    if every == ZERO:
        worth = worth_at_end(s.stack, i, t.leads[ply], rules)
    else:
        f[DEPTH] = min(f[DEPTH], _most_slides(s.stack, i, every, rules))
        if f[DEPTH] > 0:
            return False
        worth = evaluation(s.stack, i, t.leads[ply], rules)
    f[BEST] = -worth if s.stack.turn[ply] else worth
    return True


@inlined
def _enter(s: SearchState, ply: int, game: tuple[LeadSearch, Rules]) -> int:
    """Begin with a position. Returns what is next: `LEAVE` if it is known what it is worth."""
    t, rules = game
    p, i, f = s.stack, U(ply), s.frames[ply]
    every = _usable(p, i, rules)
    if _leaves(t, ply, every, rules):
        return LEAVE
    s.keys[ply] = _hash_at(p, i, t.leads[ply])
    fetch(s.table, s.at[SIZE], s.keys[ply])
    f[CHOICE], f[NEXT], f[WINDOW], f[FLOOR], f[HOPE] = NOTHING, 0, FULL, f[ALPHA], 0
    f[BEST] = -MORE
    _list_moves(t, ply, _usable_by_mover(p, i, every, rules), U(p.placed[i]) >= rules.all_stones)
    return LEAVE if is_known(s, ply) else GO_ON


@inlined
def _make(t: LeadSearch, i: Word, j: Word, move: int, rules: Rules) -> None:
    """Make a move in position i, and position j, which may be the same, what follows."""
    p, lead, rim = t.search.stack, t.leads[i], U(move)
    if move != _PASS and U(p.placed[i]) >= rules.all_stones:
        one = COUNTS[ENDS[rim, p.depths[i, rim]]]
        lead = lead - one if p.turn[i] else lead + one
    if i != j:
        copy(p, i, p, j, rules)
    t.leads[j] = lead
    apply(p, j, rim + RIM_CODE, rules)


@inlined
def _try(s: SearchState, ply: int, game: tuple[LeadSearch, Rules]) -> None:
    """Make the move at hand, with the depth and the window in which it is looked at."""
    t, rules = game
    f, g, move = s.frames[ply], s.frames[ply + 1], move_at(s, ply)
    p, i, after = s.stack, U(ply), U(ply) + ONE
    _make(t, i, after, move, rules)
    if f[WINDOW] == REDUCED:
        f[WINDOW] = NULL
    alpha = f[ALPHA]
    beta = f[BETA] if f[WINDOW] == FULL else alpha + 1
    is_same = p.turn[after] == p.turn[i]
    g[ALPHA], g[BETA] = (alpha, beta) if is_same else (-beta, -alpha)
    g[DEPTH] = f[DEPTH] if move == _PASS else f[DEPTH] - 1


@inlined
def has_begun(t: LeadSearch) -> bool:
    """Return whether a search has been begun here."""
    return bool(t.search.at[SIZE] > 0)


@compiled
def _begin(p: Positions, rules: Rules, nodes: Nodes, key: Word, t: LeadSearch) -> None:
    """Begin to search position 1 of `p`. Its moves become nodes, in random order."""
    s, leads = t.search, U(LEVEL)
    copy(p, ONE, s.stack, ZERO, rules)
    for square in range(81):
        word, bit = (0, U(square)) if square < SPLIT else (1, U(square - SPLIT))
        leads += COUNTS[square] * (p.stones[1, 0, word] >> bit & ONE)
        leads -= COUNTS[square] * (p.stones[1, 1, word] >> bit & ONE)
    t.leads[0] = leads
    s.keys[0] = _hash_at(s.stack, ZERO, leads)
    every, left = _usable(s.stack, ZERO, rules), _left_to_place(s.stack, ZERO, rules)
    _list_moves(t, 0, _usable_by_mover(s.stack, ZERO, every, rules), left == 0)
    count = s.frames[0, COUNT]
    for node in range(1, count + 1):
        nodes.action[node] = (s.moves[node - 1] & LOW) + np.int64(RIM_CODE)
        nodes.mover[node] = s.stack.turn[0]
    add_successors(nodes, 0, 1, count + 1, key)
    for node in range(1, count + 1):
        s.first_moves[node] = np.int64(nodes.action[node]) - np.int64(RIM_CODE)
    most = left + 36 if left else _most_slides(s.stack, ZERO, every, rules)
    begin(s, nodes, count, most, _MARGIN)


@compiled
def _publish(t: LeadSearch, rules: Rules, nodes: Nodes) -> None:
    """Write into the nodes what has been found out, and the principal line."""
    s, most = t.search, share_visits(t.search, nodes)
    count, node, row = s.frames[0, COUNT], s.at[BEST_NODE], U(POSITIONS - 1)
    for first in range(1, count + 1):
        worth = worth_of_first(s, first)
        share = 0.5 + 0.5 * worth / (abs(worth) + _SOFT)
        if s.at[SETTLED]:  # all or nothing where the end is known
            short = (WHOLE - abs(worth)) * 1e-9
            share = 1 - short if worth > 0 else short
        nodes.won[first] = nodes.games[first] * share
    # The principal line, as far as it is remembered
    p, before, move = s.stack, ZERO, s.first_moves[node]
    for used in range(count + 1, count + _LONGEST):
        _make(t, before, row, move, rules)
        before = row
        every = _usable(p, row, rules)
        known = found(s.table, s.at[SIZE], _hash_at(p, row, t.leads[row])) if every else ZERO
        able = _usable_by_mover(p, row, every, rules)
        move = move_in(known) if known else NOTHING
        if move == NOTHING or not (able >> U(move) & ONE if able else move == _PASS):
            return
        nodes.child[node], nodes.children[node] = used, 1
        nodes.action[used] = move + np.int64(RIM_CODE)
        nodes.games[used], nodes.won[used], nodes.children[used] = most, 0.0, 0
        node = used


_search: Final = search_by(_enter, _try)


@entry
def search(
    p: Positions, rules: Rules, nodes: Nodes, done: int, visits: int, key: Word, t: LeadSearch
) -> None:
    """Search position 1 for `visits` after `done` others, or until nothing is left to do."""
    if done == 0:
        _begin(p, rules, nodes, key, t)
    _search(t.search, nodes, visits, (t, rules))
    _publish(t, rules, nodes)
