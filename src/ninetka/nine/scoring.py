"""Who holds the sections, the points and the ranking (R11, R12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

import attrs

from ..frozenmap import FrozenMap
from .rulesets import Seat
from .squares import SECTIONS, Section

SEATS: Final = tuple(Seat)


def owners(stones: Sequence[int]) -> Mapping[Section, Seat | None]:
    """Who has conquered each section (R11), given each seat's stones as a bitboard."""
    return FrozenMap({section: _owner(mask, stones) for section, mask in SECTIONS.items()})


def _owner(section: int, stones: Sequence[int]) -> Seat | None:
    counts = [(section & own).bit_count() for own in stones]
    most = max(counts)
    return SEATS[counts.index(most)] if counts.count(most) == 1 else None


def scores(stones: Sequence[int]) -> tuple[int, ...]:
    """Points by seat (R12), given each seat's stones as a bitboard."""
    holders = list(owners(stones).values())
    return tuple(holders.count(seat) for seat in SEATS[: len(stones)])


@final
@attrs.frozen
class Outcome:
    """How a game ended (R12). `str` gives the points by seat as records state them: `4-4`."""

    scores: tuple[int, ...]
    """Points by seat."""

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """All seats, best first: by points, then the later seat first."""
        seats = SEATS[: len(self.scores)]
        return tuple(sorted(seats, key=lambda seat: (self.scores[seat], seat), reverse=True))

    @property
    def winner(self) -> Seat:
        """The one seat that won."""
        return self.ranking[0]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winner alone, in the form that games with several winners share."""
        return (self.winner,)

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))
