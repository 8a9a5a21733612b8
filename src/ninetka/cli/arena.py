"""`ninetka arena`: computer players and engines against each other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from threading import Event
from typing import Annotated, Any, Final

import attrs
import typer
from rich.console import Console
from rich.table import Table as Layout
from rich.text import Text

from ..base.errors import NinetkaError, path_text, quoted
from ..base.messages import listed
from ..base.tasks import with_new_executors
from ..base.texts import printable
from ..engines import EnginePlayer, Limit
from ..play.game import Game
from ..players import Player, parse_player
from ..protocol.clocks import Clock
from ..protocol.states import GameState
from ..protocol.view import plain
from ..records import SEAT_TAGS, Record
from ..simulate.estimates import Points
from ..simulate.workers import started
from ..tournament import openings as starts
from ..tournament.arena import (
    EVENT,
    ArenaTable,
    TimeControl,
    dealt,
    distinct_names,
    numbered_games,
    opening_of,
    seated_names,
    seatings,
)
from ..tournament.ratings import ResultCounts, rate
from ..tournament.referee import TERMINATION, TIME_CONTROL
from ..tournament.sprt import Sprt, means
from ..tournament.standings import standings
from . import options
from .app import command
from .files import STANDARD, os_errors_naming
from .journal import GameOutput, Run, check_output, game_output
from .output import WIDEST, amount, ends, table_of, warn
from .progress import Bar, counting_bar, thinking_status

_SURE: Final = "(95 % interval)"
_WIDTH: Final = 200
"""Columns of the table at most: figures are not cut where a terminal has fewer."""
_LOADING: Final = 900.0
"""The seconds that an engine has to get ready for the first time."""
_ELO: Final = r"[-+]?[0-9]{1,4}(?:\.[0-9]{1,3})?"


@command(
    """Let computer players play games against each other, and show how often each has won.

    They sit in every order in turn. The same seed gives the same games, with any number of workers,
    unless a player goes by the clock. Ctrl-C ends it with the games that are finished.

    A player may be an engine, that is, another program (docs/engines.md): engine:COMMAND. One that
    breaks the rules, ends or hangs loses that game.

    With -o FILE, each game is written as it ends, to FILE.part, which becomes FILE at the end.
    After an interruption, give the same command with --resume FILE to go on.
    """,
    "ninetka arena search:1000 mc:1000",
    "ninetka arena greedy random random -n 60 --seed 1",
    "ninetka arena search:2s mc:1000 --game kropki -n 20 --workers 2 -o games.9tka",
    "ninetka arena 'engine:node my-engine.mjs' search:1s --clock 60+1 --openings lines.txt",
    "ninetka arena easy club strong greedy --players 2 -n 60 --ratings --cross",
)
def arena(
    players: Annotated[
        list[str],
        typer.Argument(
            help="random, greedy, easy, club, strong, mc:1000, search:2s, engine:COMMAND and so on."
        ),
    ],
    count: options.Count = 100,
    seed: options.Seed = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    position: options.Position = None,
    tag: options.Tag = None,
    seats: Annotated[
        int | None,
        typer.Option(
            "--players", min=1, help="How many play in a game, if not all: each selection in turn."
        ),
    ] = None,
    openings: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file with openings, each a line of moves or a position, for every seating.",
        ),
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="SECONDS+INCREMENT", help="The time of each player for a game."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="How long a move of an engine may take; 1 without a clock.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="How many positions or games an engine may look at.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="End once it is decided whether the first player is that much stronger.",
        ),
    ] = None,
    ratings: Annotated[
        bool, typer.Option("--ratings", help="Show ratings, and what the seats are worth.")
    ] = False,
    cross: options.Cross = False,
    workers: options.Workers = 1,
    as_json: options.JsonLines = False,
    output: options.Output = None,
    resume: options.Resume = None,
) -> None:
    """Let computer players play against each other."""
    control = None if clock is None else TimeControl.parse(clock)
    unlimited = seconds is None and nodes is None and control is None
    limit = Limit(seconds=1 if unlimited else seconds, nodes=nodes)
    own = [None if EnginePlayer.is_engine(text) else parse_player(text) for text in players]
    described = options.StartOptions(game, ruleset, None, position, tag)
    start = described.state_for(seats or len(players))
    lines = [Game.from_state(start)]
    if openings is not None:
        with os_errors_naming(str(openings)):
            text = openings.read_text("utf-8", errors="replace")
        lines = starts.openings(text.splitlines(), start)
    group, tested = seatings(start, len(players)), _tested(sprt, start, len(players))
    samples = [_sample(line, control, has_engines=None in own) for line in lines]
    check_output(output, resume, samples)
    with ExitStack() as running:  # engines may take long to start, so all else is checked by now
        seated: list[Player] = [
            running.enter_context(EnginePlayer(text, limit)) if player is None else player
            for text, player in zip(players, own, strict=True)
        ]
        for player in seated:  # let engines load what they need, before there is a clock
            if isinstance(player, EnginePlayer):
                with (
                    thinking_status(f"{player.name} loads what it needs."),
                    player.engine() as engine,
                ):
                    engine.prepare(dealt(lines[0], Random(1)), _LOADING)
        test = None if tested is None else _Test(tested, distinct_names(seated)[0], group)
        tally = _Tally(resume or "", seated, lines, control, count, test)
        tally.run.seed = seed
        tally.keeps_records = cross
        with game_output(output, resume, samples, tally.known) as games:
            tally.run.seed = options.seed_for(tally.run.seed)
            stop = tally.play(games, workers)
            if tally.table.games or isinstance(stop, KeyboardInterrupt):
                console = Console(stderr=output == STANDARD, width=_WIDTH, highlight=False)
                shown = _as_json(tally) if as_json else _as_text(tally, ratings=ratings)
                for line in shown:
                    console.print(line, soft_wrap=True)
            if stop is not None:
                raise stop


def _sample(
    opening: Game[Any, Any], control: TimeControl | None, *, has_engines: bool
) -> Record[Any, Any]:
    """A record with all that games from an opening may have: clock times, an engine's failure."""
    played = dealt(opening, Random(1))
    played = played.apply(played.state.some_moves[0])
    tags = {"Event": EVENT, "Round": "1", "Seed": "1", **dict.fromkeys(SEAT_TAGS[:2], "name")}
    if control is not None:
        tags[TIME_CONTROL] = str(control)
    if has_engines:
        tags[TERMINATION] = "abandoned"
    return Record(
        played,
        tags,
        {played.ply: "why it has failed"} if has_engines else {},
        clocks={} if control is None else {played.ply: Clock(timedelta(seconds=control.seconds))},
    )


