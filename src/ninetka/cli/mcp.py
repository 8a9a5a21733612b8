"""`ninetka mcp`: the rules as tools for language models."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import Annotated, NoReturn

import typer

from ..server.methods import MAX_SECONDS
from .app import command


@command(
    """Serve the rules as tools for language models, by the Model Context Protocol.

    Programs such as assistants start this command themselves and talk to it on standard input and
    output. There are tools for the games, their rules, legal moves, making a move, analysis,
    pictures, and checking records. It needs the extra `mcp`.
    """,
    "npx @modelcontextprotocol/inspector ninetka mcp",
)
def mcp(
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", help="How long a call may take.")
    ] = MAX_SECONDS,
) -> None:
    """Serve the rules as tools for language models."""
    from ..server.mcp import serve  # which needs an extra

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _leave)
    serve(seconds)


def _leave(number: int, _: FrameType | None) -> NoReturn:
    """Exit at once: the thread that waits for input cannot be told to end."""
    os._exit(128 + number)
