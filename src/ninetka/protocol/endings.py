"""Endings other than by a move: resignation, agreement and time. For games that have them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.fields import convert_fields
from .texts import Say

__all__ = [
    "AGREEMENT",
    "LETTERS",
    "Ending",
    "EndingKind",
    "check_decided",
    "endings_of",
    "parse_ending",
]


class EndingKind(Enum):
    """The ways a game can end other than by a move."""

    AGREEMENT = "agreement"
    """The players agree to stop."""
    RESIGNATION = "resigns"
    """A player gives up."""
    TIME = "out of time"
    """A player has run out of time."""
    GROUNDING = "grounds"
    """A player stops, and loses what is not connected to the edge of the board."""


_EXPLAINED: Final = {
    EndingKind.AGREEMENT: Say.AGREED,
    EndingKind.RESIGNATION: Say.HAS_RESIGNED,
    EndingKind.TIME: Say.RAN_OUT_OF_TIME,
    EndingKind.GROUNDING: Say.HAS_GROUNDED,
}
LETTERS: Final[Mapping[EndingKind, str]] = {EndingKind.RESIGNATION: "R", EndingKind.TIME: "T"}
"""The letters that results have after the winner, in place of points: `x+R`."""


@documented
@attrs.frozen(field_transformer=convert_fields())
class Ending:
    """An ending of a game that could have gone on.

    `Game.resign`, `Game.agree`, `Game.time_out` and `Game.ground` end a game so, and
    `State.outcome_after` tells what that would be worth. Raises NinetkaError for an agreement with
    a seat, or another ending without one, and for what is not a kind or a seat.
    """

    kind: EndingKind
    """The way the game ended."""
    seat: int | None = None
    """The seat that resigned, has run out of time or grounds; None for an agreement."""

    def __attrs_post_init__(self) -> None:
        if self.seat is not None and self.seat < 0:
            raise NinetkaError(f"seats are counted from 0, not {quoted(self.seat)}")
        if (self.kind is EndingKind.AGREEMENT) != (self.seat is None):
            raise NinetkaError("an agreement has no seat, and any other ending has one")

    def to_text(self, seats: Sequence[int]) -> str:
        """The text in records, given the seats of the game: `agreement`, `x resigns`."""
        return self.kind.value if self.seat is None else f"{seats[self.seat]} {self.kind.value}"

    def explained(self, seats: Sequence[int]) -> str:
        """A sentence such as `Seat a has resigned.`, given the seats of the game."""
        player = "" if self.seat is None else Say.SEAT(seat=seats[self.seat])
        return _EXPLAINED[self.kind](player=player)


AGREEMENT: Final = Ending(EndingKind.AGREEMENT)
"""The players agree to stop."""


def check_decided(ending: Ending, players: int) -> None:
    """Raise NinetkaError unless it can have ended a game of that number of players, for an Outcome.

    It is an agreement, or a seat that plays resigns or runs out of time.
    """
    if ending.seat is not None and (ending.kind not in LETTERS or ending.seat >= players):
        how = f"seat {ending.seat} {ending.kind.value}"
        raise NinetkaError(f"a game for {players} players cannot end with '{how}'")


def endings_of(kinds: Collection[EndingKind], seats: Sequence[int]) -> Iterator[Ending]:
    """Every ending of these kinds: an agreement once, the others for each seat."""
    for kind in EndingKind:
        if kind in kinds:
            of = [None] if kind is EndingKind.AGREEMENT else map(int, seats)
            yield from (Ending(kind, seat) for seat in of)


def parse_ending(text: str, seats: Sequence[int], kinds: Collection[EndingKind] = ()) -> Ending:
    """The ending that a text stands for, given the seats of the game and the kinds that it knows.

    Without kinds it may be any. Raises NinetkaError.
    """
    known = {
        ending.to_text(seats): ending for ending in endings_of(kinds or tuple(EndingKind), seats)
    }
    if text not in known:
        raise NinetkaError(Say.ENDINGS(known=tuple(known), text=quoted(text)))
    return known[text]
