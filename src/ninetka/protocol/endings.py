"""Endings other than by a move: resignation, agreement and time. For games that have them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import Final

import attrs
from attrs.validators import optional

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.fields import fitted

__all__ = ["AGREEMENT", "Ending", "EndingKind", "endings_of", "parse_ending"]


class EndingKind(Enum):
    """How a game can end other than by a move."""

    AGREEMENT = "agreement"
    """The players agree to stop."""
    RESIGNATION = "resigns"
    """A player gives up."""
    TIME = "out of time"
    """A player has run out of time."""


def _check_seat(_: object, __: object, seat: int) -> None:
    if seat < 0:
        raise NinetkaError(f"seats are counted from 0, not {quoted(seat)}")


@documented
@attrs.frozen(field_transformer=fitted())
class Ending:
    """What ended a game that could have gone on.

    `Game.resign`, `Game.agree` and `Game.time_out` end a game so, and `State.outcome_after` tells
    what that would be worth. Raises NinetkaError for an agreement with a seat, or another ending
    without one, and for what is not a kind or a seat.
    """

    kind: EndingKind
    """How the game ended."""
    seat: int | None = attrs.field(default=None, validator=optional(_check_seat))
    """The seat that resigned or has run out of time; None for an agreement."""

    def __attrs_post_init__(self) -> None:
        if (self.kind is EndingKind.AGREEMENT) != (self.seat is None):
            raise NinetkaError("an agreement has no seat, and any other ending has one")

    def to_text(self, seats: Sequence[int]) -> str:
        """The text in records, given the seats of the game: `agreement`, `x resigns`."""
        return self.kind.value if self.seat is None else f"{seats[self.seat]} {self.kind.value}"


AGREEMENT: Final = Ending(EndingKind.AGREEMENT)
"""The players agree to stop."""


def endings_of(kinds: Collection[EndingKind], seats: Sequence[int]) -> Iterator[Ending]:
    """Every ending of these kinds: an agreement once, the others for each seat."""
    for kind in EndingKind:
        if kind in kinds:
            of = [None] if kind is EndingKind.AGREEMENT else map(int, seats)
            yield from (Ending(kind, seat) for seat in of)


def parse_ending(text: str, seats: Sequence[int]) -> Ending:
    """The ending that a text stands for, given the seats of the game. Raises NinetkaError."""
    known = {ending.to_text(seats): ending for ending in endings_of([*EndingKind], seats)}
    if text not in known:
        raise NinetkaError(f"an ending is one of {', '.join(known)}, not {quoted(text)}")
    return known[text]
