"""Examples of Hypothesis, options of the checks, and the Python in README, docs and docstrings.

Hypothesis tries a few examples by default, always the same ones, and more with
NINETKA_TESTS=thorough, other ones each time. Sybil runs the blocks of Python on a page one after
another in one namespace, and those of a module's docstrings.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support.limits import limited
from sybil import Sybil
from sybil.document import Document
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser

from ninetka import games

# What depends on the load of the machine, and random examples in what must hold before a change
# lands, would make tests fail by chance.
settings.register_profile(
    "quick",
    max_examples=10,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough",
    settings.get_profile("quick"),
    max_examples=25,
    derandomize=False,
    print_blob=True,
)
settings.load_profile(os.environ.get("NINETKA_TESTS", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the checks."""
    text = (
        "fail if a test is skipped, unless it is for another version of Python or for WebAssembly"
    )
    parser.addoption("--none-skipped", action="store_true", help=text)
    text = "write the names of the tests that pass into this file"
    parser.addoption("--write-passed", type=Path, metavar="FILE", help=text)
    text = "leave out the tests that a file of `--write-passed` names"
    parser.addoption("--leave-out", type=Path, metavar="FILE", help=text)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Limit the time of each test."""
    with limited(item):
        return (yield)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that have passed before, and pages of which all blocks have."""
    if file := config.getoption("leave_out"):
        passed = {*file.read_text("utf-8").splitlines()}
        needed = {item.path for item in items if item.nodeid not in passed}
        gone = [
            item
            for item in items
            if item.nodeid in passed
            and (isinstance(item, pytest.Function) or item.path not in needed)
        ]
        config.hook.pytest_deselected(items=gone)
        kept = {*items} - {*gone}
        items[:] = [item for item in items if item in kept]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write which tests have passed; fail if tests were skipped and must not be."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    stats = reporter.stats if reporter else {}
    allowed = ("Skipped: Python 3.", "`nox -s wasm` makes it")
    reasons = [str(report.longrepr) for report in stats.get("skipped", [])]
    missed = [reason for reason in reasons if not any(each in reason for each in allowed)]
    if session.config.getoption("none_skipped") and missed:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    file = session.config.getoption("write_passed")
    if file and not hasattr(session.config, "workerinput"):  # not in workers of pytest-xdist
        passed = sorted(report.nodeid for report in stats.get("passed", []))
        file.write_text("\n".join(passed), "utf-8")


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
