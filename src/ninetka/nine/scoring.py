"""Who holds the sections, the points, the ranking and the tournament (R11-R13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

import attrs

from ..errors import NinetkaError
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


@final
@attrs.frozen
class Tournament:
    """Two games of two players, each once in each seat (R13)."""

    first: Outcome
    second: Outcome
    """The return game: who sat first in `first` sits second here."""

    def __attrs_post_init__(self) -> None:
        if not len(self.first.scores) == len(self.second.scores) == len(SEATS[:2]):
            raise NinetkaError("a tournament is two games of two players")

    @property
    def totals(self) -> tuple[int, int]:
        """Points in both games together, by the seats of the first game."""
        one, other = self.first.scores
        other_return, one_return = self.second.scores
        return one + one_return, other + other_return

    @property
    def winner(self) -> Seat | None:
        """Who won, by seat of the first game; None if the match is drawn."""
        one, other = self.totals
        if one == other:
            return None
        return Seat.FIRST if one > other else Seat.SECOND