def _tested(text: str | None, start: GameState[Any], players: int) -> Sprt | None:
    """The test that an option asks for. Raises BadParameter or NinetkaError."""
    if text is None:
        return None
    known = re.fullmatch(rf"({_ELO}),({_ELO})", text)
    if known is None:
        raise typer.BadParameter(f"--sprt is two numbers of Elo points, 0,20, not {quoted(text)}")
    if players != start.players:
        raise typer.BadParameter("--sprt tests the first of as many players as play in a game")
    return Sprt(float(known[1]), float(known[2]), players=start.players)


@attrs.define
class _Test:
    """A test of whether one player is stronger, and the results that it goes by.

    With two players, games from one opening with seats changed belong together.
    """

    sprt: Sprt
    player: str
    seatings: int
    shares: dict[int, list[Fraction]] = attrs.field(factory=dict)
    """The player's shares of the wins, by group of games."""

    @property
    def size(self) -> int:
        """The number of games that belong together."""
        return self.seatings if self.sprt.players == 2 else 1

    def add(self, number: int, record: Record[Any, Any]) -> None:
        """Count a game."""
        outcome = record.game.outcome
        if outcome is not None:
            share = outcome.shares[record.names.index(self.player)]
            self.shares.setdefault((number - 1) // self.size, []).append(share)

    @property
    def results(self) -> dict[int | Fraction, int]:
        """Count how often each result of a whole group was found."""
        return means(shares for shares in self.shares.values() if len(shares) == self.size)

    @property
    def decision(self) -> bool | None:
        """Tell whether the player is stronger; None if that is not decided yet."""
        return self.sprt.decision(self.results)


class _Tally:
    """The results of the games so far."""

    def __init__(
        self,
        path: str,
        players: Sequence[Player],
        openings: Sequence[Game[Any, Any]],
        control: TimeControl | None,
        count: int,
        test: _Test | None,
    ) -> None:
        self.start: GameState[Any] = openings[0].state
        self.players, self.openings, self.control, self.test = players, openings, control, test
        turns = seatings(self.start, len(players))
        self.run = Run(path, lambda number: opening_of(openings, turns, number), count, None)
        self.table = ArenaTable.between(distinct_names(players), self.start.players)
        self.results = ResultCounts()
        self.records: list[Record[Any, Any]] = []
        self.keeps_records = False

    def known(self, record: Record[Any, Any]) -> int:
        """Count a game that a file has, and give its number. Raises NinetkaError."""
        number = self.run.known(record)
        names = seated_names(self.start, self.players, number)
        if record.names != names:
            have, want = (listed(map(quoted, each)) for each in (record.names, names))
            raise NinetkaError(
                f"game {number} in {path_text(self.run.path)} is between {have}, not {want}"
            )
        self._count(number, record)
        return number

    def _count(self, number: int, record: Record[Any, Any]) -> None:
        self.table = self.table.add(record)
        self.results.add(record)
        if self.keeps_records:
            self.records.append(record)
        if self.test is not None:
            self.test.add(number, record)

    def play(self, games: GameOutput, workers: int) -> BaseException | None:
        """Play the games that remain; returns what has ended that early, if anything has.

        When all workers have been killed, it goes on with others.
        """
        try:
            with counting_bar(self.run.count) as bar:
                bar.advance(self.table.games)
                with_new_executors(
                    lambda: self._play_on(games, workers, bar), self._done, self.run.count
                )
            games.finish()
        except (KeyboardInterrupt, NinetkaError) as error:
            return error
        return None

    def _done(self) -> int:
        """The number of games that need not be played: all, once the test has decided."""
        decided = self.test is not None and self.test.decision is not None
        return self.run.count if decided else len(self.run.played)

    def _play_on(self, games: GameOutput, workers: int, bar: Bar) -> None:
        stopped, left = Event(), self.run.remaining
        engines = [player for player in self.players if isinstance(player, EnginePlayer)]
        with _executor(workers, engines, stopped) as executor:
            played = numbered_games(
                self.start,
                self.players,
                left,
                self.run.seed or "",
                executor,
                openings=self.openings,
                control=self.control,
                stopped=stopped if engines else None,
            )
            for number, record in played:
                if games.is_printed:
                    bar.give_way()
                games.add(number, record)
                self.run.played.add(number)
                self._count(number, record)
                bar.advance()
                for comment in record.comments.values():
                    bar.hide()
                    warn(f"Game {number}: {printable(comment)}")
                if self._done() == self.run.count:
                    break


@contextmanager
def _executor(
    workers: int, engines: Sequence[EnginePlayer], stopped: Event
) -> Iterator[Executor | None]:
    """Start the workers: processes, or threads if there are engines, which are processes."""
    if workers == 1 or not engines:
        with nullcontext() if workers == 1 else started(workers) as executor:
            yield executor
        return
    threads = ThreadPoolExecutor(workers, "arena")
    try:
        yield threads
    finally:
        stopped.set()
        threads.shutdown(wait=False, cancel_futures=True)
        for engine in engines:
            engine.interrupt()
        threads.shutdown()


def _as_text(tally: _Tally, *, ratings: bool) -> Iterator[Layout | Text]:
    table, start = tally.table, tally.start
    if table.games:
        yield table_of(_rows(table, start))
    yield Text(f"{amount(table.games, 'game')}, seed {printable(tally.run.seed or '')}")
    if start.players > 2:
        yield Text(f"Equal players would each win {100 / start.players:.1f} %.")
    if (test := tally.test) is not None:
        sprt, (low, high) = test.sprt, test.sprt.bounds
        said = {True: f"{sprt.elo1:g} accepted", False: f"{sprt.elo0:g} accepted"}
        found = "undecided" if test.decision is None else said[test.decision]
        which = f"{printable(test.player)} is {sprt.elo1:g} rather than {sprt.elo0:g} Elo stronger"
        ratio = f"{sprt.ratio(test.results):.2f} ({low:.2f} to {high:.2f})"
        yield Text(f"SPRT, {which}: {found}, log-likelihood ratio {ratio}")
    if ratings and table.games:
        rated = rate(tally.results)
        yield Text()
        yield table_of(rated.rows())
        yield table_of(rated.seat_rows(start.seats))
    for results in standings(tally.records).tables if tally.records else ():
        yield Text()
        yield table_of(results.cross_rows(), WIDEST)


def _rows(table: ArenaTable, start: GameState[Any]) -> Iterator[Sequence[str]]:
    two = len(table.players) == start.players == 2
    last = ("points", f"Elo {_SURE}") if two else (f"points {_SURE}",)
    seats = (f"as {seat}" for seat in start.seats)
    yield "player", "wins", "draws", f"% won {_SURE}", *seats, *last
    for player in table.players:
        by_seat = zip(player.shares, player.games, strict=True)
        played = sum(player.games) > 0
        figures = [player.mean_points.to_text() if played else ""]
        if two and player.elo is not None:
            figures = [figures[0].partition(" ")[0], player.elo.to_text(decimals=0)]
        yield (
            player.name,
            str(sum(player.wins)),
            str(sum(player.draws)),
            player.share.to_text(100) if played else "",
            *(f"{round(float(won), 1):g}/{played}" for won, played in by_seat),
            *figures,
        )


def _as_json(tally: _Tally) -> Iterator[Text]:
    table, start, test = tally.table, tally.start, tally.test
    rated = rate(tally.results)
    for player in table.players if table.games else ():
        if not sum(player.games):
            continue
        by_seat = zip(player.games, player.wins, player.draws, player.shares, strict=True)
        seats = zip(start.seats, map(_counts, by_seat), rated.seats, strict=True)
        total = [sum(numbers) for numbers in (player.games, player.wins, player.draws)]
        two = len(table.players) == 2
        data = {
            "name": player.name,
            "seed": tally.run.seed,
            **_counts((*total, sum(player.shares))),
            "share": ends(player.share),
            "points": ends(player.mean_points),
            "elo": ends(player.elo) if two and player.elo is not None else None,
            "rating": ends(rated.of(player.name)),
            "seats": [
                {"seat": str(seat), **counts, "worth": ends(worth)} for seat, counts, worth in seats
            ],
            **(_test_data(test) if test is not None and test.player == player.name else {}),
        }
        yield Text(json.dumps(data))


def _test_data(test: _Test) -> dict[str, Any]:
    """The result of a test as plain data."""
    decision, sprt = test.decision, test.sprt
    accepted = None if decision is None else sprt.elo1 if decision else sprt.elo0
    low, high = sprt.bounds
    ratio = {"value": sprt.ratio(test.results), "low": low, "high": high}
    return {"sprt": {"elo0": sprt.elo0, "elo1": sprt.elo1, "ratio": ratio, "accepted": accepted}}


def _counts(numbers: Iterable[Points]) -> dict[str, int | str]:
    names = ("games", "wins", "draws", "score")
    return {name: plain(number) for name, number in zip(names, numbers, strict=True)}
