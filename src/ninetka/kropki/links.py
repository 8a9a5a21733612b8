"""Which live dots of a player are linked, kept from dot to dot; where a new one may close a ring.

Links are written as a string: by the number of a bit, a character. Live dots between which one can
go from neighbour to neighbour have the same character. The other way round this need not hold, as
dots that die may have been all that linked some others; other characters mean nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias, final

import attrs

from .board import Board

Links: TypeAlias = str

_AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Columns and rows to the eight neighbours, in a circle from the one above."""


@final
@attrs.frozen(eq=False)
class Surroundings:
    """What the live own dots around a new one say about it, on boards of one width.

    A pattern is the set of the neighbours with such dots, as bits of a board whose second column
    and row are the new dot's.
    """

    ring: int
    """All eight neighbours."""
    shift: int
    """A bitboard shifted down by a dot's number less this has the dot's neighbours as a pattern."""
    linked: Mapping[int, tuple[int, ...]]
    """By pattern: how far it is to one dot of each group of them.

    Between two groups there are, on both sides, points orthogonally next to the new dot.
    """
    between: Mapping[int, tuple[int, ...]]
    """By pattern: these points, as patterns, those between the same two groups together."""

    @staticmethod
    @cache
    def of(board: Board) -> Surroundings:
        """Those on a board."""
        stride = board.stride
        offsets = [row * stride + column for column, row in _AROUND]
        shift = stride + 1
        linked, between = {}, {}
        for which in range(1 << 8):
            there = [bool(which >> side & 1) for side in range(8)]
            pattern = 0
            for offset, own in zip(offsets, there, strict=True):
                pattern |= own << offset + shift
            groups, gaps = _groups_and_gaps(there)
            linked[pattern] = tuple(offsets[side] for side in groups)
            between[pattern] = tuple(
                sum(1 << offsets[side] + shift for side in gap) for gap in gaps
            )
        return Surroundings(max(linked), shift, linked, between)


def _groups_and_gaps(there: list[bool]) -> tuple[list[int], list[list[int]]]:
    """One side of each group of own dots, and the sides above, right, below, left between groups.

    Given on which of the eight sides there are own dots.
    """
    gaps = [side for side in range(0, 8, 2) if not there[side]]
    if not any(there) or not gaps:
        return [0] * any(there), []
    groups: list[int] = []
    between: list[list[int]] = []
    after_dot = True
    for turn in range(8):
        side = (gaps[0] + turn) % 8
        if there[side]:
            if not after_dot:
                groups.append(side)
            after_dot = True
        elif side % 2 == 0:
            if after_dot:
                between.append([])
            between[-1].append(side)
            after_dot = False
    return groups, between


def links_of(board: Board, live: int) -> Links:
    """The links of a player's live dots, worked out from them alone."""
    characters = ["\0"] * len(board.at)
    while live:
        group = _cluster(board, live & -live, live)
        for point in board.points_of(group):
            characters[board.numbers[point.index]] = chr(group.bit_length())
        live ^= group
    return "".join(characters)


def _cluster(board: Board, seed: int, live: int) -> int:
    """The dots that one can reach from one of them, from neighbour to neighbour."""
    stride = board.stride
    reached, grown = 0, seed
    while grown != reached:
        reached = grown
        grown |= grown << 1 | grown >> 1
        grown |= grown << stride | grown >> stride
        grown &= live
    return reached


def linked(board: Board, links: Links, live: int, number: int) -> tuple[Links, int]:
    """The links with a new dot, given the live dots without it, and how many rings it may close."""
    around = Surroundings.of(board)
    shift = number - around.shift
    pattern = (live >> shift if shift > 0 else live << -shift) & around.ring
    ends = around.linked[pattern]
    if not ends:
        return f"{links[:number]}{chr(number + 1)}{links[number + 1 :]}", 0
    own = links[number + ends[0]]
    rings = 0
    for end in ends[1:]:
        other = links[number + end]
        if other == own:
            rings += 1
        else:
            links = links.replace(other, own)
    return f"{links[:number]}{own}{links[number + 1 :]}", rings


def gaps_around(board: Board, live: int, number: int) -> list[int]:
    """The points above, left, right and below between the groups of live dots around one."""
    around = Surroundings.of(board)
    shift = number - around.shift
    if shift > 0:
        return [gap << shift for gap in around.between[live >> shift & around.ring]]
    return [gap >> -shift for gap in around.between[live << -shift & around.ring]]
