"""`ninetka convert`: records from text to JSON and back."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Annotated

import typer

from ..errors import RecordError
from ..records import AnyRecord, read, write
from .common import OutputOption, is_json, lines_of
from .output import STANDARD, failing, whole_output


class Form(Enum):
    """The ways to write records."""

    TEXT = "text"
    JSON = "json"


def convert(
    file: Annotated[str, typer.Argument(help="Record file; - for standard input.")] = STANDARD,
    output: OutputOption = None,
    to: Annotated[
        Form | None, typer.Option(help="Form to write; by default as the output's name ends.")
    ] = None,
) -> None:
    """Write records in another form: .9tka text, or JSON with a record a line.

    Which form is read shows by itself. Without an output file or --to, JSON is written. Nothing is
    written unless every record is in order.
    """
    as_json = to is Form.JSON if to else output in (None, STANDARD) or is_json(str(output))
    with failing(), whole_output(output) as out:
        out.writelines(write(_records(file), as_json=as_json))


def _records(file: str) -> Iterator[AnyRecord]:
    record = None
    for record in read(lines_of(file), file):
        yield record
    if record is None:
        raise RecordError("there is no game in it", file)
