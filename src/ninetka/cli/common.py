"""What the commands share: options, reading games, output that is whole, errors as exit codes."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Annotated, Any, Final, NoReturn

import typer

from ..errors import NinetkaError, RecordError
from ..games import GAMES, rules_for_name
from ..protocol import POSITION, EnumerableState, State
from ..records import AnyRecord, bounded_lines, verify

UNUSABLE: Final = 2
STANDARD: Final = "-"
"""Standard input, or output, by the name of a file."""

_KEPT: Final = 1 << 20
"""Characters held in memory before a file takes them."""


def say(text: object, *, newline: bool = True) -> None:
    """Print to standard output; if that cannot be, end, and quietly if nobody reads any more."""
    try:
        typer.echo(text, nl=newline)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still buffered
        if not isinstance(error, BrokenPipeError):
            typer.echo(f"Error: standard output: {error.strerror}", err=True)
        raise typer.Exit(UNUSABLE) from error


def give(text: str) -> None:
    """Print what another program may read: UTF-8, whatever the terminal's encoding is."""
    say(text.encode(), newline=False)


def fail(sentence: object) -> NoReturn:
    """End because of what was given, with a sentence that says what is wrong with it."""
    typer.echo(f"Error: {sentence}", err=True)
    raise typer.Exit(UNUSABLE)


@contextmanager
def failing() -> Iterator[None]:
    """End with the sentence of a library error."""
    try:
        yield
    except NinetkaError as error:
        fail(error)


def _known(tag: str) -> Callable[[], list[str]]:
    return lambda: [value for rules in GAMES for value in rules.suggestions.get(tag, ())]


RulesetOption = Annotated[
    str | None, typer.Option(help="Ruleset to start by.", autocompletion=_known("Ruleset"))
]
PlayersOption = Annotated[
    int | None, typer.Option(help="How many play.", autocompletion=_known("Players"))
]
PositionOption = Annotated[str | None, typer.Option(help="Position text to start from.")]
TagOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Any other tag of a record that says the start."),
]
NumberOption = Annotated[
    int, typer.Option("--game", min=1, help="Which game of the file.", show_default=True)
]
OutputOption = Annotated[
    str | None,
    typer.Option("--output", "-o", help="File to write, whole or not at all.", show_default=False),
]


def start_state(
    ruleset: str | None, players: int | None, position: str | None, tag: list[str] | None
) -> State[Any]:
    """The position that options say, with the game's own defaults unless they say a position.

    Raises NinetkaError, or BadParameter for options that do not fit together.
    """
    given = [_name_and_value(text) for text in tag or []]
    options = {"Ruleset": ruleset, "Players": players, POSITION: position}
    given += [(name, str(value)) for name, value in options.items() if value is not None]
    tags = dict(given)
    if len(tags) < len(given):
        raise typer.BadParameter("the same tag is given twice")
    rules = rules_for_name(tags.get("Game"))
    unknown = tags.keys() - rules.tag_names - {"Game"}
    if unknown:
        names = ", ".join(sorted(rules.tag_names))
        raise NinetkaError(f"{min(unknown)} does not say how a game starts; these do: {names}")
    return rules.begin(tags)


def enumerable(state: State[Any]) -> EnumerableState[Any]:
    """The same state, if its moves can be listed. Raises NinetkaError."""
    if not isinstance(state, EnumerableState):
        raise NinetkaError("the moves of this game cannot be listed")
    return state


def _name_and_value(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise typer.BadParameter(f"a tag is given as NAME=VALUE, not {text!r}")
    return name, value


def lines_of(name: str, advance: Callable[[int], None] = lambda _: None) -> Iterator[bytes]:
    """The lines of a file, or of standard input; `advance` is told each one's bytes.

    Raises RecordError if it cannot be read.
    """
    standard = name == STANDARD
    try:
        with open(0 if standard else name, "rb", closefd=not standard) as file:
            for line in bounded_lines(file.readline):
                advance(len(line))
                yield line
    except OSError as error:
        raise RecordError(error.strerror or str(error), name) from error


def read_game(name: str, number: int) -> AnyRecord:
    """One record of a file. Raises RecordError if it is not there or not in order."""
    count = 0
    for verdict in verify(lines_of(name), name):
        count = verdict.number
        if count == number:
            if verdict.record is None:
                assert verdict.error is not None
                raise verdict.error
            return verdict.record
    held = "there is no game in it" if not count else f"there is no game {number}, only {count}"
    raise RecordError(held, name)


def is_json(path: str) -> bool:
    """Whether a file's name says that its records are JSON."""
    return path.lower().endswith((".json", ".jsonl"))


@contextmanager
def whole_output(path: str | None) -> Iterator[IO[str]]:
    """A file to write to, whose text gets to its place only if all went well, and then whole.

    The place is a path, replaced at one stroke, or standard output for None. Raises NinetkaError.
    """
    if path is None or path == STANDARD:
        with _kept_back(give) as file:
            yield file
        return
    try:
        target = os.path.realpath(path)
        with _replacing(target) if _is_replaceable(target) else _into(target) as file:
            yield file
    except OSError as error:
        raise NinetkaError(f"{path}: {error.strerror or error}") from error


def _is_replaceable(path: str) -> bool:
    """Whether nothing is there, or a plain file: neither a device nor a pipe."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True


@contextmanager
def _replacing(path: str) -> Iterator[IO[str]]:
    handle, scratch = tempfile.mkstemp(prefix=".ninetka-", dir=os.path.dirname(path))
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(handle)
        os.chmod(scratch, _mode_for(path))
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise


def _mode_for(path: str) -> int:
    """The rights of the file there, or else those of any new file."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


@contextmanager
def _into(path: str) -> Iterator[IO[str]]:
    with open(path, "w", encoding="utf-8", newline="\n") as out, _kept_back(out.write) as file:
        yield file


@contextmanager
def _kept_back(write: Callable[[str], object]) -> Iterator[IO[str]]:
    with tempfile.SpooledTemporaryFile(_KEPT, "w+", encoding="utf-8", newline="\n") as file:
        yield file
        file.seek(0)
        while piece := file.read(_KEPT):
            write(piece)
