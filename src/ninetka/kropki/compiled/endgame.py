"""The winner on a small board: a depth-first search to the end, with a transposition table.

The board fits into a word: points have the bits that they have in bitboards of states.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined, placed
from ...compiled.machine import ONE, ZERO, U, Word, drawn, lowest, popcount

_TWO, _RIGHT = U(2), U(3)


class Grid(NamedTuple):
    """A board."""

    stride: Word
    points: Word
    edge: Word
    left: Word
    """The points of the leftmost column."""


@inlined
def beside(points: Word, grid: Grid) -> Word:
    """Points with those next to them, up to what is off the board."""
    return points | points << ONE | points >> ONE | points << grid.stride | points >> grid.stride


@inlined
def _around(points: Word, grid: Grid) -> Word:
    """The same with diagonals."""
    wide = points | points << ONE | points >> ONE
    return wide | wide << grid.stride | wide >> grid.stride


@inlined
def house(seed: Word, walls: Word, grid: Grid) -> Word:
    """The group of a point that is none of the walls; nothing if it reaches the edge."""
    group, before = seed, ZERO
    while group != before:
        if group & grid.edge:
            return ZERO
        before = group
        group = beside(group, grid) & grid.points & ~walls
    return group


@inlined
def _step(heading: Word, grid: Grid) -> Word:
    """The difference between the numbers of two points, one step down, right, up or left."""
    if heading & ONE:
        return ONE if heading == ONE else ZERO - ONE
    return grid.stride if heading == ZERO else ZERO - grid.stride


@inlined
def _trace(group: Word, chain: NDArray[np.uint64], grid: Grid) -> int:
    """Find the tight chain around a closed group. Returns its length.

    It is found as `chains.border_of` does: the walls of the walk are to its right.
    """
    column = grid.left
    while group & column == ZERO:
        column <<= ONE
    here, heading, length = lowest(group & column), ZERO, 1
    chain[0] = start = here - ONE
    while True:
        ahead = here + _step(heading, grid)
        beyond = ahead + _step((heading + _RIGHT) & _RIGHT, grid)
        if (group >> ahead) & ONE == ZERO:
            dot, heading = ahead, (heading + ONE) & _RIGHT
        elif (group >> beyond) & ONE == ZERO:
            dot, here = beyond, ahead
        else:
            here, heading = beyond, (heading + _RIGHT) & _RIGHT
            continue
        if dot == start:
            return length
        at = length - 1
        while at > 0 and chain[at] != dot:
            at -= 1
        if at == 0:  # else it ends a detour around dots that reach inward
            at = length
            chain[at] = dot
        length = at + 1


@inlined
def enclosed(group: Word, chain: NDArray[np.uint64], grid: Grid) -> Word:
    """The points inside the tight chain around a closed group (K4, K10)."""
    length = _trace(group, chain, grid)
    inside, ring, before = ZERO, ZERO, chain[length - 1]
    for k in range(length):
        dot = chain[k]
        ring |= ONE << dot
        row, other = dot // grid.stride, before // grid.stride
        if row != other:  # what is to the right of the upper end is on the other side
            upper, end = min(dot, before), (min(row, other) + ONE) * grid.stride
            inside ^= (ONE << end) - (_TWO << upper)
        before = dot
    return inside & grid.points & ~ring


@inlined
def captured(live: Word, theirs: Word, bit: Word, chain: NDArray[np.uint64], grid: Grid) -> Word:
    """Find what a dot, which is among the live ones, encloses with others of them (K10)."""
    inside, near = ZERO, _around(bit, grid) & live & ~bit
    seeds = beside(bit, grid) & grid.points & ~live
    if near & (near - ONE) == ZERO:  # it links no two dots
        return inside
    while seeds:
        seed = seeds & (~seeds + ONE)
        group = house(seed, live, grid)
        seeds &= ~(seed | group)
        if group & theirs:
            inside |= enclosed(group, chain, grid)
    return inside


_WORD, _TWO, _FIRST, _SECOND = U(64), U(2), U(1), U(2)
_MOST: Final = 4096
"""More than any goal is below 0."""
SIZE: Final = 1 << 24
"""The number of positions that are kept, each until another takes its place: 150 MB if all are."""


class SearchLine(NamedTuple):
    """The positions from the first on, by ply."""

    dots: NDArray[np.uint64]
    """(plies, 2): by seat, its dots, dead ones included."""
    owned: NDArray[np.uint64]
    """(plies, 2): by seat, the points that belong to it (K8)."""
    untried: NDArray[np.uint64]
    """(plies,): the free points where a dot has not been tried yet."""
    dot: NDArray[np.uint64]
    """(plies,): the number of the point where one is tried."""
    key: NDArray[np.uint64]
    """(plies,): a hash of the position."""
    chain: NDArray[np.uint64]
    """(points,): the numbers of the dots in the chain that was found last."""


@inlined
def _place(line: SearchLine, ply: Word, seat: Word, grid: Grid) -> None:
    """Make the position after a ply (K2, K10)."""
    bit, after, other = ONE << line.dot[ply], ply + ONE, ONE - seat
    for each in range(_TWO):
        line.dots[after, each], line.owned[after, each] = (
            line.dots[ply, each],
            line.owned[ply, each],
        )
    line.dots[after, seat] |= bit
    dead = line.owned[ply, 0] | line.owned[ply, 1]
    live, theirs = line.dots[after, seat] & ~dead, line.dots[after, other] & ~dead
    inside, winner = captured(live, theirs, bit, line.chain, grid), seat
    if inside == ZERO:
        group = house(bit, theirs, grid)
        if group:
            inside, winner = enclosed(group, line.chain, grid), other
    line.owned[after, winner] |= inside
    line.owned[after, ONE - winner] &= ~inside


@inlined
def _gain(line: SearchLine, ply: Word, seat: Word, free: Word, turns: Word, grid: Grid) -> Word:
    """The most points that a seat can still gain in the turns that the other has left.

    It can only enclose what its dots, and more of them on all free points, shut off the edge.
    """
    other, own = ONE - seat, line.owned[ply, seat]
    walls = line.dots[ply, seat] & ~(own | line.owned[ply, other]) | free
    outside, before = grid.edge & ~walls, grid.points
    while outside != before:
        before = outside
        outside = beside(outside, grid) & grid.points & ~walls
    dots = line.dots[ply, other] & ~own | line.dots[ply, seat] & line.owned[ply, other]
    sure, empty, inner = popcount(dots & ~outside), ZERO, free & ~grid.edge
    while inner and empty < turns:
        bit = inner & (~inner + ONE)
        inner ^= bit
        empty += U(house(bit, walls ^ bit, grid) != ZERO)
    return sure + empty


@inlined
def _judged(line: SearchLine, ply: Word, seat: Word, free: Word, goal: int, grid: Grid) -> Word:
    """1 if the first seat's lead will be `goal` or more, 2 if it will not, 0 if that is open."""
    lead = np.int64(popcount(line.owned[ply, 0] & line.dots[ply, 1]))
    lead -= np.int64(popcount(line.owned[ply, 1] & line.dots[ply, 0]))
    if free == ZERO:
        return _FIRST if lead >= goal else _SECOND
    turns = popcount(free)
    later = turns >> ONE
    if lead < goal:
        more = _gain(line, ply, ZERO, free, later if seat == ZERO else turns - later, grid)
        return _SECOND if lead + np.int64(more) < goal else ZERO
    more = _gain(line, ply, ONE, free, turns - later if seat == ZERO else later, grid)
    return _FIRST if lead - np.int64(more) >= goal else ZERO


