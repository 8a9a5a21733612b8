"""A position as planes of bits, for programs that learn, as seen from one seat.

Seats are counted from the observing one, which is +0; the next in turn order is +1.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from .board import SIZE
from .moves import Phase
from .position import Position
from .scoring import conquered

_ALL: Final = (1 << SIZE * SIZE) - 1
_PHASES: Final = tuple(Phase)


def plane_shape(position: Position) -> tuple[int, int]:
    """The rows and columns of a plane; bit 11·row + column belongs to the square there."""
    return SIZE, SIZE


def plane_names(position: Position) -> tuple[str, ...]:
    """The names of the planes, which say what each shows."""
    return _names(position.players)


@cache
def _names(players: int) -> tuple[str, ...]:
    seats = range(players)
    return (
        *(f"stones of seat +{seat}" for seat in seats),
        "neutrals",
        "squares of legal moves",
        *(f"phase {phase}" for phase in _PHASES),
        *(f"seat +{seat} is to move" for seat in seats),
        *(f"sections of seat +{seat}" for seat in seats),
        *(f"seen from seat {seat}" for seat in seats),
    )


@cache
def _one_of(which: int, count: int) -> tuple[int, ...]:
    """`count` planes, of which only the one numbered `which` is all ones."""
    return tuple(_ALL if each == which else 0 for each in range(count))


def planes(position: Position, seat: int) -> tuple[int, ...]:
    """The planes in the order of `plane_names`; those not about squares are all ones or 0.

    The last ones are needed because seats are not equal: ties go to the later one (R12).
    """
    players, stones = position.players, position.stone_masks
    sections = conquered(position)
    return (
        *stones[seat:],
        *stones[:seat],
        position.neutral_mask,
        position.legal_mask,
        *_one_of(_PHASES.index(position.phase), len(_PHASES)),
        *_one_of((position.to_move - seat) % players, players),
        *sections[seat:],
        *sections[:seat],
        *_one_of(seat, players),
    )
