"""Points, results and what an agreed game is worth (K11-K13)."""

from __future__ import annotations

from typing import final

import attrs

from .board import SEATS, Seat


def scores(dots: tuple[int, int], owned: tuple[int, int]) -> tuple[int, int]:
    """Points by seat (K11), given the dots and who the points belong to, as bitboards."""
    return (owned[0] & dots[1]).bit_count(), (owned[1] & dots[0]).bit_count()


@final
@attrs.frozen
class Outcome:
    """How a game ended (K11-K13). `str` gives the points by seat as records state them: `4-4`."""

    scores: tuple[int, int]
    """Points by seat."""

    @property
    def winner(self) -> Seat | None:
        """The seat with more points; None if the game is drawn."""
        first, second = self.scores
        return None if first == second else SEATS[second > first]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winner alone, or nobody."""
        return () if self.winner is None else (self.winner,)

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """Both seats, the better first; the first seat if they have drawn."""
        return SEATS[::-1] if self.winner is Seat.SECOND else SEATS

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))
