"""A game in the making: one position with all that helps to go on from it quickly.

A point is cell 64·(row + 1) + column + 1, in a frame of cells that are not on the board. Sets of
points are 64 words, one for each row of the frame, in which bit column + 1 is a point's.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from .packing import STRIDE, workspace_rows
from .ruleset import Rules

_ROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The steps to the eight neighbours, as columns and rows, clockwise from the one above."""
STEPS: Final = np.array([row * STRIDE + column for column, row in _ROUND]).astype(np.uint64)
"""The same as numbers of cells, backwards ones modulo 2**64."""

ARCS: Final = 3
"""The first bit of the number of arcs, after that of the gaps."""
GAP: Final = 6
"""The first bit of the gaps: three bits for the first point of each, four times."""
ARC: Final = 18
"""The first bit of the arcs: three bits for a dot of each, four times."""


def _around(own: list[bool]) -> int:
    """The arcs of linked dots and the gaps between them, given which of the eight are own dots.

    Points in a gap are connected beside the new dot, orthogonally. Dots in an arc are linked
    beside it. So two gaps become different groups only if the arcs on both sides hang together.
    """
    starts = [k for k in range(0, 8, 2) if not own[k] and (own[k - 1] or own[k - 2])]
    ends = [k - 1 if own[k - 1] else k - 2 for k in starts]
    if not starts and not any(own):
        starts = [0]
    elif not starts:
        ends = [own.index(True)]
    word = len(starts) | len(ends) << ARCS
    for bit, each in ((GAP, starts), (ARC, ends)):
        for at, side in enumerate(each):
            word |= side % 8 << bit + 3 * at
    return word


AROUND: Final = np.array(
    [
        _around([bool(number >> 3 * (row + 1) + column + 1 & 1) for column, row in _ROUND])
        for number in range(512)
    ],
    np.uint32,
)
"""By the own dots on three points of three rows, of which the middle one does not count: see
`_around`. The number of gaps comes first, then the number of arcs, the gaps and the arcs."""

SIX, LOW, SEVEN = U(6), U(63), U(7)
SEATS: Final = U(2)
ROWS: Final = U(STRIDE)
"""The number of words in a set."""
_THREE, _ARCS, _ARC = U(3), U(ARCS), U(ARC)

# Where each set begins in `rows`: those of two seats lie one after the other.
DOTS: Final = U(0 * STRIDE)
"""By seat: its dots, dead ones included."""
OWNED: Final = U(2 * STRIDE)
"""By seat: the points that belong to it (K8)."""
LIVE: Final = U(4 * STRIDE)
"""By seat: its live dots."""
HOUSES: Final = U(6 * STRIDE)
"""By seat: the free points in groups that it has closed; perhaps others too.

A flood has to prove it: rings can break.
"""
FREE: Final = U(8 * STRIDE)
"""The free points (K2)."""
BOARD: Final = U(9 * STRIDE)
"""All points."""
EDGE: Final = U(10 * STRIDE)
"""The points of the edge."""
INSIDE: Final = U(11 * STRIDE)
"""The cells inside the chain that was traced last."""
RING: Final = U(12 * STRIDE)
"""The points of that chain."""
UNSEEN: Final = U(13 * STRIDE)
"""The points of the edge that no group has reached yet."""
GROUPS: Final = U(14 * STRIDE)
"""Five groups, found by floods. Rows beyond those reached mean nothing."""
NUMBERS: Final = U(19 * STRIDE)
TURN, PASSES, LEFT = NUMBERS, NUMBERS + ONE, NUMBERS + U(2)
"""The seat to move; how many have passed (K24); the number of free points, 0 in an ended game."""
LOWEST, HIGHEST = NUMBERS + U(8), NUMBERS + U(16)
"""By group: the first and the last row that it reaches."""

# The rest is of use only where chains are declared.
CLOSED: Final = HOUSES
"""By seat: the points of the groups that it has closed, others' dots among them (K10).

It is exact then, so nothing has to be proved again: only a declaration can open a group.
"""
AREA: Final = U(20 * STRIDE)
"""The cells inside the chains that the player to move is offered."""
SEEDS: Final = U(21 * STRIDE)
"""The points to capture in groups that have not been looked at yet."""
DIED: Final = U(22 * STRIDE)
"""The opposing dots that the last declaration has captured."""
OFFERED: Final = U(23 * STRIDE)
"""The points where a dot is offered with chains."""

# Where each table begins in `cells`.
LINK: Final = U(0 * 4096)
"""By cell of a dot: a dot that it is linked with, by way of others or not, up to one that has
itself (union-find). Dots that die stay linked, so that it is never undone."""
LIST: Final = U(1 * 4096)
"""The free cells, in any order."""
PLACE: Final = U(2 * 4096)
"""By free cell: where it is in the list."""
CHAIN: Final = U(3 * 4096)
"""The cells of the chain that is being traced."""
VISIT: Final = U(4 * 4096)
"""By cell: where it is in the chain, if it is."""
SEED: Final = U(5 * 4096)
"""A point of each closed group that has been looked at."""
SIZE: Final = U(6 * 4096)
"""The number of points that its chain encloses."""
LENGTH: Final = U(7 * 4096)
"""The number of its chain's dots."""


