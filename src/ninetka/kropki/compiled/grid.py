"""Small boards of at most 64 points as single words: groups, the chains around them, captures."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest

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
def _leftmost(group: Word, grid: Grid) -> Word:
    """The number of the leftmost point of a group, the topmost if there are several."""
    column = grid.left
    while group & column == ZERO:
        column <<= ONE
    return lowest(group & column)


@inlined
def _step(heading: Word, grid: Grid) -> Word:
    """What to add to a number of a point to go down, right, up or left."""
    if heading & ONE:
        return ONE if heading == ONE else ZERO - ONE
    return grid.stride if heading == ZERO else ZERO - grid.stride


@inlined
def _trace(group: Word, chain: NDArray[np.uint64], grid: Grid) -> int:
    """Find the tight chain around a closed group. Returns its length.

    It is found as `chains.border_of` does: the walls of the walk are to its right.
    """
    here, heading, length = _leftmost(group, grid), ZERO, 1
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
    """What a dot, which is among the live ones, encloses with others of them (K10)."""
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
