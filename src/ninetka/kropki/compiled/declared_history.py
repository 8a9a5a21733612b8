"""The regions of a packed position in which chains are declared, in the order they were drawn.

As in `history`, they are drawn again when somebody asks for the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..board import SEATS
from ..position import undrawn
from ..regions import Region
from ..rulesets import Ruleset
from ..state import DeclaredState
from .rules import POINTS


def regions(
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
