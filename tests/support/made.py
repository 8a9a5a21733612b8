"""Comparing files that are made by a program with what it makes now."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

RECOUNT = (
    "to count again, remove the counts from counts.json beside the page, and run "
    "`python docs/statistics/count.py` and `python docs/statistics/make.py`"
)
ROOT = Path(__file__).parents[2]
SHOWN = 8
"""How many lines of the difference are shown."""


def check_made(path: Path, made: str, command: str) -> None:
    """Fail with the command that makes a file anew, unless the file has this text."""
    kept = path.read_text("utf-8") if path.exists() else ""
    if kept == made:
        return
    old, new = (text.replace("<", "\n<").splitlines() for text in (kept, made))
    changes = unified_diff(old, new, "in the file", "made now", n=0, lineterm="")
    pytest.fail(
        f"{path.relative_to(ROOT)} is not what is made now. If the change is meant, make the file "
        f"anew by `{command}`, look at it, and commit it.\n" + "\n".join(islice(changes, SHOWN)),
        pytrace=False,
    )
