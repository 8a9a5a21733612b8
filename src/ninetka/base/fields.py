"""Convert the values given for fields of public classes to their annotations, or refuse them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from numbers import Real
from operator import index
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

import attrs

from .errors import NinetkaError, quoted
from .frozenmap import FrozenMap
from .messages import listed

Refusal: TypeAlias = Callable[[str], NinetkaError]
"""The error for a sentence; the class of an error, for instance."""
Fit: TypeAlias = Callable[[Any], Any]
"""Converts a given value to what an annotation asks for. Raises _MisfitError."""

_LARGEST: Final = 10**1000
"""Python does not write much longer numbers."""


class _MisfitError(Exception):
    """A value does not fit."""

    def __init__(self, expected: str, given: object) -> None:
        self.expected, self.given = expected, given
        self.before, self.after = "", ""
        """The words before and after a field's name if only a part of its value is wrong."""


def convert_fields(
    error: Refusal = NinetkaError,
) -> Callable[[type, list[attrs.Attribute[Any]]], list[attrs.Attribute[Any]]]:
    """A `field_transformer` for `attrs.frozen` that converts the fields' values by `convert`.

    Fields with a converter of their own keep it. `error` makes the error for a value that does not
    fit.
    """

    def convert(value: object, instance: Any, field: attrs.Attribute[Any]) -> Any:
        return _made(_fits(instance.__class__)[field.name], value, field.name, error)

    converter = attrs.Converter(convert, takes_self=True, takes_field=True)

    def transform(_: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
        return [
            field.evolve(converter=converter) if field.init and not field.converter else field
            for field in fields
        ]

    return transform


@cache
def _fits(kind: Any) -> dict[str, Fit]:
    """The converter of each field of a class, by name.

    The annotations are read at the first value, when all names in them are defined.
    """
    return {field: _fit(hint) for field, hint in get_type_hints(kind).items()}


def convert(kind: Any, value: Any, what: str, error: Refusal = NinetkaError) -> Any:
    """Convert a value to an annotation; `what` is its name in the error.

    Any type of integer makes an int, its text the member of an enum, any series a tuple, and any
    mapping a FrozenMap. Raises the error for everything else.
    """
    return _made(_fit(kind), value, what, error)


def as_tuple(value: Any, what: str, error: Refusal = NinetkaError) -> tuple[Any, ...]:
    """Return the members of `value` if it is a series and not a text; otherwise raise `error`.

    The error calls the value `what`.
    """
    return _made(_series, value, what, error)  # type: ignore[no-any-return]


def as_int(value: Any) -> int | None:
    """A whole number of any type as an int, if it has at most 1,000 digits.

    None for anything else, also for True and False.
    """
    try:
        number = None if isinstance(value, bool) else int(index(value))
    except TypeError:
        return None
    return None if number is None or abs(number) >= _LARGEST else number


def _made(fit: Fit, value: Any, what: str, error: Refusal) -> Any:
    try:
        return fit(value)
    except _MisfitError as misfit:
        name = f"{misfit.before}{what}{misfit.after}"
        raise error(f"{name} must be {misfit.expected}, not {quoted(misfit.given)}") from None


@cache
def _fit(kind: Any) -> Fit:
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if NoneType in kinds:
        others = _fit(Union[tuple(each for each in kinds if each is not NoneType)])  # noqa: UP007
        return lambda value: None if value is None else others(value)
    origin, args = get_origin(kind) or kinds[0], get_args(kind)
    if origin is tuple:
        return _tuple_of(args)
    if origin is Mapping:
        return _map_of(_fit(args[0]), _fit(args[1]))
    if all(isinstance(each, type) and issubclass(each, Enum) for each in kinds):
        return _member_of(kinds)
    if len(kinds) > 1:
        return _one_of([_fit(each) for each in kinds])
    if origin is Any or not isinstance(origin, type):  # or a type variable
        return lambda value: value
    return _instance_of(origin)


def _one_of(fits: Sequence[Fit]) -> Fit:
    """Make a converter that tries several one after another."""

    def fit(value: Any) -> Any:
        misfits = []
        for each in fits:
            try:
                return each(value)
            except _MisfitError as misfit:
                # A part of the value is wrong, so this is what it was meant to be
                if misfit.after:
                    raise
                misfits.append(misfit)
        raise _MisfitError(listed((misfit.expected for misfit in misfits), "or"), value)

    return fit


def _tuple_of(kinds: tuple[Any, ...]) -> Fit:
    fits = [_fit(kind) for kind in kinds if kind is not ...]

    def fit(value: Any) -> tuple[Any, ...]:
        given, made = _series(value), []
        if len(given) != len(fits) and ... not in kinds:
            raise _MisfitError(f"{len(fits)} in number", value)
        for at, each in enumerate(given):
            try:
                made.append(fits[at % len(fits)](each))
            except _MisfitError as misfit:
                misfit.after = f"[{at}]{misfit.after}"
                raise
        return tuple(made)

    return fit


def _series(value: Any) -> tuple[Any, ...]:
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise _MisfitError("a series", value)
    return tuple(value)


def _map_of(of_key: Fit, of_value: Fit) -> Fit:
    def fit(value: Any) -> FrozenMap[Any, Any]:
        if not isinstance(value, Mapping):
            raise _MisfitError("a mapping", value)
        made = {}
        for given, each in value.items():
            try:
                key = of_key(given)
            except _MisfitError as misfit:
                misfit.before = "a key of "
                raise
            try:
                made[key] = of_value(each)
            except _MisfitError as misfit:
                misfit.after = f"[{quoted(given)}]{misfit.after}"
                raise
        return FrozenMap(made)

    return fit


def _member_of(kinds: tuple[type[Enum], ...]) -> Fit:
    """Converts to a member of one of the enums, given itself or its text; a seat by number too."""
    members = [member for kind in kinds for member in kind]
    by_text = {str(each if isinstance(each, int) else each.value): each for each in members}
    seat = next((kind for kind in kinds if issubclass(kind, int)), None)

    def fit(value: Any) -> Enum:
        if isinstance(value, kinds):
            return value
        if seat is not None and as_int(value) is not None:
            return seat(as_int(value))
        if not isinstance(value, str) or value not in by_text:
            raise _MisfitError(listed(by_text, "or"), value)
        return by_text[value]

    return fit


def _instance_of(kind: type[Any]) -> Fit:
    convert: Fit = _CONVERTED.get(kind, lambda value: value if isinstance(value, kind) else None)
    expected = _NAMES.get(kind, f"of type {kind.__name__}")

    def fit(value: Any) -> Any:
        made = convert(value)
        if made is None:
            raise _MisfitError(expected, value)
        return made

    return fit


def _number(value: Any) -> float | None:
    """A real number as a float, a whole one as an int; None for anything else."""
    if isinstance(value, int) or not isinstance(value, Real):
        return as_int(value)
    try:
        return float(value)
    except OverflowError:
        return None


_CONVERTED: Final[dict[type, Fit]] = {int: as_int, float: _number}
"""Functions by type: each converts a value to the type, or returns None if it cannot."""
_NAMES: Final = {int: "a whole number", float: "a number", bool: "True or False", str: "a text"}
"""The names of common types in errors."""
