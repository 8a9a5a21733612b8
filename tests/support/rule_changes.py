"""Says what else to change with a rule, below the failures of a rule's tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = [path.parent.name for path in sorted(ROOT.glob("tests/*/naive.py"))]
OF_A_RULE = r"::test_[a-z]\d+_|naive|differential|perft|reference|^[^:]*$"
"""In names of tests: a rule's number, a comparison with other programs, or an error on import."""
SAID = """\
Tests of a rule have failed. If the rule is meant to change, these change with it:
  {page}: its text, and its row of the index, which names its code and its tests
  tests/{game}/naive.py: the second implementation, best by somebody who has not seen the change
  src/ninetka/{game}/compiled/: the compiled rules
  tests/data/: what other programs worked out by the old rule; README.md says what that is
and these are made anew:
  python tests/data/make_{game}_perft.py
  python tests/data/make_collections.py
  python tests/data/make_kept.py
  python tools/conformance/make_suite.py
  python docs/_ext/boards.py
  python docs/statistics/count.py and make.py, once the old counts are removed
  nox -s wasm"""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say it once for each game."""
    reports = [*terminalreporter.getreports("failed"), *terminalreporter.getreports("error")]
    for game in GAMES:
        folder = f"tests/{game}/"
        own = [each.nodeid for each in reports if each.nodeid.startswith(folder)]
        if any(re.search(OF_A_RULE, name.removeprefix(folder)) for name in own):
            page = ROOT / "docs" / game / "rules.md"
            named = page.relative_to(ROOT) if page.exists() else "docs/rules.md"
            terminalreporter.section(f"a rule in src/ninetka/{game}")
            terminalreporter.line(SAID.format(game=game, page=named))
