"""`ninetka puzzles`: positions with one good move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Annotated, Any, Final

import attrs
import typer

from ..base.messages import listed
from ..play.game import Game
from ..play.playouts import random_game
from ..players.builtin import BuiltIn, parse_player
from ..protocol.states import GameState
from ..records import Record
from ..solve.puzzles import Puzzle, searched
from . import options
from .app import command
from .files import STANDARD
from .journal import GameOutput, Run, game_output
from .output import amount, warn
from .progress import Bar, searching_bar
from .solve import what_helps

_GAMES_EACH: Final = 20
"""The most games that are played for each puzzle that is wanted."""


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
    nodes: options.Nodes = None,
    seconds: options.Seconds = None,
    tables: options.Tables = None,
    output: options.Output = None,
    resume: options.Resume = None,
) -> None:
    """Find positions with one good move."""
    start = options.StartOptions(game, ruleset, players, position, tag).state()
    begun, budget = Game.from_state(start), options.budget(nodes, seconds)
    run = _PuzzleRun(
        resume or "",
        lambda _: begun,
        _GAMES_EACH * count,
        seed,
        wanted=count,
        least=least,
        player=parse_player(player),
        searched=lambda played: searched(played, budget, tables),
    )
    path = STANDARD if output is None and resume is None else output
    with game_output(path, resume, [_sample(start)], run.known) as games:
        run.seed = options.seed_for(run.seed)
        with searching_bar(f"{amount(count, 'puzzle')} wanted") as bar:
            run.go_on(games, bar)
        if run.found:
            depths = [*run.found.values()]
            games.finish(lambda number: depths[number - 1])
    if len(run.found) < count:
        ways = [*what_helps(start, budget), "another --player or --seed"]
        ways += ["a lower --depth"] if least > 1 else []
        found = f"{len(run.found)} of {count} were found in {amount(run.count, 'game')}"
        warn(f"{found}. Try {listed(ways, 'or')}.")
        raise typer.Exit(1)


def _sample(start: GameState[Any]) -> Record[Any, Any]:
    """A record like those of puzzles, from the last position of a random game."""
    last = random_game(start, Random(1)).undo()
    record = Puzzle(Game.from_state(last.state), Fraction(1), 1).record
    return attrs.evolve(record, tags={**record.tags, "Round": "1", "Seed": "1"})


@attrs.define
class _PuzzleRun(Run):
    """The games that are played for puzzles, and the puzzles found so far."""

    wanted: int = attrs.field(kw_only=True)
    """The number of puzzles."""
    least: int = attrs.field(kw_only=True)
    """The least depth."""
    player: BuiltIn = attrs.field(kw_only=True)
    """The player of all seats in the games."""
    searched: Callable[[Game[Any, Any]], Iterator[Puzzle[Any] | None]] = attrs.field(kw_only=True)
    """Gives the puzzles in a game, as `solve.puzzles.searched`."""
    found: dict[int, int] = attrs.field(factory=dict)
    """The depth of each puzzle, by the key of its position. Puzzles are numbered in this order."""

    def known(self, record: Record[Any, Any]) -> int:
        """Take a puzzle of the file as found, and give its number. Raises NinetkaError."""
        super().known(record)
        depth = record.tags.get("Depth", "")
        return self._take(record.game.initial_state, int(depth) if depth.isdecimal() else 0)

    def is_of(self, record: Record[Any, Any], _: Random) -> bool:
        """Tell whether a puzzle is from games of this start."""
        start, state = self.opening(1).state, record.game.initial_state
        return (state.ruleset, state.players) == (start.ruleset, start.players)

    def _take(self, state: GameState[Any], depth: int) -> int:
        self.found[_key(state)] = depth
        return len(self.found)

    def go_on(self, games: GameOutput, bar: Bar) -> None:
        """Play one game after another, until there are enough puzzles or games."""
        for number in range(max(self.played, default=0) + 1, self.count + 1):
            if len(self.found) >= self.wanted:
                return
            puzzle = self._hardest(number, bar)
            if puzzle is not None:
                record, own = puzzle.record, {"Round": str(number), "Seed": self.seed or ""}
                if games.is_printed:
                    bar.give_way()
                place = self._take(puzzle.state, puzzle.depth)
                games.add(place, attrs.evolve(record, tags={**record.tags, **own}))

    def _hardest(self, number: int, bar: Bar) -> Puzzle[Any] | None:
        """The hardest puzzle of a game: others would be much like it."""

        def tell(done: str) -> None:
            bar.set_text(f"{len(self.found)} of {self.wanted} found; game {number}, {done}")

        rng = Random(f"{self.seed}/{number}")
        played = Game.from_state(self.opening(number).state.dealt(rng))
        while not played.is_over:
            played = played.apply(self.player.choose(played.state, rng))
            tell(f"{amount(played.ply, 'move')} played")
        hardest = None
        for looked, puzzle in enumerate(self.searched(played), 1):
            tell(f"{amount(looked, 'position')} searched")
            if puzzle is None or puzzle.depth < self.least or _key(puzzle.state) in self.found:
                continue
            if hardest is None or puzzle.depth > hardest.depth:
                hardest = puzzle
        return hardest


def _key(state: GameState[Any]) -> int:
    """The key of a position, the same for its images under the board's symmetries."""
    return state.canonical()[0].key
