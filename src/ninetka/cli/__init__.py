"""The command line. Exit codes: 0 all well, 1 a bad game was found, 2 unusable input or usage.

Each command has a module of its name here; `checking`, `common`, `describing`, `output` and
`progress` are what they share. `browsing`, `saving` and `session` belong to `play`, `figures` to
`simulate` and `arena`, and `keeping` is for files that are written again and again.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from .. import __version__
from ..base.errors import NinetkaError, listed, missing_extra

try:
    import rich  # noqa: F401  # what else the commands need
    import typer
    from typer.core import TyperGroup
except ModuleNotFoundError as _error:
    raise missing_extra("cli", _error) from _error

from .arena import arena
from .check import check
from .checking import UNUSABLE
from .common import game_names
from .convert import convert
from .describing import examples_of, help_of
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


for _command in (
    arena, check, convert, perft, play, random, replay, serve, show, simulate, standings,
):  # fmt: skip
    app.command(help=help_of(_command), epilog=examples_of(_command))(_command)
