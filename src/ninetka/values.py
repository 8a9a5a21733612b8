"""Values: shown by their repr, where attrs classes would be shown field by field, never copied."""

from __future__ import annotations

from enum import Enum
from typing import Protocol, Self


class _Printer(Protocol):
    def text(self, text: str, /) -> object: ...


class Value:
    """Base of values that never change and whose repr is Python code.

    IPython and Hypothesis show the repr. A copy is the value itself: OpenSpiel copies a state at
    every node of a search, which would take milliseconds on a large board.
    """

    __slots__ = ()

    def __deepcopy__(self, _: object) -> Self:
        return self

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        printer.text(repr(self))


def as_code(member: Enum) -> str:
    """A member's repr, so that what it is part of can be pasted back into Python."""
    return f"{type(member).__name__}.{member.name}"
