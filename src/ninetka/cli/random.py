"""`ninetka random`: records of random games."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Final

import typer

from ..base.errors import NinetkaError, path_text
from ..play.game import Game
from ..play.playouts import random_game
from ..records import Record
from . import options
from .app import command
from .files import STANDARD
from .journal import Run, game_output
from .progress import counting_bar

_EVENT: Final = "Random play"


@command(
    """Play random games and write their records.

    Every record has the seed as a tag. The same seed and start give the same games.

    With -o FILE, each game is written as it ends, to FILE.part, which becomes FILE at the end.
    After an interruption, give the same command with --resume FILE to go on.
    """,
    "ninetka random",
    "ninetka random -n 100 --seed 1 --players 3 -o games.9tka",
)
def random(
    count: options.Count = 1,
    seed: options.Seed = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    players: options.Players = None,
    position: options.Position = None,
    tag: options.Tag = None,
    plies: Annotated[
        int | None, typer.Option(min=0, help="Stop each game after this many moves.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write JSON, as a file name ending in .json also does.")
    ] = False,
    output: options.Output = None,
    resume: options.Resume = None,
) -> None:
    """Write records of random games."""
    start = options.StartOptions(game, ruleset, players, position, tag).state()
    begun = Game.from_state(start)
    run = Run(resume or "", lambda _: begun, count, seed)
    path = STANDARD if output is None and resume is None else output

    def known(record: Record[Any, Any]) -> int:
        if record.game.ply != plies and not record.game.state.is_over:
            raise NinetkaError(
                f"{path_text(run.path)} has games of another length: give its --plies"
            )
        return run.known(record)

    sample = Record(begun, {"Event": _EVENT, "Round": "1", "Seed": "1"})
    with game_output(path, resume, [sample], known, "json" if as_json else None) as games:
        run.seed = options.seed_for(run.seed)
        with counting_bar(count) as bar:
            bar.advance(len(run.played))
            for number in run.remaining:
                played = random_game(start, Random(f"{run.seed}/{number}"), plies)
                tags = {"Event": _EVENT, "Round": str(number), "Seed": run.seed}
                if games.is_printed:
                    bar.give_way()
                games.add(number, Record(played, tags))
                bar.advance()
        games.finish()
