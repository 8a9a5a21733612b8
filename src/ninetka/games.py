"""The registry: which games there are. A new game adds its line to `GAMES`."""

from __future__ import annotations

from typing import Any, Final

from .errors import NinetkaError, quoted
from .nine.tags import NINE
from .protocol import M, Rules, Ruleset, S, State

GAMES: Final[tuple[Rules[Any, Any], ...]] = (NINE,)
"""All games; the first is meant where a record names none."""


def rules_for_ruleset(ruleset: Ruleset[S, M]) -> Rules[S, M]:
    """The game that a ruleset is of. Raises NinetkaError."""
    for rules in GAMES:
        if isinstance(ruleset, rules.ruleset_type):
            return rules
    raise NinetkaError(f"{quoted(ruleset)} is not a ruleset of a known game")


def rules_for_state(state: State[M]) -> Rules[State[M], M]:
    """The game that a state is of. Raises NinetkaError."""
    for rules in GAMES:
        if isinstance(state, rules.state_type):
            return rules
    raise NinetkaError(f"{quoted(state)} is not a state of a known game")


def rules_for_name(name: str | None) -> Rules[State[Any], Any]:
    """The game of a name, or the first game for None. Raises NinetkaError."""
    for rules in GAMES:
        if name in (rules.name, None):
            return rules
    known = ", ".join(rules.name for rules in GAMES)
    raise NinetkaError(f"there is no game {quoted(name)} here, only {known}")
