"""The static evaluation of a position in movement for two, section by section.

A stone that can slide comes to the section before it with a chance of 4 in 5, and else to any
other. So the lead in a section at the end has a mean and a spread, and by these the section is
worth between -1 and 1. Whoever is to move has a little more, the more stones are left, and so has
whoever has more stones that can slide, and more sections before them.

The few numbers here were fitted to 80,000 positions of the search's own games. Before freedom was
counted, this worth and how these ended correlated by 0.44 with a full rim, 0.80 with 20
stones left, and 0.94 with 9; a table of a number for each case, fitted to the same games, did
little better (0.47, 0.83, 0.94).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from .packing import FAR
from .rave import WON, WORTH
from .rules import RIM_BIT, SECTIONS, Positions, Rules, movable, supply
from .tables import COUNTS, ENDS

LEVEL: Final = sum(32 << 7 * section for section in range(9))
"""Leads of nothing everywhere: 32 in each of nine fields of seven bits."""
WHOLE: Final = 1000
"""The worth of a game that cannot be won higher; `WON` of it is for winning by any lead."""
_UNIT: Final = 64
"""A point of a lead that is expected."""
_FREE, _MORE = 5, 3
"""The worth of a stone that can slide, and of each more section on its way."""
_MOST_LEAD, _MOST_LANDING, _MOST_LEFT = 4, 4, 36
_STAYS: Final = 0.8
_FIELD, _SIDE, _NONE = U(127), U(7), U(32)


def _section_worths() -> NDArray[np.int8]:
    """By stones left to slide, lead in a section, and what either side would slide into it now."""
    left, lead, own, other = np.ogrid[
        : _MOST_LEFT + 1, -_MOST_LEAD : _MOST_LEAD + 1, : _MOST_LANDING + 1, : _MOST_LANDING + 1
    ]
    mean = lead + _STAYS * (own - other)
    elsewhere = np.maximum(left - own - other, 0) * (1 - _STAYS) / 8
    spread = _STAYS * (1 - _STAYS) * (own + other) + elsewhere
    # Sections hang together, and early on much is open
    spread = spread * np.maximum((left - 8) / 6, 1)
    worth = mean / np.sqrt(np.maximum(mean * mean + spread, 1e-9))
    worths: NDArray[np.int8] = np.rint(_UNIT * (1 + left / 40) * worth).astype(np.int8)
    return worths


_SECTION_WORTHS: Final = _section_worths()


def _freedom() -> NDArray[np.int8]:
    """By rim square and free squares before it: what a stone's freedom is worth."""
    freedom = np.zeros((36, FAR + 1), np.int8)
    for rim, depth in np.ndindex(36, FAR):
        if depth:
            passed = {int(COUNTS[ENDS[rim, at]]) for at in range(1, depth + 1)}
            freedom[rim, depth] = _FREE + _MORE * (len(passed) - 1)
    return freedom


_FREEDOM: Final = _freedom()


@inlined
def _landing(p: Positions, i: Word, stones: Word) -> tuple[Word, int]:
    """By section, how many of some stones would slide into it now; and what their freedom is worth.

    The numbers are nine fields of seven bits.
    """
    counts, freedom = ZERO, 0
    while stones:
        rim = lowest(stones)
        stones &= stones - ONE
        depth = p.depths[i, rim]
        counts += COUNTS[ENDS[rim, depth]]
        freedom += _FREEDOM[rim, depth]
    return counts, freedom


@compiled
def _expected_lead(p: Positions, i: Word, leads: Word, rules: Rules) -> int:
    """The lead that seat 0 may expect, in 64ths of a point, given its leads by section."""
    first = movable(p, i, p.stones[i, 0, 1] >> RIM_BIT, rules)
    second = movable(p, i, p.stones[i, 1, 1] >> RIM_BIT, rules)
    (own, freedom), (other, others) = _landing(p, i, first), _landing(p, i, second)
    left = int(np.int64(popcount(first) + popcount(second)))
    total = left * left >> 6
    if p.turn[i]:
        total = -total
    total += freedom - others
    for _ in range(SECTIONS):
        lead = int(np.int64(leads & _FIELD)) - 32
        lead = min(max(lead, -_MOST_LEAD), _MOST_LEAD) + _MOST_LEAD
        mine = min(own & _FIELD, U(_MOST_LANDING))
        theirs = min(other & _FIELD, U(_MOST_LANDING))
        total += _SECTION_WORTHS[left, lead, mine, theirs]
        leads, own, other = leads >> _SIDE, own >> _SIDE, other >> _SIDE
    return int(total)


@inlined
def _worth_of(lead: float, win: float) -> int:
    """The worth to seat 0 of a lead, and of a win that is as likely as `win` says, from -1 to 1."""
    whole = min(np.int64(abs(lead)), SECTIONS - 1)
    below, above = WORTH[SECTIONS + whole], WORTH[SECTIONS + whole + 1]
    worth = 2 * (below + (above - below) * (abs(lead) - whole)) - (1 - WON)
    return int(WHOLE * ((worth if lead > 0 else -worth) + WON * win))


@compiled
def worth_at_end(p: Positions, i: Word, leads: Word, rules: Rules) -> int:
    """The worth of a finished game to seat 0 (R11, R12, Q6)."""
    lead = 0
    for _ in range(SECTIONS):
        lead += int(leads & _FIELD > _NONE) - int(leads & _FIELD < _NONE)
        leads >>= _SIDE
    wins = lead > 0
    if lead == 0 and rules.by_slide:
        slid = supply(rules, ZERO) - popcount(p.stones[i, 0, 1] >> RIM_BIT)
        others = supply(rules, ONE) - popcount(p.stones[i, 1, 1] >> RIM_BIT)
        # who slid more often slid later, then whose turn is later
        wins = slid > others or (slid == others and slid > ZERO and rules.first_to_move == ONE)
    return _worth_of(float(lead), 1.0 if wins else -1.0)


@inlined
def evaluation(p: Positions, i: Word, leads: Word, rules: Rules) -> int:
    """The worth that a position seems to have for seat 0."""
    lead = _expected_lead(p, i, leads, rules) / _UNIT
    return _worth_of(lead, lead / (abs(lead) + 0.5))
