"""Keys of positions: hashes that are the same in every process and every version (docs/formats.md).

A key is made from texts that other programs can write too, so it needs no code for each game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import attrs

from .rulesets import GameRuleset
from .states import GameState

_BYTES = 8
_KEPT = 64
"""The number of rulesets whose descriptions are kept."""


def key_text(state: GameState[Any]) -> str:
    """The text that a state's key is made from: game, position and, if need be, rules."""
    return f"{state.game}/1\n{state.to_text()}\n{rules_text(state.ruleset)}"


def key_of(state: GameState[Any]) -> int:
    """The 8-byte BLAKE2b digest of `key_text` in UTF-8, as a number whose first byte is highest."""
    digest = blake2b(key_text(state).encode(), digest_size=_BYTES).digest()
    return int.from_bytes(digest, "big")


@lru_cache(maxsize=_KEPT)
def rules_text(ruleset: GameRuleset[Any, Any] | None) -> str:
    """A ruleset that a position's text does not tell, as JSON on one line; otherwise nothing."""
    if ruleset is None or ruleset.is_published:
        return ""
    return json.dumps(_plain(ruleset), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _plain(value: object) -> object:
    """A value as JSON has it: of a class with fields, those without their default value."""
    if isinstance(value, str | int | float | None) and not isinstance(value, Enum):
        return value
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    kind: Any = type(value)
    if attrs.has(kind) and kind.__eq__ is not object.__eq__:
        fields = {each.name: each.default for each in attrs.fields(kind) if each.eq}
        chosen = {name: getattr(value, name) for name in fields}
        return {name: _plain(each) for name, each in chosen.items() if each != fields[name]}
    if isinstance(value, Iterable):
        return [_plain(each) for each in value]
    return str(value)
