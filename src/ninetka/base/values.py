"""The base of values that never change, and how tools show them."""

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


class Immutable:
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
        """The text that Rich puts in brackets after the name of the class."""
        shown = repr(self)
        inside = re.fullmatch(r"[^( ]*[( ](.*)[)>]", shown, re.DOTALL)
        yield _AsItStands(inside[1] if inside else shown)


def not_called() -> NoReturn:
    """Raise a TypeError that says how to make a state other than by calling its class."""
    raise TypeError("make a State by State.start, State.from_text or State.from_setup")


def as_code(member: Enum) -> str:
    """A member's repr as Python code, so that the repr of a value that has it is code too."""
    return f"{type(member).__name__}.{member.name}"
