"""Conquered sections, points and ranking (R11, R12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

import attrs

from .. import protocol
from ..base.documented import documented
from ..base.errors import NinetkaError, listed
from ..base.fields import fitted
from ..base.frozenmap import FrozenMap
from .board import INNER, SEATS, SECTIONS, Seat, Section
from .position import Position
from .rulesets import PLAYER_COUNTS

_SECTIONS: Final = tuple(SECTIONS.values())


def owners(position: Position) -> Mapping[Section, Seat | None]:
    """The seat that has conquered each section as the board stands (R11)."""
    seats = (None if holder is None else SEATS[holder] for holder in holders(position.stone_masks))
    return FrozenMap(zip(SECTIONS, seats, strict=True))


def held(position: Position) -> list[int]:
    """By seat: the bitboard of its conquered sections as the board stands (R11)."""
    stones = position.stone_masks
    sections = [0] * len(stones)
    if sum(stones) & INNER:
        for mask, holder in zip(_SECTIONS, holders(stones), strict=True):
            if holder is not None:
                sections[holder] |= mask
    return sections


def scores(position: Position) -> tuple[int, ...]:
    """Points by seat as the board stands: one for each conquered section (R12)."""
    stones = position.stone_masks
    holding = holders(stones)
    return tuple(holding.count(seat) for seat in range(len(stones)))


def holders(stones: Sequence[int]) -> list[int | None]:
    """By section: the seat with strictly more stones in it than every other (R11).

    `stones` has a bitboard for each seat. It takes no position: `gains` asks about stones that have
    not slid yet, and a position made for that would add a third to the time of each move.
    """
    holding: list[int | None] = []
    for section in _SECTIONS:
        most, holder = 0, None
        for seat, own in enumerate(stones):
            count = (own & section).bit_count()
            if count > most:
                most, holder = count, seat
            # A tie for most, or no stone at all
            elif count == most:
                holder = None
        holding.append(holder)
    return holding


def _check_scores(_: object, __: object, scores: tuple[int, ...]) -> None:
    if len(scores) not in PLAYER_COUNTS:
        raise NinetkaError(f"2 to {len(SEATS)} seats have points, not {len(scores)}")


@final
@documented
@attrs.frozen(field_transformer=fitted())
class Outcome(protocol.GameOutcome):
    """How a game ended (R12). Its `str` is the points by seat, as records state them: `4-4`."""

    scores: tuple[int, ...] = attrs.field(validator=_check_scores)
    """Points by seat."""

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """All seats, best first: by points, and among equals the later seat first (R12)."""
        seats = SEATS[: len(self.scores)]
        return tuple(sorted(seats, key=lambda seat: (self.scores[seat], seat), reverse=True))

    @property
    def winner(self) -> Seat:
        """The seat that won."""
        return self.ranking[0]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winner alone: games of several winners have more."""
        return (self.winner,)

    @property
    def explanation(self) -> str:
        """A sentence on why the winner beats those it is tied with; empty if there are none."""
        most = max(self.scores)
        tied = [seat for seat, points in zip(SEATS, self.scores, strict=False) if points == most]
        if len(tied) == 1:
            return ""
        points = "1 point" if most == 1 else f"{most} points"
        order = "later" if len(tied) == 2 else "latest"
        return f"Seats {listed(tied)} are tied at {points}: the {order} in turn order wins."

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))
