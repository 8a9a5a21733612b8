"""Data for tests that a game has beside its rules. For any game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from ..protocol import Choose, GameRuleset
from ..rules import Rules


class Samples(Protocol):
    """What the module of samples of a game holds."""

    @property
    def MOVES(self) -> Sequence[Any]:  # noqa: N802  # a constant of a module
        """Moves to try anywhere, legal or not; the plainest first."""

    def some_ruleset(self, choose: Choose) -> GameRuleset[Any, Any]:
        """Some ruleset that comes of choices, published or custom."""


def samples_of(rules: Rules[Any, Any]) -> Samples:
    """The module that `Rules.samples` names."""
    return cast(Samples, import_module(rules.samples))
