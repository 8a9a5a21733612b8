"""Messages to people: sentences with a code and values, in English and other languages.

A package declares its sentences as an enum of `Template`, and has other languages in files beside
that module, such as `words/fr.json`. A sentence that a file lacks is said in English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Final

from .frozenmap import FrozenMap

__all__ = [
    "ENGLISH",
    "Message",
    "Template",
    "in_language",
    "joined",
    "language",
    "languages",
    "listed",
    "translated",
]

ENGLISH: Final = "en"
"""The code of the language in which everything can be said."""
_LANGUAGE: Final = ContextVar("language", default=ENGLISH)
_PACKAGE: Final = __name__.partition(".")[0]


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Say everything in the block in a language, by its code such as `fr`.

    Errors, instructions and pictures made in the block speak it. Records, moves and positions are
    written alike in all languages. What has not been translated is said in English.
    """
    token = _LANGUAGE.set(code)
    try:
        yield
    finally:
        _LANGUAGE.reset(token)


def language() -> str:
    """The code of the language in which things are said now; by default `en`."""
    return _LANGUAGE.get()


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that the rules speak, English first."""
    from importlib import resources

    folder = resources.files(__package__) / "words"
    files = folder.iterdir() if folder.is_dir() else ()  # some builds leave languages out
    return (ENGLISH, *sorted(file.name.removesuffix(".json") for file in files))


class Message(str):
    """A sentence, or a part of one: a text, with the code and values that it is made from.

    Compares like the text alone. What is pickled is said in the language of where it is read.
    """

    __slots__ = ("_source", "_values")
    _source: Template | None
    _values: Mapping[str, object]

    def __new__(
        cls, source: Template | None, values: Mapping[str, object], code: str | None = None
    ) -> Message:
        """The sentence in a language, by default that of the moment."""
        message = str.__new__(cls, _rendered(source, values, code or _LANGUAGE.get()))
        message._source, message._values = source, values
        return message

    @property
    def values(self) -> Mapping[str, object]:
        """The values in the sentence by name: numbers, texts, other messages, tuples of those."""
        return FrozenMap(self._values)

    @property
    def code(self) -> str:
        """The code that identifies the sentence in every language: `nine.square_taken`."""
        return "joined" if self._source is None else self._source.code

    def translated(self) -> Message:
        """The same message in the language of the moment, `language()`."""
        return Message(
            self._source, {name: translated(each) for name, each in self._values.items()}
        )

    def to_dict(self) -> dict[str, Any]:
        """The code and the values as plain data; a message among the values as the same."""
        values = {name: _plain(value) for name, value in self._values.items()}
        return {"code": self.code, "values": values}

    def __reduce__(self) -> tuple[type[Message], tuple[Template | None, Mapping[str, object]]]:
        return Message, (self._source, dict(self._values))


class Template(Enum):
    """Sentences by code, with the names of their values in braces.

    Calling one with its values gives the `Message`: `Say.SQUARE_TAKEN(square="E5")`.
    """

    value: str

    def __call__(self, **values: object) -> Message:
        """The sentence with these values, in the language of the moment."""
        return Message(self, values)

    @property
    def code(self) -> str:
        """The module's folder and the name: `nine.square_taken`."""
        folder = self.__module__.removeprefix(f"{_PACKAGE}.").partition(".")[0]
        return f"{folder}.{self.name.lower()}"

    def template(self, code: str) -> str | None:
        """The text in a language, or None if it has not been translated."""
        if code == ENGLISH:
            return self._value_
        return translations(self.__module__.rpartition(".")[0], code).get(self.name.lower())


@lru_cache
def translations(package: str, code: str) -> Mapping[str, str]:
    """A language's texts of a package, by their names in lower case; none if it has no file."""
    import json
    from importlib import resources

    if not code.replace("-", "").isalnum():
        return {}
    file = resources.files(package) / "words" / f"{code}.json"
    known: dict[str, str] = json.loads(file.read_bytes()) if file.is_file() else {}
    return known


def joined(parts: Iterable[str], separator: str = " ") -> Message:
    """Sentences one after another, as one message with the code `joined`."""
    return Message(None, {"parts": tuple(parts), "separator": separator})


def _rendered(source: Template | None, values: Mapping[str, Any], code: str) -> str:
    """A sentence in a language, or if it has no translation, all of it in English."""
    if source is None:
        separator: str = values["separator"]
        return separator.join(str(_said(each, code)) for each in values["parts"])
    template = source.template(code)
    if template is None:
        template, code = source.value, ENGLISH
    if code != _LANGUAGE.get() or code != ENGLISH or tuple in map(type, values.values()):
        values = {name: _said(value, code) for name, value in values.items()}
    return template.format_map(values)


def _said(value: object, code: str) -> object:
    """A value as a sentence in a language has it."""
    if isinstance(value, tuple):
        return ", ".join(str(_said(each, code)) for each in value)
    if isinstance(value, Message):
        return _rendered(value._source, value._values, code)
    return value


def translated(value: Any) -> Any:
    """A message, or all in a tuple, in the language of the moment; anything else as it is."""
    if isinstance(value, Message):
        return value.translated()
    return tuple(map(translated, value)) if isinstance(value, tuple) else value


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return value.to_dict()
    if isinstance(value, tuple):
        return [*map(_plain, value)]
    return value if type(value) in (int, float) else str(value)


class Part(Template):
    """Parts of sentences: in English by themselves, otherwise in the language of the sentence."""

    AND = "{others} and {last}"
    OR = "{others} or {last}"
    TO = "{others} to {last}"
    DID_YOU_MEAN = "; did you mean {names}?"

    def __call__(self, **values: object) -> Message:
        """The part with these values, in English."""
        return Message(self, values, ENGLISH)


class Common(Template):
    """Sentences of any module, on places in a source."""

    MORE_PROBLEMS = "and {count} more problems"
    AT = "{where}: {sentence}"
    GAME = "game {number}"
    LINE = "line {number}"
    IN_A_VARIATION = "in a variation"
    PLY = "ply {number}"


def listed(things: Iterable[object], conjunction: str = "and") -> str:
    """A list of things for a sentence: `2, 3 or 4`. `conjunction` is `and`, `or` or `to`.

    Of nothing it is an empty text.
    """
    *others, end = [*things] or [""]
    if not others:
        return end if isinstance(end, Message) else str(end)
    return Part[conjunction.upper()](others=tuple(others), last=end)
