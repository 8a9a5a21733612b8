"""Texts of moves and positions, legal or not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from ..base.errors import InvalidMoveError, quoted
from ..base.texts import DASH
from ..protocol.grid_text import read_rows, rows_of, write_rows
from .board import NEUTRAL, SIZE, SQUARES, Seat, Square, Stone
from .moves import PASS, Move, PlaceNeutral, PlaceStone, Slide
from .texts import Say

if TYPE_CHECKING:
    from .position import Position
    from .setup import Setup

_SQUARE: Final = r"[A-Ka-k](?:1[01]|[1-9])"
_MOVE: Final = re.compile(f"(?P<kind>[*@]?)(?P<square>{_SQUARE})(?:{DASH}(?P<end>{_SQUARE}))?")
_PASS: Final = re.compile(f"{DASH}{{2}}|[\u2013\u2014]|pass", re.IGNORECASE)
_STONES: Final[Mapping[str, Stone]] = {
    NEUTRAL.value: NEUTRAL,
    **{seat.letter: seat for seat in Seat},
}
_SYMBOLS: Final = "".join(_STONES)


class Words(NamedTuple):
    """The words of a position text, in their order."""

    board: str
    """The rows from 11 down to 1."""
    to_move: str
    players: str
    ruleset: str


def read_move(
    text: str, bare: type[PlaceNeutral | PlaceStone | Slide]
) -> tuple[Move, Square | None]:
    """The move that a text stands for, and for a slide such as `A5-F5` its stated end.

    Reads `*E5`, `@A5`, `A5-F5`, `--` and `pass`; a square alone is a `bare` move. Upper and lower
    case, dashes of any kind and white space around the text are all accepted. Raises
    InvalidMoveError.
    """
    word = text.strip()
    if _PASS.fullmatch(word):
        return PASS, None
    match = _MOVE.fullmatch(word)
    if match is None or (match["kind"] and match["end"]):
        raise InvalidMoveError(Say.NOT_A_MOVE(text=quoted(text)))
    square = Square(match["square"])
    if match["end"]:
        return Slide(square), Square(match["end"])
    kind = {"*": PlaceNeutral, "@": PlaceStone, "": bare}[match["kind"]]
    return kind(square), None


def write_position(position: Position | Setup) -> str:
    """A position text. An arrangement is written as it stands: it may not be a position at all."""
    rows = rows_of([*position.masks.values()], _SYMBOLS, SIZE, SIZE, SIZE)
    board, players = write_rows(rows[::-1]), f"{position.players:d}"
    return " ".join(Words(board, str(position.to_move), players, position.ruleset.name))


def read_board(text: str) -> tuple[dict[Square, Stone], list[str]]:
    """The stones in the rows of a position text, and a sentence for each row that is wrong."""
    count = text.count("/") + 1
    if count != SIZE:
        return {}, [Say.WRONG_ROWS(rows=SIZE, count=count)]
    found, wrong = read_rows(text, range(SIZE, 0, -1), SIZE, _STONES, "squares", SIZE)
    stones = {SQUARES[(SIZE - 1 - row) * SIZE + column]: stone for row, column, stone in found}
    return stones, wrong
