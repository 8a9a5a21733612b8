"""Records as plain data, and as rows for data frames. For any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict

from ..base.errors import NinetkaError, quoted
from ..base.plain import typed_dict
from ..games import entry_for_state
from ..protocol.view import OutcomeView, outcome_view, plain
from .json import line_fields

if TYPE_CHECKING:
    from .record import Record

Cell: TypeAlias = str | int | float | None
CellType: TypeAlias = type[str] | type[int] | type[float]
Row: TypeAlias = dict[str, Cell]
"""A record's row of a data frame: a plain value by column, or None where there is none."""

ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
"""The prefixes of columns about a seat."""
_OF_SEATS: Final[dict[str, CellType]] = {"": str, "_score": float, "_share": float}
_COLUMNS: Final[dict[str, CellType]] = {
    "number": int, "game": str, "ruleset": str, "players": int, "plies": int, "turns": int,
    "ending": str, "result": str, "winners": str,
    **{f"{seat}{what}": kind for what, kind in _OF_SEATS.items() for seat in ORDINALS},
}  # fmt: skip
USUAL_TAGS: Final = ("Event", "Site", "Date", "Round")
"""The tags that rows have unless others are asked for."""


@typed_dict
class RecordView(TypedDict):
    """The dict that `Record.to_dict` returns. Seats are numbers from 0."""

    game: str
    """The game's name, as in records."""
    ruleset: str | None
    """The name of the ruleset; None if the game has none."""
    players: int
    start: dict[str, str]
    """The tags that describe the start."""
    tags: dict[str, str]
    """All other tags."""
    names: list[str]
    """The players' names by seat, empty where the record has none."""
    plies: int
    turns: int
    """The number of the last move's turn; 0 without moves."""
    moves: list[str]
    """The moves as records write them."""
    comments: dict[str, str]
    """Comments by the number of moves made before them."""
    glyphs: dict[str, list[int]]
    """The numbers of each move's glyphs, by ply."""
    clocks: dict[str, dict[str, str]]
    """The clock times of moves, by ply, as JSON records have them."""
    variations: dict[str, list[dict[str, object]]]
    """The variations that replace a move, by its ply, as JSON records have them."""
    position: str
    """The position text at the end."""
    ending: str | None
    """The ending, if not by a move, such as `x resigns`."""
    result: str
    """The result as records state it; `*` if the game is not over."""
    outcome: OutcomeView[int | str] | None
    """None if the game is not over."""


def record_view(record: Record[Any, Any]) -> RecordView:
    """A record as plain data, ready for JSON."""
    game, said = record.game, record.contents()
    line = said.mainline
    annotated = line_fields(line)
    scores = [] if game.outcome is None else [*map(plain, game.outcome.scores)]
    return {
        "game": said.game,
        "ruleset": _name(game.state.ruleset),
        "players": game.state.players,
        "start": dict(said.start),
        "tags": dict(said.tags),
        "names": list(record.names),
        "plies": game.ply,
        "turns": line.turns[-1] if line.turns else 0,
        "moves": list(line.moves),
        "comments": {str(ply): text for ply, text in line.comments.items()},
        "glyphs": annotated.get("glyphs", {}),
        "clocks": annotated.get("clocks", {}),
        "variations": annotated.get("variations", {}),
        "position": game.state.to_text(),
        "ending": said.ending,
        "result": record.result,
        "outcome": outcome_view(game.outcome, scores),
    }


def _name(ruleset: object) -> str | None:
    name = getattr(ruleset, "name", None)
    return name if isinstance(name, str) else None


def rows(records: Iterable[Record[Any, Any]], tags: Sequence[str] = USUAL_TAGS) -> Iterator[Row]:
    """A row for each record, as `pandas.DataFrame`, polars and `csv.DictWriter` take it.

    All rows have the same columns, in the same order, each with values of one type, or None; for a
    table whose columns have these types, whatever is in it, see `row_types`:

    - `number`: which of the records, from 1;
    - `game`, `ruleset`, `players`, `plies`, `turns`, `ending`, `result` as in `Record.to_dict`;
    - `winners`: what the game calls the seats that won, with blanks between; empty after a draw,
      None if the game is not over;
    - for each seat, `first` to `fifth`: the player's name (`first`), and as floats the points
      (`first_score`) and the share of the win (`first_share`), 1, 0 or what several share; None
      where nobody sits, there is no name, or the game is not over;
    - each of `tags`, such as `Event`: its value; None if the record does not have it.

    Raises NinetkaError for a tag with the name of another column.

    >>> from ninetka import NESTORGAMES, Game
    >>> from ninetka.records import Record
    >>> (row,) = rows([Record(Game.start(NESTORGAMES).play("E5"), {"First": "Ann"})], ["Event"])
    >>> row["first"], row["plies"], row["result"], row["Event"]
    ('Ann', 1, '*', None)
    """
    row_types(tags)
    return (_row(number, record, tags) for number, record in enumerate(records, start=1))


def row_types(tags: Sequence[str] = USUAL_TAGS) -> dict[str, CellType]:
    """The type of each column of `rows`, in order: str, int or float; tags are texts.

    polars takes it as a schema. Raises NinetkaError for a tag with the name of another column.

    >>> row_types()["plies"], row_types()["first_share"], row_types()["Event"]
    (<class 'int'>, <class 'float'>, <class 'str'>)
    """
    for tag in tags:
        if tag in _COLUMNS:
            raise NinetkaError(f"rows have a column {quoted(tag)} already, which is not the tag")
    return {**_COLUMNS, **dict.fromkeys(tags, str)}


def _row(number: int, record: Record[Any, Any], tags: Sequence[str]) -> Row:
    game = record.game
    turns, outcome, seats = game.turns, game.outcome, game.state.seats
    row: Row = {
        "number": number,
        "game": entry_for_state(game.state).name_of(game.initial_state),
        "ruleset": _name(game.state.ruleset),
        "players": game.state.players,
        "plies": game.ply,
        "turns": turns[-1] if turns else 0,
        "ending": game.ending_text,
        "result": record.result,
        "winners": None if outcome is None else " ".join(str(seats[w]) for w in outcome.winners),
    }
    names: list[Cell] = [name or None for name in record.names]
    scores: list[Cell] = [] if outcome is None else [*map(float, outcome.scores)]
    shares: list[Cell] = [] if outcome is None else [*map(float, outcome.shares)]
    for what, values in zip(_OF_SEATS, (names, scores, shares), strict=True):
        for seat, ordinal in enumerate(ORDINALS):
            row[ordinal + what] = values[seat] if seat < len(values) else None
    return row | {tag: record.tags.get(tag) for tag in tags}
