"""How many examples Hypothesis tries, and tests of the Python in README, docs and docstrings.

Hypothesis tries a few examples by default and many with NINETKA_TESTS=thorough. Sybil runs the
blocks of Python on a page one after another in one namespace, and those of a module's docstrings.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings
from sybil import Sybil
from sybil.document import Document
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser

settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile(
    "thorough",
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile(os.environ.get("NINETKA_TESTS", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Called by pytest."""
    parser.addoption("--none-skipped", action="store_true", help="fail if any test is skipped")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Called by pytest."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("none_skipped") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def installed(*packages: str) -> bool:
    """Whether all these packages are there: pages skip blocks that need others."""
    return all(map(find_spec, packages))


def _begin(namespace: dict[str, object]) -> None:
    namespace["installed"] = installed


_PAGES = Sybil(
    parsers=[PythonCodeBlockParser(), SkipParser()],
    patterns=["*.md"],
    setup=_begin,
    document_types={".md": Document},
)
_DOCSTRINGS = Sybil(parsers=[DocTestParser()], path="src/ninetka", pattern="*.py")

pytest_collect_file = (_PAGES + _DOCSTRINGS).pytest()
