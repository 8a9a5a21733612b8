"""How many examples Hypothesis tries, and the Python in README, docs and docstrings, run by Sybil.

A few examples by default, many with NINETKA_TESTS=thorough. The blocks of a page run one after
another, in one namespace, as do those of a module's docstrings.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

from hypothesis import HealthCheck, settings
from sybil import Sybil
from sybil.document import Document
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser

settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile(
    "thorough",
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile(os.environ.get("NINETKA_TESTS", "quick"))


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
