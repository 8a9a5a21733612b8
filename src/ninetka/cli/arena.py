"""`ninetka arena`: computer players against each other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Annotated, Any, Final

import attrs
import typer
from rich.console import Console
from rich.table import Table as Layout
from rich.text import Text

from ..base.errors import NinetkaError, listed, named, quoted
from ..base.tasks import with_executors
from ..base.texts import printable
from ..players import Player, player_of
from ..protocol.states import GameState
from ..protocol.view import plain
from ..records import Record
from ..simulate.estimates import Points
from ..simulate.workers import started
from ..tournament.arena import Table, distinct_names, numbered_games, seated_names
from . import options
from .app import command
from .files import STANDARD
from .journal import Games, Run, games_in
from .output import amount, ends, table_of, warn
from .progress import Bar, counting

_SURE: Final = "(95 % interval)"
_WIDTH: Final = 200
"""Columns of the table at most: figures are not cut where a terminal has fewer."""


@command(
    """Let computer players play games against each other, and show how often each has won.

    They sit in every order in turn. The same seed gives the same games, with any number of workers,
    unless a player goes by the clock. Ctrl-C ends it with the games that are finished.

    With -o FILE, each game is written as it ends, to FILE.part, which becomes FILE at the end.
    After an interruption, give the same command with --resume FILE to go on.
    """,
    "ninetka arena search:1000 mc:1000",
    "ninetka arena greedy random random -n 60 --seed 1",
    "ninetka arena search:2s mc:1000 --game kropki -n 20 --workers 2 -o games.9tka",
)
def arena(
    players: Annotated[
        list[str],
        typer.Argument(help="random, greedy, mc:1000, search:10000, search:2s and so on."),
    ],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many games.")] = 100,
    seed: options.Seed = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    position: options.Position = None,
    tag: options.Tag = None,
    workers: options.Workers = 1,
    as_json: options.JsonLines = False,
    output: options.Output = None,
    resume: options.Resume = None,
) -> None:
    """Let computer players play against each other."""
    seated = [player_of(text) for text in players]
    start = options.Start(game, ruleset, None, position, tag).state_for(len(seated))
    run = Run(resume or "", start, count, None if seed is None else options.seed_for(seed))
    tally = _Tally(run, seated, Table.between(distinct_names(seated)))
    form = options.form_of(output if resume is None else resume, start)
    stop: BaseException | None = None
    with games_in(output, resume, form, tally.known) as games:
        run.seed = options.seed_for(run.seed)
        try:
            with counting(count) as bar:
                bar.advance(tally.table.games)
                tally.play_on(games, start, workers, bar)
            games.finish()
        except (KeyboardInterrupt, NinetkaError) as error:
            stop = error
        if tally.table.games or isinstance(stop, KeyboardInterrupt):
            console = Console(stderr=output == STANDARD, width=_WIDTH, highlight=False)
            lines = (_as_json if as_json else _as_text)(tally.table, start, run.seed)
            for line in lines:
                console.print(line, soft_wrap=True)
        if stop is not None:
            if how := games.stop():
                warn(how)
            raise stop


@attrs.define
class _Tally:
    """The table of the games so far."""

    run: Run
    players: Sequence[Player]
    table: Table

    def known(self, record: Record[Any, Any]) -> int:
        """Count a game that a file has, and give its number. Raises NinetkaError."""
        number = self.run.known(record)
        names = seated_names(self.run.start, self.players, number)
        if record.names != names:
            have, want = (listed(map(quoted, each)) for each in (record.names, names))
            raise NinetkaError(
                f"game {number} in {named(self.run.path)} is between {have}, not {want}"
            )
        self.table = self.table.add(record)
        return number

    def play_on(self, games: Games, start: GameState[Any], workers: int, bar: Bar) -> None:
        """Play the games that remain; when all workers have been killed, with others."""

        def play() -> None:
            left, seed = self.run.remaining, self.run.seed or ""
            with nullcontext() if workers == 1 else started(workers) as executor:
                for number, record in numbered_games(start, self.players, left, seed, executor):
                    games.add(number, record)
                    self.run.played.add(number)
                    self.table = self.table.add(record)
                    bar.advance()

        with_executors(play, lambda: len(self.run.played), self.run.count)


def _as_text(table: Table, start: GameState[Any], seed: str) -> Iterator[Layout | Text]:
    if table.games:
        yield table_of(_rows(table, start))
    yield Text(f"{amount(table.games, 'game')}, seed {printable(seed)}")
    if start.players > 2:
        yield Text(f"Equal players would each win {100 / start.players:.1f} %.")


def _rows(table: Table, start: GameState[Any]) -> Iterator[Sequence[str]]:
    last = ("points", f"Elo {_SURE}") if start.players == 2 else (f"points {_SURE}",)
    seats = (f"as {seat}" for seat in start.seats)
    yield "player", "wins", "draws", f"% won {_SURE}", *seats, *last
    for player in table.players:
        by_seat = zip(player.shares, player.games, strict=True)
        figures = [player.mean_points.to_text()]
        if player.elo is not None:
            figures = [figures[0].partition(" ")[0], player.elo.to_text(decimals=0)]
        yield (
            player.name,
            str(sum(player.wins)),
            str(sum(player.draws)),
            player.share.to_text(100),
            *(f"{round(float(won), 1):g}/{played}" for won, played in by_seat),
            *figures,
        )


def _as_json(table: Table, start: GameState[Any], seed: str) -> Iterator[Text]:
    for player in table.players if table.games else ():
        by_seat = zip(player.games, player.wins, player.draws, player.shares, strict=True)
        seats = zip(start.seats, map(_counts, by_seat), strict=True)
        total = [sum(numbers) for numbers in (player.games, player.wins, player.draws)]
        data = {
            "name": player.name,
            "seed": seed,
            **_counts((*total, sum(player.shares))),
            "share": ends(player.share),
            "points": ends(player.mean_points),
            "elo": None if player.elo is None else ends(player.elo),
            "seats": [{"seat": str(seat), **counts} for seat, counts in seats],
        }
        yield Text(json.dumps(data))


def _counts(numbers: Iterable[Points]) -> dict[str, int | str]:
    names = ("games", "wins", "draws", "score")
    return {name: plain(number) for name, number in zip(names, numbers, strict=True)}
