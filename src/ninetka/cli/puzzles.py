"""`ninetka puzzles`: positions with one good move."""

from __future__ import annotations

from itertools import count as numbers
from random import Random
from typing import Annotated, Any, Final

import typer

from ..play.game import Game
from ..players.playing import player_of
from ..protocol.solving import Budget
from ..records import write
from ..solve import TABLES
from ..solve.puzzles import Puzzle
from ..solve.puzzles import puzzles as puzzles_in
from . import options
from .app import command
from .files import STANDARD, whole_file
from .output import warn
from .progress import counting

_SECONDS: Final = 0.2
"""How long each position is searched, unless told otherwise."""
_GAMES_EACH: Final = 20
"""After so many games for each puzzle wanted, no more are played."""


@command(
    """Find positions in which one move alone wins, or holds the draw, and write them as records.

    The games are played by --player, and give one puzzle each at most, the hardest. Each record
    begins with a position and has the solution as its moves; the tag Depth says how many of them
    the solver has to find. Every solution is proven.
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
) -> None:
    """Find positions with one good move."""
    start = options.Start(game, ruleset, players, position, tag).state()
    chooser, seed = player_of(player), options.seed_for(seed)
    budget = Budget(nodes, seconds or (None if nodes else _SECONDS))
    form = options.form_of(STANDARD if output is None else output, start)
    found: dict[int, Puzzle[object]] = {}
    with whole_file(output) as out, counting(count, beside_output=output is not None) as bar:
        for number in numbers(1):
            random = Random(f"{seed}/{number}")
            played = Game.from_state(start.dealt(random))
            while not played.is_over:
                played = played.apply(chooser.choose(played.state, random))
            # Those of one game are much alike
            for puzzle in sorted(puzzles_in(played, budget, tables), key=_depth, reverse=True):
                key = puzzle.state.canonical()[0].key
                if puzzle.depth >= least and key not in found:
                    found[key] = puzzle
                    bar.advance()
                    break
            if len(found) == count or number == _GAMES_EACH * count:
                break
        ordered = sorted(found.values(), key=_depth)
        out.writelines(map(str.encode, write((each.record for each in ordered), form)))
    if len(found) < count:
        warn(f"{len(found)} of {count} were found in {_GAMES_EACH * count} games")


def _depth(puzzle: Puzzle[Any]) -> int:
    return puzzle.depth
