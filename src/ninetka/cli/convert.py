"""`ninetka convert`: records from one form to another."""

from __future__ import annotations

from typing import Annotated

import typer

from ..records import form_named, forms, write
from .common import FileArgument, OutputOption, form_of, read_games, standard_input
from .output import STANDARD, whole_file
from .progress import reading


def convert(
    file: FileArgument = None,
    output: OutputOption = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORM",
            help="What to write: 9tka, json, or a form of the game's own. By default that depends "
            "on the ending of the output's name.",
            autocompletion=lambda: [form.name for form in forms()],
        ),
    ] = None,
) -> None:
    """Write records in another form, such as .9tka text, or JSON with one record per line.

    The input format is detected automatically. Without an output file or --to, JSON is written.
    Nothing is written unless every record is good.
    """
    name = file or standard_input()
    if to is not None:
        form = form_named(to).name
    else:
        form = "json" if output in (None, STANDARD) else form_of(output)
    with whole_file(output) as out, reading([name]) as bar:
        out.writelines(map(str.encode, write(read_games(name, bar), form)))
