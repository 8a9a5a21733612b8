"""The search of movement between two, by alpha-beta.

When all is placed, each stone slides once, so many ways lead to one position. What is remembered of
it does not depend on whose stones are inside, but on the lead in each section.

From full rims placed at random, with 0.05 seconds of CPU time a move, it won 36 of 100 matches
against the search by random games, drew 45 and lost 19.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled import alphabeta
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
    MORE,
    NEXT,
    NULL,
    REDUCED,
    SETTLED,
    SHIFT,
    SIZE,
    WINDOW,
    Search,
    is_known,
    move_at,
    search_by,
    share_visits,
    worth_of_first,
)
from ...compiled.machine import ONE, ZERO, U, Word, compiled, entry, inlined, lowest, popcount
from ...compiled.transpositions import NOTHING, fetch, found, hash_of, move_in
from ...compiled.tree import Nodes, add_successors
from .lanes import COUNTS
from .packing import SPLIT
from .promises import LEVEL, UNIT, promise
from .rave import WON, WORTH
from .rules import (
    RIM_BIT,
    RIM_CODE,
    SECTIONS,
    Positions,
    Terms,
    apply,
    copy,
    movable,
    rims,
    supply,
)
from .tables import ENDS

_PLIES: Final = 74
"""More than the plies of movement: 36 slides, and no two passes without one between them."""
POSITIONS: Final = _PLIES + 2
"""On the way from the root, and one for principal lines."""
_MOVES: Final = 37
_PASS: Final = 36
"""The move of a seat that cannot slide; the others are rim squares."""
_WHOLE: Final = 1000
"""The worth of a game that cannot be won higher; `WON` of it is for winning by any lead."""
_MARGIN: Final = 400
"""How much worse than the best a first move may be for its worth to be found out exactly."""
_SOFT: Final = 400
"""The worth of a position in which three of four games are won."""
_LONGEST: Final = 16
"""The most plies of a principal line."""
_GAINING: Final = 1 << 20
"""How promising moves are into sections that they may turn."""
_FIELD, _SIDE, _NONE = U(127), U(7), U(32)
_TWO = U(2)


class Slides(NamedTuple):
    """Where the search of movement stands."""

    search: Search
    leads: NDArray[np.uint64]
    """(plies + 2,): by position, what seat 0 has more than seat 1 in each section, plus 32, nine
    fields of seven bits."""


def new_slides(stack: Positions) -> Slides:
    """Room for a search, given room for `POSITIONS` positions."""
    search = alphabeta.new_search(stack, _PLIES, POSITIONS * _MOVES, _MOVES)
    return Slides(search, np.zeros(POSITIONS, U))


@inlined
def plays(p: Positions, terms: Terms) -> bool:
    """Whether two play, and position 1 is in movement."""
    return bool(terms.players == _TWO and U(p.placed[1]) == terms.full)


@inlined
def _worth(lead: float, win: float) -> int:
    """What a lead of seat 0 is worth to it, and a win as likely as from -1 to 1."""
    whole = min(np.int64(abs(lead)), SECTIONS - 1)
    below, above = WORTH[SECTIONS + whole], WORTH[SECTIONS + whole + 1]
    worth = 2 * (below + (above - below) * (abs(lead) - whole)) - (1 - WON)
    return int(_WHOLE * ((worth if lead > 0 else -worth) + WON * win))


@compiled
def _ended(p: Positions, i: Word, leads: Word, terms: Terms) -> int:
    """What a finished game is worth to seat 0 (R11, R12, Q6)."""
    lead = 0
    for _ in range(SECTIONS):
        lead += int(leads & _FIELD > _NONE) - int(leads & _FIELD < _NONE)
        leads >>= _SIDE
    wins = lead > 0
    if lead == 0 and terms.by_slide:
        slid = supply(terms, ZERO) - popcount(p.stones[i, 0, 1] >> RIM_BIT)
        others = supply(terms, ONE) - popcount(p.stones[i, 1, 1] >> RIM_BIT)
        # who slid more often slid later, then whose turn is later
        wins = slid > others or (slid == others and slid > ZERO and terms.mover == ONE)
    return _worth(float(lead), 1.0 if wins else -1.0)


@inlined
def _key(p: Positions, i: Word, leads: Word) -> Word:
    """The hash of a position."""
    own = p.stones[i, 0, 1] >> RIM_BIT
    return hash_of(p.stones[i, 2, 0], p.stones[i, 2, 1], own << ONE | U(p.turn[i]), leads)


@inlined
def _list_moves(t: Slides, ply: int, able: Word) -> None:
    """List the slides of some stones, or the pass if there are none."""
    s, p, i = t.search, t.search.stack, U(ply)
    f, seat, at = s.frames[ply], s.stack.turn[ply], ply * _MOVES
    f[FIRST] = at
    if able == ZERO:
        s.moves[at] = _PASS
        at += 1
    while able:
        rim = lowest(able)
        able &= able - ONE
        field = lowest(COUNTS[ENDS[rim, p.depths[i, rim]]])
        lead = np.int64(t.leads[ply] >> field & _FIELD) - 32
        turns = lead == 0 or lead == (1 if seat else -1)
        hope = s.history[seat, np.int64(rim)] + (_GAINING if turns else 0)
        s.moves[at] = hope << SHIFT | np.int64(rim)
        at += 1
    f[COUNT] = at - f[FIRST]


@inlined
def _most_slides(p: Positions, i: Word, every: Word, terms: Terms) -> int:
    """The most slides that can follow, given what can slide."""
    return int(np.int64(popcount(rims(p, i, terms) if terms.can_wake else every)))


@inlined
def _leaves(t: Slides, ply: int, every: Word, terms: Terms) -> bool:
    """Whether it is known at once what a position is worth, given what can slide in it."""
    s, i = t.search, U(ply)
    f = s.frames[ply]
    if every == ZERO:
        worth = _ended(s.stack, i, t.leads[ply], terms)
    else:
        f[DEPTH] = min(f[DEPTH], _most_slides(s.stack, i, every, terms))
        if f[DEPTH] > 0:
            return False
        lead = promise(s.stack, i, t.leads[ply], terms) / UNIT
        worth = _worth(lead, lead / (abs(lead) + 0.5))
    f[BEST] = -worth if s.stack.turn[ply] else worth
    return True


@inlined
def _enter(s: Search, ply: int, given: tuple[Slides, Terms]) -> int:
    """Begin with a position. Returns what is next: `LEAVE` if it is known what it is worth."""
    t, terms = given
    p, i, f = s.stack, U(ply), s.frames[ply]
    every = movable(p, i, rims(p, i, terms), terms)
    if _leaves(t, ply, every, terms):
        return LEAVE
    s.keys[ply] = _key(p, i, t.leads[ply])
    fetch(s.table, s.at[SIZE], s.keys[ply])
    f[CHOICE], f[NEXT], f[WINDOW], f[FLOOR], f[HOPE] = NOTHING, 0, FULL, f[ALPHA], 0
    f[BEST] = -MORE
    _list_moves(t, ply, every & p.stones[i, U(p.turn[i]), 1] >> RIM_BIT)
    return LEAVE if is_known(s, ply) else GO_ON


@inlined
def _make(t: Slides, i: Word, j: Word, move: int, terms: Terms) -> None:
    """Make position j what follows position i, which may be the same, after a move."""
    p, lead, rim = t.search.stack, t.leads[i], U(move)
    if move != _PASS:
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
    _make(t, U(ply), U(ply) + ONE, move, terms)
    if f[WINDOW] == REDUCED:
        f[WINDOW] = NULL
    beta = f[BETA] if f[WINDOW] == FULL else f[ALPHA] + 1
    g[ALPHA], g[BETA] = -beta, -f[ALPHA]
    g[DEPTH] = f[DEPTH] if move == _PASS else f[DEPTH] - 1


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
    s.keys[0] = _key(s.stack, ZERO, leads)
    every = movable(s.stack, ZERO, rims(s.stack, ZERO, terms), terms)
    _list_moves(t, 0, every & s.stack.stones[0, U(s.stack.turn[0]), 1] >> RIM_BIT)
    count = s.frames[0, COUNT]
    for node in range(1, count + 1):
        nodes.action[node] = s.moves[node - 1] + np.int64(RIM_CODE)
        nodes.mover[node] = s.stack.turn[0]
    add_successors(nodes, 0, 1, count + 1, key)
    for node in range(1, count + 1):
        s.first_moves[node] = np.int64(nodes.action[node]) - np.int64(RIM_CODE)
    alphabeta.begin(s, count, _most_slides(s.stack, ZERO, every, terms), _MARGIN)


@inlined
def _share(s: Search, worth: int) -> float:
    """The share of the win that a worth stands for: all or nothing where the end is known."""
    if s.at[SETTLED]:
        short = (_WHOLE - abs(worth)) * 1e-9
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
        every = movable(p, row, rims(p, row, terms), terms)
        known = found(s.table, s.at[SIZE], _key(p, row, t.leads[row])) if every else ZERO
        able = every & p.stones[row, U(p.turn[row]), 1] >> RIM_BIT
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
    p: Positions, terms: Terms, nodes: Nodes, done: int, visits: int, key: Word, t: Slides
) -> None:
    """Search position 1, after `done` visits, for so many more, or until nothing is left to do."""
    if done == 0:
        _begin(p, terms, nodes, key, t)
    _search(t.search, nodes, visits, (t, terms))
    _publish(t, terms, nodes)
