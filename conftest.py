"""How many examples Hypothesis tries, and tests of the Python in README, docs and docstrings.

Hypothesis tries a few examples by default and many with NINETKA_TESTS=thorough. Sybil runs the
blocks of Python on a page one after another in one namespace, and those of a module's docstrings.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sybil import Sybil
from sybil.document import Document
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser

from ninetka import games

settings.register_profile("quick", max_examples=10, deadline=None)
settings.register_profile(
    "thorough",
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile(os.environ.get("NINETKA_TESTS", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option for checks that need all packages and programs to be there."""
    text = "fail if a test is skipped, unless it is for another version of Python"
    parser.addoption("--none-skipped", action="store_true", help=text)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if tests were skipped and must not be."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    missed = [report for report in skipped if "Skipped: Python 3." not in str(report.longrepr)]
    if session.config.getoption("none_skipped") and missed:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True, scope="session")
def _without_installed_games() -> Iterator[None]:
    """No test depends on which games other packages have installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "_find_installed", lambda: None)
        yield


def installed(*packages: str) -> bool:
    """Whether all these packages are there: pages skip blocks that need others."""
    return all(map(find_spec, packages))


def _begin(namespace: dict[str, object]) -> None:
    namespace["installed"] = installed


def _with_examples(folder: Path) -> list[str]:
    """The modules with examples in docstrings; to parse all takes 2 s in each worker."""
    modules = (path for path in folder.rglob("*.py") if ">>>" in path.read_text("utf-8"))
    return [path.relative_to(folder).as_posix() for path in modules]


_PAGES = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["*.md"],
    setup=_begin,
    document_types={".md": Document},
)
_DOCSTRINGS = Sybil(
    parsers=[DocTestParser()],
    path="src/ninetka",
    patterns=_with_examples(Path(__file__).parent / "src/ninetka"),
    excludes=() if installed("numba") else ("batch/*.py", "*/compiled/*.py"),
)

pytest_collect_file = (_PAGES + _DOCSTRINGS).pytest()
