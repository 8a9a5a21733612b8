"""The texts of boards in tags: their lines, and the places, names and tokens of their fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ..base.errors import InvalidRulesetError, quoted
from ..base.texts import COMMA
from .board import FIELDS, PLAYER_COUNTS, Board
from .texts import Say

_NUMBER: Final = re.compile("[0-9]{1,3}")
_COORDINATE: Final = re.compile(r"-?([0-9](\.[0-9]{1,20})?|\.[0-9]{1,20})(e-[0-9]{1,3})?")
_EMPTY: Final = "empty"
"""No token on the board at the start."""
_RINGS: Final = "rings"
"""A board of rings (M1), followed by its numbers if they aren't those of M2."""
NAMELESS: Final = "-"
"""A field without a name among those that have some."""
_WRITTEN: Final = {
    "Boards": Say.HOW_BOARDS,
    "FieldPlaces": Say.HOW_PLACES,
    "FieldNames": Say.HOW_NAMES,
    "Start": Say.HOW_START,
}


def read_number(tag: str, text: str) -> int:
    """The number that a tag has. Raises InvalidRulesetError."""
    if not _NUMBER.fullmatch(text):
        raise InvalidRulesetError(Say.NOT_DIGITS(tag=tag, text=quoted(text)))
    return int(text)


def by_players(tag: str, text: str) -> dict[int, str]:
    """Read what a tag says of the board for each number of players. Raises InvalidRulesetError."""
    pairs = [pair.split(":", 1) for pair in text.split()]
    counts = [pair[0] for pair in pairs]
    known = [*map(str, PLAYER_COUNTS)]
    if not all(len(pair) == 2 and pair[0] in known for pair in pairs) or not pairs:
        sentence = Say.WRITTEN_AS(tag=tag, how=_WRITTEN[tag](), text=quoted(text))
        raise InvalidRulesetError(sentence)
    if len({*counts}) < len(counts):
        raise InvalidRulesetError(Say.PLAYERS_TWICE(tag=tag, text=quoted(text)))
    return {int(count): said for count, said in pairs}


def read_boards(tag: str, text: str) -> dict[int, Board]:
    """The boards of the tag `Boards`, without places and names of fields. Raises NinetkaError."""
    boards = by_players(tag, text)
    return {players: _read_board(players, lines) for players, lines in boards.items()}


def _read_board(players: int, text: str) -> Board:
    if text == _RINGS:
        return Board.rings(players)
    rings = text.removeprefix(f"{_RINGS}:")
    parts = [
        [read_number("Boards", field) for field in part.split("-")]
        for part in re.split(COMMA, rings)
    ]
    if rings != text:
        return Board.rings(players, parts)
    # A part with two fields is an edge (M16)
    lines, edges = (
        [part for part in parts if (len(part) == 2) is short] for short in (False, True)
    )
    return Board(max(map(max, parts)), lines, edges=edges)


def write_boards(boards: Mapping[int, Board]) -> str:
    """The text of the tag `Boards`: rings, or lines and edges, for each number of players."""
    return _for_each({players: _write_board(players, each) for players, each in boards.items()})


def write_display(boards: Mapping[int, Board]) -> dict[str, str]:
    """The tags of how boards other than rings look: places and names of fields."""
    others = {
        players: board
        for players, board in boards.items()
        if _RINGS not in _write_board(players, board)
    }
    places = {players: _write_places(board) for players, board in others.items() if board.places}
    names = {players: _write_names(board) for players, board in others.items() if board.names}
    display = {"FieldPlaces": places, "FieldNames": names}
    return {tag: _for_each(texts) for tag, texts in display.items() if texts}


def _for_each(texts: Mapping[int, str]) -> str:
    return " ".join(f"{players}:{text}" for players, text in texts.items())


def _write_board(players: int, board: Board) -> str:
    rings = board.ring_fields
    if not rings or len(rings[0]) != 4 * players:
        return _write_lines((*board.lines, *board.edges))
    return _RINGS if board == Board.rings(players) else f"{_RINGS}:{_write_lines(rings)}"


def _write_lines(lines: Iterable[Iterable[object]]) -> str:
    return ",".join("-".join(map(str, line)) for line in lines)


def _write_places(board: Board) -> str:
    spots = (board.places[field] for field in FIELDS[: board.fields])
    return ",".join(f"{_write_coordinate(x)}:{_write_coordinate(y)}" for x, y in spots)


def _write_coordinate(number: float) -> str:
    return repr(float(number)).removesuffix(".0")  # the shortest that reads back


def _write_names(board: Board) -> str:
    return ",".join(board.names.get(field, NAMELESS) for field in FIELDS[: board.fields])


def read_place(text: str) -> tuple[float, float]:
    """The place of a field in the tag `FieldPlaces`. Raises InvalidRulesetError."""
    x, _, y = text.partition(":")
    if not _COORDINATE.fullmatch(x) or not _COORDINATE.fullmatch(y):
        raise InvalidRulesetError(Say.NOT_A_PLACE(text=quoted(text)))
    return float(x), float(y)


def read_start(tag: str, text: str) -> Mapping[int, str]:
    """The tokens on boards at the start (M27), by number of players. Raises InvalidRulesetError."""
    return {} if text == _EMPTY else by_players(tag, text)


def write_start(start: Mapping[int, str]) -> str:
    """The text of the tag `Start`."""
    return _for_each(start) or _EMPTY
