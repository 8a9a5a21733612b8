"""States, moves and games as fields of other libraries' models, and as plain data for JSON.

    json.dumps({"state": state}, default=to_plain)
    state = from_plain(State, data["state"])

pydantic needs nothing of this: it knows them. For cattrs there is `register`. Needs no extra;
docs/howto/fields.md has recipes for more libraries.
"""

from __future__ import annotations

from types import UnionType
from typing import Any, Union, get_args, get_origin

from ..base.errors import NinetkaError
from ..base.plain import Serializable, read

__all__ = ["from_plain", "register", "to_plain"]


def to_plain(value: object) -> Any:
    """Plain data of a state, a move or a game: a text, or of a game a dict.

    `json.dumps` takes it as `default`. Raises NinetkaError for a state whose text does not say what
    its ruleset is, and TypeError for other values.
    """
    if isinstance(value, Serializable):
        return value.to_plain()
    raise TypeError(f"{type(value).__name__} is not a state, a move or a game")


def from_plain(kind: Any, data: object) -> Any:
    """The state, move or game for which plain data stands, of a class or of one of several.

    `kind` is a class such as `State`, `Game[State, Move]` or a union such as `Move`. All data is
    checked: it may come from outside. Raises NinetkaError for data that is not of the kind, and
    TypeError for other kinds.
    """
    if not _is_serializable(kind):
        raise TypeError(f"{kind} is not a type of states, moves or games")
    kinds = _kinds(kind)
    for each in kinds[:-1]:
        try:
            return read(each, data)
        except NinetkaError:
            pass
    return read(kinds[-1], data)


def register(converter: Any) -> None:
    """Let a converter of cattrs take states, moves and games as plain data."""
    converter.register_unstructure_hook_func(_is_serializable, to_plain)
    converter.register_structure_hook_func(
        _is_serializable, lambda data, kind: from_plain(kind, data)
    )


def _kinds(kind: Any) -> tuple[Any, ...]:
    """The types of a union, or the one type."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _is_serializable(kind: Any) -> bool:
    classes = [get_origin(each) or each for each in _kinds(kind)]
    return all(isinstance(each, type) and issubclass(each, Serializable) for each in classes)
