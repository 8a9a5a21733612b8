"""Running the command line, through its real entry point, and what it reads in many tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

GOOD = '[Ruleset "nestorgames"]\n[Players "2"]\n[First "Ann"]\n\n*C3 {so} *F3 *\n'
BAD = '[Ruleset "nestorgames"]\n[Players "2"]\n\n*C3 *D4 *\n'


def run(
    *arguments: str | Path, stdin: str = "", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ninetka", *map(str, arguments)]
    return subprocess.run(
        command, input=stdin, capture_output=True, encoding="utf-8", timeout=60, cwd=cwd,
        env=os.environ | {"COLUMNS": "200", "PYTHONIOENCODING": "utf-8"} | environment, check=False,
    )  # fmt: skip


def out(*arguments: str | Path, stdin: str = "") -> str:
    """What a command prints that ends well."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(*arguments: str | Path, stdin: str = "") -> str:
    """What is said of input that cannot be used."""
    done = run(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr
