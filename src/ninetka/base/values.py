"""Values: shown by their repr, where attrs classes would be shown field by field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NoReturn, Protocol, Self


class _AsItStands(str):
    __slots__ = ()
    __repr__ = str.__str__


class _Printer(Protocol):
    def text(self, text: str, /) -> object: ...


class Value:
    """Base of values that never change and whose repr is Python code.

    IPython, Hypothesis and Rich show the repr. A deep copy is the value itself: OpenSpiel copies
    a state at every node of a search, which would take milliseconds on a large board.
    """

    __slots__ = ()

    def __deepcopy__(self, _: object) -> Self:
        return self

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        printer.text(repr(self))

    def __rich_repr__(self) -> Iterator[object]:
        """What Rich puts in brackets behind the name of the class."""
        yield _AsItStands(re.split("[( ]", repr(self), maxsplit=1)[1][:-1])


def not_called() -> NoReturn:
    """Say how a state is made, when its class is called without what only the rules know."""
    raise TypeError("make a State by State.start, State.from_text or State.from_setup")


def as_code(member: Enum) -> str:
    """A member's repr, so that what it is part of can be pasted back into Python."""
    return f"{type(member).__name__}.{member.name}"
