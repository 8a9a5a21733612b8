"""`ninetka serve`: the rules for programs in other languages."""

from __future__ import annotations

import sys

from ..records.sources import bounded_lines
from ..server import Server
from .describing import described
from .output import warn


@described(
    """Answer JSON-RPC 2.0 calls, one message per line, from standard input on standard output.

    Methods: start, legal_moves, some_moves, apply, choose, undo, check, outcome, svg, record, view.
    A call names the position it is about, as text. If it cannot be answered, an error says why.
    """,
    'echo \'{"jsonrpc": "2.0", "id": 1, "method": "start"}\' | ninetka serve',
)
def serve() -> None:
    """`ninetka serve`."""
    if sys.stdin.isatty():
        warn("Waiting for JSON-RPC calls, one message per line; press Ctrl-D to end.")
    server = Server()
    for line in bounded_lines(sys.stdin.buffer.readline):
        reply = server.answer(line)
        if reply is not None:
            sys.stdout.buffer.write(f"{reply}\n".encode())
            sys.stdout.buffer.flush()
