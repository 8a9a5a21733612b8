"""`ninetka serve`: the rules for programs in other languages."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..records.sources import bounded_lines
from ..server.methods import MAX_SECONDS, METHODS, Server
from .app import command
from .output import warn


@command(
    f"""Answer JSON-RPC 2.0 calls, one message per line, from standard input on standard output.

    A call names the position it is about, as text. If it cannot be answered, an error says why.

    Methods: {", ".join(METHODS)}.
    """,
    'echo \'{"jsonrpc": "2.0", "id": 1, "method": "start"}\' | ninetka serve',
)
def serve(
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", help="How long a message may take.")
    ] = MAX_SECONDS,
) -> None:
    """Answer programs in other languages by JSON-RPC."""
    server = Server(seconds)
    if sys.stdin.isatty():
        warn("Waiting for JSON-RPC calls, one message per line; press Ctrl-D to end.")
    for line in bounded_lines(sys.stdin.buffer.readline):
        reply = server.answer(line)
        if reply is not None:
            sys.stdout.buffer.write(f"{reply}\n".encode())
            sys.stdout.buffer.flush()
