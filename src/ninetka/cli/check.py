"""`ninetka check`: whether games were played by the rules."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer

from ..base.errors import path_text
from ..base.texts import printable
from ..records import AnyRecord, AnyVerdict
from ..simulate.workers import started
from . import options
from .app import command
from .output import amount, board, say, say_json
from .progress import reading_bar
from .records import Tally, checked_files, error_text, standard_input


@command(
    """Check records: replay every game by the rules and compare its stated result.

    Shows each bad game with its place, what is wrong and the board before it. Long files are
    checked faster by several workers, one for each processor. Exits with 0 if all games are good, 1
    if one is bad, 2 if some input could not be read or holds no game.
    """,
    "ninetka check games.9tka",
    "ninetka check --json *.9tka | jq .ok",
    "ninetka check --workers 4 archive.9tka",
)
def check(
    files: options.Files = None,
    as_json: options.JsonGames = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List good games too, with their results.")
    ] = False,
    workers: options.Workers = 1,
) -> None:
    """Check whether games were played by the rules."""
    names = files or [standard_input()]
    tally = Tally()
    pool = nullcontext() if workers == 1 else started(workers)
    with pool as executor, reading_bar(names) as bar:
        for name, verdict in checked_files(names, tally, bar, executor):
            if as_json or verbose or verdict.error is not None:
                bar.give_way()
            if as_json:
                say_json({"file": name, **verdict.summary()})
            elif verdict.error is not None:
                say(error_text(verdict.error, board))
            elif verbose and verdict.record is not None:
                say(_good(name, verdict, verdict.record))
    if not as_json:
        count = amount(tally.good + tally.bad, "game")
        say(f"{count}: {tally.good:,} good, {tally.bad:,} bad")
    raise typer.Exit(tally.exit_code)


def _good(name: str, verdict: AnyVerdict, record: AnyRecord) -> str:
    players = printable(" - ".join(record.names)) if any(record.names) else ""
    moves = amount(record.game.ply, "move")
    count = sum(1 for _ in record.walk())
    variations = amount(count, "variation") if count else ""
    result = record.result if record.game.is_over else "not over"
    ending = record.game.ending_text
    place = f"{path_text(name)}, game {verdict.number}, line {verdict.line}"
    return f"{place}: good, {', '.join(filter(None, [players, moves, variations, result, ending]))}"
