"""Running the command line inside the tests' own process, and what it reads in many tests."""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

import attrs
from typer.main import Typer, get_command

GOOD = '[Ruleset "nestorgames"]\n[Players "2"]\n[First "Ann"]\n\n*C3 {so} *F3 *\n'
BAD = '[Ruleset "nestorgames"]\n[Players "2"]\n\n*C3 *D4 *\n'
CTRL_C, CTRL_D = "\x03", "\x04"


@attrs.frozen
class Done:
    """The output of a command that has ended, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


class Stream(TextIOWrapper):
    """A standard stream in memory; a line may be one of the keys that end input at a terminal."""

    terminal = False

    def __init__(self, data: bytes = b"", encoding: str = "utf-8") -> None:
        self.memory = BytesIO(data)
        super().__init__(self.memory, encoding, newline="\n", write_through=True)

    def isatty(self) -> bool:
        return self.terminal

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        line = super().readline(size)
        if line.strip() == CTRL_C:
            raise KeyboardInterrupt
        return "" if line.strip() == CTRL_D else line

    def text(self) -> str:
        return self.memory.getvalue().decode(self.encoding, "surrogateescape")


@cache
def built(app: Typer) -> Any:
    """The commands of an application, which take longer to build than most take to run."""
    return get_command(app)


def run(
    *arguments: str | Path,
    stdin: str | bytes = "",
    cwd: Path | None = None,
    terminal: str = "",
    encoding: str = "utf-8",
    **environment: str,
) -> Done:
    """Run a command; `terminal` names the streams that are one, such as "stdin stdout"."""
    typed = stdin.encode() if isinstance(stdin, str) else stdin
    read, said, warned = Stream(typed), Stream(encoding=encoding), Stream()
    for name, stream in (("stdin", read), ("stdout", said), ("stderr", warned)):
        stream.terminal = name in terminal.split()
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_COLOR")}
    usual = {"COLUMNS": "200", "TERM": "xterm-256color", "_TYPER_FORCE_DISABLE_TERMINAL": "1"}
    environment = kept | usual | environment
    code: object = 0
    with (
        contextlib.chdir(cwd or "."),
        patch.dict(os.environ, environment, clear=True),
        patch.object(sys, "argv", ["ninetka", *map(str, arguments)]),
        patch.object(sys, "stdin", read),
        patch.object(sys, "stdout", said),
        patch.object(sys, "stderr", warned),
        patch("signal.signal"),
        patch("typer.main.get_command", built),
    ):
        try:
            import_module("ninetka.__main__").main()
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int)
    return Done(code, said.text(), warned.text())


def out(*arguments: str | Path, stdin: str = "") -> str:
    """The output of a command, which must succeed."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(*arguments: str | Path, stdin: str = "") -> str:
    """The error of a command whose input cannot be used."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr
