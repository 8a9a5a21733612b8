"""The regions of a packed position, in the order in which they were drawn.

While a game goes on, compiled code notes only beside which dots something was captured. From that
the regions are drawn again when somebody asks for the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..board import FIRST, SEATS, Board, Seat
from ..capture import tight_region, tight_regions
from ..position import Position, owned_with, undrawn
from ..regions import Region
from ..rulesets import Ruleset
from ..setup import with_rings
from .rules import HOUSE, POINTS

_END: Final = -3


def packed(histories: Sequence[Sequence[Region]], columns: int) -> NDArray[np.int16]:
    """Regions by position, as `Positions.before`."""
    rows = [[*_written(regions, columns)] for regions in histories]
    before = np.full((len(rows), max(map(len, rows))), _END, np.int16)
    for row, numbers in zip(before, rows, strict=True):
        row[: len(numbers)] = numbers
    return before


def _written(regions: Iterable[Region], columns: int) -> Iterator[int]:
    for region in regions:
        yield -1 - region.seat
        yield from (columns * point.row + point.column for point in region.chain)


def _read(before: Sequence[int], board: Board) -> Iterator[Region]:
    heads = [at for at, number in enumerate(before) if number < 0]
    for head, after in pairwise([*heads, len(before)]):
        if before[head] != _END:
            chain = tuple(board.points[code] for code in before[head + 1 : after])
            yield Region.known(SEATS[-1 - before[head]], chain)


def regions(
    ruleset: Ruleset, dots: tuple[int, int], before: Sequence[int], log: Sequence[int]
) -> tuple[Region, ...]:
    """The regions of a position with these dots by seat, `before` and the entries of the `log`."""
    board, steps = ruleset.board, [divmod(entry, POINTS)[::-1] for entry in log]
    bits = [board.bits[board.points[code].index] for code, _ in steps]
    placed = sum(bits)
    known = _begun(ruleset, (dots[0] & ~placed, dots[1] & ~placed), (*_read(before, board),))
    drawn, position = [*known.regions], known
    now = [*known.dot_masks]
    for bit, (_, captured) in zip(bits, steps, strict=True):
        seat = SEATS[dots[1] & bit != 0]
        now[seat] |= bit
        if captured:
            owner = seat.other if captured == HOUSE else seat
            walls = now[owner] & ~(position.owned_masks[0] | position.owned_masks[1])
            for region in _captured(board, owner, walls, bit, captured):
                drawn.append(region)
                inside = region.ring_on(board).inside
                owned = owned_with(position, owner, inside)
                position = Position(ruleset, FIRST, known.dot_masks, owned)
    return tuple(drawn)


def _begun(ruleset: Ruleset, dots: tuple[int, int], regions: tuple[Region, ...]) -> Position:
    """The position with these dots and regions."""
    position = undrawn(ruleset, FIRST, dots)
    if ruleset.border:
        return with_rings(Position(ruleset, FIRST, dots, regions=regions))
    for region in regions:
        position = position.with_region(region)
    return position


def _captured(board: Board, seat: Seat, walls: int, bit: int, captured: int) -> Sequence[Region]:
    """The regions that a seat drew when a dot was placed, given its live dots then (K10)."""
    open_ = board.all & ~walls
    if captured == HOUSE:
        return [tight_region(board, seat, board.flood(bit, open_))]
    sides = bit >> board.stride, bit << 1, bit << board.stride, bit >> 1
    seeds = sum(side for number, side in enumerate(sides) if captured >> number & 1)
    near = board.with_neighbours(bit)
    groups = board.groups(open_, seeds)
    groups.sort(key=lambda group: group & near & -(group & near))  # the order of `captures`
    return tight_regions(board, seat, groups)
