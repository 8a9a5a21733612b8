"""`ninetka standings`: players' results added up over records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from ..base.errors import RecordError, path_text
from ..protocol.view import plain
from ..records import AnyRecord
from ..tournament.standings import (
    NAMELESS,
    TIE_BREAKS,
    GameTable,
    RecordFilter,
    Standing,
    Standings,
)
from ..tournament.standings import standings as add_up
from . import options
from .app import command
from .files import STANDARD, output_extension, whole_file
from .output import WIDEST, amount, say, say_json, table_of, warn
from .progress import Bar, reading_bar
from .records import Tally, checked_files, error_text, list_left_out, standard_input

_STYLE: Final = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; display: block; margin: 1.5rem 0; overflow-x: auto; }
caption { font-size: 1.2rem; font-weight: bold; padding: .3rem 0; text-align: left; }
th, td { border-bottom: 1px solid #8886; padding: .3rem .7rem; text-align: right; }
th:nth-child(2), td:nth-child(2) { max-width: 25rem; overflow-wrap: anywhere; text-align: left; }
"""


@command(
    """Add up what players have won and scored in the games of records.

    Players are identified by their names in the tags First, Second and so on. Each game has a table
    of its own, ranked by what counts in it, wins or points. Games that are not over are left out.
    So are bad games, which are shown on standard error as `check` shows them, and games that come
    twice. Exits with 0 if all games are good or --skip-bad is given, 1 if one is bad, 2 if some
    input could not be read or holds no game.
    """,
    "ninetka standings evening.9tka",
    "ninetka standings --event Cup --date 2026-05 -o table.html *.9tka",
    "ninetka standings --json *.9tka | jq .name",
)
def standings(
    files: options.Files = None,
    event: Annotated[
        str | None, typer.Option(help="Only games of this event, by the tag Event.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(help="Only games of this player; give it again for games of several."),
    ] = None,
    date: Annotated[
        str | None, typer.Option(help="Only games of this year, month or day: 2026-05.")
    ] = None,
    since: Annotated[str | None, typer.Option(help="Only games of this date or later.")] = None,
    until: Annotated[str | None, typer.Option(help="Only games of this date or earlier.")] = None,
    skip_bad: options.SkipBad = False,
    cross: options.Cross = False,
    as_json: options.JsonLines = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            callback=options.writable,
            help="File to write: .csv, or .html with cross-tables.",
        ),
    ] = None,
) -> None:
    """Add up players' results over records."""
    if date is not None and (since is not None or until is not None):
        raise typer.BadParameter("--date is for --since and --until of one date: give it alone")
    choice = RecordFilter(event, tuple(player or ()), date or since, date or until)
    extension = output_extension(output, [".csv", ".html", ".htm"])
    names = files or [standard_input()]
    tally, sources = Tally(), list[str]()
    left_out = list[RecordError]() if skip_bad else None
    with reading_bar(names) as bar:
        result = add_up(_good(names, tally, bar, sources, left_out), choice)
    for number, earlier in result.repeated:
        warn(f"{sources[number - 1]}: the same game as {sources[earlier - 1]}, added up once")
    if output != STANDARD:
        _show(result, cross=cross, as_json=as_json)
    if output is not None:
        text = result.to_csv() if extension == ".csv" else _page(result)
        with whole_file(output) as out:
            out.write(text.encode())
    if left_out is not None:
        list_left_out(left_out)
        tally.bad = 0
    raise typer.Exit(tally.exit_code)


def _show(result: Standings, *, cross: bool, as_json: bool) -> None:
    if as_json:
        for table in result.tables:
            for player in table.players:
                say_json(_plain(table, player))
        return
    console = Console(highlight=False, soft_wrap=True)
    for table in result.tables:
        if len(result.tables) > 1:
            say(table.game)
        if table.players:
            # With tie-breaks if something has to be broken
            counted = [player.counted(table.ranked_by) for player in table.players]
            unneeded = 0 if len({*counted}) < len(counted) else len(TIE_BREAKS)
            rows = [row[: len(row) - unneeded] for row in table.rows()]
            console.print(table_of(rows, WIDEST))
        else:
            console.print(NAMELESS)
        if cross and table.players:
            console.print(table_of(table.cross_rows(), WIDEST))
        if len(result.tables) > 1:
            say(f"{amount(table.games, 'game')}\n")
    say(amount(result.games, "game"))
    counts = {
        "unfinished game": result.unfinished,
        "repeated game": len(result.repeated),
        "other game": result.others,
        "nameless seat": result.unnamed,
    }
    left_out = [amount(number, what) for what, number in counts.items() if number]
    if left_out:
        say(f"Left out: {', '.join(left_out)}")


def _good(
    names: Sequence[str],
    tally: Tally,
    bar: Bar,
    sources: list[str],
    left_out: list[RecordError] | None,
) -> Iterator[AnyRecord]:
    """The good records, whose sources are noted; the others are shown, or added to a list."""
    for name, verdict in checked_files(names, tally, bar):
        if verdict.record is not None:
            sources.append(f"{path_text(name)}, game {verdict.number}")
            yield verdict.record
        elif verdict.error is not None and left_out is not None:
            left_out.append(verdict.error)
        elif verdict.error is not None:
            bar.hide()
            warn(error_text(verdict.error))


def _plain(table: GameTable, player: Standing) -> dict[str, Any]:
    against = {
        name: {"games": each.games, "score": plain(each.score), "points": plain(each.points)}
        for name, each in player.against.items()
    }
    numbers = ("games", "wins", "draws", "score", "points", "direct", "strength")
    return {
        "game": table.game,
        "ranked_by": table.ranked_by.value,
        "rank": player.rank,
        "name": player.name,
        **{name: plain(getattr(player, name)) for name in numbers},
        "against": against,
    }


def _page(result: Standings) -> str:
    """A page of its own with all tables."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Standings</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<h1>Standings</h1>\n{result._repr_html_()}\n</body>\n</html>\n"
    )
