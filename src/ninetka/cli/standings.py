"""`ninetka standings`: players' results added up over records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import attrs
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..records import AnyRecord
from ..results import plain
from ..standings import Standing
from ..standings import standings as add_up
from ..terminal import printable
from .checking import Tally, checked, error_text
from .common import FilesArgument, amount, standard_input
from .output import say, warn
from .progress import Bar, reading

_WIDEST: Final = 40
"""The most columns that a name takes."""


def standings(
    files: FilesArgument = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per player, each on its own line.")
    ] = False,
) -> None:
    """Add up what players have won and scored in the games of records.

    Players are identified by their names in the tags First, Second and so on. Most points come
    first. Games that are not over are left out. So are bad games, which are shown on standard error
    as `check` shows them. Exits with 0 if all games are good, 1 if one is bad, 2 if some input
    could not be read or holds no game.
    """
    names = files or [standard_input()]
    tally = Tally()
    with reading(names) as bar:
        result = add_up(_good(names, tally, bar))
    if as_json:
        for player in result.players:
            say(json.dumps({**attrs.asdict(player), "points": plain(player.points)}))
    else:
        if result.players:
            Console(highlight=False).print(_table(result.players))
        say(amount(result.games, "game"))
        counts = {"unfinished game": result.unfinished, "nameless seat": result.unnamed}
        left_out = [amount(number, what) for what, number in counts.items() if number]
        if left_out:
            say(f"Left out: {', '.join(left_out)}")
    raise typer.Exit(tally.exit_code)


def _good(names: Sequence[str], tally: Tally, bar: Bar) -> Iterator[AnyRecord]:
    for _, verdict in checked(names, tally, bar):
        if verdict.record is not None:
            yield verdict.record
        elif verdict.error is not None:
            bar.hide()
            warn(error_text(verdict.error))


def _table(players: Sequence[Standing]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    table.add_column("player", max_width=_WIDEST, no_wrap=True)
    for heading in ("games", "won", "points"):
        table.add_column(heading, justify="right", no_wrap=True)
    for player in players:
        numbers = map(str, (player.games, player.won, player.points))
        table.add_row(Text(printable(player.name)), *numbers)
    return table
