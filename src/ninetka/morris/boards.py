"""A state to look at as text.

A board whose fields have places is drawn as it is, with each field's number and, if a token is
there, the letter of its owner; any other as a list of its lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from .. import terminal
from ..drawing import Paint
from ..errors import NinetkaError, listed
from ..svg import Point
from .board import Board, Field, Line
from .colours import COLOURS
from .legality import IllegalMoveError, Reason, not_last
from .moves import Move, Phase, Remove, Step

if TYPE_CHECKING:
    from .state import State

_ACROSS, _UPRIGHT, _RISING, _FALLING, _DOT, _MILL = (
    "\u2500", "\u2502", "\u2571", "\u2572", "\u00b7", "\u25cf",
)  # fmt: skip
_ASCII: Final = str.maketrans(
    {_ACROSS: "-", _UPRIGHT: "|", _RISING: "/", _FALLING: "\\", _DOT: ".", _MILL: "*"}
)
_LEAST_SPREAD: Final = 6
_MOST_SPREAD: Final = 35
"""How many columns the outermost fields are from the middle: as few as leave room for all texts."""
_COLUMN: Final = 15
_LINES_IN_A_ROW: Final = 5
"""A list of lines is 75 characters wide: each takes up to 13, as [10b]-11b-12b."""
_GRID_NAME: Final = re.compile("[a-z][0-9]{1,2}")
_DUE: Final = {
    Phase.PUT: "to put a token",
    Phase.MOVE: "to move a token",
    Phase.REMOVE: "to remove a token",
}

Place: TypeAlias = tuple[int, int]
"""A row and a column of characters."""
Canvas: TypeAlias = dict[Place, str]
"""What stands where; a text with codes for colours stands where it begins, then nothing."""


def draw_text(
    state: State,
    *,
    last_move: Move | None,
    unicode: bool,
    names: Sequence[str],
    paint: Paint | None,
) -> str:
    """The board, what each player has, whose turn it is and what is due."""
    if last_move is not None:
        check_last(state, last_move)
    marked = None if last_move is None else field_of(last_move)
    given = [terminal.printable(name) for name in checked_names(state, names)]
    places = _places(state.board.places)
    board = _lines(state, marked, paint)
    if places:
        board = _rows(_drawn(state, places, marked, paint))
    text = "\n".join([*board, "", *_table(state, given), status(state, labels(state, given))])
    if unicode:
        return text
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode()


def field_of(move: Move) -> Field:
    """Where the token stands that a move has put or moved, or stood that it has removed."""
    return move.end if isinstance(move, Step) else move.field


def check_last(state: State, move: Move) -> None:
    """Raise IllegalMoveError if a move cannot have been the last, as far as the state tells."""
    if isinstance(move, Remove):
        possible = (
            state.phase is not Phase.REMOVE
            and state.quiet == 0
            and move.field in state.free
            and any(map(state.mills, state.seats))
        )
        if not possible:
            raise not_last(state, move)
        return
    try:
        state.undo(move)
    except IllegalMoveError as error:
        if error.reason is not Reason.NOT_ENOUGH_KNOWN or state.token_at(field_of(move)) is None:
            raise not_last(state, move) from error


def checked_names(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """A name for each seat, empty where none is given. Raises NinetkaError for too many."""
    if len(names) > state.players:
        raise NinetkaError(f"there are {len(names)} names for {state.players} players")
    return (*names, *[""] * (state.players - len(names)))


def labels(state: State, names: Sequence[str]) -> list[str]:
    """What to call the players by seat: `Ann (a)`, or the letter alone without a name."""
    return [
        f"{name} ({seat})" if name else str(seat)
        for seat, name in zip(state.seats, names, strict=True)
    ]


def status(state: State, players: Sequence[str]) -> str:
    """How the game stands and what is due, given what to call the players."""
    stage = due(state, players)
    if state.outcome is not None:
        stage = f"over, {state.outcome}, {stage}"
    return f"{state.ruleset.name}, {state.players} players, {stage}"


def due(state: State, players: Sequence[str]) -> str:
    """Who has to do what, or who has won."""
    if state.outcome is not None:
        winners = [players[seat] for seat in state.outcome.winners]
        return f"won by {listed(winners)}" if winners else "drawn"
    what = "to move a token or jump" if state.may_jump else _DUE[state.phase]
    return f"{players[state.to_move]} {what}"


@lru_cache
def _places(places: Mapping[Field, Point]) -> Mapping[Field, Place]:
    """Where the fields' numbers end, on as few rows as can be; nowhere if there is no room."""
    farthest = max((abs(each) for place in places.values() for each in place), default=1)
    for spread in range(_LEAST_SPREAD, _MOST_SPREAD + 1):
        scale = spread / farthest
        found = {
            field: (round(y * scale / 2), round(x * scale)) for field, (x, y) in places.items()
        }
        if _have_room([*found.values()]):
            return found
    return {}


def _have_room(places: Sequence[Place]) -> bool:
    """Whether texts such as `[16a]` fit in at all places, and lines between them can be seen."""
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
    """A field's text, such as `16a`, without and with colours."""
    owner = state.token_at(field)
    text = str(field) if owner is None else f"{field}{owner}"
    shown = text
    if paint is not None and owner is not None:
        shown = paint(text, COLOURS[owner])
    return (f"[{text}]", f"[{shown}]") if field is marked else (text, shown)


def _draw_line(canvas: Canvas, start: Place, end: Place, symbol: str) -> None:
    """From one field to the next, in the symbol if one is given, not touching the fields' texts."""
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
    """Letters below and numbers on the left, if the fields' names are columns and rows (M2)."""
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
    """The board's lines, some in each row."""
    full, listed_lines = _full_lines(state), []
    for line in state.board.lines:
        cells = [_cell(state, field, marked, paint) for field in line]
        width = sum(len(text) for text, _ in cells) + len(cells) - 1
        joint = _MILL if line in full else _ACROSS
        listed_lines.append(joint.join(shown for _, shown in cells) + " " * (_COLUMN - width))
    for at in range(0, len(listed_lines), _LINES_IN_A_ROW):
        yield "".join(listed_lines[at : at + _LINES_IN_A_ROW]).rstrip(" ")


def _table(state: State, names: Sequence[str]) -> Iterator[str]:
    """What each player has: tokens in hand and on the board, cards, points; names come last."""
    titles = ["hand", "board", *(["cards", "points"] if state.ruleset.cards else [])]
    yield f"    {'  '.join(titles)}"
    winners = [] if state.outcome is None else state.outcome.winners
    for seat, name in zip(state.seats, names, strict=True):
        out = seat in state.expelled
        counts = "-" if out else str(state.hands[seat]), str(on_board(state)[seat])
        cells = [*counts, str(state.cards[seat]), str(state.scores[seat])]
        sign = ">" if seat is state.to_move and not state.is_over else " "
        sign = "*" if seat in winners else sign
        shown = (cell.rjust(len(title)) for title, cell in zip(titles, cells, strict=False))
        notes = ", ".join(filter(None, [name, "expelled" * out]))
        yield f"{sign} {seat} {'  '.join([*shown, notes])}".rstrip()


def on_board(state: State) -> list[int]:
    """How many tokens each player has on the board, by seat."""
    owners = [*state.tokens.values()]
    return [owners.count(seat) for seat in state.seats]