class Workspace(NamedTuple):
    """Two arrays, which are cheap to hand to a function, with everything in them."""

    rows: NDArray[np.uint64]
    """(1536,): sets of points and numbers."""
    cells: NDArray[np.uint16]
    """(32768,): tables by cell, and lists of cells."""


def new_workspace(columns: int, rows: int) -> Workspace:
    """A workspace for a board of a size, with nothing on it."""
    return Workspace(
        np.array(workspace_rows(columns, rows), np.uint64), np.zeros(8 * 4096, np.uint16)
    )


@inlined
def copy(source: Workspace, target: Workspace, rules: Rules) -> None:
    """Copy a position from a workspace to another, with the links and the list of free cells."""
    for table in range(DOTS, BOARD, ROWS):
        for y in range(table + ONE, table + ONE + rules.rows):
            target.rows[y] = source.rows[y]
    for at in range(TURN, LEFT + ONE):
        target.rows[at] = source.rows[at]
    for cell in range(LINK + ROWS, LINK + ROWS * (rules.rows + ONE)):
        target.cells[cell] = source.cells[cell]
    for cell in range(PLACE + ROWS, PLACE + ROWS * (rules.rows + ONE)):
        target.cells[cell] = source.cells[cell]
    for at in range(LIST, LIST + source.rows[LEFT]):
        target.cells[at] = source.cells[at]


@inlined
def root(work: Workspace, cell: Word) -> Word:
    """The dot that stands for all that are linked with one; halves the way to it."""
    above = U(work.cells[LINK + cell])
    while above != cell:
        further = U(work.cells[LINK + above])
        work.cells[LINK + cell] = further
        cell = further
        above = U(work.cells[LINK + cell])
    return cell


@inlined
def dots_around(work: Workspace, cell: Word, seat: Word, rules: Rules) -> Word:
    """A seat's live dots around a cell, in three rows of three bits.

    If the border helps, what is beyond it counts as a dot.
    """
    at, shift = LIVE + seat * ROWS + (cell >> SIX), (cell & LOW) - ONE
    above, beside, below = work.rows[at - ONE], work.rows[at], work.rows[at + ONE]
    if rules.border:
        at = BOARD + (cell >> SIX)
        above |= ~work.rows[at - ONE]
        beside |= ~work.rows[at]
        below |= ~work.rows[at + ONE]
    dots = (above >> shift) & SEVEN | ((beside >> shift) & SEVEN) << _THREE
    return dots | ((below >> shift) & SEVEN) << SIX


@inlined
def surroundings(work: Workspace, cell: Word, seat: Word, rules: Rules) -> Word:
    """The entry of `AROUND` for these dots."""
    return U(AROUND[dots_around(work, cell, seat, rules)])


@inlined
def link(work: Workspace, cell: Word, around: Word) -> bool:
    """Link a new dot with those around it. Returns whether two arcs of them hung together."""
    arcs, sides, closes = (around >> _ARCS) & SEVEN, around >> _ARC, False
    if arcs == ZERO:
        work.cells[LINK + cell] = cell
        return False
    first = cell + STEPS[sides & SEVEN]
    if arcs > ONE:
        first = root(work, first)
        for _ in range(ONE, arcs):
            sides >>= _THREE
            other = root(work, cell + STEPS[sides & SEVEN])
            closes |= other == first
            work.cells[LINK + other] = first
    work.cells[LINK + cell] = first
    return closes


@inlined
def take(work: Workspace, cell: Word) -> None:
    """Take a cell from the list of free ones, which is one shorter now: the last takes its place.

    `rows[LEFT]` is the new length already.
    """
    last = work.cells[LIST + work.rows[LEFT]]
    place = U(work.cells[PLACE + cell])
    work.cells[LIST + place] = last
    work.cells[PLACE + U(last)] = place


@inlined
def list_free(work: Workspace, rules: Rules) -> None:
    """Write the list of free cells, row by row from the top."""
    count = ZERO
    for y in range(ONE, rules.rows + ONE):
        bits = work.rows[FREE + y]
        while bits:
            cell = y << SIX | lowest(bits)
            bits &= bits - ONE
            work.cells[LIST + count], work.cells[PLACE + cell] = cell, count
            count += ONE


@inlined
def link_all(work: Workspace, seat: Word, rules: Rules) -> None:
    """Link a seat's live dots one by one, as if they were placed row by row from the top."""
    rows, live = work.rows, LIVE + seat * ROWS
    for y in range(ONE, rules.rows + ONE):
        rows[INSIDE + y] = rows[live + y]
        rows[live + y] = ZERO
    for y in range(ONE, rules.rows + ONE):
        bits = rows[INSIDE + y]
        while bits:
            cell = y << SIX | lowest(bits)
            bits &= bits - ONE
            link(work, cell, surroundings(work, cell, seat, rules))
            rows[live + y] |= ONE << (cell & LOW)
