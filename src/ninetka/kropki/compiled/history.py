"""The regions of a packed position, in the order in which they were drawn.

While a game goes on, compiled code notes only beside which dots something was captured, or with
which chains were declared. From that the regions are drawn again when somebody asks for the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..board import FIRST, SEATS, Board, Seat
from ..capture import tight_region, tight_regions
from ..position import Position, owned_with, undrawn
from ..regions import Region
from ..rulesets import Ruleset
from ..setup import with_rings
from ..state import DeclaredState
from .rules import POINTS
from .turns import HOUSE


def regions(
    ruleset: Ruleset, dots: tuple[int, int], before: tuple[Region, ...], log: Sequence[int]
) -> tuple[Region, ...]:
    """The regions of a position with these dots by seat: those `before`, and what the `log` tells.

    `before` are those that it had when it was packed, the `log` is that of `Positions`.
    """
    board, steps = ruleset.board, [divmod(entry, POINTS)[::-1] for entry in log]
    bits = [board.bits[board.points[code].index] for code, _ in steps]
    placed = sum(bits)
    known = _begun(ruleset, (dots[0] & ~placed, dots[1] & ~placed), before)
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


def declared_regions(
    ruleset: Ruleset, dots: tuple[int, int], before: tuple[Region, ...], log: Sequence[int]
) -> tuple[Region, ...]:
    """The regions of a position with these dots by seat: those `before`, and what the `log` tells.

    `before` are those that it had when it was packed. An entry of the `log` is the code of a dot,
    and POINTS more if all chains that were offered were declared with it.
    """
    board, steps = ruleset.board, [divmod(entry, POINTS) for entry in log]
    bits = [board.bits[board.points[code].index] for _, code in steps]
    now = [mask & ~sum(bits) for mask in dots]
    begun = undrawn(ruleset, SEATS[0], (now[0], now[1]))
    for region in before:
        begun = begun.with_region(region)
    drawn = begun.regions, begun.owned_masks
    for bit, (declares, _) in zip(bits, steps, strict=True):
        seat = SEATS[dots[1] & bit != 0]
        if declares:
            position = DeclaredState(ruleset, seat, (now[0], now[1]), drawn[1], drawn[0])
            for region in position.offered_regions:
                position = position.with_region(region)
            drawn = position.regions, position.owned_masks
        now[seat] |= bit
    return drawn[0]
