"""`ninetka standings`: players' results added up over records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import typer
from rich.cells import cell_len, set_cell_size

from .. import terminal
from ..records import AnyRecord
from ..standings import Standing, Standings
from ..standings import standings as add_up
from .checking import Tally, checked, error_text
from .common import FilesArgument, files_or_standard
from .output import say, warn
from .progress import Bar, reading

_HEADINGS: Final = ("player", "games", "won", "points")
_WIDEST: Final = 40
"""The most columns that a name takes."""


def standings(
    files: FilesArgument = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per player, one a line.")
    ] = False,
) -> None:
    """Add up what players have won and scored in the games of records.

    Players are told apart by the names in the tags First, Second and so on. Most points come first.
    Games that are not over are left out. So are bad games, which are shown on standard error as
    `check` shows them. Exits with 0 if all games are good, 1 if one is bad, 2 if some input could
    not be read or holds no game.
    """
    names = files_or_standard(files)
    tally = Tally()
    with reading(names) as bar:
        result = add_up(_good(names, tally, bar))
    for line in map(_as_json, result.players) if as_json else _table(result):
        say(line)
    raise typer.Exit(tally.exit_code)


def _good(names: Sequence[str], tally: Tally, bar: Bar) -> Iterator[AnyRecord]:
    for _, verdict in checked(names, tally, bar):
        if verdict.record is not None:
            yield verdict.record
        elif verdict.error is not None:
            bar.hide()
            warn(error_text(verdict.error))


def _as_json(player: Standing) -> str:
    points = int(player.points) if player.points.denominator == 1 else str(player.points)
    return json.dumps(
        {"name": player.name, "games": player.games, "won": player.won, "points": points}
    )


def _table(result: Standings) -> Iterator[str]:
    rows = [_HEADINGS] + [
        (_short(player.name), str(player.games), str(player.won), str(player.points))
        for player in result.players
    ]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    if result.players:
        for name, *numbers in rows:
            cells = map(str.rjust, numbers, widths[1:])
            yield "  ".join([set_cell_size(name, widths[0]), *cells])
    yield _counted(result.games, "game")
    left_out = [
        _counted(result.unfinished, "unfinished game") if result.unfinished else "",
        f"{_counted(result.unnamed, 'seat')} without a name" if result.unnamed else "",
    ]
    if any(left_out):
        yield f"Left out: {', '.join(filter(None, left_out))}"


def _short(name: str) -> str:
    shown = terminal.printable(name)
    return shown if cell_len(shown) <= _WIDEST else f"{set_cell_size(shown, _WIDEST - 1)}\u2026"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
