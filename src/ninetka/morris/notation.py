"""The syntax of moves and positions, whether they are legal or not."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..base.errors import InvalidMoveError, quoted
from ..base.texts import DASH
from .board import FIELDS, FREE, SEATS, Board, Field, fields_of
from .moves import LEAVES, Move, Put, Remove, Step
from .position import Position
from .texts import Say

_FIELD: Final = "[A-Za-z0-9]+"
_MOVE: Final = re.compile(f"(?P<x>[Xx]?)(?P<first>{_FIELD})(?:{DASH}(?P<second>{_FIELD}))?")
_NUMBERS: Final = {str(field): field for field in FIELDS}
MARKED: Final = "x"
"""A marked field in a position text (M26)."""
OUT: Final = "-"
"""The hand of an expelled player in a position text."""


class Words(NamedTuple):
    """The words of a position text, in their order."""

    board: str
    """Fields in the order of their numbers."""
    hands: str
    cards: str
    quiet: str
    """The quiet turns in a row, and after a colon their steps (M22)."""
    to_move: str
    phase: str
    """The phase, and after a plus sign the further removals that are due (M20)."""
    ruleset: str


def read_move(text: str, board: Board) -> Move:
    """The move a text stands for: `7` puts, `7-10` moves or jumps, `x23` removes, `c:resigns`.

    Fields may be given by number or by name, in either case, and the dash may be of any kind.
    Raises InvalidMoveError.
    """
    match = _MOVE.fullmatch(text.strip())
    if not match or (match["x"] and match["second"]):
        leaving = LEAVES.get(text.strip().lower())
        if leaving is not None:
            return leaving
        put, step, remove = (write_move(move, board) for move in examples(board))
        sentence = Say.NOT_A_MOVE(text=quoted(text), put=put, step=step, remove=remove)
        raise InvalidMoveError(sentence)
    first = _read_field(match["first"], board)
    if match["second"]:
        return Step(first, _read_field(match["second"], board))
    return Remove(first) if match["x"] else Put(first)


def field_of_number(text: str, board: Board) -> Field:
    """The field whose number it is. Raises InvalidMoveError."""
    field = _NUMBERS.get(text)
    if field is None or field.number > board.fields:
        raise InvalidMoveError(Say.NOT_A_NUMBER(text=quoted(text), last=board.fields))
    return field


def _read_field(text: str, board: Board) -> Field:
    field = _NUMBERS.get(text) or board.fields_by_name.get(text.lower())
    if field is None or field.number > board.fields:
        raise _not_a_field(text, board)
    return field


def _not_a_field(text: str, board: Board) -> InvalidMoveError:
    if not board.names:
        return InvalidMoveError(Say.NOT_A_FIELD(text=quoted(text), last=board.fields))
    name = board.name_of(board.lines[0][0])
    return InvalidMoveError(Say.NOT_A_NAME(text=quoted(text), name=name, last=board.fields))


def examples(board: Board) -> tuple[Put, Step, Remove]:
    """A move of each kind, to show how moves are written; they go along the first line."""
    first, second, third = board.lines[0][:3]
    return Put(first), Step(first, second), Remove(third)


def write_move(move: Move, board: Board) -> str:
    """The text of a move on a board, with its fields' names if they have any."""
    match move:
        case Put(field):
            return board.name_of(field)
        case Remove(field):
            return f"x{board.name_of(field)}"
        case Step(start, end):
            return f"{board.name_of(start)}-{board.name_of(end)}"
    return str(move)


def write_position(position: Position) -> str:
    """The position text. Tokens of seats that do not play are in it too, as an error to be seen."""
    mask, notes = position.board.mask, position.notes
    letters = [FREE] * position.board.fields
    for seat, own in zip(SEATS, position.masks, strict=False):
        for field in fields_of(own & mask):
            letters[field.index] = str(seat)
    owned = zip(position.hands, position.masks, strict=False)
    held = (str(hand) if hand or own else OUT for hand, own in owned)
    for field in fields_of(notes.marked & mask):
        letters[field.index] = MARKED
    steps = ",".join(map(str, notes.steps))
    further = f"+{notes.further_removals}" if notes.further_removals else ""
    words = Words(
        board="".join(letters),
        hands="/".join(held),
        cards="/".join(map(str, position.cards)),
        quiet=f"{position.quiet}:{steps}" if steps else str(position.quiet),
        to_move=str(position.to_move),
        phase=f"{position.phase}{further}",
        ruleset=position.ruleset.name,
    )
    return " ".join(words)
