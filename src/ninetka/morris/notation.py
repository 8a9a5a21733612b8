"""The syntax of moves and positions, whether they are legal or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..errors import InvalidMoveError, quoted
from .board import FIELDS, SEATS, Board, Field, Seat
from .moves import Move, Phase, Put, Remove, Step

_MOVE: Final = re.compile("(?P<x>x?)(?P<first>[a-z0-9]+)(?:-(?P<second>[a-z0-9]+))?")
_NUMBERS: Final = {str(field): field for field in FIELDS}
FREE: Final = "."
"""A free field in a position text."""
OUT: Final = "-"
"""The hand of an expelled player in a position text."""


def read_move(text: str, board: Board) -> Move:
    """The move a text stands for: `7` puts, `7-10` moves or jumps, `x23` removes.

    Fields may be given by number or by name, in either case. Raises InvalidMoveError.
    """
    match = _MOVE.fullmatch(text.strip().lower())
    if not match or (match["x"] and match["second"]):
        raise InvalidMoveError(
            f"{quoted(text)} is not a move: write 7 to put, 7-10 to move, x7 to remove"
        )
    first = _read_field(match["first"], board)
    if match["second"]:
        return Step(first, _read_field(match["second"], board))
    return Remove(first) if match["x"] else Put(first)


def field_of_number(text: str, board: Board) -> Field:
    """The field whose number it is. Raises InvalidMoveError."""
    field = _NUMBERS.get(text)
    if field is None or field.number > board.fields:
        raise InvalidMoveError(f"{quoted(text)} is not a field: fields are 1 to {board.fields}")
    return field


def _read_field(text: str, board: Board) -> Field:
    field = _NUMBERS.get(text) or board.fields_by_name.get(text)
    if field is None or field.number > board.fields:
        name = f", or names such as {next(iter(board.fields_by_name))}" if board.names else ""
        raise InvalidMoveError(
            f"{quoted(text)} is not a field: fields are 1 to {board.fields}{name}"
        )
    return field


def write_move(move: Move, board: Board, *, names: bool) -> str:
    """The text of a move, with the fields' numbers or their `names`."""
    if not names:
        return str(move)
    match move:
        case Put(field):
            return board.name_of(field)
        case Remove(field):
            return f"x{board.name_of(field)}"
    return f"{board.name_of(move.start)}-{board.name_of(move.end)}"


def write_position(
    fields: int,
    tokens: Sequence[int],
    hands: Sequence[int],
    cards: Sequence[int],
    quiet: int,
    to_move: Seat,
    phase: Phase,
    ruleset: str,
) -> str:
    """A position text, given the tokens as a bitboard for each seat."""
    board = [FREE] * fields
    for seat, own in zip(SEATS, tokens, strict=False):
        for index in range(fields):
            if own >> index & 1:
                board[index] = str(seat)
    held = (str(hand) if hand or own else OUT for hand, own in zip(hands, tokens, strict=True))
    words = "".join(board), "/".join(held), "/".join(map(str, cards)), str(quiet)
    return " ".join([*words, str(to_move), str(phase), ruleset])
