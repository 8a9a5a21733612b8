"""The `ninetka` command, also as `python -m ninetka`."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command line, or say which extra it needs."""
    try:
        from .cli import app
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"typer", "rich"}:
            raise
        print("the ninetka command needs its extra: pip install 'ninetka[cli]'", file=sys.stderr)
        sys.exit(2)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # What a record holds may be more than the terminal's encoding can show.
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="ninetka")


if __name__ == "__main__":
    main()
