"""The parameters of a call to the server, and what it remembers from one call to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from xml.etree.ElementTree import Element

import attrs

from ..base.errors import NinetkaError, did_you_mean, quoted
from ..base.plain_json import check_kind
from ..games import entry_for_start
from ..protocol.entry import GameEntry
from ..protocol.states import GameState

INVALID_PARAMS: Final = -32602

_MAX_REMEMBERED: Final = 1000
_LONGEST_REMEMBERED: Final = 10_000
"""The most characters in the description of a position that is remembered."""
_MAX_CHARACTERS: Final = 250_000
"""The most characters in all descriptions together.

A position of a large board takes 100 times the memory.
"""
_MAX_PICTURES: Final = 4
"""The number of pictures that are remembered, likely the ones that clients show now."""
_LONGEST_PICTURE: Final = 100_000
"""The most characters in the description of a picture that is remembered."""


class CallError(Exception):
    """A call that cannot be understood."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


@attrs.define
class Memory:
    """The memory of a server: positions and pictures, by the parameters that describe them."""

    positions: dict[frozenset[tuple[str, str]], GameState[Any]] = attrs.field(factory=dict)
    pictures: dict[str, Element] = attrs.field(factory=dict)
    """Pictures by their descriptions, the most recently used last."""
    characters: int = 0
    """The length of all descriptions of the positions."""

    def remember(self, options: Mapping[str, str], state: GameState[Any]) -> None:
        """Remember a position, unless its description is too long."""
        key = frozenset(options.items())
        size = sum(map(len, options.values()))
        if size > _LONGEST_REMEMBERED or key in self.positions:
            return
        self.characters += size
        if len(self.positions) >= _MAX_REMEMBERED or self.characters > _MAX_CHARACTERS:
            self.positions.clear()
            self.characters = size
        self.positions[key] = state

    def picture(self, key: str, draw: Callable[[], Element]) -> Element:
        """The picture that a key describes; it is drawn only if it is not remembered."""
        picture = self.pictures.pop(key, None)
        if picture is None:
            picture = draw()
        if len(key) <= _LONGEST_PICTURE:
            self.pictures[key] = picture  # as the latest
        for old in list(self.pictures)[:-_MAX_PICTURES]:
            self.pictures.pop(old, None)  # unless another thread has done so
        return picture


class Params:
    """The parameters of a call, or those in an object among them, each taken once."""

    def __init__(self, given: Mapping[str, Any], memory: Memory, whose: str = "here") -> None:
        self.remaining: dict[str, Any] = dict(given)
        self.memory: Memory = memory
        self.options: dict[str, str] = {}
        """The parameters that describe the game's start or a position of it, once taken."""
        self._entry: GameEntry[GameState[Any], Any] | None = None
        self._whose = whose
        self._inner: list[Params] = []
        self._known: list[str] = []

    def optional(self, name: str, default: object, *kinds: type) -> Any:
        """A parameter of one of these kinds, or the default if it is missing or null."""
        value = self._take(name)
        if value is None:
            return default
        try:
            check_kind(name, value, *kinds)
        except NinetkaError as error:
            raise CallError(INVALID_PARAMS, str(error)) from error
        return value

    def unchecked(self, *names: str) -> dict[str, Any]:
        """The given parameters of these names, of any kind: the caller checks them."""
        given = {name: self._take(name) for name in names}
        return {name: value for name, value in given.items() if value is not None}

    def _take(self, name: str) -> Any:
        self._known.append(name)
        return self.remaining.pop(name, None)

    def number(self, name: str, default: int) -> int:
        """A parameter that counts something from 1."""
        value: int = self.optional(name, default, int)
        if value < 1:
            raise CallError(INVALID_PARAMS, f'"{name}" is counted from 1, not {quoted(value)}')
        return value

    def inner(self, name: str) -> Params | None:
        """The parameters in an object of that name, about the same game; None without it."""
        given = self._take(name)
        if given is None:
            return None
        if not isinstance(given, dict):
            raise CallError(INVALID_PARAMS, f'"{name}" is an object, not {quoted(given)}')
        inner = Params(given, self.memory, f'in "{name}"')
        inner.options, inner._entry = self.options, self._entry
        self._inner.append(inner)
        return inner

    def required(self, name: str) -> str:
        """A text that the method cannot do without. Raises CallError if it is missing."""
        text: str | None = self.optional(name, None, str)
        if text is None:
            raise self.missing(name)
        return text

    def ignore(self, *names: str) -> None:
        """Take parameters that the method knows but does not need in this call."""
        for name in names:
            self._take(name)

    def check_all_taken(self) -> None:
        """Raise CallError if the call has parameters that the method does not know."""
        for name in sorted(self.remaining):
            likely = did_you_mean(name, self._known)
            sentence = f"there is no parameter {quoted(name)} {self._whose}{likely}"
            raise CallError(INVALID_PARAMS, sentence)
        for inner in self._inner:
            inner.check_all_taken()

    def position(self) -> GameState[Any]:
        """The position that the call is about."""
        self.take_position()
        return self.state()

    def take_position(self) -> None:
        """Take what describes the position that the call is about."""
        if self.remaining.get("position") is None:
            raise self.missing("position")
        self.take_start()

    def start(self) -> GameState[Any]:
        """The position that parameters describe, as options of `GameEntry.begin`."""
        self.take_start()
        return self.state()

    def start_and_position(self) -> tuple[GameState[Any], str | None]:
        """The usual start under the rules that are described, and the text of a position if any."""
        self.take_start()
        position = self.options.pop("position", None)
        return self.state(), position

    def take_start(self) -> None:
        """Take what the call says of the start."""
        game = self.optional("game", None, str)
        self._entry = entry_for_start({"game": game, **self.remaining})
        given = {name: self.optional(name, None, str, int) for name in self._entry.options}
        given["game"] = game
        self.options = {name: str(value) for name, value in given.items() if value is not None}

    def state(self, position: str | None = None) -> GameState[Any]:
        """The position whose description has been taken, or another one of the same game."""
        options = self.options if position is None else {**self.options, "position": position}
        known = self.memory.positions.get(frozenset(options.items()))
        if known is None:
            assert self._entry is not None
            known = self._entry.begin(**options)
            self.memory.remember(options, known)
        return known

    def remember(self, state: GameState[Any]) -> str:
        """The text of another position of the same game, which is remembered."""
        text = state.to_text()
        self.memory.remember({**self.options, "position": text}, state)
        return text

    def missing(self, name: str) -> CallError:
        """The error of a call without a parameter that it needs."""
        where = "" if self._whose == "here" else f" {self._whose}"
        return CallError(INVALID_PARAMS, f'"{name}" is needed{where}')
