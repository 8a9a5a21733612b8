"""How values are shown, where attrs classes would be shown field by field, and copied."""

from __future__ import annotations

from enum import Enum
from typing import Protocol, Self


class _Printer(Protocol):
    def text(self, text: str, /) -> object: ...


class Value:
    """Base of values that never change and whose repr is Python code.

    IPython and Hypothesis show the repr. Copies are the value itself: OpenSpiel copies the state
    with each clone, which would take milliseconds on a large board.
    """

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        printer.text(repr(self))


def as_code(member: Enum) -> str:
    """A member's repr, so that what it is part of can be pasted back into Python."""
    return f"{type(member).__name__}.{member.name}"
