"""What the commands share: options, start positions, reading games."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Annotated, Any, Final

import typer

from ..errors import RecordError, quoted
from ..games import all_games, rules_for_name
from ..protocol import GameState
from ..records import AnyRecord, AnyVerdict, forms, read, verify
from ..records.sources import pieces
from ..rules import GAME, POSITION, Rules
from .output import STANDARD, output_ending
from .progress import Bar

_NUMBER: Final = re.compile("[1-9][0-9]{0,8}")


def _known(tag: str) -> Callable[[], list[str]]:
    def known() -> list[str]:
        offered = [value for rules in all_games() for value in rules.suggestions.get(tag, ())]
        return list(dict.fromkeys(offered))

    return known


def _games() -> list[str]:
    return [name for rules in all_games() for name in rules.names]


FileArgument = Annotated[
    str | None, typer.Argument(help="Record file; - or none for standard input.")
]
FilesArgument = Annotated[
    list[str] | None, typer.Argument(help="Record files; - or none for standard input.")
]
RulesetOption = Annotated[
    str | None, typer.Option(help="Ruleset to start with.", autocompletion=_known("Ruleset"))
]
PlayersOption = Annotated[
    int | None, typer.Option(help="Number of players.", autocompletion=_known("Players"))
]
PositionOption = Annotated[str | None, typer.Option(help="Position to start from, as text.")]
TagOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Any other tag that says how a game starts."),
]
GameOption = Annotated[
    str | None, typer.Option(help="Which game, by its name.", autocompletion=_games)
]
GameOrNumberOption = Annotated[
    str | None,
    typer.Option(help="Which game: its name, or its number in the file.", autocompletion=_games),
]
OutputOption = Annotated[
    str | None, typer.Option("--output", "-o", help="File to write, whole or not at all.")
]


def files_or_standard(files: Sequence[str] | None) -> Sequence[str]:
    """These files, or standard input if there are none. Raises BadParameter if it is a terminal."""
    if not files and sys.stdin.isatty():
        raise typer.BadParameter("name a record file, or - for standard input")
    return files or [STANDARD]


def file_or_standard(file: str | None) -> str:
    """The same for one file."""
    return files_or_standard(None if file is None else [file])[0]


def start_state(
    game: str | None,
    ruleset: str | None,
    players: int | None,
    position: str | None,
    tag: list[str] | None,
) -> GameState[Any]:
    """The position that options describe, with the game's usual start for what they leave out.

    If no game is named, it is the one that has the ruleset, or else the first of the registry.

    Raises NinetkaError, or BadParameter for options that do not fit together.
    """
    given = [_name_and_value(text) for text in tag or []]
    options = {GAME: game, "Ruleset": ruleset, "Players": players, POSITION: position}
    given += [(name, str(value)) for name, value in options.items() if value is not None]
    tags = dict(given)
    if len(tags) < len(given):
        raise typer.BadParameter("the same tag is given twice")
    rules = rules_for_name(tags[GAME]) if GAME in tags else _rules_meant(tags)
    return rules.begin(tags)


def _rules_meant(tags: Mapping[str, str]) -> Rules[GameState[Any], Any]:
    """The game that has the ruleset named in a start, or the first game."""
    words = {tags.get("Ruleset", "").lower(), *tags.get(POSITION, "").split()}
    for rules in all_games():
        if words & {*rules.suggestions.get("Ruleset", ())}:
            return rules
    return rules_for_name(None)


def number_in_file(game: str | None) -> int:
    """The number of the game that an option names, by default the first. Raises BadParameter."""
    if game is not None and not _NUMBER.fullmatch(game):
        raise typer.BadParameter(
            f"--game is the game's number in the file, from 1 on, not {quoted(game)}"
        )
    return int(game or 1)


def is_position(text: str) -> bool:
    """Whether a text is a position, maybe an incomplete one, rather than a file's name."""
    if os.path.exists(text):
        return False
    examples = [
        rules.begin({GAME: name}).to_text() for rules in all_games() for name in rules.names
    ]
    return any(
        1 < len(example.split()) == len(text.split()) or 0 < _rows(example) == _rows(text)
        for example in examples
    )


def _rows(position: str) -> int:
    """How many rows of the board follow the first in a position."""
    return position.partition(" ")[0].count("/")


def _name_and_value(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise typer.BadParameter(f"a tag is given as NAME=VALUE, not {quoted(text)}")
    return name, value


def lines_of(name: str, bar: Bar | None = None) -> Iterator[bytes]:
    """The lines of a file, or of standard input. Raises RecordError if it cannot be read."""
    try:
        with nullcontext(sys.stdin.buffer) if name == STANDARD else open(name, "rb") as file:
            for line in pieces(file.readline):
                if bar is not None:
                    bar.advance(len(line))
                yield line
    except OSError as error:
        raise RecordError(error.strerror or str(error), name) from error


def read_games(name: str, bar: Bar) -> Iterator[AnyRecord]:
    """The records of a file. Raises RecordError for the first that is bad, or if there is none."""
    record = None
    for record in read(lines_of(name, bar), name):
        yield record
    if record is None:
        raise RecordError("there is no game in it", name)


def read_game(name: str, number: int, bar: Bar) -> AnyRecord:
    """One record of a file, whatever the others are. Raises RecordError if it is bad or missing."""
    return pick(verify(lines_of(name, bar), name), name, number)


def pick(verdicts: Iterator[AnyVerdict], name: str, number: int) -> AnyRecord:
    """The record of that number; no more of them are read. Raises RecordError."""
    count = 0
    for verdict in verdicts:
        count = verdict.number
        if verdict.record is not None and count == number:
            return verdict.record
        if verdict.error is not None and count == number:
            raise verdict.error
    held = f"there is no game {number}, only {count}" if count else "there is no game in it"
    raise RecordError(held, name)


def form_of(path: str | None) -> str:
    """The form of the records in a file of this name; text if the name has no ending.

    Raises NinetkaError for an ending that no form has.
    """
    names: dict[str, str] = {}
    for form in forms():
        for ending in form.endings:
            names.setdefault(ending, form.name)
    return names[output_ending(path, names)]


def amount(number: int, what: str) -> str:
    """A number and a noun, such as `1 game` or `2 games`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
