"""The command line: a module for each command, and what commands share.

Exit codes: 0 all well, 1 a bad game was found, 2 unusable input or usage.

app       the application, and how a command is added
options   options of several commands, and the start of a game that they describe
records   the games of files
output    what is printed: boards, tables, figures
files     files written whole, or again and again
journal   the games of `arena` and `random`, written as they end
session   a game at the terminal, for `play`, and where it is saved
progress  progress bars
"""

from __future__ import annotations

from ..base.errors import missing_extra

try:
    import rich  # noqa: F401  # what else the commands need
    import typer  # noqa: F401
except ModuleNotFoundError as _error:
    raise missing_extra("cli", _error) from _error

from . import (  # noqa: F401  # each adds its command
    analyse,
    arena,
    check,
    conformance,
    convert,
    engine,
    games,
    mcp,
    perft,
    play,
    puzzles,
    random,
    replay,
    serve,
    show,
    simulate,
    solve,
    standings,
)  # fmt: skip
from .app import app

__all__ = ["app"]
