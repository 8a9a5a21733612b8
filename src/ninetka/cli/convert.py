"""`ninetka convert`: records from text to JSON and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Annotated

import typer

from ..errors import RecordError
from ..records import AnyRecord, read, write
from .common import FileArgument, OutputOption, file_or_standard, is_json, lines_of
from .output import STANDARD, failing, whole_output
from .progress import reading


class Target(Enum):
    """The ways to write records."""

    TEXT = "text"
    JSON = "json"


def convert(
    file: FileArgument = None,
    output: OutputOption = None,
    to: Annotated[
        Target | None, typer.Option(help="What to write; by default as the output's name ends.")
    ] = None,
) -> None:
    """Write records in another form: .9tka text, or JSON with a record a line.

    The input format is detected automatically. Without an output file or --to, JSON is written.
    Nothing is written unless every record is good.
    """
    name = file_or_standard(file)
    with failing():
        as_json = to is Target.JSON if to else output in (None, STANDARD) or is_json(str(output))
        with whole_output(output) as out, reading([name]) as bar:
            out.writelines(write(_records(name, bar.advance), as_json=as_json))


def _records(file: str, advance: Callable[[int], None]) -> Iterator[AnyRecord]:
    record = None
    for record in read(lines_of(file, advance), file):
        yield record
    if record is None:
        raise RecordError("there is no game in it", file)
