"""Boards that are grids in position texts: rows with `/` between, free places counted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeVar

from ..base.errors import quoted

T = TypeVar("T")

FREE: Final = "."
"""A free place in rows with a character for each place."""
_PIECE: Final = re.compile("[0-9]+|.", re.DOTALL)
_LONGEST_ROW: Final = 100
"""The characters of a row that are read: enough to see that a longer one is wrong."""


def rows_of(masks: Sequence[int], symbols: str, columns: int, rows: int, stride: int) -> list[str]:
    """The rows of a grid with a character for each place, given a bitboard for each of `symbols`.

    Bit stride·row + column is a place, and no place is in two bitboards.
    """
    # Written with a hexadecimal digit for each bit, so no place is looked at by itself.
    digits = sum(number * int(f"{mask:b}", 16) for number, mask in enumerate(masks, start=1))
    places = f"{digits:0{stride * rows}x}"[::-1].translate(_symbols(symbols))
    return [places[start : start + columns] for start in range(0, stride * rows, stride)]


@cache
def _symbols(symbols: str) -> dict[int, int]:
    return str.maketrans("0123456789abcdef"[: len(symbols) + 1], FREE + symbols)


def write_rows(rows: Sequence[str]) -> str:
    """The text of rows in which each place is a character."""
    text = "/".join(rows)
    for length in range(len(rows[0]), 0, -1):
        text = text.replace(FREE * length, str(length))
    return text


def read_rows(
    text: str,
    names: Sequence[object],
    columns: int,
    symbols: Mapping[str, T],
    places: str,
    most: int,
) -> tuple[list[tuple[int, int, T]], list[str]]:
    """Read the pieces on a board, with row and column, and a sentence for each row that is wrong.

    Rows and columns are counted from 0 in the order of the text. `names` has a name for each row,
    for the sentences, and `symbols` what each symbol stands for. `places` is what the game calls
    places, in the plural, and `most` the greatest number of free places in a row.
    """
    found: list[tuple[int, int, T]] = []
    wrong: list[str] = []
    for row, (name, written) in enumerate(zip(names, text.split("/"), strict=True)):
        column, strange = 0, None
        for piece in _PIECE.findall(written[:_LONGEST_ROW]):
            if piece in symbols:
                if column < columns:
                    found.append((row, column, symbols[piece]))
                column += 1
            elif piece in _numbers(most):
                column += int(piece)
            else:
                strange = piece
                break
        problem = None
        if strange is not None:
            known = f"neither {', '.join(symbols)} nor a number from 1 to {most}"
            problem = f"has {quoted(strange)}, which is {known}"
        elif column != columns:
            problem = f"has {column} {places}, not {columns}"
        if problem is not None:
            wrong.append(f"row {name}, {quoted(written)}, {problem}")
    return found, wrong


def row_width(text: str, most: int) -> int:
    """The number of places in a row; what is neither a symbol nor a number counts as one."""
    return sum(int(piece) if piece in _numbers(most) else 1 for piece in _PIECE.findall(text))


@cache
def _numbers(most: int) -> frozenset[str]:
    return frozenset(map(str, range(1, most + 1)))
