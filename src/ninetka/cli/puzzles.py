"""`ninetka puzzles`: positions with one good move."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Final

import attrs
import typer

from ..base.errors import NinetkaError, listed
from ..play.game import Game
from ..players.playing import BuiltIn, player_of
from ..protocol.solving import Budget
from ..protocol.states import GameState
from ..records import Record
from ..solve import TABLES
from ..solve.puzzles import Puzzle, searched
from . import options
from .app import command
from .files import STANDARD
from .journal import Games, Run, games_in
from .output import amount, warn
from .progress import Bar, searching
from .solve import what_helps

_SECONDS: Final = 0.2
"""How long each position is searched, unless told otherwise."""
_GAMES_EACH: Final = 20
"""After so many games for each puzzle wanted, no more are played."""
_FEWER: Final = 1


@command(
    """Find positions in which one move alone wins, or holds the draw, and write them as records.

    The games are played by --player, and give one puzzle each at most, the hardest. Each record
    begins with a position and has the solution as its moves; the tag Depth says how many of them
    the solver has to find. Every solution is proven. Exits with 1 if fewer are found than wanted.

    Each puzzle is written as it is found, with -o FILE to FILE.part, which becomes FILE at the end,
    with the easiest first. After an interruption, give the same command with --resume FILE to go
    on.
    """,
    "ninetka puzzles -n 10 --seed 1 -o puzzles.9tka",
    "ninetka puzzles --ruleset mills --tables tables --player search:500",
)
def puzzles(
    count: options.Count = 1,
    least: Annotated[int, typer.Option("--depth", min=1, help="The least depth.")] = 1,
    player: Annotated[str, typer.Option(help="Who plays the games.")] = "random",
    seed: options.Seed = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    players: options.Players = None,
    position: options.Position = None,
    tag: options.Tag = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Search so many positions.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Search for so long.")] = None,
    tables: Annotated[
        str | None, typer.Option(metavar="DIR", help=f"Folder with tables.  \\[env: {TABLES}]")
    ] = None,
    output: options.Output = None,
    resume: options.Resume = None,
) -> None:
    """Find positions with one good move."""
    start = options.Start(game, ruleset, players, position, tag).state()
    budget = Budget(nodes, seconds or (None if nodes else _SECONDS))
    begun, said = Game.from_state(start), None if seed is None else options.seed_for(seed)
    run = _Search(
        resume or "",
        lambda _: begun,
        _GAMES_EACH * count,
        said,
        wanted=count,
        least=least,
        player=player_of(player),
    )
    path = STANDARD if output is None and resume is None else output
    form = options.form_of(path if resume is None else resume, start)
    with games_in(path, resume, form, run.known) as games:
        run.seed = options.seed_for(run.seed)
        try:
            with searching(f"{amount(count, 'puzzle')} wanted") as bar:
                run.go_on(games, bar, budget, tables)
            if run.found:
                games.finish(run.depth_of)
        except (KeyboardInterrupt, NinetkaError):
            if how := games.stop():
                warn(how)
            raise
    if len(run.found) < count:
        ways = [*what_helps(start, budget), "another --player or --seed"]
        ways += ["a lower --depth"] if least > 1 else []
        found = f"{len(run.found)} of {count} were found in {amount(run.count, 'game')}"
        warn(f"{found}. Try {listed(ways, 'or')}.")
        raise typer.Exit(_FEWER)


@attrs.define
class _Search(Run):
    """The games that are played for puzzles, and the puzzles found so far."""

    wanted: int = attrs.field(kw_only=True)
    """The number of puzzles."""
    least: int = attrs.field(kw_only=True)
    """The least depth."""
    player: BuiltIn = attrs.field(kw_only=True)
    """Who plays the games."""
    found: dict[int, int] = attrs.field(factory=dict)
    """By the key of its position: a puzzle's depth. Puzzles are numbered in this order."""

    def known(self, record: Record[Any, Any]) -> int:
        """Take a puzzle of the file as found, and give its number. Raises NinetkaError."""
        super().known(record)
        depth = record.tags.get("Depth", "")
        return self._take(record.game.initial_state, int(depth) if depth.isdecimal() else 0)

    def is_of(self, record: Record[Any, Any], _: Random) -> bool:
        """Whether a puzzle is from games of this start."""
        start, state = self.opening(1).state, record.game.initial_state
        return (state.ruleset, state.players) == (start.ruleset, start.players)

    def _take(self, state: GameState[Any], depth: int) -> int:
        self.found[_key(state)] = depth
        return len(self.found)

    def depth_of(self, number: int) -> int:
        """The depth of a puzzle."""
        return [*self.found.values()][number - 1]

    def go_on(self, games: Games, bar: Bar, budget: Budget, tables: str | None) -> None:
        """Play one game after another, until there are enough puzzles or games."""
        for number in range(max(self.played, default=0) + 1, self.count + 1):
            if len(self.found) >= self.wanted:
                return
            puzzle = self._hardest(number, bar, budget, tables)
            if puzzle is not None:
                record, own = puzzle.record, {"Round": str(number), "Seed": self.seed or ""}
                if games.is_printed:
                    bar.give_way()
                place = self._take(puzzle.state, puzzle.depth)
                games.add(place, attrs.evolve(record, tags={**record.tags, **own}))

    def _hardest(
        self, number: int, bar: Bar, budget: Budget, tables: str | None
    ) -> Puzzle[Any] | None:
        """The hardest puzzle of a game: others would be much like it."""

        def tell(done: str) -> None:
            bar.tell(f"{len(self.found)} of {self.wanted} found; game {number}, {done}")

        random = Random(f"{self.seed}/{number}")
        played = Game.from_state(self.opening(number).state.dealt(random))
        while not played.is_over:
            played = played.apply(self.player.choose(played.state, random))
            tell(f"{amount(played.ply, 'move')} played")
        hardest = None
        for looked, puzzle in enumerate(searched(played, budget, tables), 1):
            tell(f"{amount(looked, 'position')} searched")
            if puzzle is None or puzzle.depth < self.least or _key(puzzle.state) in self.found:
                continue
            if hardest is None or puzzle.depth > hardest.depth:
                hardest = puzzle
        return hardest


def _key(state: GameState[Any]) -> int:
    """The key of a position, the same for its images under the board's symmetries."""
    return state.canonical()[0].key
