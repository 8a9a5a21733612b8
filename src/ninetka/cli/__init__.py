"""The command line. Exit codes: 0 all well, 1 a bad game was found, 2 unusable input or usage.

Each command has a module of its name here; `checking`, `common`, `output` and `progress` are what
they share. `browsing`, `saving` and `session` belong to `play`, `figures` to `simulate` and
`arena`, and `keeping` is for files that are written again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from .. import __version__
from ..errors import NinetkaError, listed
from .arena import arena
from .check import check
from .checking import UNUSABLE
from .common import game_names
from .convert import convert
from .output import say, warn
from .perft import perft
from .play import play
from .random import random
from .replay import replay
from .serve import serve
from .show import show
from .simulate import simulate
from .standings import standings


class _Commands(TyperGroup):
    """The commands, whose help names all games and which end with the sentence of an error."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self.help = f"The rules of {listed(game_names())}."  # only now: it loads all games
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (NinetkaError, ModuleNotFoundError) as error:  # also a missing extra
            warn(f"Error: {error}")
            raise typer.Exit(UNUSABLE) from error


app: Final[typer.Typer] = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _say_version(wanted: bool) -> None:
    if wanted:
        say(f"ninetka {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    _: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_say_version, is_eager=True),
    ] = False,
) -> None:
    pass


_EXAMPLES: Final[dict[Callable[..., None], tuple[str, ...]]] = {
    arena: ("ninetka arena search:1000 mc:1000",
            "ninetka arena greedy random random -n 60 --seed 1",
            "ninetka arena search:2s mc:1000 --game kropki -n 20 --workers 2 -o games.9tka"),
    check: ("ninetka check games.9tka", "ninetka check --json *.9tka | jq .ok",
            "ninetka check --workers 4 archive.9tka"),
    convert: ("ninetka convert games.9tka -o games.jsonl", "ninetka convert games.jsonl --to 9tka"),
    perft: ("ninetka perft 3 --players 4", "ninetka perft 2 --ruleset wiki --moves 'E5 C9'"),
    play: ("ninetka play --browser", "ninetka play --browser game.9tka", "ninetka play",
           "ninetka play --players me,search:2s",
           "ninetka play --players 3 --name Ann --name Ben --name Cleo",
           "ninetka play --game kropki", "ninetka play --resume game.9tka"),
    random: ("ninetka random", "ninetka random -n 100 --seed 1 --players 3 -o games.9tka"),
    replay: ("ninetka replay games.9tka -o games.html",
             "ninetka replay games.9tka --game 3 -o game.html",
             "ninetka random | ninetka replay -o game.html"),
    serve: ("echo '{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"start\"}' | ninetka serve",),
    show: ("ninetka show game.9tka --ply 57", "ninetka show game.9tka -o game.svg --size 600",
           "ninetka show '11/11/2n8/11/11/11/4n6/11/11/11/11 a 2 nestorgames'"),
    simulate: ("ninetka simulate -n 100k --players 3 --workers 2",
               "ninetka simulate -n 10M --seed 1 --resume counts.json -o plot.svg",
               "ninetka simulate -n 1G --dask tcp://10.0.0.1:8786 --json | jq .seats"),
    standings: ("ninetka standings evening.9tka",
                "ninetka standings --event Cup --date 2026-05 -o table.html *.9tka",
                "ninetka standings --json *.9tka | jq .name"),
}  # fmt: skip

for _command, _lines in _EXAMPLES.items():
    app.command(epilog="\n\n".join(["Examples:", *_lines]))(_command)
