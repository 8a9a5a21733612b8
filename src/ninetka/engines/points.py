"""Games of dots on a grid, as engines of dots see them: by columns and rows."""

from __future__ import annotations

import re
from string import ascii_letters
from typing import Any, Final

import attrs

from ..base.errors import NinetkaError, quoted
from ..games import entry_for_state
from ..protocol.states import GameState
from ..protocol.tags import POSITION
from .errors import EngineError, EngineErrorKind

_LETTERS: Final = ascii_letters
"""By column from the left, or row from the top: its letter in moves."""
_CONTENT: Final = re.compile(r"[0-9]+|[a-z]")


@attrs.frozen
class Dots:
    """A start: the size of the grid, and the dots that are there before the first move."""

    columns: int
    rows: int
    placed: tuple[tuple[int, int, int], ...]
    """By dot: its seat, its column and its row, from 0."""
    tags: dict[str, str]
    """The tags of the ruleset."""


def dots_of(start: GameState[Any], engine: str) -> Dots:
    """The start as dots. Raises EngineError if it is not one that engines of dots play.

    They play where what is surrounded is captured at once, from the beginning of a game.
    """
    entry = entry_for_state(start)
    tags = {**entry.tags.write_ruleset(start)}
    if tags.get("Capture") != "automatic" or not {"Columns", "Rows"} <= tags.keys():
        name = entry.name_of(start)
        what = "plays dots with automatic capture alone"
        raise EngineError(f"{engine} {what}, not this {name}", EngineErrorKind.REFUSED)
    if POSITION in entry.tags.write(start):
        sentence = f"{engine} can only begin where games begin, not in other positions"
        raise EngineError(sentence, EngineErrorKind.REFUSED)
    seats = {str(seat): int(seat) for seat in start.seats}
    placed = []
    for row, line in enumerate(start.to_text().split(" ")[0].split("/")):
        column = 0
        for content in _CONTENT.findall(line):
            if content in seats:
                placed.append((seats[content], column, row))
            column += int(content) if content.isdecimal() else 1
    return Dots(int(tags["Columns"]), int(tags["Rows"]), tuple(placed), tags)


def place_of(text: str) -> tuple[int, int] | None:
    """The column and row of a move's text; None for a move that is not a dot."""
    if len(text) != 2 or not {*text} <= {*_LETTERS}:
        return None
    return _LETTERS.index(text[0]), _LETTERS.index(text[1])


def text_of(column: int, row: int) -> str:
    """The text of a dot's move. Raises NinetkaError if it is on no board."""
    if not (0 <= column < len(_LETTERS) and 0 <= row < len(_LETTERS)):
        raise NinetkaError(f"{quoted((column, row))} is not a point")
    return _LETTERS[column] + _LETTERS[row]
