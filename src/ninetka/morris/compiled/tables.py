"""Boards as tables (M1-M3, M16), in plain Python.

The kernel numbers the fields anew: bit k of its bitboards is *place* k. Where fields that are next
to each other have places at equal distances, all steps in a direction are found by one shift of
the bits, and so are all mills in a direction. Rings are numbered round, from the outermost on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from ..board import PLAYER_COUNTS, Board
from ..rulesets import Terms

MOST_FIELDS: Final = 64
"""The fields of the largest board that the kernel plays on: those of a word."""


class Tables(NamedTuple):
    """A board for the kernel, which has arrays of uint64 in place of lists."""

    places: Any
    """(64, 2 + most lines through a field): by place its neighbours, the number of lines through
    it, and these lines."""
    directions: Any
    """(directions, 2): how far up a step goes, and the places with a neighbour that far up."""
    lines: Any
    """(lines,): the lines."""
    mills: Any
    """(directions of lines, most fields of a line): the lowest places of lines that go on in the
    same way, and how far up their other places are."""
    rows: Any
    """(rows,): the rows just longer than a line, unless they count as mills (M24)."""
    captures: Any
    """(lines, 3): how a line captures (`captures.BY_CUSTODY` and so on), the place in its middle,
    and those at its ends (M35-M37)."""


def order_of(board: Board) -> list[int]:
    """The index of the field at each place."""
    orders = [[*range(board.fields)]]
    players = board.fields // 12
    if players in PLAYER_COUNTS and board.fields % 12 == 0:
        rings = board.ring_fields or Board.rings(players).ring_fields
        orders.append([field.index for field in chain(*rings)])
    return min(orders, key=lambda order: len(_directions(board, order)))


def _places(order: Sequence[int], mask: int) -> list[int]:
    """The places of a bitboard's fields, in ascending order."""
    return [at for at, index in enumerate(order) if mask >> index & 1]


def placed(order: Sequence[int], mask: int) -> int:
    """A bitboard of the library as one of the kernel."""
    return sum(1 << place for place in _places(order, mask))


def _directions(board: Board, order: Sequence[int]) -> Mapping[int, int]:
    """The places with a neighbour so far up, by distance."""
    found: dict[int, int] = {}
    for at, index in enumerate(order):
        for other in _places(order, board.neighbour_masks[index]):
            if other > at:
                found[other - at] = found.get(other - at, 0) | 1 << at
    return found


def tables_of(terms: Terms) -> Tables:
    """The tables of a ruleset's board, as lists."""
    board, order = terms.board, order_of(terms.board)
    width = 2 + max(map(len, board.masks_through))
    places = [[0] * width for _ in range(MOST_FIELDS)]
    for at, index in enumerate(order):
        lines = [placed(order, mask) for mask in board.masks_through[index]]
        row = [placed(order, board.neighbour_masks[index]), len(lines), *lines]
        places[at][: len(row)] = row
    longest, starts = max(map(len, board.lines)), dict[tuple[int, ...], int]()
    for mask in board.line_masks:
        first, *others = _places(order, mask)
        ways = tuple(other - first for other in others)
        ways += ways[-1:] * (longest - 1 - len(ways))
        starts[ways] = starts.get(ways, 0) | 1 << first
    return Tables(
        places,
        directions=[[*each] for each in _directions(board, order).items()],
        lines=[placed(order, mask) for mask in board.line_masks],
        mills=[[each, *ways] for ways, each in starts.items()],
        rows=[placed(order, mask) for mask in terms.long_rows],
        captures=[
            [kind, placed(order, middle), placed(order, first | last)]
            for kind, lines in enumerate(
                (terms.custody_lines, terms.intervention_lines, terms.leap_lines), start=1
            )
            for first, middle, last in lines
        ],
    )
