"""Texts of moves and positions, legal or not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..base.errors import InvalidMoveError, quoted
from ..base.texts import DASH
from .board import NEUTRAL, SIZE, SQUARES, Seat, Square, Stone, squares_of
from .moves import PASS, Move, PlaceNeutral, PlaceStone, Slide

_SQUARE: Final = r"[A-Ka-k](?:1[01]|[1-9])"
_MOVE: Final = re.compile(f"(?P<kind>[*@]?)(?P<square>{_SQUARE})(?:{DASH}(?P<end>{_SQUARE}))?")
_PASS: Final = re.compile(f"{DASH}{{2}}|[\u2013\u2014]|pass", re.IGNORECASE)
_RUN: Final = re.compile(r"[0-9]+|.", re.DOTALL)
_EMPTY: Final = "."
_LONGEST_ROW: Final = 100
"""The characters of a row that are read: enough to see that a longer one is wrong."""
_NUMBERS: Final = frozenset(str(number) for number in range(1, SIZE + 1))
_STONES: Final[Mapping[str, Stone]] = {
    NEUTRAL.value: NEUTRAL,
    **{seat.letter: seat for seat in Seat},
}


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
        raise InvalidMoveError(
            f"{quoted(text)} is not a move: moves are written E5, *E5, @A5, A5-F5 or --"
        )
    square = Square(match["square"])
    if match["end"]:
        return Slide(square), Square(match["end"])
    kind = {"*": PlaceNeutral, "@": PlaceStone, "": bare}[match["kind"]]
    return kind(square), None


def write_position(masks: Mapping[Stone, int], to_move: Seat, players: int, ruleset: str) -> str:
    """A position text: the rows from 11 down to 1, the seat to move, players, the ruleset's name.

    `masks` has the bitboards of the neutrals and of each seat's stones.
    """
    letters = [_EMPTY] * len(SQUARES)
    for stone, mask in masks.items():
        letter = str(stone)
        for square in squares_of(mask):
            letters[square.index] = letter
    rows = ["".join(letters[row : row + SIZE]) for row in range(0, len(SQUARES), SIZE)]
    board = "/".join(reversed(rows))
    for length in range(SIZE, 0, -1):
        board = board.replace(_EMPTY * length, str(length))
    return f"{board} {to_move} {players:d} {ruleset}"


def read_board(text: str) -> tuple[dict[Square, Stone], list[str]]:
    """The stones in the rows of a position text, and a sentence for each row that is wrong."""
    count = text.count("/") + 1
    if count != SIZE:
        return {}, [f"a board has {SIZE} rows with / between, not {count}"]
    stones: dict[Square, Stone] = {}
    wrong = []
    for number, row in zip(reversed(range(SIZE)), text.split("/"), strict=True):
        problem = _read_row(row[:_LONGEST_ROW], number, stones)
        if problem:
            wrong.append(f"row {number + 1}, {quoted(row)}, {problem}")
    return stones, wrong


def _read_row(text: str, row: int, stones: dict[Square, Stone]) -> str | None:
    """Add the stones of a row, counted from 0; returns the end of a sentence if it is wrong."""
    column = 0
    for piece in _RUN.findall(text):
        stone = _STONES.get(piece)
        if stone is not None:
            if column < SIZE:
                stones[SQUARES[row * SIZE + column]] = stone
            column += 1
        elif piece in _NUMBERS:
            column += int(piece)
        else:
            return f"has {quoted(piece)}, which is neither n, a, b, c, d nor a number from 1 to 11"
    return None if column == SIZE else f"has {column} squares, not {SIZE}"
