"""The conformance suite: cases that every implementation of the rules has to answer alike.

A case is a call of `ninetka serve` with what the answer must say. The cases are plain JSON in the
folder `suite`, with a schema; docs/conformance.md describes them.
"""

from __future__ import annotations

from .checking import Outcome, Verdict, check
from .suite import Case, cases_of, schema, suites

__all__ = ["Case", "Outcome", "Verdict", "cases_of", "check", "schema", "suites"]
