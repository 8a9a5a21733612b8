"""A State of 9AM or Mills as text, with the sentence on how it stands that pictures have too.

A board whose fields have places is drawn as it is, with each field's name or number and, if a
token is there, its owner's letter. If names are columns and rows, they stand around the board
instead. A board without places, or without room for them, is a list of its lines
and edges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias, get_args

from ...base.errors import check_move
from ...base.messages import Message, listed
from ...drawing.options import Paint, TextBoard, labels, visible_part
from ...drawing.svg import Point
from ..board import FIELDS, Board, Field, Line, Seat
from ..legality import Reason
from ..moves import Leave, Move, Phase, Remove, fields_named
from ..notation import MARKED, write_move
from ..rulesets import Removals
from ..scoring import Outcome
from ..state import IllegalMoveError, State
from ..texts import Say
from .pieces import COLOURS

_DUE: Final = {
    Phase.PUT: Say.TO_PUT,
    Phase.EITHER: Say.TO_PUT_OR_MOVE,
    Phase.MOVE: Say.TO_MOVE,
    Phase.REMOVE: Say.TO_REMOVE,
}
_ACROSS, _UPRIGHT, _RISING, _FALLING, _DOT, _MILL, _FREE = (
    "\u2500", "\u2502", "\u2571", "\u2572", "\u00b7", "\u25cf", "\u25cb",
)  # fmt: skip
_ASCII: Final = str.maketrans(
    {_ACROSS: "-", _UPRIGHT: "|", _RISING: "/", _FALLING: "\\", _DOT: ".", _MILL: "*", _FREE: "+"}
)
_WIDTH: Final = 79
"""The most columns of a board, and of its list of lines."""
_OVERHANG: Final = 4
"""The most columns by which texts of fields stand out of the part of a board that is shown."""
_COLUMN: Final = 15
"""The least columns of a line in that list, which has up to 13: [10b]-11b-12b."""
_GRID_NAME: Final = re.compile("[a-z][0-9]{1,2}")

Place: TypeAlias = tuple[int, int]
"""A row and a column of characters."""
Canvas: TypeAlias = dict[Place, str]
"""The text at each place; a painted text is all where it begins, with nothing after it."""
Cell: TypeAlias = tuple[str, str, int]
"""A field's text, such as `16a`, unpainted and painted, and how far left of its place it begins."""


def write(state: State, board: TextBoard[Move]) -> str:
    """The board, each player's holdings and what is to be done next, for `State.to_board`.

    Fields are numbers, with the owner's letter if a token is there: `16a`. If the fields' names are
    columns and rows (M2), these are around the board, and fields are dots or letters; other names
    are written as `north:a`. Mills (M3) are lines of `*`. The field of the last move is in
    brackets. Without players' names, lines are hardly ever longer than 80 characters. Raises
    IllegalMoveError if the last move cannot have been that.
    """
    marked, outcome = None, state.outcome_if(board.ending)
    if board.last_move is not None:
        check_last_move(state, board.last_move)
        if not isinstance(board.last_move, Leave):
            marked = fields_named(board.last_move)[-1]
    below = ["", *_table(state, outcome, board.names), status(state, outcome, board.names)]
    room = board.room and (board.room[0], board.room[1] - len(below))
    rows = _board(state, marked, board.paint, room)
    text = "\n".join([*rows, *below])
    return text if board.unicode else text.translate(_ASCII)


def _board(
    state: State, marked: Field | None, paint: Paint | None, room: tuple[int, int] | None
) -> Iterator[str]:
    """The rows of the board; if there is no room for all, those around the marked field."""
    board, labels = state.board, [_FREE] * state.board.fields
    places = _places(board.places, 1)
    edges = _edges(board, places)
    if not edges:
        # Names have a colon, so that they do not hide the owner's letter
        names = map(board.name_of, range(1, board.fields + 1))
        labels = [name if name.isdigit() else f"{name}:" for name in names]
        places = _places(board.places, max(map(len, labels)))
    cells = _cells(state, labels, marked, paint)
    if not places:
        return _lines(state, cells)
    around = (None, None) if marked is None else places[marked]
    return _rows(edges | _drawn(state, places, cells), around, room)


