"""The registry: which games there are.

A game of this package has a line in `_GAMES`, and import statements in functions load it when it is
needed: tools that freeze programs follow these. An installed package adds its own by an entry point
of the group `ninetka.games`, whose name is the game's identifier and whose value is where its
`GameEntry` is: `tictactoe = "tictactoe.entry:TIC_TAC_TOE"`. Any other code calls `register`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final, TypeAlias

from .base.errors import (
    InvalidRulesetError,
    NinetkaError,
    RecordError,
    RecordErrorKind,
    did_you_mean,
    quoted,
)
from .base.messages import listed
from .protocol.entry import GameEntry
from .protocol.rulesets import GameRuleset
from .protocol.states import GameState, M, S
from .protocol.tags import GAME, POSITION
from .protocol.texts import Say

__all__ = ["all_games", "entry_for_name", "entry_for_ruleset", "entry_for_state", "register"]

_Entry: TypeAlias = GameEntry[Any, Any]
_RULESET: Final = "Ruleset"


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
"""Entries, or loaders of entries, by identifier. A record that names no game is of the first."""


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


def entry_for_start(said: Mapping[str, object]) -> GameEntry[GameState[Any], Any]:
    """The game of a start that tags, or options of `GameEntry.begin`, describe.

    It is the game that they name, or else the one with a published ruleset of that name, in any
    case, or one named in the position text; or else the one that reads the position, where that is
    one word or written as other programs do; otherwise the first game. Raises NinetkaError for a
    name that no game has, and for a ruleset that no game has and nothing describes.
    """
    texts = {tag: said.get(tag, said.get(tag.lower())) for tag in (GAME, _RULESET, POSITION)}
    game, ruleset, position = (text if isinstance(text, str) else None for text in texts.values())
    if game is not None:
        return entry_for_name(game)
    words = {*(ruleset or "").lower().split(), *(position or "").split()}
    for entry in _each_game() if words else ():
        if not words.isdisjoint(_rulesets(entry)):
            return entry
    if position is not None and len(position.split()) == 1:
        for entry in _each_game():
            if entry.reads(position):
                return entry
    if position is not None:
        for entry in _each_game():
            if entry.is_foreign_position is not None and entry.is_foreign_position(position):
                return entry
    first = entry_for_name(None)
    if (sentence := _unknown_ruleset(first, said)) is not None:
        raise InvalidRulesetError(sentence)
    return first


def entry_for_record(tags: Mapping[str, str]) -> GameEntry[GameState[Any], Any]:
    """The game of a record with these tags.

    It is the one that `Game` names, or else the first one if other tags describe a start of it, or
    else the one whose ruleset or position they name. Raises NinetkaError for a game or a ruleset
    that is not known, RecordError if nothing says which game it is.
    """
    if GAME in tags:
        return entry_for_name(tags[GAME])
    first = entry_for_name(None)
    if not tags.keys().isdisjoint({*first.tags.names} - {_RULESET, POSITION}):
        describing = {*first.tags.names} - {_RULESET, POSITION, "Players"}
        if not tags.keys().isdisjoint(describing) or tags.keys().isdisjoint({_RULESET, POSITION}):
            return first
    if tags.keys().isdisjoint({_RULESET, POSITION}):
        raise RecordError(which_game(tags), RecordErrorKind.TAG)
    return entry_for_start(tags)


def which_game(tags: Iterable[str] = ()) -> str:
    """The sentence for a record with tags that do not say which game it is."""
    entries = all_games()
    others = (tag for tag in tags if tag != "Result")  # which is much like Ruleset
    likely = next(filter(None, (did_you_mean(tag, [_RULESET]) for tag in others)), "")
    return Say.WHICH_GAME(
        games=listed([f'[Game "{name}"]' for entry in entries for name in entry.names]),
        others="".join(form.hint for entry in entries for form in entry.style.forms),
        likely=likely,
    )


def _unknown_ruleset(entry: GameEntry[Any, Any], said: Mapping[str, object]) -> str | None:
    """The sentence for a ruleset that a game does not have, if tags or options name no game.

    None if it has the ruleset, or if they say more about it, which is left to the game.
    """
    name = said.get(_RULESET, said.get(_RULESET.lower()))
    others = {_RULESET, "Players", POSITION}
    describing = {*entry.tags.names, *entry.options} - others - {*map(str.lower, others)}
    if not isinstance(name, str) or not describing.isdisjoint(said):
        return None
    if name.lower() in _rulesets(entry):
        return None
    known = [(_rulesets(each), listed(each.names)) for each in all_games() if _rulesets(each)]
    by_game = tuple(f"{listed(rulesets)} ({game})" for rulesets, game in known)
    likely = did_you_mean(name, chain(*(rulesets for rulesets, _ in known)))
    return Say.NO_SUCH_RULESET(name=quoted(name), known=by_game, likely=likely)


def _rulesets(entry: GameEntry[Any, Any]) -> Sequence[str]:
    """The names of a game's published rulesets."""
    return entry.tags.suggestions.get(_RULESET, ())


def entry_for_name(name: str | None) -> GameEntry[GameState[Any], Any]:
    """The game with a name (in any case) or an identifier; for None, the first game.

    Of a game with several names, it is the one of that name: what `begin` begins for `Mills` is
    Mills. Raises NinetkaError.
    """
    if name is None:
        return _loaded(next(iter(_GAMES)))
    wanted = name.lower()
    if wanted in _GAMES:
        return _loaded(wanted)
    for entry in _each_game():
        if entry.has_name(wanted):
            return entry.with_name(wanted)
    names = [name for entry in all_games() for name in entry.names]
    known, likely = listed(names), did_you_mean(name, names)
    raise NinetkaError(Say.NO_SUCH_GAME(name=quoted(name), known=known, likely=likely))
