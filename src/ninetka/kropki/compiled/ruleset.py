"""Rulesets as numbers, and functions that differ with the way to capture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ...compiled.compiling import HAS_NUMBA
from ...compiled.machine import Word

Turn: TypeAlias = Callable[..., Any]


class Rules(NamedTuple):
    """A ruleset as numbers."""

    columns: Word
    rows: Word
    may_pass: Word
    """1 if players may pass (K24), else 0."""
    for_good: Word
    """1 if a pass is for good (K24), else 0."""
    empty_areas: Word
    """1 if areas without a captive are captured too (K21), else 0."""
    border: Word
    """1 if the edge helps to enclose (K22), else 0."""


class DeclaredRules(NamedTuple):
    """The same of a ruleset in which players declare chains (K5): see `by_rules`."""

    columns: Word
    rows: Word
    may_pass: Word
    for_good: Word
    empty_areas: Word
    border: Word


def by_rules(automatic: Turn, declared: Turn) -> Turn:
    """A compiled function that is one of two, by the type of its third argument, the rules.

    It is known when it is compiled which, so that no game waits for code of the other kind: the
    first use takes half the time.
    """
    if not HAS_NUMBA:
        return automatic

    from numba.extending import overload  # which may be missing

    from ...compiled.native import OPTIONS

    def either(work: Any, which: Any, rules: Any, *more: Any) -> Any:
        chosen = declared if isinstance(rules, DeclaredRules) else automatic
        return chosen(work, which, rules, *more)

    def choose(work: Any, which: Any, rules: Any, *more: Any) -> Any:
        chosen = declared if rules.instance_class is DeclaredRules else automatic

        def call(work: Any, which: Any, rules: Any, *more: Any) -> Any:
            return chosen(work, which, rules, *more)

        return call

    overload(either, jit_options=OPTIONS)(choose)
    return either
