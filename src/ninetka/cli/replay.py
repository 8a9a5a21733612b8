"""`ninetka replay`: a game as a page for a web browser."""

from __future__ import annotations

from typing import Annotated

import typer

from ..replay import replay_page
from .common import NumberOption, OutputOption, read_game
from .output import STANDARD, failing, spare, whole_output


def replay(
    file: Annotated[str, typer.Argument(help="Record file; - for standard input.")] = STANDARD,
    game: NumberOption = 1,
    output: OutputOption = None,
) -> None:
    """Make a page of a game, to step through in a web browser.

    It is one file that needs nothing else. Adding #ply=57 to its address opens it there.
    """
    with failing():
        spare(file, output)
        with whole_output(output) as out:
            out.write(replay_page(read_game(file, game)))
