"""`ninetka arena`: computer players against each other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Annotated, Any, Final

import attrs
import typer
from rich.console import Console
from rich.table import Table as Layout
from rich.text import Text

from ..arena import Table, games
from ..clusters.local import started
from ..players import player_of
from ..protocol import GameState, offering
from ..records import AnyRecord, Record, write
from ..results import Estimate, plain
from ..terminal import printable
from .common import (
    GameOption,
    OutputOption,
    PositionOption,
    RulesetOption,
    SeedOption,
    TagOption,
    WorkersOption,
    amount,
    form_of,
    seed_for,
    start_for,
)
from .figures import ends, figure
from .output import STANDARD, whole_file
from .progress import counting

_SURE: Final = "(95 % interval)"
_WIDTH: Final = 200
"""Columns of the table at most: figures are not cut where a terminal has fewer."""


def arena(
    players: Annotated[
        list[str],
        typer.Argument(help="random, greedy, mc:1000, search:10000, search:2s and so on."),
    ],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many games.")] = 100,
    seed: SeedOption = None,
    game: GameOption = None,
    ruleset: RulesetOption = None,
    position: PositionOption = None,
    tag: TagOption = None,
    workers: WorkersOption = 1,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per player, each on its own line.")
    ] = False,
    output: OutputOption = None,
) -> None:
    """Let computer players play games against each other, and show how often each has won.

    They sit in every order in turn. The same seed gives the same games, with any number of workers,
    unless a player goes by the clock. Ctrl-C ends it with the games that are finished.
    """
    seated = [player_of(text) for text in players]
    start = offering(start_for(len(seated), game, ruleset, position, tag))
    seed = seed_for(seed)
    tally, form, interrupted = _Tally(), form_of(output, start), False
    place = nullcontext() if output is None else whole_file(output)
    pool = nullcontext() if workers == 1 else started(workers)
    with place as out:
        try:
            with pool as executor, counting(count) as bar:
                records = games(start, seated, count, seed, executor)
                for text in write(tally.noted(records), form):
                    if out is not None:
                        out.write(text.encode())
                    bar.advance()
        except KeyboardInterrupt:
            interrupted = True
    console = Console(stderr=output == STANDARD, width=_WIDTH, highlight=False)
    for line in (
        _as_json(tally.table, start, seed) if as_json else _as_text(tally.table, start, seed)
    ):
        console.print(line, soft_wrap=True)
    if interrupted:
        raise KeyboardInterrupt


@attrs.define
class _Tally:
    """The table of the games so far."""

    table: Table = attrs.field(factory=Table)

    def noted(self, records: Iterable[Record[Any, Any]]) -> Iterator[AnyRecord]:
        """The same records, each counted as it passes."""
        for record in records:
            self.table = self.table.add(record)
            yield record


def _as_text(table: Table, start: GameState[Any], seed: str) -> Iterator[Layout | Text]:
    played = sum(table.players[0].games) if table.players else 0
    if played:
        yield _layout(table, start)
    yield Text(f"{amount(played, 'game')}, seed {printable(seed)}")
    if start.players > 2:
        yield Text(f"Equal players would each win {100 / start.players:.1f} %.")


def _layout(table: Table, start: GameState[Any]) -> Layout:
    layout = Layout(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    layout.add_column("player")
    last = ("points", f"Elo {_SURE}") if start.players == 2 else (f"points {_SURE}",)
    for heading in (f"% won {_SURE}", *(f"as {seat}" for seat in start.seats), *last):
        layout.add_column(heading, justify="right")
    for player in table.players:
        by_seat = zip(player.wins, player.games, strict=True)
        points = figure(player.mean_points)
        layout.add_row(
            Text(player.name),
            figure(player.share, 100),
            *(f"{round(float(won), 1):g}/{played}" for won, played in by_seat),
            *([points] if player.elo is None else [points.partition(" ")[0], _elo(player.elo)]),
        )
    return layout


def _elo(estimate: Estimate) -> str:
    return f"{estimate.value:z.0f} ({estimate.low:z.0f} to {estimate.high:z.0f})"


def _as_json(table: Table, start: GameState[Any], seed: str) -> Iterator[Text]:
    for player in table.players:
        by_seat = zip(start.seats, player.games, player.wins, strict=True)
        data = {
            "name": player.name,
            "seed": seed,
            "games": sum(player.games),
            "won": plain(sum(player.wins)),
            "share": ends(player.share),
            "points": ends(player.mean_points),
            "elo": None if player.elo is None else ends(player.elo),
            "seats": [
                {"seat": str(seat), "games": played, "won": plain(won)}
                for seat, played, won in by_seat
            ],
        }
        yield Text(json.dumps(data))
