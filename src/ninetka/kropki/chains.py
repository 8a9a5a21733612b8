"""Chains: which dots form a ring (K3), what a ring encloses (K4), and tight chains (K10).

A chain is a tuple of points, each once. Steps join each to the next and the last to the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias, final

import attrs

from .board import Board, Point

Chain: TypeAlias = tuple[Point, ...]
Step: TypeAlias = tuple[Point, Point]

SHORTEST: Final = 4
"""The fewest dots of a chain (K3)."""
SHORTEST_AT_BORDER: Final = 3
"""The fewest points of a chain that runs along the edge, around a corner (K22)."""


def chain_text(chain: Chain) -> str:
    """A chain's text: the names of its dots, the first repeated at the end if it isn't yet."""
    is_closed = len(chain) > 1 and chain[0] is chain[-1]
    return "".join([point.name for point in (chain if is_closed else (*chain, *chain[:1]))])


def steps(chain: Chain) -> Iterator[Step]:
    """Each dot of a chain with the next, and finally the last with the first."""
    return pairwise((*chain, *chain[:1]))


def is_ring(chain: Chain, shortest: int = SHORTEST) -> bool:
    """Return whether points are a ring, whoever has dots there (K3). `legality` says why not."""
    if len(chain) < shortest or repeated(chain) is not None:
        return False
    links = [*steps(chain)]
    return gap(links) is None and crossing(links) is None


def repeated(points: Iterable[Point]) -> Point | None:
    """The first point that a chain visits again (K3), if any."""
    seen: set[Point] = set()
    for point in points:
        if point in seen:
            return point
        seen.add(point)
    return None


def gap(steps: Iterable[Step]) -> Step | None:
    """The first step between points that are not neighbours (K3), if any."""
    for one, other in steps:
        if abs(one.column - other.column) > 1 or abs(one.row - other.row) > 1:
            return one, other
    return None


def crossing(steps: Iterable[Step]) -> tuple[Step, Step] | None:
    """The first two steps that are both diagonals of one square (K3), if any."""
    diagonals: dict[tuple[int, int], Step] = {}
    for step in steps:
        one, other = step
        if one.column != other.column and one.row != other.row:
            earlier = diagonals.setdefault(doubled_middle(step), step)
            if earlier != step:
                return earlier, step
    return None


def doubled_middle(step: Step) -> tuple[int, int]:
    """The column and the row of the middle of a step, times two."""
    one, other = step
    return one.column + other.column, one.row + other.row


def canonical(chain: Chain) -> Chain:
    """A ring written counter-clockwise on screen from its leftmost, then topmost dot (K15)."""
    start = min(range(len(chain)), key=lambda at: (chain[at].column, chain[at].row))
    chain = chain[start:] + chain[:start]
    first, after, before = chain[0], chain[1], chain[-1]

    def turn(point: Point) -> int:
        """The direction to a neighbour: from -1, straight down, to 2, up and to the right."""
        return (point.column - first.column) - (point.row - first.row)

    return chain if turn(after) < turn(before) else chain[:1] + chain[:0:-1]


@final
@attrs.frozen(eq=False)
class Ring:
    """A ring on a board, as bitboards."""

    board: Board
    dots: int
    """Its dots, and the points of the edge that it runs along (K22)."""
    inside: int
    """The points strictly within the polygon (K4), and of the edge that it runs along (K22)."""
    falling: int
    """The upper left points of the squares that it crosses from upper left to lower right."""
    rising: int
    """The upper left points of the squares that it crosses from lower left to upper right."""
    crossed: int
    """The points with an odd number of steps above them, counted just to the right of the point."""

    @classmethod
    def of(cls, board: Board, chain: Chain) -> Ring:
        """The ring of a chain that is one and lies on the board."""
        return cls.of_numbers(board, [board.numbers[point.index] for point in chain])

    @classmethod
    def of_numbers(cls, board: Board, numbers: Sequence[int]) -> Ring:
        """The ring of a chain given by the numbers of its dots' bits."""
        stride = board.stride
        dots = falling = rising = left_ends = 0
        before = numbers[-1]
        for number in numbers:
            bit = 1 << number
            dots |= bit
            step = number - before
            if step in (1, stride + 1, 1 - stride):
                left_ends ^= 1 << before
            elif step not in (stride, -stride):
                left_ends ^= bit
            if step in (stride + 1, -stride - 1):
                falling |= 1 << min(before, number)
            elif step in (stride - 1, 1 - stride):
                rising |= 1 << min(before, number) - 1
            before = number
        crossed = left_ends
        shift = stride
        while shift < stride * board.rows:
            crossed ^= crossed << shift
            shift <<= 1
        crossed &= board.all
        return cls(board, dots, crossed & ~dots, falling, rising, crossed)

    def along_edge(self, points: int) -> Ring:
        """The same ring, which encloses those of its points that it passes along the edge (K22).

        All its points that are not dots of its player are among the given ones.
        """
        return attrs.evolve(self, inside=self.inside | self.dots & points)

    def contains_middle(self, one: int, other: int) -> bool:
        """Return whether the middle of a step between two dots of the ring is strictly within it.

        The dots are given by the numbers of their bits, the lower first. The step must not be one
        of the ring's or cross one.
        """
        # It is if an odd number of the ring's steps are straight above it. All of these have their
        # left end in the step's left column and further up, except one that rises from its own.
        stride = self.board.stride
        step = other - one
        if step == 1:
            if one < stride:
                return False
            above = one - stride
            return bool((self.crossed ^ self.rising) >> above & 1)
        above = one if step > 1 and step != stride - 1 else other - stride
        return bool(self.crossed >> above & 1)


def tight_numbers(board: Board, group: int) -> list[int]:
    """The tight chain around a group that does not reach the edge (K10), as the numbers of bits.

    The group is orthogonally connected, and all points next to it are dots of one player. The chain
    has those that face it from outside, in the order of K15; dots that reach into it are left out.
    """
    return border_of(group, leftmost(group, board.left), board.stride)


def border_of(group: int, here: int, stride: int) -> list[int]:
    """The numbers of the points that face a group from outside, in the order of K15.

    The group's leftmost point, the topmost if there are several, is `here`. A row has as many bits
    as the `stride`.
    """
    # Walk along the outer border of the group, counter-clockwise on screen, from its leftmost
    # point. Meeting a dot again ends a detour around dots that reach inward.
    left, down, right, up = -1, stride, 1, -stride
    wall_of = {down: left, right: down, up: right, left: up}  # where the dots are, by heading
    turn_from = {wall: heading for heading, wall in wall_of.items()}
    heading = down
    start = here + left
    chain = [start]
    while True:
        ahead = here + heading
        beyond = ahead + wall_of[heading]
        if not group >> ahead & 1:
            dot, heading = ahead, turn_from[heading]
        elif not group >> beyond & 1:
            dot, here = beyond, ahead
        else:
            here, heading = beyond, wall_of[heading]
            continue
        if dot == start:
            return chain
        if dot in chain:
            del chain[chain.index(dot) + 1 :]
        else:
            chain.append(dot)


def leftmost(group: int, column: int) -> int:
    """The number of the leftmost point of a set, the topmost if there are several.

    `column` are the bits of the leftmost column there is.
    """
    while not group & column:
        column <<= 1
    first = group & column
    return (first & -first).bit_length() - 1


def chain_of(board: Board, numbers: Iterable[int]) -> Chain:
    """The points with these numbers."""
    return tuple(point for number in numbers if (point := board.at[number]) is not None)
