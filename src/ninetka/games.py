"""The registry of games. A new game adds its line to `_GAMES`."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from .errors import NinetkaError, listed, quoted
from .protocol import GameRuleset, GameState, M, S
from .rules import Rules

__all__ = ["all_games", "register", "rules_for_name", "rules_for_ruleset", "rules_for_state"]

_GAMES: Final[dict[str, str | Rules[Any, Any]]] = {
    "ninetka": "nine.registration:NINE",
    "kropki": "kropki.registration:KROPKI",
    "morris": "morris.registration:MORRIS",
}
"""By identifier: the game's entry, or where to find it, as games are loaded when needed.

A record that names no game is of the first.
"""


def register(rules: Rules[Any, Any]) -> None:
    """Add a game from outside the package; it replaces one of the same identifier."""
    _GAMES[rules.identifier] = rules


def _loaded(identifier: str) -> Rules[Any, Any]:
    entry = _GAMES[identifier]
    if isinstance(entry, str):
        module, _, name = entry.partition(":")
        entry = _GAMES[identifier] = getattr(import_module(f".{module}", __package__), name)
        assert isinstance(entry, Rules)
    return entry


def all_games() -> list[Rules[Any, Any]]:
    """Every game; this loads them all."""
    return [_loaded(identifier) for identifier in list(_GAMES)]


def rules_for_ruleset(ruleset: GameRuleset[S, M]) -> Rules[S, M]:
    """The game a ruleset belongs to. Raises NinetkaError."""
    return _rules_of(ruleset, "ruleset")


def rules_for_state(state: GameState[M]) -> Rules[GameState[M], M]:
    """The game a state belongs to. Raises NinetkaError."""
    return _rules_of(state, "state")


def _rules_of(value: object, kind: str) -> Rules[Any, Any]:
    identifier = getattr(value, "game", None)
    if identifier not in _GAMES:
        raise NinetkaError(f"{quoted(value)} is not a {kind} of a known game")
    return _loaded(identifier)


def rules_for_name(name: str | None) -> Rules[GameState[Any], Any]:
    """The game with a name (in any case) or an identifier; for None, the first game.

    Raises NinetkaError.
    """
    if name is None:
        return _loaded(next(iter(_GAMES)))
    wanted = name.lower()
    if wanted in _GAMES:
        return _loaded(wanted)
    for rules in map(_loaded, list(_GAMES)):
        if rules.has_name(wanted):
            return rules
    known = listed(name for rules in all_games() for name in rules.names)
    raise NinetkaError(f"there is no game {quoted(name)} here, only {known}")
