"""The command line. Exit codes: 0 all well, 1 a game is bad, 2 unusable input or usage."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Annotated, Any, Final

import attrs
import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

from . import __version__
from .errors import NinetkaError, RecordError
from .games import rules_for_name
from .perft import perft_by_move
from .protocol import EnumerableState
from .records import Verdict, bounded_lines, verify

BAD_GAME: Final = 1
UNUSABLE: Final = 2

_STANDARD_INPUT: Final = "-"
_LONG: Final = 1.0
"""Seconds after which input counts as long and a progress bar appears."""

app = typer.Typer(
    help="The rules of the board game 9tka.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print(text: object) -> None:
    """Print to standard output; if that cannot be, end, and quietly if nobody reads any more."""
    try:
        typer.echo(text)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still buffered
        if not isinstance(error, BrokenPipeError):
            typer.echo(f"Error: standard output: {error.strerror}", err=True)
        raise typer.Exit(UNUSABLE) from error


def _print_version(wanted: bool) -> None:
    if wanted:
        _print(f"ninetka {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    _: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """The rules of the board game 9tka."""


@app.command()
def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Record files; - or none for standard input.", show_default=False),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a game, a line each.")
    ] = False,
) -> None:
    """Check records: replay every game by the rules and compare its stated result.

    Shows each bad game with its place, what is wrong and the board before it. Exits with 0 if all
    games are good, 1 if one is bad, 2 if some input could not be read or holds no game.
    """
    if not files and sys.stdin is not None and sys.stdin.isatty():
        raise typer.BadParameter("name record files to check, or - for standard input")
    names = files or [_STANDARD_INPUT]
    tally = _Tally()
    with _Progress(sum(map(_size, names)), beside_output=not as_json) as progress:
        for name in names:
            try:
                for verdict in _verdicts(name, progress):
                    tally.count(verdict)
                    if as_json:
                        _print(json.dumps(_as_json(name, verdict)))
                    elif verdict.error is not None:
                        progress.make_way()
                        _print(_as_text(verdict.error))
            except RecordError as error:
                progress.hide()
                tally.unusable += 1
                typer.echo(error, err=True)
    if not as_json:
        _print(tally)
    raise typer.Exit(UNUSABLE if tally.unusable else BAD_GAME if tally.bad else 0)


@attrs.define
class _Tally:
    good: int = 0
    bad: int = 0
    unusable: int = 0

    def count(self, verdict: Verdict[Any, Any]) -> None:
        if verdict.error is None:
            self.good += 1
        else:
            self.bad += 1

    def __str__(self) -> str:
        games = self.good + self.bad
        return f"{games} game{'' if games == 1 else 's'}: {self.good} good, {self.bad} bad"


class _Progress:
    """A bar on standard error once the work has taken a while, if someone is there to see it.

    It can share a terminal with output now and then, but not with a steady flow of it.
    """

    def __init__(self, size: int, *, beside_output: bool) -> None:
        console = Console(stderr=True)
        columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
        self._shared = sys.stdout is not None and sys.stdout.isatty()
        self._wanted = console.is_terminal and (beside_output or not self._shared)
        self._due = time.monotonic() + _LONG
        self._bar = Progress(*columns, console=console, transient=True, redirect_stdout=False)
        self._task = self._bar.add_task("", total=size or None)

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def advance(self, size: int) -> None:
        """Count so many more bytes as read."""
        if self._wanted:
            self._bar.advance(self._task, size)
            if time.monotonic() > self._due:
                self._bar.start()

    def make_way(self) -> None:
        """Take the bar away before something is printed, if that goes to the same terminal."""
        if self._shared:
            self.hide()

    def hide(self) -> None:
        """Take the bar away, until there is progress again."""
        if self._bar.live.is_started:
            self._bar.stop()


def _size(name: str) -> int:
    try:
        return os.stat(name).st_size
    except OSError:
        return 0


def _verdicts(name: str, progress: _Progress) -> Iterator[Verdict[Any, Any]]:
    """Check one input. Raises RecordError if it cannot be read or holds no game."""
    number = 0
    for verdict in verify(_lines(name, progress), name):
        number = verdict.number
        yield verdict
    if not number:
        raise RecordError("there is no game in it", name)


def _lines(name: str, progress: _Progress) -> Iterator[bytes]:
    standard = name == _STANDARD_INPUT
    try:
        with open(0 if standard else name, "rb", closefd=not standard) as file:
            for line in bounded_lines(file.readline):
                progress.advance(len(line))
                yield line
    except OSError as error:
        raise RecordError(error.strerror or str(error), name) from error


def _as_text(error: RecordError) -> str:
    return str(error) if error.position is None else f"{error}\n{error.position}\n"


def _as_json(name: str, verdict: Verdict[Any, Any]) -> dict[str, object]:
    """The same keys for every game; `position` is the last one that is in order."""
    error = verdict.error
    game = error.game if error is not None else verdict.record and verdict.record.game
    return {
        "file": name,
        "game": verdict.number,
        "begins": verdict.line,
        "ok": error is None,
        "plies": None if game is None else len(game.moves),
        "result": verdict.record.result if verdict.record else None,
        "line": error and error.line,
        "ply": error and error.ply,
        "move": error.text if error and error.ply else None,
        "reason": error and error.sentence,
        "code": error.reason.name if error and error.reason else None,
        "position": None if game is None else game.state.to_text(),
    }


@app.command()
def perft(
    depth: Annotated[int, typer.Argument(min=1, help="How many plies.")],
    ruleset: Annotated[str | None, typer.Option(help="Ruleset to start by.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play.")] = None,
    position: Annotated[str | None, typer.Option(help="Position text to start from.")] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Any other tag of a record that says the start."),
    ] = None,
    moves: Annotated[str, typer.Option(help="Moves to make first, with blanks between.")] = "",
) -> None:
    """Count the sequences of DEPTH legal moves: for each first move, then in all."""
    given = [_name_and_value(text) for text in tag or []]
    options = {"Ruleset": ruleset, "Players": players, "Position": position}
    given += [(name, str(value)) for name, value in options.items() if value is not None]
    tags = dict(given)
    if len(tags) < len(given):
        raise typer.BadParameter("the same tag is given twice")
    try:
        state = _start(tags)
        for text in moves.split():
            state = state.apply(state.parse_move(text))
        counts = perft_by_move(state, depth)
    except NinetkaError as error:
        typer.echo(f"Error: {error}", err=True)
        raise typer.Exit(UNUSABLE) from None
    for move, count in counts.items():
        _print(f"{state.move_text(move)} {count}")
    _print(f"{len(counts)} moves, {sum(counts.values())} sequences")


def _name_and_value(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise typer.BadParameter(f"a tag is given as NAME=VALUE, not {text!r}")
    return name, value


def _start(tags: dict[str, str]) -> EnumerableState[Any]:
    """The position that tags say, with the game's own defaults unless they say a position."""
    rules = rules_for_name(tags.get("Game"))
    unknown = tags.keys() - rules.tag_names - {"Game"}
    if unknown:
        names = ", ".join(sorted(rules.tag_names))
        raise NinetkaError(f"{min(unknown)} does not say how a game starts; these do: {names}")
    defaults = {} if "Position" in tags else rules.default_tags
    state = rules.from_tags({**defaults, **tags})
    if not isinstance(state, EnumerableState):
        raise NinetkaError(f"the moves of {rules.name} cannot be listed")
    return state
