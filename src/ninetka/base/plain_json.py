"""JSON from outside, read within limits that hold on every platform."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Final, NoReturn

from .errors import NinetkaError, did_you_mean, quoted
from .messages import listed

MAX_DEPTH: Final = 100
"""The depth to which lists and objects may be nested."""
_MAX_DIGITS: Final = 300
"""The most digits of a whole number, its sign included."""

_KINDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list of texts",
    dict: "an object of texts",
}
_PIECE: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)


def parse_json(text: str) -> Any:
    """The value of a JSON text.

    Raises json.JSONDecodeError for a text that is not JSON, NinetkaError for one beyond the limits
    or with two fields of one name.
    """
    check_depth(text)
    return json.loads(
        text,
        object_pairs_hook=_fields,
        # Python refuses to make whole numbers of thousands of digits
        parse_int=lambda digits: int(digits) if len(digits) <= _MAX_DIGITS else float(digits),
        parse_constant=_no_constant,
    )


def not_json(error: json.JSONDecodeError) -> str:
    """The sentence for a text that is not JSON: what Python says of it, and where in the line."""
    said = error.msg.removesuffix(" at")  # of a text that does not end, Python says where it starts
    return f"this is not JSON: {said} at column {error.colno}"


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise NinetkaError(f"{quoted(name)} appears twice")
        fields[name] = value
    return fields


def check_depth(text: str) -> None:
    """Raise NinetkaError if a JSON text is nested deeper than MAX_DEPTH.

    Python's parser cannot do this everywhere: in WebAssembly deep nesting ends the interpreter.
    """
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for piece in _PIECE.finditer(text):
        if piece[0] in "[{":
            depth += 1
        elif piece[0] in "]}":
            depth -= 1
        if depth > MAX_DEPTH:
            raise NinetkaError(f"lists and objects are nested more than {MAX_DEPTH} deep")


def _no_constant(name: str) -> NoReturn:
    raise NinetkaError(f"{name} is not JSON")


def check_kind(name: str, value: object, *kinds: type) -> None:
    """Raise NinetkaError unless a value is of one of these kinds, lists and objects of texts.

    A whole number is a `float` too.
    """
    inside = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
    is_one = type(value) in kinds or (type(value) is int and float in kinds)
    if not is_one or not all(isinstance(text, str) for text in inside):
        expected = listed([_KINDS[kind] for kind in kinds], "or")
        raise NinetkaError(f'"{name}" is {expected}, not {quoted(value)}')


def check_fields(
    fields: Mapping[str, object],
    version: str,
    kinds: Mapping[str, type],
    required: Collection[str],
    this: str,
    any_: str,
    *,
    unchecked: Collection[str] = (),
) -> None:
    """Raise NinetkaError for an object of another version, or without these fields of these kinds.

    Sentences call it `the {this}`, and all of its kind `any_`. Values of `unchecked` fields may be
    anything.
    """
    given = fields.get("format", version)
    if given != version:
        raise NinetkaError(f'"format" is {quoted(given)}; only {version!r} can be read here')
    for name in required:
        if name not in fields:
            raise NinetkaError(f'the {this} has no "{name}"')
    for name, value in fields.items():
        if name not in kinds:
            what = f"{quoted(name)}, only {', '.join(kinds)}{did_you_mean(name, kinds)}"
            raise NinetkaError(f"{any_} has no field {what}")
        if name not in unchecked:
            check_kind(name, value, kinds[name])
