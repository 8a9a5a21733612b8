"""`ninetka convert`: records from one form to another."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..base.errors import NinetkaError
from ..games import entry_for_state
from ..protocol.states import GameState
from ..records import form_named, forms
from . import options
from .app import command
from .files import STANDARD, whole_file
from .journal import separator_of
from .progress import reading_bar
from .records import GameReader, standard_input


@command(
    """Write records in another form, such as .9tka text, or JSON with one record per line.

    The input format is detected automatically. Without an output file or --to, JSON is written.
    Nothing is written unless every record is good, or --skip-bad leaves the others out.
    """,
    "ninetka convert games.9tka -o games.jsonl",
    "ninetka convert games.jsonl --to 9tka",
    "ninetka convert --skip-bad archive.9tka -o good.9tka",
)
def convert(
    file: options.File = None,
    skip_bad: options.SkipBad = False,
    output: options.Output = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORM",
            help="What to write: 9tka, json, or a form of the game's own, by its name or its "
            "ending. By default that depends on the ending of the output's name.",
            autocompletion=lambda: [form.name for form in forms()],
        ),
    ] = None,
) -> None:
    """Convert records from one form to another."""
    name = file or standard_input()
    good, form, gap = GameReader(skip_bad), "", b""
    with whole_file(output) as out, reading_bar([name]) as bar:
        for number, record in good.read(name, bar):
            form = form or _form(to, output, record.game.state)
            try:
                text = record.to_form(form)
            except NinetkaError as error:
                good.refuse(error, name, number)
                continue
            out.write(gap + text.encode())
            gap = separator_of(form)
    good.show_left_out()


def _form(to: str | None, output: str | None, state: GameState[Any]) -> str:
    """The form in which to write games like that of a state. Raises NinetkaError."""
    if to is not None:
        return form_named(to, entry_for_state(state)).name
    return "json" if output in (None, STANDARD) else options.form_of(output, state)
