"""`ninetka replay`: games as a page for a web browser."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from ..records import AnyRecord
from ..web.replay import replay_page
from . import options
from .app import command
from .files import output_extension, refuse_overwrite, whole_file
from .progress import reading_bar
from .records import GameReader, pick, read_verdicts, standard_input


@command(
    """Make a page of the games of a file, to step through in a web browser.

    It is one file that needs nothing else. Adding #ply=57 to its address opens it there, or
    #game=3&ply=57 if it has several games.
    """,
    "ninetka replay games.9tka -o games.html",
    "ninetka replay games.9tka --game 3 -o game.html",
    "ninetka random | ninetka replay -o game.html",
)
def replay(
    file: options.File = None,
    game: Annotated[
        int | None, typer.Option(min=1, help="Which game of the file; all of them if left out.")
    ] = None,
    skip_bad: options.SkipBad = False,
    output: options.Output = None,
) -> None:
    """Write games as a page for a web browser."""
    name = file or standard_input()
    output_extension(output, [".html", ".htm"])
    refuse_overwrite(name, output)
    good = GameReader(skip_bad)
    with whole_file(output) as out, reading_bar([name]) as bar:
        games: Iterable[AnyRecord] = (record for _, record in good.read(name, bar))
        if game is not None:
            games = [pick(read_verdicts(name, bar), game)]
        out.write(replay_page(games).encode())
    good.show_left_out()
