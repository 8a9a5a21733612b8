"""`ninetka engine`: a computer player for programs that speak the engine protocol."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..engines.session import SEARCH, Session
from ..records.sources import bounded_lines
from .app import command
from .output import warn


@command(
    """Let a computer player be asked by the lines of the engine protocol (docs/engines.md).

    It plays all games, for as long as the host lets it, and `stop` is answered at once. With a
    player such as `easy` or `search:1000`, a move takes no longer than that player takes.
    """,
    "ninetka arena 'engine:ninetka engine' search:1s --clock 60+1",
    "ninetka engine --player club",
)
def engine(
    player: Annotated[
        str, typer.Option(help="search, or any other computer player: greedy, club, mc:1000.")
    ] = SEARCH,
) -> None:
    """Answer a program that asks for moves by the engine protocol."""

    def say(line: str) -> None:
        sys.stdout.buffer.write(f"{line}\n".encode())
        sys.stdout.buffer.flush()

    session = Session(say, player)
    if sys.stdin.isatty():
        warn("Waiting for lines of the engine protocol, such as nep 1; press Ctrl-D to end.")
    for line in bounded_lines(sys.stdin.buffer.readline):
        if not session.handle(line.decode(errors="replace")):
            break
