"""The syntax of moves and positions, whether they are legal or not."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..base.errors import InvalidMoveError, quoted
from ..base.messages import listed
from ..base.texts import DASH
from .board import FIELDS, FREE, SEATS, Board, Field, fields_of
from .moves import LEAVES, Move, Put, Remove, Step
from .noted import write_notes
from .position import Position
from .texts import Say

_FIELD: Final = "[A-Za-z0-9]+"
ARROW: Final = f"(?:{DASH}{{1,2}}>?|=?>|[\u2192\u21d2])"
"""A dash in a regular expression, or an arrow."""
_MOVE: Final = re.compile(
    rf"(?P<x>[Xx\u00d7]?)\s*+(?P<first>{_FIELD})"
    rf"(?:(?:\s*+{ARROW}\s*+|\s++(?=[A-Za-z]))(?P<second>{_FIELD}))?"
)
REMOVAL: Final = re.compile("(?<![^0-9])[Xx\u00d7](?=[A-Za-z0-9])")
"""The beginning of a removal, alone or joined to the move before it, as in `g7xa1`."""
_REMOVALS: Final = re.compile(r"(?<=[0-9])[\s,/]*+[Xx\u00d7]\s*+(?=[A-Za-z0-9])")
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
    notes: str
    """What else is noted, as in `noted`; empty, and no word of the text, if that is nothing."""
    ruleset: str

    @classmethod
    def of(cls, text: str) -> Words | None:
        """The words of a text; None if there are too few or too many."""
        *words, ruleset = text.split() or [""]
        if len(words) not in (6, 7):
            return None
        board, hands, cards, quiet, to_move, phase, *notes = words
        return cls(board, hands, cards, quiet, to_move, phase, "".join(notes), ruleset)

    def __str__(self) -> str:
        return " ".join(word for word in self if word)


def read_move(text: str, board: Board) -> Move:
    """The move a text stands for: `7` puts, `7-10` moves or jumps, `x23` removes, `c:resigns`.

    Fields may be given by number or by name, in either case. The dash may be of any kind, an arrow,
    or a blank before a name, and needn't stand between two names. Raises InvalidMoveError.
    """
    match = _MOVE.fullmatch(text.strip())
    if not match or (match["x"] and match["second"]):
        leaving = LEAVES.get(text.strip().lower())
        if leaving is not None:
            return leaving
        _refuse_joined(text)
        put, step, remove = (write_move(move, board) for move in examples(board))
        sentence = Say.NOT_A_MOVE(text=quoted(text), put=put, step=step, remove=remove)
        raise InvalidMoveError(sentence)
    first, second = _field_of(match["first"], board), match["second"]
    if first is None and not match["x"] and not second:
        together = _run_together(match["first"], board)
        if together is not None:
            return together
    if first is None:
        raise _not_a_field(text, match["first"], board)
    if second:
        end = _field_of(second, board)
        if end is None:
            raise _not_a_field(text, second, board)
        return Step(first, end)
    return Remove(first) if match["x"] else Put(first)


def _run_together(text: str, board: Board) -> Step | None:
    """The step of two names without a dash, `g7g4`; None if there is not just one such step."""
    names = board.fields_by_name
    if len(text) > 2 * max(map(len, names), default=0):
        return None
    lower = text.lower()
    halves = ((names.get(lower[:at]), names.get(lower[at:])) for at in range(1, len(text)))
    steps = [Step(start, end) for start, end in halves if start and end]
    return steps[0] if len(steps) == 1 else None


def _refuse_joined(text: str) -> None:
    """Raise InvalidMoveError for removals that are joined to a move."""
    first, *removed = _REMOVALS.split(text.strip())
    if removed:
        removals = listed([f"x{field}" for field in removed])
        raise InvalidMoveError(Say.REMOVAL_IS_A_MOVE(first=first, removals=removals))


def field_of_number(text: str, board: Board) -> Field:
    """The field whose number it is. Raises InvalidMoveError."""
    field = _NUMBERS.get(text)
    if field is None or field.number > board.fields:
        raise InvalidMoveError(Say.NOT_A_NUMBER(text=quoted(text), last=board.fields))
    return field


def _field_of(text: str, board: Board) -> Field | None:
    """The field of a number or a name; None if the board has none."""
    field = _NUMBERS.get(text) or board.fields_by_name.get(text.lower())
    return None if field is None or field.number > board.fields else field


def _not_a_field(move: str, text: str, board: Board) -> InvalidMoveError:
    """The error for a text in a move that is not a field. Raises another for joined removals."""
    _refuse_joined(move)
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
    out = OUT if position.terms.expels else "0"
    held = (str(hand) if hand or own else out for hand, own in owned)
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
        notes=write_notes(notes.extra),
        ruleset=position.ruleset.name,
    )
    return str(words)