@inlined
def _key(line: SearchLine, ply: Word, goal: int) -> Word:
    key = drawn(U(goal + _MOST))
    for seat in range(_TWO):
        key = drawn(key ^ line.dots[ply, seat])
        key = drawn(key ^ line.owned[ply, seat])
    return key


@inlined
def _choose(line: SearchLine, ply: Word, seat: Word, wins: NDArray[np.uint64]) -> None:
    """Try next where the seat's dots have been best elsewhere."""
    left, best = line.untried[ply], U(lowest(line.untried[ply]))
    while left:
        number = lowest(left)
        left &= left - ONE
        if wins[seat, number] > wins[seat, best]:
            best = number
    line.dot[ply] = best
    line.untried[ply] ^= ONE << best


@entry
def reaches(
    line: SearchLine,
    to_move: Word,
    goal: int,
    grid: Grid,
    wins: NDArray[np.uint64],
    keys: NDArray[np.uint64],
    found: NDArray[np.uint8],
    nodes: NDArray[np.int64],
) -> Word:
    """Return 1 if the first seat ends at least `goal` points ahead of the second, 2 if not.

    0 if that takes more than `nodes[0]` positions, which falls by the number looked at. `wins`, by
    seat and point, tells where dots were best; `keys` and `found` remember positions.
    """
    ply, last = ZERO, U(len(keys)) - ONE
    while True:
        # A new position: it is decided, or known, or dots are to be tried
        taken = line.dots[ply, 0] | line.dots[ply, 1] | line.owned[ply, 0] | line.owned[ply, 1]
        free, seat = grid.points & ~taken, (to_move + ply) & ONE
        value = _judged(line, ply, seat, free, goal, grid)
        if value == ZERO:
            key = _key(line, ply, goal)
            if keys[key & last] == key:
                value = U(found[key & last])
            else:
                line.untried[ply], line.key[ply] = free, key
                nodes[0] -= 1
                if nodes[0] < 0:
                    return ZERO
        # Back to the last position that is not decided
        while value:
            if ply == ZERO:
                return value
            ply -= ONE
            seat = (to_move + ply) & ONE
            if value == seat + ONE:
                wins[seat, line.dot[ply]] += popcount(line.untried[ply]) + ONE
            elif line.untried[ply]:
                value = ZERO
                continue
            key = line.key[ply]
            keys[key & last], found[key & last] = key, value
        _choose(line, ply, seat, wins)
        _place(line, ply, seat, grid)
        ply += ONE


class EndgameSearch:
    """A search of positions on one board, which remembers what it has found."""

    def __init__(self, stride: int, points: int, edge: int, left: int) -> None:
        plies = points.bit_count() + 1
        self._grid = Grid(U(stride), U(points), U(edge), U(left))
        pairs, rows = np.zeros((2, plies, 2), U), np.zeros((4, plies), U)
        self._line = SearchLine(*pairs, *rows)
        wins, keys = np.zeros((2, int(_WORD)), U), np.zeros(SIZE, U)
        self._memory = placed((wins, keys, np.zeros(SIZE, np.uint8)), EndgameSearch)

    def reaches(
        self,
        dots: tuple[int, int],
        owned: tuple[int, int],
        to_move: int,
        goal: int,
        nodes: int,
    ) -> tuple[int, int]:
        """Return 1 if the first seat ends at least `goal` points ahead of the second, 2 if not.

        0 if that takes more than `nodes` positions. The second number is that of those looked at.
        """
        self._line.dots[0], self._line.owned[0] = dots, owned
        left = np.array([nodes])
        wins, keys, found = self._memory
        value = reaches(self._line, U(to_move), goal, self._grid, wins, keys, found, left)
        return int(value), nodes - max(int(left[0]), 0)
