"""What the commands share: options, start positions, reading games."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from typing import Annotated, Any, TypeVar, cast

import typer

from ..base.errors import RecordError, RecordErrorKind, quoted
from ..games import all_games, rules_for_name, rules_for_start, rules_for_state
from ..protocol.entry import GAME, POSITION
from ..protocol.states import GameState
from ..records import AnyRecord, AnyVerdict, clean_tags, forms, read, verify
from ..records.sources import nth, pieces
from ..simulate.workers import MOST_WORKERS
from .output import STANDARD, output_ending
from .progress import Bar

T = TypeVar("T")


def _suggested(tag: str) -> list[str]:
    offered = [value for rules in all_games() for value in rules.suggestions.get(tag, ())]
    return list(dict.fromkeys(offered))


def game_names() -> list[str]:
    """The names of all games."""
    return [name for rules in all_games() for name in rules.names]


FileArgument = Annotated[
    str | None, typer.Argument(help="Record file; - or none for standard input.")
]
FilesArgument = Annotated[
    list[str] | None, typer.Argument(help="Record files; - or none for standard input.")
]
RulesetOption = Annotated[
    str | None,
    typer.Option(help="Ruleset to start with.", autocompletion=lambda: _suggested("Ruleset")),
]
PlayersOption = Annotated[
    int | None,
    typer.Option(help="Number of players.", autocompletion=lambda: _suggested("Players")),
]
SeatedOption = Annotated[
    str | None,
    typer.Option(
        help="Number of players, or who plays, by seat: me,search:2s for example.",
        autocompletion=lambda: _suggested("Players"),
    ),
]
PositionOption = Annotated[str | None, typer.Option(help="Position to start from, as text.")]
TagOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Any other tag that says how a game starts."),
]
GameOption = Annotated[
    str | None, typer.Option(help="Which game, by its name.", autocompletion=game_names)
]
GameOrNumberOption = Annotated[
    str | None,
    typer.Option(
        help="Which game: its name, or its number in the file.", autocompletion=game_names
    ),
]
SeedOption = Annotated[str | None, typer.Option(help="Any text; by default a new one each time.")]
WorkersOption = Annotated[
    int, typer.Option(min=1, max=MOST_WORKERS, help="How many processes share the work.")
]
ResumeGamesOption = Annotated[
    str | None,
    typer.Option(
        "--resume",
        metavar="FILE",
        help="Write to this file, as -o does, and go on from what it has.",
    ),
]
OutputOption = Annotated[
    str | None, typer.Option("--output", "-o", help="File to write, whole or not at all.")
]


def standard_input() -> str:
    """What to read if no file is named. Raises BadParameter if that is a terminal."""
    if sys.stdin.isatty():
        raise typer.BadParameter("name a record file, or - for standard input")
    return STANDARD


def start_state(
    game: str | None,
    ruleset: str | None,
    players: int | None,
    position: str | None,
    tag: Sequence[str] | None,
) -> GameState[Any]:
    """The position that options describe, with the game's usual start for what they leave out.

    If no game is named, it is the one that has the ruleset, or else the first of the registry.
    Raises NinetkaError.
    """
    parts = [text.partition("=") for text in tag or []]
    options = {GAME: game, "Ruleset": ruleset, "Players": players, POSITION: position}
    tags = {name: value for name, _, value in parts}
    tags |= {name: str(value) for name, value in options.items() if value is not None}
    if GAME in tags:
        rules = rules_for_name(tags[GAME])
    else:
        rules = rules_for_start(tags.get("Ruleset"), tags.get(POSITION))
    return rules.begin(tags)


def sizes_to_ask_for(
    game: str | None, ruleset: str | None, position: str | None, tag: Sequence[str] | None
) -> Sequence[Mapping[str, str]]:
    """The sizes of board that a game offers if the options for a start don't say any."""
    given = {text.partition("=")[0] for text in tag or []}
    if ruleset is not None or position is not None or given & {"Ruleset", POSITION}:
        return ()
    named = next((text.partition("=")[2] for text in tag or [] if text.startswith("Game=")), game)
    sizes = rules_for_name(named).sizes
    return () if any(given & size.keys() for size in sizes) else sizes


