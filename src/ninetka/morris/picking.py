"""Moves made by picking fields, and why one cannot be made (M5-M7, M10)."""

from __future__ import annotations

from collections.abc import Sequence

from ..clicks import ClickableState
from ..errors import IllegalMoveError, InvalidMoveError, NinetkaError
from .board import Seat
from .legality import why_illegal, why_not_moved
from .moves import Move, Phase, Put, Remove, Step, fields_named
from .notation import field_of_number
from .rulesets import Terms


class PickedState(ClickableState[Move]):
    """A state whose moves are made by picking fields, by their numbers."""

    __slots__ = ()

    _terms: Terms
    to_move: Seat
    phase: Phase
    masks: tuple[int, ...]

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The number of the field; for a step, of where it starts, then of where it ends."""
        return tuple(map(str, fields_named(move)))

    def click_error(self, places: Sequence[str], /) -> NinetkaError:
        """Why no legal move begins with fields of these numbers, the last of which is at fault."""
        try:
            fields = [field_of_number(place, self._terms.board) for place in places]
        except InvalidMoveError as error:
            return error
        match self.phase, fields:
            case Phase.MOVE, [start]:
                reason, sentence = why_not_moved(self.masks, self.to_move, start)
                return IllegalMoveError(sentence, None, self, reason)
            case Phase.MOVE, [start, end]:
                return self._illegal(Step(start, end))
            case Phase.REMOVE, [field]:
                return self._illegal(Remove(field))
            case _, [field]:
                return self._illegal(Put(field))
        return super().click_error(places)

    def _illegal(self, move: Move) -> IllegalMoveError:
        reason, sentence = why_illegal(self._terms, self.masks, self.to_move, self.phase, move)
        return IllegalMoveError(sentence, move, self, reason)
