"""Links between a player's live dots, updated with each dot to see whether it closes a ring.

Links are a string with a character for each bit of a bitboard. Live dots that are connected from
neighbour to neighbour have the same character. The reverse need not hold: dots that linked others
may have died. Characters at other points mean nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias, final

import attrs

from .board import Board

Links: TypeAlias = str

_AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The steps to the eight neighbours, as columns and rows, clockwise from the one above."""


@final
@attrs.frozen(eq=False)
class Surroundings:
    """Tables of what the live own dots around a new one imply, on boards of one width.

    A pattern is the set of neighbours with such dots, as a bitboard with the new dot in the second
    column and the second row.
    """

    ring: int
    """All eight neighbours."""
    shift: int
    """The number of the new dot's bit in a pattern."""
    linked: Mapping[int, tuple[int, ...]]
    """The offset of one dot of each group of linked dots, by pattern.

    Points orthogonally next to the new dot separate each group from the next.
    """
    between: Mapping[int, tuple[int, ...]]
    """These separating points, as one pattern for each gap between two groups, by pattern."""

    @staticmethod
    @cache
    def of(board: Board) -> Surroundings:
        """The surroundings on a board."""
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
    """Return one side of each group of own dots, and the empty orthogonal sides between groups.

    `there` says which of the eight sides have own dots.
    """
    empty = [side for side in range(0, 8, 2) if not there[side]]
    if not any(there) or not empty:
        return [0] * any(there), []
    groups: list[int] = []
    gaps: list[list[int]] = []
    in_gap = False
    for turn in range(8):
        side = (empty[0] + turn) % 8
        if there[side]:
            if in_gap:
                groups.append(side)
            in_gap = False
        elif side % 2 == 0:
            if not in_gap:
                gaps.append([])
            gaps[-1].append(side)
            in_gap = True
    if in_gap and len(gaps) > 1:
        gaps[0] += gaps.pop()  # it goes on where the circle began
    return groups, gaps


def links_of(board: Board, live: int) -> Links:
    """The links of a player's live dots, worked out anew."""
    characters, stride = ["\0"] * len(board.at), board.stride
    while live:
        # All dots that can be reached from one, from neighbour to neighbour
        group, before = live & -live, 0
        while group != before:
            before = group
            group |= group << 1 | group >> 1
            group |= group << stride | group >> stride
            group &= live
        for point in board.points_of(group):
            characters[board.numbers[point.index]] = chr(group.bit_length())
        live ^= group
    return "".join(characters)


def linkable(board: Board, live: int) -> int:
    """A player's live dots without those that no ring can pass, since they have one link or none.

    Dots that are left with one link when others are left out are left out as well.
    """
    stride, before = board.stride, 0
    while live != before:
        before, one, two = live, 0, 0
        for shift in (1, stride - 1, stride, stride + 1):
            for beside in (live << shift, live >> shift):
                two |= one & beside
                one |= beside
        live &= two
    return live


def neighbours(board: Board, bit: int) -> int:
    """The up to eight points around a point."""
    stride = board.stride
    row = bit << 1 | bit | bit >> 1
    return (row | row << stride | row >> stride) & board.all & ~bit


def linked(board: Board, links: Links, live: int, number: int) -> tuple[Links, int]:
    """The links with a new dot, and the most rings that it may close.

    `live` are the player's live dots without it, `number` is that of its bit.
    """
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
    """The points orthogonally next to a dot, those between the same two groups of dots together."""
    around = Surroundings.of(board)
    shift = number - around.shift
    if shift > 0:
        return [gap << shift for gap in around.between[live >> shift & around.ring]]
    return [gap >> -shift for gap in around.between[live << -shift & around.ring]]
