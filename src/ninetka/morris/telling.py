"""What a move does, in sentences for people who hear the game (M5-M7, M9, M10, M12, M28)."""

from __future__ import annotations

from collections.abc import Iterator

from ..protocol.endings import EndingKind
from .board import owner_of
from .mills import makes_mill
from .moves import Leave, Move, Put, Remove, fields_named
from .position import Position


def tell(before: Position, move: Move, after: Position) -> str:
    """What a move has done, with who is out of the game by it."""
    return " ".join([_act(before, move, after), *_expelled(before, move, after)])


def _act(before: Position, move: Move, after: Position) -> str:
    board, seat = before.board, before.to_move
    match move:
        case Leave(leaver, EndingKind.RESIGNATION):
            return f"Seat {leaver} resigned."
        case Leave(leaver):
            return f"Seat {leaver} ran out of time."
        case Remove(field):
            owner = owner_of(before.masks, field.index)
            return f"Seat {seat} removed the token of Seat {owner} on {board.name_of(field)}."
    end = fields_named(move)[-1]
    if isinstance(move, Put):
        act = f"Seat {seat} put a token on {board.name_of(end)}"
    elif board.neighbour_masks[move.start.index] & end.bit:
        act = f"Seat {seat} moved from {board.name_of(move.start)} to {board.name_of(end)}"
    else:
        act = f"Seat {seat} jumped from {board.name_of(move.start)} to {board.name_of(end)}"
    is_mill = makes_mill(before.terms, after.masks[seat], end.index)
    return f"{act} and made a mill." if is_mill else f"{act}."


def _expelled(before: Position, move: Move, after: Position) -> Iterator[str]:
    """Who has lost their last tokens to a removal (M12)."""
    if isinstance(move, Remove):
        for seat in before.remaining:
            if seat not in after.remaining:
                yield f"Seat {seat} is out of the game."
