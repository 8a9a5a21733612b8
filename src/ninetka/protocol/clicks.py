"""Moves made by picking places on a picture, one after another."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, Generic

import attrs

from ..base.documented import documented
from ..base.errors import InvalidMoveError, NinetkaError, quoted
from ..base.messages import listed
from .states import GameState, M
from .texts import Say

__all__ = ["Click", "ClickableState"]


@documented
@attrs.frozen
class Click(Generic[M]):
    """The result of picking places one after another: a move, or what can be picked next."""

    move: M | None
    """The legal move that they make; None if they are only the beginning of moves."""
    next: Collection[str] = ()
    """All places that may be picked next.

    If moves cannot be listed, there may be no such place and no move either: a ring begun in Kropki
    may turn out impossible.
    """
    offers: Sequence[Sequence[str]] = ()
    """Series of places, each of which may be picked next as a whole."""


class ClickableState(GameState[M]):
    """A state whose moves can be made by picking places on its picture, one after another.

    A place's name is in `data-place` of its target in `DrawableState.to_svg`.
    """

    __slots__ = ()

    @abstractmethod
    def places_of(self, move: M, /) -> Sequence[str]:
        """The places to pick for a legal move, in order; none for a pass.

        No two legal moves have the same places.
        """

    def click(self, places: Sequence[str] = (), /) -> Click[M]:
        """The result of picking these places one after another; without any, what to pick first.

        Moves are found among `some_moves`: a state that has others too must override this. Raises
        IllegalMoveError or InvalidMoveError if no legal move begins with these places.
        """
        moves = [(move, self.places_of(move)) for move in self.some_moves]
        for at, place in enumerate(places):
            moves = [each for each in moves if len(each[1]) > at and each[1][at] == place]
            if not moves:
                raise self.click_error(places[: at + 1])
        count = len(places)
        made = next((move for move, its in moves if len(its) == count), None)
        following = dict.fromkeys(its[count] for _, its in moves if len(its) > count)
        return Click(made, tuple(following))

    def click_error(self, places: Sequence[str], /) -> NinetkaError:
        """The error that says why no legal move begins with these places; the last is at fault.

        If the name of a place is not the text of a move, a game should override this.
        """
        if (nothing := nothing_wrong(self, places)) is not None:
            return nothing
        *before, place = places
        if before:
            return InvalidMoveError(Say.NO_MOVE_GOES_ON(place=quoted(place)))
        try:
            self.parse_move(place)
        except NinetkaError as error:
            return error
        return InvalidMoveError(Say.NO_MOVE_BEGINS(place=quoted(place)))


def nothing_wrong(state: ClickableState[Any], places: Sequence[str]) -> InvalidMoveError | None:
    """The error for places with which a legal move begins, or for none; otherwise None."""
    if not places:
        return InvalidMoveError(Say.NO_PLACE())
    if any([*state.places_of(move)][: len(places)] == [*places] for move in state.some_moves):
        return InvalidMoveError(Say.MOVE_BEGINS(places=listed(map(quoted, places))))
    return None