@lru_cache
def _places(places: Mapping[Field, Point], longest: int) -> Mapping[Field, Place]:
    """The middles of the fields' labels, on as few rows as possible; empty if there is no room."""
    if not places:
        return {}
    (left, right), (top, bottom) = (
        (min(axis), max(axis)) for axis in zip(*places.values(), strict=True)
    )
    room = longest + 2  # a label such as 16, an owner's letter, and one of two brackets
    for spread in range(6, (_WIDTH - room) // 2 - 1):
        scale = 2 * spread / max(right - left, bottom - top)
        found = {
            field: (
                round((y - (top + bottom) / 2) * scale / 2),
                round((x - (left + right) / 2) * scale),
            )
            for field, (x, y) in places.items()
        }
        if _have_room([*found.values()], max(room, 4)):
            return found
    return {}


def _have_room(places: Sequence[Place], room: int) -> bool:
    """Return whether all places have room for a text such as `[16a]` and for lines between them."""
    return all(
        abs(row - other_row) >= 2 or abs(column - other_column) >= room
        for at, (row, column) in enumerate(places)
        for other_row, other_column in places[:at]
    )


def _drawn(state: State, places: Mapping[Field, Place], cells: Sequence[Cell]) -> Canvas:
    canvas: Canvas = {}
    full = _full_lines(state)
    room = max(3, max(len(text) for text, _, _ in cells) // 2 + 1)
    joined = (*state.board.lines, *state.board.edges)
    # Mills last, since lines may share a part
    for line in sorted(joined, key=full.__contains__):
        for start, end in pairwise(line):
            symbol = _MILL if line in full else ""
            _draw_line(canvas, places[start], places[end], symbol, room)
    for field, (row, column) in places.items():
        text, shown, before = cells[field.index]
        canvas |= {(row, column - before + at): "" for at in range(len(text))}
        canvas[row, column - before] = shown
    return canvas


def _full_lines(state: State) -> set[Line]:
    return {line for seat in state.seats for line in state.mills(seat)}


def _cells(
    state: State, labels: Sequence[str], marked: Field | None, paint: Paint | None
) -> list[Cell]:
    """The text of each field, by its index."""
    cells = []
    for field, label in zip(FIELDS, labels, strict=False):
        owner = state.token_at(field)
        name = label.removesuffix(":")
        there = MARKED if field in state.marked else "" if owner is None else str(owner)
        text = there if label == _FREE else f"{label}{there}"
        text = text if there else name
        shown = text
        if paint is not None and owner is not None:
            shown = paint(text, COLOURS[owner])
        brackets = field is marked
        before = len(name) // 2 + brackets
        cells.append((f"[{text}]", f"[{shown}]", before) if brackets else (text, shown, before))
    return cells


def _draw_line(canvas: Canvas, start: Place, end: Place, symbol: str, room: int) -> None:
    """A line between two fields, of a symbol if it is given, that doesn't touch their texts.

    Texts extend less than `room` columns from their places.
    """
    (row, column), (to_row, to_column) = start, end
    down, right = to_row - row, to_column - column
    count = max(abs(down), abs(right) // 2)
    line = _DOT
    if down == 0:
        line, count = _ACROSS, abs(right)
    elif right == 0:
        line = _UPRIGHT
    elif abs(right) <= 2 * abs(down):
        line = _RISING if down * right < 0 else _FALLING
    for step in range(1, count):
        at = round(row + step * down / count), round(column + step * right / count)
        touching = any(at[0] == end[0] and abs(at[1] - end[1]) <= room for end in (start, end))
        if down == 0 or not touching:
            canvas[at] = symbol or line


def _edges(board: Board, places: Mapping[Field, Place]) -> Canvas:
    """Letters below the board and numbers on its left, if names are columns and rows (M2).

    Empty if they are not.
    """
    names = {field: board.names.get(field, "") for field in places}
    if not names or not all(map(_GRID_NAME.fullmatch, names.values())):
        return {}
    columns = {names[field][0]: column for field, (_, column) in places.items()}
    rows = {names[field][1:]: row for field, (row, _) in places.items()}
    if any(place != (rows[names[f][1:]], columns[names[f][0]]) for f, place in places.items()):
        return {}
    left, below = min(columns.values()) - 4, max(rows.values()) + 1
    canvas = {(below, column): letter for letter, column in columns.items()}
    for number, row in rows.items():
        canvas |= {(row, left + at): digit for at, digit in enumerate(number)}
    return canvas


def _rows(
    canvas: Canvas, around: Sequence[int | None], room: tuple[int, int] | None
) -> Iterator[str]:
    """The canvas, or the part of it that there is room for around a place."""
    rows, columns = (range(min(axis), max(axis) + 1) for axis in zip(*canvas, strict=True))
    if room is not None:
        row, column = (
            at if at is None else at - axis.start
            for at, axis in zip(around, (rows, columns), strict=True)
        )
        rows = rows[_slice(visible_part(len(rows), room[1], row))]
        columns = columns[_slice(visible_part(len(columns), room[0] - _OVERHANG, column))]
    for row in rows:
        yield "".join(canvas.get((row, column), " ") for column in columns).rstrip(" ")


def _slice(numbers: range) -> slice:
    return slice(numbers.start, numbers.stop)


def _lines(state: State, cells: Sequence[Cell]) -> Iterator[str]:
    """The board's lines and edges, several in a row."""
    full, texts = _full_lines(state), []
    for line in (*state.board.lines, *state.board.edges):
        joint = _MILL if line in full else _ACROSS
        plain, painted, _ = zip(*(cells[field.index] for field in line), strict=True)
        texts.append((joint.join(painted), len("-".join(plain))))
    column = max(_COLUMN, max(width for _, width in texts) + 2)
    count = max(1, _WIDTH // column)
    for at in range(0, len(texts), count):
        row = (text + " " * (column - width) for text, width in texts[at : at + count])
        yield "".join(row).rstrip(" ")


def _table(state: State, outcome: Outcome | None, names: Sequence[str]) -> Iterator[str]:
    """Yield a row for each player: tokens in hand, on the board, cards, points, and the name."""
    shown = [Say.HAND, Say.BOARD, *([Say.CARDS, Say.POINTS] if state.ruleset.cards else [])]
    titles = [title() for title in shown]
    yield f"    {'  '.join(titles)}"
    owners = [*state.tokens.values()]
    winners = () if outcome is None else outcome.winners
    cards, scores = (outcome or state).cards, (outcome or state).scores
    for seat, name in zip(state.seats, names, strict=True):
        out = seat in state.expelled
        hand = "-" if out else state.hands[seat]
        cells = [hand, owners.count(seat), *([cards[seat], scores[seat]] if cards else [])]
        sign = ">" if seat is state.to_move and outcome is None else " "
        sign = "*" if seat in winners else sign
        aligned = (str(cell).rjust(len(title)) for title, cell in zip(titles, cells, strict=False))
        notes = ", ".join(filter(None, [name, Say.OUT() if out else ""]))
        yield f"{sign} {seat} {'  '.join([*aligned, notes])}".rstrip()


def status(state: State, outcome: Outcome | None, names: Sequence[str]) -> Message:
    """Say how the game stands and what the player to move has to do. A name may be empty."""
    ruleset, players = state.ruleset.name, state.players
    said = due(state, outcome, names)
    if outcome is None:
        return Say.STATUS(ruleset=ruleset, players=players, due=said)
    return Say.STATUS_OVER(ruleset=ruleset, players=players, result=outcome, due=said)


def due(state: State, outcome: Outcome | None, names: Sequence[str]) -> Message:
    """Say who has to do what, or who has won."""
    if outcome is None:
        say = Say.TO_MOVE_OR_JUMP if state.may_jump else _DUE[state.phase]
        return say(player=label_of(state.to_move, names))
    winners = outcome.winners
    if not winners:
        return Say.DRAWN()
    if len(winners) == 1:
        return Say.WON_BY(players=label_of(winners[0], names))
    return Say.WON_BY(players=listed(labels(winners, [names[seat] for seat in winners])))


def label_of(seat: Seat, names: Sequence[str]) -> str:
    """The name of a player: `Ann (a)`, or without a name `Seat a`."""
    return f"{names[seat]} ({seat})" if names[seat] else Say.SEAT(seat=seat)


def check_last_move(state: State, move: Move) -> None:
    """Raise IllegalMoveError if the position shows that a move was not the last.

    Raises NinetkaError if the move ends off the board.
    """
    check_move(move, *get_args(Move))
    if not _may_have_been_last(state, move):
        sentence = Say.NOT_THE_LAST_MOVE(move=write_move(move, state.board))
        raise IllegalMoveError(sentence, move, state, Reason.NOT_THE_LAST_MOVE)


def _may_have_been_last(state: State, move: Move) -> bool:
    if isinstance(move, Leave):
        lacks_all = move.seat in state.expelled and not state.cards[move.seat]
        return lacks_all and len(state.remaining) > 1 and state.quiet == 0
    owner = state.token_at(fields_named(move)[-1])
    try:
        state.undo(move)
    except IllegalMoveError as error:
        if isinstance(move, Remove):
            ended = state.quiet == 0 and state.phase is not Phase.REMOVE
            several = state.ruleset.removals is Removals.EACH or state.terms.is_extended
            more = state.phase is Phase.REMOVE and several
            return owner is None and (ended or more)
        return error.reason is Reason.NOT_ENOUGH_KNOWN and owner is not None
    return True