def start_for(
    count: int,
    game: str | None,
    ruleset: str | None,
    position: str | None,
    tag: Sequence[str] | None,
) -> GameState[Any]:
    """The position that options describe, for so many players. Raises NinetkaError.

    Games that are always for so many need not know any tag for it.
    """
    start = start_state(game, ruleset, None, position, tag)
    return start if start.players == count else start_state(game, ruleset, count, position, tag)


def number_in_file(game: str | None) -> int:
    """The number of the game that an option names, by default the first. Raises BadParameter."""
    try:
        return int(game or 1)
    except ValueError:
        sentence = f"--game is the game's number in the file, from 1 on, not {quoted(game)}"
        raise typer.BadParameter(sentence) from None


def is_position(text: str) -> bool:
    """Whether a text is a position, maybe an incomplete one, rather than a file's name.

    It has as many words as the positions of some game, or a board of as many rows alone. Where
    positions are boards alone, the game must know it: a path looks much the same.
    """
    if os.path.exists(text):
        return False
    count, slashes = len(text.split()), text.partition(" ")[0].count("/")
    for rules in all_games():
        for name in rules.names:
            board, *others = rules.begin({GAME: name}).to_text().split()
            if others and (count == 1 + len(others) or 0 < slashes == board.count("/")):
                return True
    return any(rules.reads(text) for rules in all_games())


def lines_of(name: str, bar: Bar | None = None) -> Iterator[bytes]:
    """The lines of a file, or of standard input. Raises RecordError if it cannot be read."""
    try:
        with nullcontext(sys.stdin.buffer) if name == STANDARD else open(name, "rb") as file:
            for line in pieces(file.readline):
                if bar is not None:
                    bar.advance(len(line))
                yield line
    except OSError as error:
        sentence = error.strerror or str(error)
        raise RecordError(sentence, RecordErrorKind.SOURCE, name) from error


def read_games(name: str, bar: Bar) -> Iterator[AnyRecord]:
    """The records of a file. Raises RecordError for the first that is bad, or if there is none."""
    return _some(read(lines_of(name, bar), name), name)


def verdicts_of(
    name: str, bar: Bar | None = None, executor: Executor | None = None
) -> Iterator[AnyVerdict]:
    """A verdict for each game of a file. Raises RecordError if it cannot be read or holds none.

    With an executor, games are replayed there.
    """
    return _some(verify(lines_of(name, bar), name, executor=executor), name)


def _some(games: Iterator[T], name: str) -> Iterator[T]:
    game = None
    for game in games:
        yield game
    if game is None:
        raise RecordError("there is no game in it", RecordErrorKind.COUNT, name)


def pick(verdicts: Iterator[AnyVerdict], number: int) -> AnyRecord:
    """The record of that number; no more are read. Raises RecordError."""
    verdict = nth(verdicts, number)
    if verdict.error is not None:
        raise verdict.error
    return cast("AnyRecord", verdict.record)


def seed_for(given: str | None) -> str:
    """The seed that an option gives, or a new one. Raises NinetkaError."""
    return clean_tags({"Seed": secrets.token_hex(4) if given is None else given})["Seed"]


def form_of(path: str | None, state: GameState[Any]) -> str:
    """The form of the records in a file of this name; text if the name has no ending.

    Raises NinetkaError for an ending that no form has in which this state's game is written.
    """
    own = forms(rules_for_state(state))
    names = {ending: form.name for form in own for ending in form.endings}
    return names[output_ending(path, names)]


def amount(number: int, what: str) -> str:
    """A number and a noun, such as `1 game` or `2,000 games`."""
    return f"{number:,} {noun(number, what)}"


def noun(number: int, what: str) -> str:
    """A noun as it stands after a number: `game` after 1, `games` after others."""
    return what if number == 1 else f"{what}s"
