"""The parameters of a call to the server, and what it remembers from one call to the next."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Set
from typing import Any, Final
from xml.etree.ElementTree import Element

import attrs

from ..base.errors import NinetkaError, quoted
from ..base.plain_json import check_kind
from ..games import rules_for_name, rules_for_start, rules_for_state
from ..protocol.entry import Rules
from ..protocol.states import GameState

INVALID_PARAMS: Final = -32602

_MOST_REMEMBERED: Final = 1000
_LONGEST_REMEMBERED: Final = 10_000
"""How many characters may describe a position that is remembered."""
_MOST_CHARACTERS: Final = 250_000
"""How many may describe all of them. On a large board a position takes 100 times the memory."""
_MOST_PICTURES: Final = 4
"""How many pictures are remembered: those that clients show now are likely among them."""
_LONGEST_PICTURE: Final = 100_000
"""How many characters may describe a picture that is remembered."""


class CallError(Exception):
    """A call that cannot be understood."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


@attrs.define
class Memory:
    """What a server remembers, by the parameters that describe it in calls."""

    positions: dict[frozenset[tuple[str, str]], GameState[Any]] = attrs.field(factory=dict)
    pictures: dict[str, Element] = attrs.field(factory=dict)
    """The latest are last."""
    characters: int = 0
    """How many describe the positions."""

    def keep(self, options: Mapping[str, str], state: GameState[Any]) -> None:
        """Remember a position, unless its description is too long."""
        key = frozenset(options.items())
        size = sum(map(len, options.values()))
        if size > _LONGEST_REMEMBERED or key in self.positions:
            return
        self.characters += size
        if len(self.positions) >= _MOST_REMEMBERED or self.characters > _MOST_CHARACTERS:
            self.positions.clear()
            self.characters = size
        self.positions[key] = state


class Params:
    """The parameters of a call, each taken once."""

    def __init__(self, given: Mapping[str, Any], memory: Memory) -> None:
        self.remaining: dict[str, Any] = dict(given)
        self.memory: Memory = memory
        self._start: dict[str, str] = {}
        """The parameters that described the start."""

    def optional(self, name: str, default: object, *kinds: type) -> Any:
        """A parameter of one of these kinds, or the default if it is missing or null."""
        value = self.remaining.pop(name, None)
        if value is None:
            return default
        try:
            check_kind(name, value, *kinds)
        except NinetkaError as error:
            raise CallError(INVALID_PARAMS, str(error)) from error
        return value

    def number(self, name: str, default: int) -> int:
        """A whole number from 1 on."""
        value: int = self.optional(name, default, int)
        if value < 1:
            raise CallError(INVALID_PARAMS, f'"{name}" is counted from 1, not {quoted(value)}')
        return value

    def replaced_by(self, name: str, known: Set[str]) -> Params | None:
        """The same parameters, but those known in an object among them taken from there alone.

        None if the object is missing or null.
        """
        given = self.remaining.pop(name, None)
        if given is None:
            return None
        if not isinstance(given, dict):
            raise CallError(INVALID_PARAMS, f'"{name}" is an object, not {quoted(given)}')
        for other in sorted(given.keys() - known):
            raise CallError(INVALID_PARAMS, f'there is no parameter {quoted(other)} in "{name}"')
        if given.get("position") is None:
            raise CallError(INVALID_PARAMS, f'"position" is needed in "{name}"')
        others = {other: value for other, value in self.remaining.items() if other not in known}
        return Params({**others, **given}, self.memory)

    def required(self, name: str) -> Any:
        """A text without which the call makes no sense."""
        text = self.optional(name, None, str)
        if text is None:
            raise CallError(INVALID_PARAMS, f'"{name}" is needed')
        return text

    def position(self) -> GameState[Any]:
        """The position a call is about."""
        self._need_position()
        return self.start()

    def _need_position(self) -> None:
        if self.remaining.get("position") is None:
            raise CallError(INVALID_PARAMS, '"position" is needed')

    def start(self) -> GameState[Any]:
        """The position that parameters describe, as options of `Rules.begin`."""
        return self._begun(self._rules())

    def _rules(self) -> Rules[GameState[Any], Any]:
        """The game that parameters name; what they say of its start is taken too."""
        game = self.optional("game", None, str)
        rules = self._rules_named(game)
        given = {name: self.optional(name, None, str, int) for name in rules.options}
        given["game"] = game
        self._start = {name: str(value) for name, value in given.items() if value is not None}
        return rules

    def _rules_named(self, game: str | None) -> Rules[GameState[Any], Any]:
        """The game of a name; without one, that of the ruleset or the position, or the first."""
        if game is not None:
            return rules_for_name(game)
        named = [self.remaining.get(name) for name in ("ruleset", "position")]
        return rules_for_start(*(text if isinstance(text, str) else None for text in named))

    def _begun(self, rules: Rules[GameState[Any], Any], **options: str) -> GameState[Any]:
        start = {**self._start, **options}
        known = self.memory.positions.get(frozenset(start.items()))
        if known is None:
            known = rules.begin(**start)
            self.memory.keep(start, known)
        return known

    def position_beside(self, state: GameState[Any], position: str) -> GameState[Any]:
        """Another position of the game that the call is about, and that a state belongs to."""
        return self._begun(rules_for_state(state), position=position)

    def picture(self, how: str, draw: Callable[[GameState[Any]], Element]) -> Element:
        """A picture of the position, drawn unless one drawn so is remembered."""
        self._need_position()
        rules = self._rules()
        key = json.dumps([how, self._start], sort_keys=True)
        pictures = self.memory.pictures
        picture = pictures.pop(key, None)
        if picture is None:
            picture = draw(self._begun(rules))
        if len(key) <= _LONGEST_PICTURE:
            pictures[key] = picture  # as the latest
        for old in list(pictures)[:-_MOST_PICTURES]:
            pictures.pop(old, None)  # unless another thread has done so
        return picture

    def remembered(self, state: GameState[Any]) -> str:
        """The text of a position to which the call leads, which is remembered."""
        text = state.to_text()
        self.memory.keep({**self._start, "position": text}, state)
        return text
