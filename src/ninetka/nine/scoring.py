"""Conquered sections, points and ranking (R11, R12).

Sections and points are those of stones, given as a bitboard for each seat, rather than of a
position: `gains` asks about stones that have not slid yet.
"""

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
from .rulesets import PLAYER_COUNTS

_SECTIONS: Final = tuple(SECTIONS.values())


def owners(stones: Sequence[int]) -> Mapping[Section, Seat | None]:
    """The seat that has conquered each section (R11), from the bitboards of the seats' stones."""
    holders = (None if holder is None else SEATS[holder] for holder in _holders(stones))
    return FrozenMap(zip(SECTIONS, holders, strict=True))


def held(stones: Sequence[int]) -> list[int]:
    """By seat: the bitboard of its conquered sections (R11), from those of the seats' stones."""
    sections = [0] * len(stones)
    if sum(stones) & INNER:
        for mask, holder in zip(_SECTIONS, _holders(stones), strict=True):
            if holder is not None:
                sections[holder] |= mask
    return sections


def scores(stones: Sequence[int]) -> tuple[int, ...]:
    """Points by seat: one for each conquered section (R12)."""
    holders = _holders(stones)
    return tuple(holders.count(seat) for seat in range(len(stones)))


def _holders(stones: Sequence[int]) -> list[int | None]:
    """By section: the seat with strictly more stones in it than every other (R11)."""
    holders: list[int | None] = []
    for section in _SECTIONS:
        most, holder = 0, None
        for seat, own in enumerate(stones):
            count = (own & section).bit_count()
            if count > most:
                most, holder = count, seat
            # A tie for most, or no stone at all
            elif count == most:
                holder = None
        holders.append(holder)
    return holders


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
