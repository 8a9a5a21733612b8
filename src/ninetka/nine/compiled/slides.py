"""What the search near the end knows of positions: what can move, hashes, moves, worths."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.alphabeta import BEST, COUNT, DEPTH, FIRST, SHIFT, Search, new_search
from ...compiled.compiling import inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from ...compiled.transpositions import hash_of
from .packing import LAST_PLACEMENTS
from .promises import ended, judged
from .rules import RIM, RIM_BIT, Positions, Terms, movable, rims
from .tables import COUNTS, ENDS

_PLIES: Final = 74 + LAST_PLACEMENTS
"""More plies than are left: 36 slides, and no two passes without one between them."""
POSITIONS: Final = _PLIES + 2
"""On the way from the root, and one for principal lines."""
_MOVES: Final = 37
PASS: Final = 36
"""The move of a seat that cannot slide; the others are rim squares."""
_GAINING: Final = 1 << 20
"""How promising moves are into sections that they may turn."""
_FIELD = U(127)


class Slides(NamedTuple):
    """Where the search stands."""

    search: Search
    leads: NDArray[np.uint64]
    """(plies + 2,): by position, what seat 0 has more than seat 1 in each section, plus 32, nine
    fields of seven bits."""


def new_slides(stack: Positions) -> Slides:
    """Room for a search, given room for `POSITIONS` positions."""
    search = new_search(stack, _PLIES, POSITIONS * _MOVES, _MOVES)
    return Slides(search, np.zeros(POSITIONS, U))


@inlined
def left_to_place(p: Positions, i: Word, terms: Terms) -> int:
    """How many stones are left to place."""
    return int(np.int64(terms.full) - np.int64(p.placed[i]))


@inlined
def usable(p: Positions, i: Word, terms: Terms) -> Word:
    """The rim squares where a stone can be placed, or from which one can slide."""
    if U(p.placed[i]) < terms.full:
        return ~rims(p, i, terms) & RIM
    return movable(p, i, rims(p, i, terms), terms)


@inlined
def usable_by_mover(p: Positions, i: Word, every: Word, terms: Terms) -> Word:
    """Those of them at which the seat to move can; none if it passes."""
    if U(p.placed[i]) < terms.full:
        return every
    return every & p.stones[i, U(p.turn[i]), 1] >> RIM_BIT


@inlined
def hash_at(p: Positions, i: Word, leads: Word) -> Word:
    """The hash of a position."""
    own = p.stones[i, 0, 1] >> RIM_BIT
    return hash_of(p.stones[i, 2, 0], p.stones[i, 2, 1], own << ONE | U(p.turn[i]), leads)


@inlined
def list_moves(t: Slides, ply: int, able: Word, slides: bool) -> None:
    """List placements or the slides of some stones, or the pass if there are none."""
    s, p, i = t.search, t.search.stack, U(ply)
    f, seat, at = s.frames[ply], s.stack.turn[ply], ply * _MOVES
    f[FIRST] = at
    if able == ZERO:
        s.moves[at] = PASS
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
def most_slides(p: Positions, i: Word, every: Word, terms: Terms) -> int:
    """The most slides that can follow, given what can slide."""
    return int(np.int64(popcount(rims(p, i, terms) if terms.can_wake else every)))


@inlined
def leaves(t: Slides, ply: int, every: Word, terms: Terms) -> bool:
    """Whether it is known at once what a position is worth, given what can slide in it."""
    s, i = t.search, U(ply)
    f = s.frames[ply]
    left = left_to_place(s.stack, i, terms)
    if left > 0:
        f[DEPTH] = max(f[DEPTH], left)
        return False
    if every == ZERO:
        worth = ended(s.stack, i, t.leads[ply], terms)
    else:
        f[DEPTH] = min(f[DEPTH], most_slides(s.stack, i, every, terms))
        if f[DEPTH] > 0:
            return False
        worth = judged(s.stack, i, t.leads[ply], terms)
    f[BEST] = -worth if s.stack.turn[ply] else worth
    return True
