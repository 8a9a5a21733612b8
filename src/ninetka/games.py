"""The registry: which games there are.

A game of this package has a line in `_GAMES`, and import statements in functions load it when it is
needed: tools that freeze programs follow these. An installed package adds its own by an entry point
of the group `ninetka.games`, whose name is the game's identifier and whose value is where its
`GameEntry` is: `tictactoe = "tictactoe.entry:TIC_TAC_TOE"`. Any other code calls `register`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final, TypeAlias

from .base.errors import NinetkaError, listed, quoted
from .protocol.entry import GameEntry
from .protocol.states import GameRuleset, GameState, M, S

__all__ = ["all_games", "entry_for_name", "entry_for_ruleset", "entry_for_state", "register"]

_Entry: TypeAlias = GameEntry[Any, Any]


def _nine() -> _Entry:
    from .nine.entry import NINE

    return NINE


def _kropki() -> _Entry:
    from .kropki.entry import KROPKI

    return KROPKI


def _morris() -> _Entry:
    from .morris.entry import MORRIS

    return MORRIS


_GAMES: Final[dict[str, _Entry | Callable[[], _Entry]]] = {
    "ninetka": _nine,
    "kropki": _kropki,
    "morris": _morris,
}
"""By identifier: the game's entry or what loads it. A record that names no game is of the first."""


def register(entry: GameEntry[Any, Any]) -> None:
    """Add a game from outside the package; it replaces one of the same identifier."""
    _GAMES[entry.identifier] = entry


@cache
def _find_installed() -> None:
    """Add the games of installed packages; one that is known already is not replaced.

    They are made for the package by its own name, so a copy under another name does without.
    """
    if __package__ != "ninetka":
        return
    from importlib.metadata import entry_points  # slow to import

    for entry_point in entry_points(group="ninetka.games"):
        _GAMES.setdefault(entry_point.name, entry_point.load)


def _loaded(identifier: str) -> GameEntry[Any, Any]:
    known = _GAMES[identifier]
    if isinstance(known, GameEntry):
        return known
    try:
        entry = _GAMES[identifier] = known()
    except (ImportError, AttributeError) as error:
        raise NinetkaError(f"the game {identifier} cannot be loaded: {error}") from error
    return entry


def all_games() -> list[GameEntry[Any, Any]]:
    """Every game, loaded: of this package, of installed packages, and added by `register`.

    It warns of a game of an installed package that cannot be loaded, and leaves it out.
    """
    return [*_each_game()]


def _each_game() -> Iterator[GameEntry[Any, Any]]:
    """Load games one by one; installed packages are looked up last, since that takes longest."""
    known = list(_GAMES)
    yield from _those_that_load(known)
    _find_installed()
    yield from _those_that_load([identifier for identifier in _GAMES if identifier not in known])


def _those_that_load(identifiers: Iterable[str]) -> Iterator[_Entry]:
    for identifier in identifiers:
        try:
            yield _loaded(identifier)
        except NinetkaError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)


def entry_for_ruleset(ruleset: GameRuleset[S, M]) -> GameEntry[S, M]:
    """The game a ruleset belongs to. Raises NinetkaError."""
    return _entry_of(ruleset, "ruleset")


def entry_for_state(state: GameState[M]) -> GameEntry[GameState[M], M]:
    """The game a state belongs to. Raises NinetkaError."""
    return _entry_of(state, "state")


def _entry_of(value: object, kind: str) -> GameEntry[Any, Any]:
    identifier = getattr(value, "game", None)
    if identifier not in _GAMES:
        _find_installed()
    if identifier not in _GAMES:
        raise NinetkaError(f"{quoted(value)} is not a {kind} of a known game")
    return _loaded(identifier)


def entry_for_start(ruleset: str | None, position: str | None) -> GameEntry[GameState[Any], Any]:
    """The game with a published ruleset of that name, in any case, or one named in a position text.

    If no game has one, it is the game that reads the position, where that is one word; otherwise
    the first game.
    """
    words = {*(ruleset or "").lower().split(), *(position or "").split()}
    for entry in _each_game() if words else ():
        if not words.isdisjoint(entry.tags.suggestions.get("Ruleset", ())):
            return entry
    if position is not None and len(position.split()) == 1:
        for entry in _each_game():
            if entry.reads(position):
                return entry
    return entry_for_name(None)


def entry_for_name(name: str | None) -> GameEntry[GameState[Any], Any]:
    """The game with a name (in any case) or an identifier; for None, the first game.

    Raises NinetkaError.
    """
    if name is None:
        return _loaded(next(iter(_GAMES)))
    wanted = name.lower()
    if wanted in _GAMES:
        return _loaded(wanted)
    for entry in _each_game():
        if entry.has_name(wanted):
            return entry
    known = listed(name for entry in all_games() for name in entry.names)
    raise NinetkaError(f"there is no game {quoted(name)} here, only {known}")
