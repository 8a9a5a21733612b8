"""Plant a defect in a copy of the library, and see which cases find it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import ninetka
from ninetka.conformance import Case

PACKAGE: Final = Path(ninetka.__file__).parent
ANSWERS: Final = """
import sys
from ninetka.server import Server

for line in sys.stdin:
    try:
        print(Server().answer(line) or "", flush=True)  # which remembers nothing
    except Exception:  # a defect may show itself so too
        print("{}", flush=True)
"""


class Defect(NamedTuple):
    """A mistake that an implementer might make, as a change of ninetka's source."""

    shows: str
    """The rule, option or code that it gets wrong."""
    module: str
    """The file below `src/ninetka`."""
    old: str
    """A piece of its text that stands there once."""
    new: str
    """What stands there instead."""


def plant(defect: Defect, folder: Path) -> None:
    """Copy the library into a folder, with a defect in it."""
    shutil.copytree(PACKAGE, folder / "ninetka", ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "ninetka" / defect.module
    text = file.read_text("utf-8")
    if text.count(defect.old) != 1:
        sys.exit(f"{defect.module} has {text.count(defect.old)} times: {defect.old!r}")
    file.write_text(text.replace(defect.old, defect.new), "utf-8")


def found_by(defect: Defect, cases: Sequence[Case]) -> list[int]:
    """The numbers of the cases that a library with the defect answers otherwise."""
    requests = "".join(f"{json.dumps(case.request(at))}\n" for at, case in enumerate(cases))
    with TemporaryDirectory() as folder:
        plant(defect, Path(folder))
        done = subprocess.run(
            [sys.executable, "-c", ANSWERS],
            input=requests, text=True, capture_output=True, check=False,
            env={**os.environ, "PYTHONPATH": folder},
        )  # fmt: skip
    replies = done.stdout.splitlines()
    if len(replies) != len(cases):
        sys.exit(f"the defect of {defect.shows} stops the library:\n{done.stderr[-1000:]}")
    pairs = zip(cases, map(json.loads, replies), strict=True)
    return [at for at, (case, answer) in enumerate(pairs) if case.difference(answer)]
