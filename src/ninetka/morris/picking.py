"""Why no move can be made by picking fields (M5-M7, M10)."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import InvalidMoveError, quoted
from .board import Seat
from .legality import Reason, why_illegal, why_not_moved
from .moves import Move, Phase, Put, Remove, Step
from .notation import field_of_number
from .rulesets import Terms


def why_not_picked(
    terms: Terms, tokens: Sequence[int], to_move: Seat, phase: Phase, places: Sequence[str]
) -> tuple[Reason, str, Move | None]:
    """Why no legal move begins with fields of these numbers, and the move that they would make.

    Raises InvalidMoveError for what is not a field, or is more than a move has.
    """
    fields = [field_of_number(place, terms.board) for place in places]
    move: Move
    match phase, fields:
        case Phase.MOVE, [start]:
            return *why_not_moved(terms, tokens, to_move, start), None
        case Phase.MOVE, [start, end]:
            move = Step(start, end)
        case Phase.REMOVE, [field]:
            move = Remove(field)
        case _, [field]:
            move = Put(field)
        case _:
            name = terms.board.name_of(fields[-1])
            raise InvalidMoveError(f"no move goes on with {quoted(name)}")
    return *why_illegal(terms, tokens, to_move, phase, move), move
