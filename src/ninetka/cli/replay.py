"""`ninetka replay`: games as a page for a web browser."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from ..errors import RecordError
from ..records import AnyRecord, read
from ..replay import MAX_GAMES, replay_page
from .common import FileArgument, OutputOption, file_or_standard, lines_of, read_game
from .output import output_ending, refuse_overwrite, whole_text
from .progress import counted, counting, reading


def replay(
    file: FileArgument = None,
    game: Annotated[
        int | None,
        typer.Option(min=1, help="Which game of the file; all of them if left out."),
    ] = None,
    output: OutputOption = None,
) -> None:
    """Make a page of the games of a file, to step through in a web browser.

    It is one file that needs nothing else. Adding #ply=57 to its address opens it there, or
    #game=3&ply=57 if it has several games.
    """
    name = file_or_standard(file)
    output_ending(output, [".html", ".htm"])
    refuse_overwrite(name, output)
    games = _all_games(name) if game is None else [read_game(name, game)]
    with whole_text(output) as out, counting(len(games)) as bar:
        out.write(replay_page(counted(games, bar)))


def _all_games(name: str) -> list[AnyRecord]:
    """The games of a file. Raises RecordError if there are none, or more than a page may hold."""
    with reading([name]) as bar:
        games = list(islice(read(lines_of(name, bar.advance), name), MAX_GAMES + 1))
    if not games:
        raise RecordError("there is no game in it", name)
    if len(games) > MAX_GAMES:
        raise RecordError(f"a page holds at most {MAX_GAMES} games: choose one with --game", name)
    return games
