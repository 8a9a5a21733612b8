"""The full round: every session of nox, one after another, and what came of each.

    nox -s everything                  # all, or those that have not passed yet with these sources
    nox -s everything -- wasm docs     # these, in any case

docs/reliability.md keeps the results, so a round that was stopped goes on where it was. A session
that fails does not stop the others; what it printed is in `.nox/everything`.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs

PAGE: Final = Path("docs/reliability.md")
LOGS: Final = Path(".nox/everything")
TAG: Final = "full-round"
"""The tag of the sessions in noxfile.py that belong to the round."""
SOURCES: Final = {
    # Their sources are those that PROVENANCE tells, as tests see to
    "wasm": ("tools/wasm", "src/ninetka/**/PROVENANCE", "src/ninetka/**/*.wasm"),
    "browser": (
        "examples/browser", "src/ninetka/web", "tests/web", "tests/support/*page*",
        "tests/support/browser.py", "tests/support/firefox.py",
    ),
}  # fmt: skip
"""What sessions test, as paths of git: of all others, everything."""
_TABLE: Final = re.compile(r"(?<=<!-- full round -->\n).*?(?=<!-- end -->)", re.DOTALL)
_HEAD: Final = (
    "| session | result | tests | skipped | minutes | date | commit | sources |\n"
    "|---|---|---:|---:|---:|---|---|---|\n"
)
_COUNTED: Final = re.compile(r"(\d+) (passed|skipped)\b")
_CLOSING: Final = re.compile(r"^(?:=+ )?\d+ \w+.* in [\d.]+s\b.*$", re.MULTILINE)
"""The last line of pytest."""


@attrs.frozen
class Result:
    """What came of a session."""

    session: str
    passed: bool
    tests: int
    skipped: int
    seconds: float
    date: str
    commit: str
    sources: str
    """A digest of the files that it tests."""

    def row(self) -> str:
        """Return the result as a row of the table."""
        cells = (
            f"`{self.session}`", "passed" if self.passed else "**failed**", f"{self.tests or ''}",
            f"{self.skipped or ''}", f"{self.seconds / 60:.1f}", self.date, f"`{self.commit}`",
            f"`{self.sources}`",
        )  # fmt: skip
        return f"| {' | '.join(cells)} |\n"

    @classmethod
    def from_row(cls, row: str) -> Result:
        """Read a row of the table."""
        name, result, tests, skipped, minutes, *rest = (
            cell.strip(" `*") for cell in row.strip("|\n").split("|")
        )
        counts = int(tests or 0), int(skipped or 0)
        return cls(name, result == "passed", *counts, 60 * float(minutes), *rest)


def git(*arguments: str) -> str:
    """Return what git prints."""
    command = ("git", *arguments)
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout


def sources_of(session: str) -> str:
    """Return a digest of the files that a session tests."""
    digest = hashlib.sha256()
    for name in git("ls-files", "-z", "--", *SOURCES.get(session, (".",))).split("\0"):
        path = Path(name)
        if path.is_file() and path != PAGE:
            digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def kept() -> dict[str, Result]:
    """Return the results that the page keeps, by session."""
    found = _TABLE.search(PAGE.read_text("utf-8"))
    assert found, f"{PAGE} has no table of the full round"
    rows = map(Result.from_row, found[0].splitlines()[2:])
    return {result.session: result for result in rows}


def keep(results: dict[str, Result]) -> None:
    """Write results into the page."""
    table = _HEAD + "".join(result.row() for result in results.values())
    PAGE.write_text(_TABLE.sub(lambda _: table, PAGE.read_text("utf-8")), "utf-8")


def has_passed(session: str) -> bool:
    """Whether a session has passed with the sources as they are."""
    result = kept().get(session)
    return result is not None and result.passed and result.sources == sources_of(session)


def sessions() -> list[str]:
    """Return the sessions of the round, in the order of noxfile.py."""
    command = ("nox", "--list", "--json", "--tags", TAG)
    listed = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    return [each["session"] for each in json.loads(listed)]


def run(session: str) -> Result:
    """Run a session, whose output goes to a file, and return what came of it."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{session}.log"
    sources, began = sources_of(session), time.monotonic()
    with log.open("w", encoding="utf-8") as file:
        code = subprocess.run(
            ["nox", "-s", session], stdout=file, stderr=subprocess.STDOUT, check=False
        ).returncode
    seconds = time.monotonic() - began
    counts = counted(log.read_text("utf-8", "replace"))
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    commit = git("rev-parse", "--short=10", "HEAD").strip()
    return Result(session, code == 0, *counts, seconds, today, commit, sources)


def counted(printed: str) -> tuple[int, int]:
    """Return how many tests have passed and how many were skipped, as pytest has printed."""
    counts = {"passed": 0, "skipped": 0}
    for line in _CLOSING.findall(printed):
        for number, what in _COUNTED.findall(line):
            counts[what] += int(number)
    return counts["passed"], counts["skipped"]


def changed_files() -> list[str]:
    """Return what is not committed, apart from the page with the results."""
    lines = git("status", "--porcelain").splitlines()
    return [line[3:] for line in lines if line[3:] != str(PAGE)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the round, and exit with 1 if a session fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sessions", nargs="*", help="only these, even if they have passed")
    wanted = parser.parse_args(arguments).sessions
    everything = sessions()
    if unknown := {*wanted} - {*everything}:
        parser.error(f"not in the full round: {', '.join(sorted(unknown))}")
    if changed := changed_files():
        sys.exit(f"Commit or stash these first, as results name a commit: {', '.join(changed)}")
    results = {name: result for name, result in kept().items() if name in everything}
    for session in wanted or everything:
        if not wanted and has_passed(session):
            print(f"{session:12} has passed with these sources", flush=True)
            continue
        results[session] = result = run(session)
        keep({name: results[name] for name in everything if name in results})
        outcome = "passed" if result.passed else f"failed: {LOGS / session}.log"
        print(f"{session:12} {result.seconds / 60:5.1f} min  {outcome}", flush=True)
    if failed := [name for name in wanted or everything if not results[name].passed]:
        sys.exit(f"Not passed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
