"""A state as text.

A board whose fields have places is drawn as it is, with each field's number and, if a token is
there, its owner's letter. Any other board is a list of its lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from ..drawing import Paint, TextBoard
from ..svg import Point
from .board import Board, Field, Line
from .colours import COLOURS
from .moves import Move
from .state import State
from .status import check_last_move, field_of, status

_ACROSS, _UPRIGHT, _RISING, _FALLING, _DOT, _MILL = (
    "\u2500", "\u2502", "\u2571", "\u2572", "\u00b7", "\u25cf",
)  # fmt: skip
_ASCII: Final = str.maketrans(
    {_ACROSS: "-", _UPRIGHT: "|", _RISING: "/", _FALLING: "\\", _DOT: ".", _MILL: "*"}
)
_SPREADS: Final = range(6, 36)
"""How many columns the outermost fields may be from the middle."""
_COLUMN: Final = 15
_LINES_IN_A_ROW: Final = 5
"""Rows of the list of lines are 75 characters wide: each takes up to 13, as [10b]-11b-12b."""
_GRID_NAME: Final = re.compile("[a-z][0-9]{1,2}")

Place: TypeAlias = tuple[int, int]
"""A row and a column of characters."""
Canvas: TypeAlias = dict[Place, str]
"""What is where; a painted text is all where it begins, with nothing in the places after it."""


def write(state: State, board: TextBoard[Move]) -> str:
    """The board, what each player has, whose turn it is and what is due, as `State.to_board` says.

    Fields are numbers, with the owner's letter if a token is there: `16a`. Mills (M3) are lines of
    `*`. The field of the last move is in brackets. If the fields' names are columns and rows (M2),
    these are around the board. Without names, no line is longer than 80 characters. Raises
    IllegalMoveError if the last move cannot have been that.
    """
    marked = None
    if board.last_move is not None:
        check_last_move(state, board.last_move)
        marked = field_of(board.last_move)
    places = _places(state.board.places)
    if places:
        rows = _rows(_drawn(state, places, marked, board.paint))
    else:
        rows = _lines(state, marked, board.paint)
    text = "\n".join([*rows, "", *_table(state, board.names), status(state, board.names)])
    return text if board.unicode else text.translate(_ASCII)


@lru_cache
def _places(places: Mapping[Field, Point]) -> Mapping[Field, Place]:
    """Where the fields' numbers end, on as few rows as possible; empty if there is no room."""
    farthest = max((abs(each) for place in places.values() for each in place), default=1)
    for spread in _SPREADS:
        scale = spread / farthest
        found = {
            field: (round(y * scale / 2), round(x * scale)) for field, (x, y) in places.items()
        }
        if _have_room([*found.values()]):
            return found
    return {}


def _have_room(places: Sequence[Place]) -> bool:
    """Whether all places have room for a text such as `[16a]` and for lines between them."""
    return all(
        abs(row - other_row) >= 2 or abs(column - other_column) >= 4
        for at, (row, column) in enumerate(places)
        for other_row, other_column in places[:at]
    )


def _drawn(
    state: State, places: Mapping[Field, Place], marked: Field | None, paint: Paint | None
) -> Canvas:
    board, full = state.board, _full_lines(state)
    canvas = _edges(board, places)
    for line in board.lines:
        for start, end in pairwise(line):
            _draw_line(canvas, places[start], places[end], _MILL if line in full else "")
    for field, (row, column) in places.items():
        text, shown = _cell(state, field, marked, paint)
        first = column + 1 - len(str(field)) - (field is marked)
        canvas |= {(row, first + at): "" for at in range(len(text))}
        canvas[row, first] = shown
    return canvas


def _full_lines(state: State) -> set[Line]:
    return {line for seat in state.seats for line in state.mills(seat)}


