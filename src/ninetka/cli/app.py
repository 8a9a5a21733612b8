"""The application: what all commands belong to, and how a command is added to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

import typer
from typer.core import TyperGroup

from .. import __version__
from ..base.errors import NinetkaError
from ..base.messages import listed
from ..games import entry_for_name
from ..players.backends import missing_extra_clause
from .options import game_names
from .output import say, warn

UNUSABLE: Final = 2
"""The exit code if input, usage or output is unusable."""

Command = TypeVar("Command", bound=Callable[..., None])


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
    cls=_Commands, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode="rich"
)


def command(text: str, *examples: str) -> Callable[[Command], Command]:
    """Add a command of the function's name, with its help in paragraphs and examples below it.

    Docstrings won't do for help: `python -OO` takes them away.
    """
    paragraphs = (" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    return app.command(help="\n\n".join(paragraphs), epilog="\n\n".join(["Examples:", *examples]))


def _say_version(wanted: bool) -> None:
    if wanted:
        say(f"ninetka {__version__}")
        if slow := missing_extra_clause(entry_for_name(None).begin()):
            say(f"Computer players play {slow}.")
        raise typer.Exit


@app.callback()
def _main(
    _: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_say_version, is_eager=True),
    ] = False,
) -> None:
    pass
