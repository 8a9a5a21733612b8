"""The base of values that can be written as plain data, for fields of other libraries."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, get_origin, get_type_hints

from .errors import InvalidMoveError, NinetkaError, quoted
from .values import Immutable

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

T = TypeVar("T")


class Serializable(Immutable):
    """Base of states, moves and games: values for which plain data can stand, as in JSON.

    pydantic takes them for fields, by a method that imports nothing until pydantic calls it.
    """

    __slots__ = ()

    _plain_type: ClassVar[type[str | dict[str, Any]]] = str
    """The type of plain data: a text or, for games, a dict."""

    def to_plain(self) -> str | dict[str, Any]:
        """Return plain data, from which `from_plain` of the class makes an equal value."""
        return str(self)

    @classmethod
    def from_plain(cls, data: object, /) -> Self:
        """Read a value from its plain data. Raises NinetkaError for any other data."""
        if not isinstance(data, str):
            raise NinetkaError(f"{cls.__name__} is written as a text, not as {quoted(data)}")
        reads = getattr(cls, "from_text", None)
        if reads is None:
            raise NinetkaError(f"{cls.__name__} cannot be read: it has no method from_text")
        value: Self = reads(data)
        return value

    def _has_type(self, kind: Any) -> bool:
        """Return whether it is of a type, which may have parameters."""
        return isinstance(self, get_origin(kind) or kind)

    @classmethod
    def __get_pydantic_core_schema__(cls, kind: Any, _handler: object) -> CoreSchema:
        from pydantic_core import core_schema as schemas

        def take(given: object) -> Any:
            return given if isinstance(given, cls) and given._has_type(kind) else read(kind, given)

        plain = schemas.str_schema() if cls._plain_type is str else schemas.dict_schema()
        return schemas.json_or_python_schema(
            schemas.no_info_after_validator_function(partial(read, kind), plain),
            schemas.no_info_plain_validator_function(take),
            serialization=schemas.plain_serializer_function_ser_schema(
                cls.to_plain, return_schema=plain, when_used="json"
            ),
        )


def read(kind: Any, data: object) -> Any:
    """Read a value of a type, which may have parameters, from plain data. Raises NinetkaError."""
    value = (get_origin(kind) or kind).from_plain(data)
    if not value._has_type(kind):
        raise NinetkaError(f"{quoted(data)} is not of the type {kind}")
    return value


def typed_dict(kind: type[T]) -> type[T]:
    """Let pydantic take a TypedDict on Python 3.11, where it takes only those of another module."""
    if sys.version_info < (3, 12):
        setattr(kind, "__get_pydantic_core_schema__", partial(_schema_of_dict, kind))  # noqa: B010
    return kind


def _schema_of_dict(kind: type, _kind: object, handler: GetCoreSchemaHandler) -> CoreSchema:
    import typing_extensions  # which pydantic needs

    make: Any = typing_extensions.TypedDict
    return handler.generate_schema(make(kind.__name__, get_type_hints(kind, include_extras=True)))


class SerializableMove(Serializable):
    """Base of a game's kinds of move, whose texts can be read without a position."""

    __slots__ = ()

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The move of this kind whose `str` is this text, legal or not. Raises NinetkaError."""
        move = cls._written(text)
        if not isinstance(move, cls):
            kind = "move" if move is None else cls.__name__
            raise InvalidMoveError(f"{quoted(text)} is not the text of a {kind}")
        return move

    @staticmethod
    def _written(text: str) -> object:
        """The move of any kind whose `str` is this text; None if there is none."""
        raise NotImplementedError