def _cell(state: State, field: Field, marked: Field | None, paint: Paint | None) -> tuple[str, str]:
    """A field's text, such as `16a`, unpainted and painted."""
    owner = state.token_at(field)
    text = str(field) if owner is None else f"{field}{owner}"
    shown = text
    if paint is not None and owner is not None:
        shown = paint(text, COLOURS[owner])
    return (f"[{text}]", f"[{shown}]") if field is marked else (text, shown)


def _draw_line(canvas: Canvas, start: Place, end: Place, symbol: str) -> None:
    """A line between two fields, of a symbol if it is given, that doesn't touch their texts."""
    (row, column), (to_row, to_column) = start, end
    down, right = to_row - row, to_column - column
    count = max(abs(down), abs(right) // 2)
    line = _DOT
    if down == 0:
        line, count = _ACROSS, abs(right)
    elif right == 0:
        line = _UPRIGHT
    elif abs(right) < 2 * abs(down):
        line = _RISING if down * right < 0 else _FALLING
    for step in range(1, count):
        at = round(row + step * down / count), round(column + step * right / count)
        touching = any(at[0] == end[0] and abs(at[1] - end[1]) <= 3 for end in (start, end))
        if down == 0 or not touching:
            canvas[at] = symbol or line


def _edges(board: Board, places: Mapping[Field, Place]) -> Canvas:
    """Letters below the board and numbers on its left, if names are columns and rows (M2)."""
    names = {field: board.names.get(field, "") for field in places}
    if not all(map(_GRID_NAME.fullmatch, names.values())):
        return {}
    columns = {names[field][0]: column for field, (_, column) in places.items()}
    rows = {names[field][1:]: row for field, (row, _) in places.items()}
    if any(place != (rows[names[f][1:]], columns[names[f][0]]) for f, place in places.items()):
        return {}
    left, below = min(columns.values()) - 5, max(rows.values()) + 1
    canvas = {(below, column): letter for letter, column in columns.items()}
    for number, row in rows.items():
        canvas |= {(row, left + at): digit for at, digit in enumerate(number)}
    return canvas


def _rows(canvas: Canvas) -> Iterator[str]:
    (top, _), (bottom, _) = min(canvas), max(canvas)
    columns = [column for _, column in canvas]
    for row in range(top, bottom + 1):
        characters = (
            canvas.get((row, column), " ") for column in range(min(columns), max(columns) + 1)
        )
        yield "".join(characters).rstrip(" ")


def _lines(state: State, marked: Field | None, paint: Paint | None) -> Iterator[str]:
    """The board's lines, several in a row."""
    full, texts = _full_lines(state), []
    for line in state.board.lines:
        cells = [_cell(state, field, marked, paint) for field in line]
        width = sum(len(text) for text, _ in cells) + len(cells) - 1
        joint = _MILL if line in full else _ACROSS
        texts.append(joint.join(shown for _, shown in cells) + " " * (_COLUMN - width))
    for at in range(0, len(texts), _LINES_IN_A_ROW):
        yield "".join(texts[at : at + _LINES_IN_A_ROW]).rstrip(" ")


def _table(state: State, names: Sequence[str]) -> Iterator[str]:
    """What each player has: tokens in hand and on the board, cards, points; names come last."""
    titles = ["hand", "board", *(["cards", "points"] if state.ruleset.cards else [])]
    yield f"    {'  '.join(titles)}"
    owners = [*state.tokens.values()]
    winners = [] if state.outcome is None else state.outcome.winners
    for seat, name in zip(state.seats, names, strict=True):
        out = seat in state.expelled
        hand = "-" if out else state.hands[seat]
        cells = [hand, owners.count(seat), state.cards[seat], state.scores[seat]]
        sign = ">" if seat is state.to_move and not state.is_over else " "
        sign = "*" if seat in winners else sign
        shown = (str(cell).rjust(len(title)) for title, cell in zip(titles, cells, strict=False))
        notes = ", ".join(filter(None, [name, "expelled" * out]))
        yield f"{sign} {seat} {'  '.join([*shown, notes])}".rstrip()
